#include "reference/kv_cache_bytes.hpp"

double reference::kv_cache_bytes(int n_layers, int n_kv_heads, int head_dim, int kv_latent_size,
                                 int seq_len, int batch_size, lm::Dtype dtype) {
  double bits = 16;
  if (dtype == lm::Dtype::f32) bits = 32;
  if (dtype == lm::Dtype::int8) bits = 8;

  const double key = double(n_kv_heads) * double(head_dim);
  const double value = key;
  const double token = kv_latent_size == 0 ? key + value : double(kv_latent_size);
  const double tokens = double(seq_len) * double(batch_size);
  return tokens * double(n_layers) * token * bits / 8;
}

double reference::to_gb(double bytes) {
  return bytes / 1000 / 1000 / 1000;
}

double reference::to_gib(double bytes) {
  return bytes / 1024 / 1024 / 1024;
}
