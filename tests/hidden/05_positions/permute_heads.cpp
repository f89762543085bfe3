#include "permute_heads.hpp"

#include <fstream>
#include <numeric>

#include "reference/permute_heads.hpp"
#include "reference/rope_half_split.hpp"
#include "reference/rope_interleaved.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

using lm::RopePairing;

/// What the reference's row numbers make of a weight.
static std::vector<double> want(lm::MatrixView weight, int n_heads, RopePairing to) {
  std::vector<double> entries;
  for (const int old_row : reference::permute_heads(weight.rows, n_heads, to)) {
    for (const float entry : weight.row(old_row)) entries.push_back(entry);
  }
  return entries;
}

static lm::Matrix column(const std::vector<double>& entries) {
  lm::Matrix weight(static_cast<int>(entries.size()), 1);
  weight.data.assign(entries.begin(), entries.end());
  return weight;
}

static double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// A head of 6 and a head of 10: the way there and the way back are different orders.
TEST_CASE("permute_heads splits other heads into halves", "[permute_heads][hidden]") {
  const auto to = [](int n, int n_heads, RopePairing pairing) {
    std::vector<double> numbers(static_cast<std::size_t>(n));
    std::iota(numbers.begin(), numbers.end(), 0.0);
    return lm::permute_heads(column(numbers), n_heads, pairing).data;
  };
  equals(to(6, 1, RopePairing::half_split), {0, 2, 4, 1, 3, 5});
  equals(to(6, 1, RopePairing::interleaved), {0, 3, 1, 4, 2, 5});
  equals(to(18, 3, RopePairing::half_split),
         {0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11, 12, 14, 16, 13, 15, 17});
  equals(to(10, 1, RopePairing::interleaved), {0, 5, 1, 6, 2, 7, 3, 8, 4, 9});
}

// Known answers from outside: one model of Hugging Face's (4 query heads and 2 key heads of 8) and
// the same model as a llama2.c file. Column 0 of q_proj's and of k_proj's first two heads in layer
// 0, and of k_proj in layer 1, times 1024.
TEST_CASE("permute_heads gives the rows of a llama2.c file", "[permute_heads][hidden]") {
  const auto q_halves =
      column({145, 819, 171, -81, -159, -261, -324, -24, 8, 29, -9, -232, 370, -34, -252, 188});
  const auto q_neighbors =
      column({145, -159, 819, -261, 171, -324, -81, -24, 8, 370, 29, -34, -9, -252, -232, 188});
  equals(lm::permute_heads(q_halves, 2, RopePairing::interleaved).data, q_neighbors.data);
  equals(lm::permute_heads(q_neighbors, 2, RopePairing::half_split).data, q_halves.data);
  const auto k_halves =
      column({92, -302, 132, 88, -220, 590, -364, 96, 624, 208, -62, 240, -231, 118, -170, 345});
  const auto k_neighbors =
      column({92, -220, -302, 590, 132, -364, 88, 96, 624, -231, 208, 118, -62, -170, 240, 345});
  equals(lm::permute_heads(k_halves, 2, RopePairing::interleaved).data, k_neighbors.data);
  const auto k1_halves = column(
      {257, -436, 269, -40, -174, -245, -259, 298, -148, -35, 20, 184, -230, -248, -26, 592});
  const auto k1_neighbors = column(
      {257, -174, -436, -245, 269, -259, -40, 298, -148, -230, -35, -248, 20, -26, 184, 592});
  equals(lm::permute_heads(k1_neighbors, 2, RopePairing::half_split).data, k1_halves.data);
}

// Sizes as in real models: q_proj has n_heads, k_proj its own number of heads. 6 and 2, 8 and 2, 12
// and 3, and LLaMA-3's 32 and 8; the weight is as wide as the model, not as high as the heads.
TEST_CASE("permute_heads agrees with the reference", "[permute_heads][hidden]") {
  struct Shape {
    int n_heads, head_dim, in;
  };
  const auto [n_heads, head_dim, in] =
      GENERATE(Shape{6, 4, 5}, Shape{2, 4, 24}, Shape{8, 6, 48}, Shape{2, 6, 48}, Shape{12, 8, 7},
               Shape{3, 8, 96}, Shape{32, 128, 3}, Shape{8, 128, 3}, Shape{1, 2, 1});
  const auto to = GENERATE(RopePairing::half_split, RopePairing::interleaved);
  const auto weight = random_matrix(n_heads * head_dim, in, 61);
  const auto permuted = lm::permute_heads(weight, n_heads, to);
  equals(std::vector<int>{permuted.rows, permuted.cols}, {n_heads * head_dim, in});
  equals(permuted.data, want(weight, n_heads, to));
}

TEST_CASE("permute_heads one way and back changes nothing", "[permute_heads][hidden]") {
  const auto weight = random_matrix(36, 5, 62);
  for (const auto to : {RopePairing::half_split, RopePairing::interleaved}) {
    const auto back =
        to == RopePairing::half_split ? RopePairing::interleaved : RopePairing::half_split;
    const auto once = lm::permute_heads(weight, 3, to);
    equals(once.data, want(weight, 3, to));
    equals(lm::permute_heads(once, 3, back).data, weight.data);
  }
}

// What it is for. Halves, turned by the other kernel, give the score that neighbors gave; with base
// 10000 and a distance of 2 that is 5.65923511430873.
TEST_CASE("permute_heads keeps every score", "[permute_heads][hidden]") {
  const auto permuted = [](const std::vector<double>& x) {
    return lm::permute_heads(column(x), 1, RopePairing::half_split).data;
  };
  const std::vector<double> q = {1, 2, 3, 4}, k = {0.5, -1, 2, 0.25};
  is_close(dot(reference::rope_half_split(permuted(q), 3, 4, 10000),
               reference::rope_half_split(permuted(k), 1, 4, 10000)),
           5.65923511430873);
  is_close(dot(reference::rope_half_split(permuted(q), 2507, 4, 10000),
               reference::rope_half_split(permuted(k), 2505, 4, 10000)),
           5.65923511430873);
  const auto a = random_row(10, 63), b = random_row(10, 64);
  is_close(dot(reference::rope_half_split(permuted({a.begin(), a.end()}), 3000, 10, 500000),
               reference::rope_half_split(permuted({b.begin(), b.end()}), 17, 10, 500000)),
           dot(reference::rope_interleaved(a, 3000, 10, 500000),
               reference::rope_interleaved(b, 17, 10, 500000)));
}

// A block of columns of a wider weight: its rows are 7 floats apart.
TEST_CASE("permute_heads reads a view by its stride", "[permute_heads][hidden]") {
  const auto wide = random_matrix(12, 7, 65);
  const auto view = lm::MatrixView(wide).columns(2, 3);
  equals(lm::permute_heads(view, 2, RopePairing::interleaved).data,
         want(view, 2, RopePairing::interleaved));
}

TEST_CASE("permute_heads leaves the weight unchanged", "[permute_heads][hidden]") {
  const auto weight = random_matrix(12, 4, 66);
  const auto before = weight.data;
  lm::permute_heads(weight, 2, RopePairing::half_split);
  unchanged(before, weight.data);
}

TEST_CASE("permute_heads refuses rows that are no heads", "[permute_heads][hidden][errors]") {
  const lm::Matrix weight(12, 4);
  throws_with("permute_heads", [&] { lm::permute_heads(weight, 5, RopePairing::half_split); });
  throws_with("permute_heads", [&] { lm::permute_heads(weight, 4, RopePairing::half_split); });
  throws_with("permute_heads", [&] { lm::permute_heads(weight, 12, RopePairing::interleaved); });
  throws_with("permute_heads: n_heads is 0",
              [&] { lm::permute_heads(weight, 0, RopePairing::half_split); });
}

// The rows of a weight in Hugging Face's file; integers that stand for 1/1024 each.
static lm::Matrix hugging_face(const kit::GoldenCase& tensors, int layer, const std::string& name) {
  const auto tensor = tensors.object("model.layers." + std::to_string(layer) + ".self_attn." +
                                     name + "_proj.weight");
  const auto shape = tensor.integers("shape"), entries = tensor.integers("q");
  lm::Matrix weight(shape[0], shape[1]);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    weight.data[i] = static_cast<float>(entries[i]) / 1024.0f;
  }
  return weight;
}

/// The floats of a llama2.c file, behind its header of seven ints.
static std::vector<float> llama2c_floats(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  in.seekg(7 * 4);
  std::vector<float> all;
  for (float value; in.read(reinterpret_cast<char*>(&value), sizeof value);) all.push_back(value);
  return all;
}

// One model in both formats: 4 query heads, 2 key heads, v_proj the same in both.
TEST_CASE("permute_heads turns one checkpoint into the other", "[permute_heads][conformance]") {
  const auto weights = kit::golden_file("golden/tiny_llama_weights.json");
  const auto file = kit::conformance_file("golden/tiny_llama.bin");
  if (!weights || !file) return;
  const auto llama2c = llama2c_floats(*file);
  const auto tensors = weights->object("tensors");
  std::size_t at = 64 * 32 + 2 * 32;  // behind the embedding and the two gains
  for (const std::string name : {"q", "k", "v"}) {
    for (const int layer : {0, 1}) {
      const auto halves = hugging_face(tensors, layer, name);
      lm::Matrix neighbors(halves.rows, halves.cols);
      for (float& entry : neighbors.data) entry = llama2c.at(at++);
      if (name == "v") {
        equals(halves.data, neighbors.data);
        continue;
      }
      const int n_heads = name == "q" ? 4 : 2;
      equals(lm::permute_heads(halves, n_heads, RopePairing::interleaved).data, neighbors.data);
      equals(lm::permute_heads(neighbors, n_heads, RopePairing::half_split).data, halves.data);
    }
  }
}
