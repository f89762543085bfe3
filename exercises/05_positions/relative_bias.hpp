#pragma once
#include "common/types.hpp"

namespace lm {

/// Sorts a signed offset into a bucket. Near offsets have a bucket each, far ones share:
///     bidirectional: the upper half of the buckets is for keys after the query (offset > 0), and
///                    n is half of n_buckets; else such keys count as offset 0, and n is n_buckets
///     d = |offset|;  d < n/2:  d     else:  n/2 + floor(log(d / (n/2)) / log(max_distance / (n/2))
///                                           * (n - n/2)),  at most n - 1
///
/// offset         key position - query position
/// bidirectional  true in an encoder, false in a decoder
/// n_buckets      even; >= 2, in both directions >= 4; 32 in T5
/// max_distance   > n/2: from here on all offsets share the last bucket; 128 in T5
/// returns        0 ... n_buckets - 1
///
/// Halves are integer divisions; the logarithms are double.
/// Throws std::invalid_argument if n_buckets or max_distance is out of range.
int relative_bucket(int offset, bool bidirectional, int n_buckets, int max_distance);

/// Looks up what T5 adds to one score of a decoder:  table[bucket][head]
///
/// table    (n_buckets, n_heads)  learned, for one direction, max_distance 128
/// returns  the bias of the score before softmax; every offset of a bucket has the same
///
/// Throws std::invalid_argument if head is outside the table.
/// Source: Raffel et al. 2019, arXiv:1910.10683, section 2.1.
float relative_bias(MatrixView table, int query_pos, int key_pos, int head);

}  // namespace lm
