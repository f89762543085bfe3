// Any text: it is read and checked, or refused in words.
#include "model_config.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "check_config.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const lm::Config config = lm::model_config({reinterpret_cast<const char*>(data), size});
    lm::check_config(config);
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
