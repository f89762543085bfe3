#pragma once
#include <span>
#include <vector>

#include "common/kinds.hpp"
#include "common/types.hpp"
#include "reference/result.hpp"

namespace reference {

/// What the last of several tokens gathers, computed without a cache: keys and values are those of
/// all tokens, row t not turned; q belongs to the last row. Every head is a sum over its keys.
Result decode_step(std::span<const float> q, lm::MatrixView keys, lm::MatrixView values,
                   int head_dim, double rope_theta, lm::RopePairing pairing);

/// A row turned to pos, as the cache is to hold it.
std::vector<double> turned_key(std::span<const float> k, int pos, int head_dim, double rope_theta,
                               lm::RopePairing pairing);

}  // namespace reference
