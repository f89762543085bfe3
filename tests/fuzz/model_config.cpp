// Any text: it is read, checked and described, or refused in words.
#include "model_config.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "check_config.hpp"
#include "decoder/supported.hpp"
#include "describe_model.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const lm::Config config = lm::model_config({reinterpret_cast<const char*>(data), size});
    const bool is_right = lm::check_config(config).empty() && lm::is_countable(config);
    if (!is_right) return 0;
    lm::why_unsupported(config);
    lm::describe_model(config);
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
