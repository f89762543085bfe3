#pragma once
// Models to measure: as large as real ones, made of random numbers, which multiply as fast.
#include <string>
#include <vector>

#include "common/weights.hpp"

namespace kit::bench {

struct Shape {
  std::string name;
  int hidden_size, intermediate_size, n_layers, n_heads, n_kv_heads;
};
extern const std::vector<Shape> shapes;  // 15M, 110M, 1B

lm::Model random_model(const Shape& shape);

/// Numbers that every token multiplies: all layers and the head.
double n_multiplied(const lm::Model& model);

/// Operations of a prompt of so many tokens: two for each number of each layer and token, and what
/// attention needs to look back; the head once.
double prefill_flops(const lm::Model& model, int n_tokens);

}  // namespace kit::bench
