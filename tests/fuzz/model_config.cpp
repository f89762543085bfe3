// Any text: it is read, checked and described, or refused in words.
#include "model_config.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "decoder/supported.hpp"
#include "describe_model.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const lm::Config config = lm::model_config({reinterpret_cast<const char*>(data), size});
    lm::refuse_impossible(config);
    lm::why_unsupported(config);
    lm::describe_model(config);
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
