#pragma once
#include <functional>
#include <span>

#include "common/types.hpp"

namespace lm {

/// Any function from one row to one row: a norm, an attention, a feed-forward network.
using RowFunction = std::function<Vector(std::span<const float>)>;

}  // namespace lm
