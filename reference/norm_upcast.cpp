#include "reference/norm_upcast.hpp"

#include <cmath>

#include "reference/narrow_floats.hpp"

reference::Upcast reference::norm_upcast(std::span<const float> x, std::span<const float> weight,
                                         double eps, lm::Dtype dtype) {
  const auto stored = [&](double value) {
    return dtype == lm::Dtype::f16 ? f16_to_float(float_to_f16(value))
                                   : bf16_to_float(float_to_bf16(value));
  };
  double sum = 0;
  for (const double value : x) sum += stored(value) * stored(value);
  const double scale = 1 / std::sqrt(sum / static_cast<double>(x.size()) + eps);

  Upcast y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double normalized = stored(x[i]) * scale;
    y.values.push_back(stored(stored(normalized) * stored(weight[i])));
    y.clear.push_back(stored(normalized * (1 - 1e-5)) == stored(normalized * (1 + 1e-5)));
  }
  return y;
}
