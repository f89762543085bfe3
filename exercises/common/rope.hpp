#pragma once
// What the exercises on positions share. Three words that papers all write θ: an *angle* is
// position times frequency, in radians; a *frequency* belongs to one plane of a head, in radians
// for each position; *rope_theta* is the base that the frequencies come from.
#include <optional>

#include "common/kinds.hpp"
#include "common/types.hpp"

namespace lm {

/// The cosine and sine of every angle a run needs: entry (pos, i) is plane i at position pos.
struct RopeTable {
  Matrix cos;  ///< (n_positions, head_dim / 2)
  Matrix sin;  ///< (n_positions, head_dim / 2)
};

enum class RopeScalingKind { none, linear, ntk, dynamic, yarn, llama3, longrope };

/// How a model was stretched past its training length (config.json: rope_scaling).
struct RopeScaling {
  RopeScalingKind kind = RopeScalingKind::none;
  double factor = 1.0;                     ///< new length / trained length
  int original_max_seq_len = 0;            ///< trained length; 0: not told
  double low_freq_factor = 1.0;            ///< llama3: fewer turns than this are slow
  double high_freq_factor = 4.0;           ///< llama3: more turns than this are fast
  double beta_fast = 32.0;                 ///< yarn: turns from which a plane stays as it is
  double beta_slow = 1.0;                  ///< yarn: turns below which it is interpolated
  std::optional<double> attention_factor;  ///< yarn: given in the file, it replaces the formula
  std::optional<double> mscale;            ///< yarn, DeepSeek's form of the formula
  std::optional<double> mscale_all_dim;
  bool truncate = true;  ///< yarn: round the ends of the ramp to whole planes
};

}  // namespace lm
