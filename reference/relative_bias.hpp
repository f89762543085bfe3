#pragma once

namespace reference {

/// Counts the borders that the distance has passed: far bucket k begins at the distance
/// n/2 · (max_distance / (n/2))^((k − n/2) / (n − n/2)).
int relative_bucket(int offset, bool bidirectional, int n_buckets, int max_distance);

}  // namespace reference
