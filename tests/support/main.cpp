// A test program: runs the tests of one exercise against one part and writes the record.
//
//   rms_norm.test --part FILE [--record FILE] [--skip N] [--only TAGS]
//   rms_norm.graded [...] --worker COMMAND...     the part is in another process: grading
//
// The verdict is not this program's to give: it holds the code under test, which may end it, print
// what it likes or never come back. The kit starts it, watches the clock and reads the record.
#define KIT_CATCH_MAIN
#define CATCH_CONFIG_NO_POSIX_SIGNALS  // the parent process reports signals
#include "support/catch.hpp"

#include <sys/resource.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/check.hpp"
#include "support/record.hpp"
#include "support/stack.hpp"
#include "support/stopwatch.hpp"
#include "support/switchboard.hpp"
#include "support/testing.hpp"

#ifdef KIT_SANITIZED
// The sanitizers look for these. The first finding ends the program. A library that was compiled
// without them, OpenMP's for one, is no business of theirs; binutils' addr2line will do where there
// is no llvm-symbolizer.
extern "C" const char* __tsan_default_options() {
  return "halt_on_error=1:ignore_noninstrumented_modules=1:allow_addr2line=1";
}
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=1:allow_addr2line=1";
}
#endif

namespace {

struct Listener : kit::ListenerBase {
  using kit::ListenerBase::ListenerBase;
  static std::string getDescription() { return "writes the record"; }

  void testCaseStarting(const Catch::TestCaseInfo& test) override {
    kit::record::begin_test(test.name);
  }
  void sectionStarting(const Catch::SectionInfo&) override {
    // Catch opens the test case itself as its outermost section, once for each run through it.
    if (depth_++ == 0) kit::record::begin_run();
  }
  void sectionEnded(const Catch::SectionStats&) override { --depth_; }
  void assertionStarting(const Catch::AssertionInfo&) override {}

  // The kit's verbs never fail an assertion of Catch's. What arrives here was thrown.
  kit::AssertionEnded assertionEnded(const Catch::AssertionStats& stats) override {
    const Catch::AssertionResult& result = stats.assertionResult;
    if (!result.isOk() && result.getResultType() != Catch::ResultWas::FatalErrorCondition) {
      const bool thrown = std::current_exception() != nullptr;
      std::string got = thrown ? kit::detail::exception_text(std::current_exception())
                               : result.getExpression() + " does not hold";
      bool not_started = false;
      if (thrown) {
        try {
          throw;
        } catch (const kit::NotStarted&) {
          not_started = true;
        } catch (...) {
        }
      }
      kit::detail::compare_words(not_started ? "todo" : thrown ? "threw" : "holds", got, "", false);
    }
    return kit::AssertionEnded(1);
  }

 private:
  int depth_ = 0;
};
CATCH_REGISTER_LISTENER(Listener)

#ifndef KIT_SANITIZED  // a sanitizer watches by itself, and reserves terabytes of addresses
/// Code that asks for all the memory of a machine gets std::bad_alloc instead.
void limit_memory() {
  const rlimit memory = {rlim_t{4} << 30, rlim_t{4} << 30};
  setrlimit(RLIMIT_AS, &memory);
}
#endif

/// Catch reads , [ ] * and friends in a test's name as its own grammar.
std::string escaped(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (std::strchr("\\,[]*\"~", c) != nullptr) result += '\\';
    result += c;
  }
  return result;
}

struct Arguments {
  std::string part, record_file, tags = "~[conformance]";
  std::vector<std::string> worker;
  std::size_t skip = 0;
  bool list = false;
};

/// Nothing if they make no sense.
std::optional<Arguments> read_arguments(int argc, char** argv) {
  Arguments read;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--list") {
      read.list = true;
    } else if (i + 1 == argc) {
      return {};
    } else if (argument == "--worker") {
      read.worker.assign(argv + i + 1, argv + argc);
      return read;
    } else if (argument == "--part") {
      read.part = argv[++i];
    } else if (argument == "--record") {
      read.record_file = argv[++i];
    } else if (argument == "--only") {
      read.tags = argv[++i];
    } else if (argument == "--skip") {
      read.skip = std::strtoul(argv[++i], nullptr, 10);
    } else {
      return {};
    }
  }
  return read;
}

std::vector<std::string> names_of_tests(Catch::Session& session) {
  std::vector<std::string> names;
  const auto& config = session.config();
  for (const auto& test :
       Catch::filterTests(Catch::getAllTestCasesSorted(config), config.testSpec(), config)) {
    names.push_back(kit::name_of(test));
  }
  return names;
}

void run_only(Catch::Session& session, std::span<const std::string> names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ",") + escaped(name);
  Catch::ConfigData data = session.configData();
  data.testsOrTags = {all};
  session.useConfigData(data);
}

/// 0, or how the program ends: a part that cannot be plugged in, or a model's that is missing.
int plug(const Arguments& arguments, const char* argv0) {
  // BUILD/tests/rms_norm.test finds the parts that rms_norm uses in BUILD/parts.
  const std::filesystem::path program = std::filesystem::canonical(argv0);
  const std::string parts = (program.parent_path().parent_path() / "parts").string();
  const std::string exercise = program.stem().string();
  const kit::Plugged plugged = arguments.worker.empty()
                                   ? kit::load(exercise, arguments.part)
                                   : kit::load_remotely(exercise, arguments.worker);
  if (!plugged.error.empty() || !plugged.missing.empty()) {
    kit::record::write_unplugged(plugged.missing, plugged.error);
    std::cerr << plugged.error << "\n";
    return 3;
  }
  for (const std::string& missing : kit::load_models(parts)) {
    std::cerr << "the model's part " << missing << " is missing in " << parts << "\n";
    return 5;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Arguments> arguments = read_arguments(argc, argv);
  if (!arguments) {
    std::cerr << "usage: " << argv[0]
              << " --part FILE [--record FILE] [--skip N] [--only TAGS] [--list]\n";
    return 2;
  }
  if (!arguments->record_file.empty()) kit::record::open(arguments->record_file);

  Catch::Session session;
  const char* const catch_arguments[] = {argv[0], "-o", "/dev/null", arguments->tags.c_str()};
  session.applyCommandLine(4, catch_arguments);
  if (arguments->list) {
    for (const std::string& name : names_of_tests(session)) std::cout << name << "\n";
    return 0;
  }
  if (arguments->skip > 0) {
    // After a crash the kit starts the program again, behind the test case that crashed.
    const std::vector<std::string> names = names_of_tests(session);
    if (arguments->skip >= names.size()) {
      kit::record::done(kit::Stopwatch::seconds());
      return 0;
    }
    run_only(session, std::span(names).subspan(arguments->skip));
  }

  if (const int code = plug(*arguments, argv[0]); code != 0) return code;
#ifndef KIT_SANITIZED
  kit::watch_the_stack([] {
    static const char line[] = "{\"signal\": \"stack overflow\"}\n";
    kit::record::write_raw(line, sizeof line - 1);
  });
  limit_memory();
#endif
  session.run();
  kit::record::done(kit::Stopwatch::seconds());
  return kit::record::all_ok() ? 0 : 1;
}
