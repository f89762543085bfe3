#pragma once

namespace reference {

/// Counted one token at a time: whose key and value are computed while prompt_len tokens are read
/// and n_new are written.
double work_projections(int prompt_len, int n_new, bool cached);

/// Counted one query and one key at a time: how often they meet.
double work_dots(int prompt_len, int n_new, bool cached);

}  // namespace reference
