// The decoder as a program. exercises/10_decoder/given/loop.cpp is what it does; here it is said
// whose parts do it, and how it ends.
#include <cstdio>
#include <new>
#include <stdexcept>

#include "common/check.hpp"
#include "kernels.hpp"
#include "loop.hpp"
#include "options.hpp"
#include "prefill.hpp"
#include "report.hpp"
#include "support/switchboard.hpp"
#include "watch.hpp"

namespace {

lm::Exit failed(const char* why, lm::Exit code) {
  std::fprintf(stderr, "decoder: %s\n", why);  // fmt::print throws if nobody can hear it
  return code;
}

lm::Exit run(int argc, char** argv) {
  const lm::Options options = lm::read_options(argc, argv);
  kit::plug_parts(argv[0]);  // whose code answers for each contract: yours, or the model's
  lm::plug_kernels();
  if (options.no_prefill) kit::answer<&lm::prefill>(&lm::read_token_by_token);

  lm::Report report(options);
  try {
    lm::continue_prompt(options, report);
  } catch (const lm::Interrupted&) {  // while it read the prompt
  }
  if (!report.finish()) {
    return failed("not all of the text could be written: is the disk full?", lm::infrastructure);
  }
  return report.was_interrupted() ? lm::interrupted : lm::done;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const kit::NotStarted& error) {
    return failed(error.what(), lm::not_started);
  } catch (const std::bad_alloc&) {
    return failed("there is not enough memory for this model", lm::unusable_input);
  } catch (const std::exception& error) {
    return failed(error.what(), lm::unusable_input);
  }
}
