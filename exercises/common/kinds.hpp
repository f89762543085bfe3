#pragma once
// The choices that models make, each with a name.

namespace lm {

/// How numbers are stored. The kit computes in float32 whatever the file holds.
enum class Dtype { f32, f16, bf16, int8 };

/// The curve between two layers of a feed-forward network (config.json: hidden_act).
enum class Activation { sigmoid, relu, silu, gelu, gelu_tanh };

/// Which two channels of a head turn together: (2i, 2i+1) or (i, i + head_dim/2).
enum class RopePairing { interleaved, half_split };

}  // namespace lm
