#pragma once

namespace lm {

/// Raises the base of the frequencies, so that the slowest plane slows by factor and the fastest
/// not at all:
///     base' = rope_theta * factor^(head_dim / (head_dim - 2))
///
/// head_dim    even, >= 4
/// rope_theta  > 0
/// factor      >= 1
/// returns     the new base, for rope_frequencies
///
/// Throws std::invalid_argument if a value is out of range: for head_dim 2 there is no such base.
/// Source: bloc97 2023; Peng et al. 2023, arXiv:2309.00071, section 3.1.
double ntk_aware_base(int head_dim, double rope_theta, double factor);

/// Raises the base only as far as the text at hand needs it:
///     seq_len <= original_len:  rope_theta, unchanged
///     else:  ntk_aware_base with factor * seq_len / original_len - (factor - 1) for its factor
///
/// head_dim, rope_theta, factor  as above
/// seq_len       >= 0  tokens of this text
/// original_len  >= 1  trained length
/// returns       the new base, never below rope_theta; with factor 1, too, a longer text raises it
///
/// A base that changes within a text needs keys that are turned anew; this kit's decoder chooses
/// one base for a whole run.
/// Throws std::invalid_argument if factor, seq_len or original_len is out of range; of head_dim and
/// rope_theta only where a longer text needs them.
/// Source: emozilla 2023; config.json calls it "dynamic".
double dynamic_ntk_base(int head_dim, double rope_theta, double factor, int seq_len,
                        int original_len);

}  // namespace lm
