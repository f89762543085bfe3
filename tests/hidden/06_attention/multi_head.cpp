#include "multi_head.hpp"

#include <algorithm>

#include "reference/multi_head.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

/// Whole numbers that stand for 1/1024 each: exact in float32.
static lm::Matrix thousandths(std::initializer_list<std::initializer_list<double>> rows) {
  lm::Matrix exact = matrix(rows);
  for (float& entry : exact.data) entry /= 1024;
  return exact;
}

/// Runs multi_head on tokens that hold q, k and v of all heads side by side: each weight picks its
/// third. The result stands in the first third of each row.
static std::vector<float> of_thirds(lm::MatrixView x, int n_heads, int row) {
  const int q_size = x.cols / 3;
  lm::Matrix q(q_size, x.cols), k(q_size, x.cols), v(q_size, x.cols), o(x.cols, q_size);
  for (int i = 0; i < q_size; ++i) {
    q(i, i) = k(i, q_size + i) = v(i, 2 * q_size + i) = o(i, i) = 1;
  }
  const auto out = lm::multi_head(x, q, k, v, o, n_heads);
  const auto first = out.row(row).begin();
  return {first, first + q_size};
}

struct Weights {
  lm::Matrix q, k, v, o;
  Weights(int q_size, int hidden_size, std::uint64_t seed, double size)
      : q(random_matrix(q_size, hidden_size, seed, -size, size)),
        k(random_matrix(q_size, hidden_size, seed + 1, -size, size)),
        v(random_matrix(q_size, hidden_size, seed + 2)),
        o(random_matrix(hidden_size, q_size, seed + 3)) {}
};

static lm::Matrix run(lm::MatrixView x, const Weights& w, int n_heads) {
  return lm::multi_head(x, w.q, w.k, w.v, w.o, n_heads);
}

// Known answers from outside: torch 1.13's scaled dot product in float64. One head of 8 for four
// tokens, causal.
TEST_CASE("multi_head of one head gives PyTorch's values", "[multi_head][hidden]") {
  const auto x =
      thousandths({{994,  910,  625,  -195, 580, -1346, -1014, -1295, -248,  1166, -579,  68,
                    1184, -959, 1045, -359, -46, -768,  1434,  1199,  -1413, -983, -1839, -1016},
                   {1278, -2436, -485, -1413, 308, -2719, 1406,  -44, -1154, 954,   427,   398,
                    634,  402,   100,  -567,  54,  -710,  -1266, 106, 1956,  -1007, -1305, 1211},
                   {-787,  -306, 1336, 665, -922, 141, 329,  -67,  -137, -1094, 212,  -1042,
                    -1280, -926, 152,  709, 98,   565, -156, 1234, -10,  -772,  -876, -1598},
                   {-836,  -1599, 981,  202,  507, -321, -672, 1908, 1095, -211, -786, -1179,
                    -1269, 2790,  -528, -534, 365, -948, 550,  -2,   -405, 2176, 1201, -910}});
  const std::vector<std::vector<double>> want = {
      {-0.044921875, -0.75, 1.40039062, 1.17089844, -1.37988281, -0.959960938, -1.79589844,
       -0.9921875},
      {-0.0359237302, -0.744781076, 1.15744072, 1.07254872, -1.07673532, -0.962120492, -1.74784834,
       -0.791798816},
      {0.0550318223, -0.173795824, -0.345246779, 0.745715945, 0.557324545, -0.882102006,
       -1.18166617, -0.337684544},
      {0.091984017, 0.0882933189, -0.139655007, 0.916995488, 0.168837501, -0.612340879,
       -0.883921591, -0.95902531}};
  for (int t = 0; t < 4; ++t) is_close(of_thirds(x, 1, t), want[static_cast<std::size_t>(t)]);
}

// Two heads of 16 for the first two tokens of a longer text, causal.
TEST_CASE("multi_head of two wide heads gives PyTorch's values", "[multi_head][hidden]") {
  const auto x = thousandths(
      {{-1744, 874,   -1137, 1433, -1248, -450,  677,   -1124, -1282, -796,  -1091, -1220,
        -430,  1117,  491,   -815, -769,  -1158, -1496, -1570, -1313, -945,  -1195, -1611,
        535,   -667,  -104,  -572, 1210,  -126,  890,   -710,  -690,  1305,  -496,  2190,
        586,   672,   131,   -564, -2714, 92,    -1668, -207,  -166,  401,   446,   -588,
        811,   -1670, 1782,  1003, -226,  -1071, -246,  426,   943,   1136,  -1127, -1371,
        -407,  -233,  -1142, 613,  -705,  1860,  -585,  1354,  1272,  -262,  1101,  -57,
        522,   822,   -757,  -615, 540,   2723,  229,   -213,  297,   -1387, -1262, -1657,
        -289,  -233,  -1019, 81,   327,   935,   636,   763,   645,   -76,   -212,  -128},
       {567,   -2175, 1073,  -1023, -1226, 226,   360,   -884,  -678, 1484,  -1952, -949,
        -184,  -1597, 722,   304,   -286,  956,   435,   -1398, 52,   -445,  514,   213,
        -1256, -19,   79,    320,   1956,  -439,  705,   712,   -875, -336,  3,     2644,
        -156,  797,   -274,  -1089, 1399,  935,   1250,  -682,  257,  -1395, -290,  -389,
        -104,  326,   -44,   49,    556,   -322,  -382,  -401,  2365, -502,  -371,  1018,
        227,   -971,  -652,  613,   1361,  107,   92,    1754,  -661, -1339, 964,   -308,
        603,   600,   -1177, 108,   -1,    -1089, 1361,  1113,  -375, -517,  1254,  411,
        -747,  -972,  470,   384,   -1530, 590,   -1655, 1163,  1286, -1612, 285,   105}});
  is_close(of_thirds(x, 2, 0),
           {-0.688476562, 1.81640625,    -0.571289062, 1.32226562,   1.2421875,    -0.255859375,
            1.07519531,   -0.0556640625, 0.509765625,  0.802734375,  -0.739257812, -0.600585938,
            0.52734375,   2.65917969,    0.223632812,  -0.208007812, 0.290039062,  -1.35449219,
            -1.23242188,  -1.61816406,   -0.282226562, -0.227539062, -0.995117188, 0.0791015625,
            0.319335938,  0.913085938,   0.62109375,   0.745117188,  0.629882812,  -0.07421875,
            -0.20703125,  -0.125});
  is_close(of_thirds(x, 2, 1),
           {0.359764092,  0.926974562,  -0.227794908, 1.52521638,   0.261427972,   -0.802304286,
            1.00568468,   -0.183015662, 0.550863153,  0.690096705,  -0.952356106,  -0.233752446,
            0.252852852,  0.725058983,  0.797983452,  0.464773944,  -0.155796513,  -0.777294345,
            0.436807749,  -0.246158155, -0.586084737, -0.717825506, -0.0072463965, 0.280125639,
            -0.912682907, 0.684197138,  -0.89886057,  1.01049551,   1.05515157,    -1.09327149,
            0.122701311,  0.0295828706});
}

// Two heads of 4 for five tokens without a mask: the last token sees all in either case.
TEST_CASE("multi_head of two heads gives PyTorch's values", "[multi_head][hidden]") {
  const auto x =
      thousandths({{100, 558,   -108, 367,  -1513, 1048, -1414, 1568, -1002, -998,  54,   -102,
                    203, -2303, 393,  2434, 519,   741,  526,   1019, 3362,  -1802, 1582, -481},
                   {796,  224, -229, 1720,  -445,  -1073, -339, -510, 656,  -277,  1872,  -53,
                    -304, 205, 1464, -1292, -1104, -1479, 152,  626,  -919, -1180, -1509, -748},
                   {-2019, -2143, -1126, -582, 1339, 1565, 1839, 1202, 685,  85,  759,   -985,
                    231,   -1060, 186,   -709, -485, 733,  -152, 210,  2141, 432, -1611, -61},
                   {-240, 806,  890, 1939, -1211, 78,  -437, -535, -455, 1092, 303,   -357,
                    -616, -611, 861, 1547, 465,   804, -873, 556,  1135, -102, -1483, -947},
                   {354, -324, 2312, 402, -1016, -538, 1634, 123, 752,   -1128, 577, 8,
                    586, 1066, 976,  572, -1110, 551,  246,  227, -2272, 263,   617, 854}});
  is_close(of_thirds(x, 2, 4), {-0.796427521, -0.549869182, 0.0826051049, 0.514367164, 0.787152539,
                                -0.653830686, -0.590906942, -0.485316519});
}

// The visible example with other numbers: one token of width 3, two heads of 3. v = (2, -1, 4, 1,
// 6, 3), and o_proj takes 2 - 4, 1 + 2·3 and -1·6 - 1.
TEST_CASE("multi_head of one token is two products", "[multi_head][hidden]") {
  const auto x = matrix({{2, -1, 4}});
  const auto any = random_matrix(6, 3, 101);
  const auto v_proj = matrix({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, -1, 0.5}});
  const auto o_proj = matrix({{1, 0, -1, 0, 0, 0}, {0, 0, 0, 1, 0, 2}, {0, 1, 0, 0, -1, 0}});
  is_close(lm::multi_head(x, any, any, v_proj, o_proj, 2).data, {-2, 7, -7});
}

// head_dim is hidden_size / n_heads in the first shapes, and a number of its own in the others.
TEST_CASE("multi_head agrees with the reference", "[multi_head][hidden]") {
  struct Shape {
    int seq_len, hidden_size, n_heads, head_dim;
  };
  const auto [seq_len, hidden_size, n_heads, head_dim] =
      GENERATE(Shape{1, 1, 1, 1}, Shape{3, 12, 3, 4}, Shape{7, 24, 4, 6}, Shape{16, 48, 6, 8},
               Shape{5, 10, 2, 3}, Shape{4, 6, 3, 4}, Shape{9, 16, 4, 12}, Shape{6, 63, 2, 64},
               Shape{2, 5, 5, 2});
  const Weights w(n_heads * head_dim, hidden_size, 102, 1.0);
  const auto x = random_matrix(seq_len, hidden_size, 106);
  const auto out = run(x, w, n_heads);
  equals(std::vector<int>{out.rows, out.cols}, {seq_len, hidden_size});
  is_close(out.data, reference::multi_head(x, w.q, w.k, w.v, w.o, n_heads));
}

// Token 3 changes: tokens 0 to 2 keep their rows, bit for bit, and the later ones do not matter.
TEST_CASE("multi_head is blind for the future", "[multi_head][hidden]") {
  const Weights w(12, 10, 107, 1.0);
  const auto x = random_matrix(5, 10, 111);
  auto other = x;
  for (int t = 3; t < 5; ++t) std::ranges::copy(random_row(10, 112, -50, 50), other.row(t).begin());
  const auto out = run(x, w, 3), changed = run(other, w, 3);
  equals(lm::MatrixView(changed).first_rows(3).row(0), lm::MatrixView(out).row(0));
  equals(changed.row(1), out.row(1));
  equals(changed.row(2), out.row(2));
  is_close(changed.data, reference::multi_head(other, w.q, w.k, w.v, w.o, 3));
}

// Without positions the order of the past is nothing to the last token.
TEST_CASE("multi_head does not know the order of the past", "[multi_head][hidden]") {
  const Weights w(6, 8, 113, 1.0);
  const auto x = random_matrix(4, 8, 117);
  lm::Matrix shuffled(4, 8);
  for (const int t : {0, 1, 2, 3}) {
    std::ranges::copy(x.row(t), shuffled.row(t == 3 ? 3 : (t + 1) % 3).begin());
  }
  const auto want = reference::multi_head(x, w.q, w.k, w.v, w.o, 2);
  const auto out = run(shuffled, w, 2);
  const std::vector<double> last(want.values.end() - 8, want.values.end());
  is_close(out.row(3), last, *std::ranges::max_element(want.magnitudes), want.terms);
}

TEST_CASE("multi_head takes scores above 1000", "[multi_head][hidden]") {
  const Weights w(8, 6, 118, 40.0);
  const auto x = random_matrix(6, 6, 122, -3, 3);
  is_close(run(x, w, 2).data, reference::multi_head(x, w.q, w.k, w.v, w.o, 2));
}

// Everything is a block of columns of something wider.
TEST_CASE("multi_head reads views by their strides", "[multi_head][hidden]") {
  const auto wide_x = random_matrix(4, 9, 123), wide_q = random_matrix(6, 13, 124),
             wide_k = random_matrix(6, 11, 125), wide_v = random_matrix(6, 8, 126),
             wide_o = random_matrix(5, 10, 127);
  const auto x = lm::MatrixView(wide_x).columns(2, 5), q = lm::MatrixView(wide_q).columns(7, 5),
             k = lm::MatrixView(wide_k).columns(1, 5), v = lm::MatrixView(wide_v).columns(3, 5),
             o = lm::MatrixView(wide_o).columns(4, 6);
  is_close(lm::multi_head(x, q, k, v, o, 3).data, reference::multi_head(x, q, k, v, o, 3));
}

TEST_CASE("multi_head of no token is empty", "[multi_head][hidden]") {
  const Weights w(4, 6, 128, 1.0);
  const auto out = run(lm::Matrix(0, 6), w, 2);
  equals(std::vector<int>{out.rows, out.cols}, {0, 6});
}

TEST_CASE("multi_head leaves its inputs unchanged", "[multi_head][hidden]") {
  const Weights w(6, 4, 129, 1.0);
  const auto before = w;
  const auto x = random_matrix(3, 4, 133);
  const auto x_before = x.data;
  run(x, w, 2);
  unchanged(x_before, x.data);
  unchanged(before.q.data, w.q.data);
  unchanged(before.k.data, w.k.data);
  unchanged(before.v.data, w.v.data);
  unchanged(before.o.data, w.o.data);
}

TEST_CASE("multi_head refuses shapes that do not fit", "[multi_head][hidden][errors]") {
  struct Shapes {
    lm::Matrix x{2, 6}, q{8, 6}, k{8, 6}, v{8, 6}, o{6, 8};
  };
  const auto refuses = [](const Shapes& s, int n_heads) {
    throws_with("multi_head", [&] { lm::multi_head(s.x, s.q, s.k, s.v, s.o, n_heads); });
  };
  throws_with("multi_head: x has 5 columns and q_proj 8 rows", [] {
    const Shapes s;
    lm::multi_head(lm::Matrix(2, 5), s.q, s.k, s.v, s.o, 2);
  });
  const Shapes right;
  for (const int n_heads : {-2, 0, 3, 16}) refuses(right, n_heads);
  const auto with = [&](lm::Matrix Shapes::*which, int rows, int cols) {
    Shapes changed;
    changed.*which = lm::Matrix(rows, cols);
    refuses(changed, 2);
  };
  for (const int cols : {5, 7}) {
    for (const auto which : {&Shapes::q, &Shapes::k, &Shapes::v}) with(which, 8, cols);
    with(&Shapes::x, 2, cols);
  }
  for (const int rows : {6, 10}) {
    for (const auto which : {&Shapes::q, &Shapes::k, &Shapes::v}) with(which, rows, 6);
    with(&Shapes::o, 6, rows);
  }
  for (const int rows : {4, 8}) with(&Shapes::o, rows, 8);
}

// torch's scaled dot product, all heads at once: with a mask every row, without one the last.
TEST_CASE("multi_head agrees with PyTorch's conformance data", "[multi_head][conformance]") {
  for (const auto& golden : kit::golden_cases("sdpa")) {
    const auto q = golden.tensor("q"), k = golden.tensor("k"), v = golden.tensor("v");
    const auto out = golden.tensor("out");
    const int n_heads = q.shape[1], seq_len = q.shape[2], head_dim = q.shape[3];
    if (k.shape[2] != seq_len) continue;  // several queries behind a cache are not our contract
    for (int text = 0; text < q.shape[0]; ++text) {
      const int q_size = n_heads * head_dim;
      lm::Matrix x(seq_len, 3 * q_size), want(seq_len, q_size);
      for (int t = 0; t < seq_len; ++t) {
        for (int head = 0; head < n_heads; ++head) {
          const int line = (text * n_heads + head) * seq_len + t, first = head * head_dim;
          std::ranges::copy(q.row(line), x.row(t).begin() + first);
          std::ranges::copy(k.row(line), x.row(t).begin() + q_size + first);
          std::ranges::copy(v.row(line), x.row(t).begin() + 2 * q_size + first);
          std::ranges::copy(out.row(line), want.row(t).begin() + first);
        }
      }
      for (int t = golden.number("causal") != 0 ? 0 : seq_len - 1; t < seq_len; ++t) {
        is_close(of_thirds(x, n_heads, t), {want.row(t).begin(), want.row(t).end()});
      }
    }
  }
}

// Hugging Face's LlamaAttention with as many key heads as query heads. The first token is turned by
// nothing and sees itself alone. Their float32 sums of 32 terms differ by 1e-5.
TEST_CASE("multi_head agrees with Hugging Face's first token", "[multi_head][conformance]") {
  for (const auto& golden : kit::golden_cases("gqa_kv_cache")) {
    if (golden.integer("heads") != golden.integer("kv_heads")) continue;
    const auto x = golden.tensor("x").matrix(), q = golden.tensor("wq").matrix(),
               k = golden.tensor("wk").matrix(), v = golden.tensor("wv").matrix(),
               o = golden.tensor("wo").matrix();
    const auto out = lm::multi_head(x, q, k, v, o, golden.integer("heads"));
    is_within(1e-5, out.row(0), golden.tensor("out").row(0));
  }
}
