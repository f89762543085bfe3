#include "attention_head.hpp"

#include <algorithm>
#include <cmath>

#include "reference/attention_head.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

/// Whole numbers that stand for 1/1024 each: exact in float32.
static lm::Matrix thousandths(std::initializer_list<std::initializer_list<double>> rows) {
  lm::Matrix exact = matrix(rows);
  for (float& entry : exact.data) entry /= 1024;
  return exact;
}

// The visible examples with other numbers. Dot products 4, 0 and -2 over sqrt(16) are 1, 0 and
// -1/2: exponentials 2.718282, 1 and 0.606531, sum 4.324813.
TEST_CASE("attention_head divides by the root of another width", "[attention_head][hidden]") {
  lm::Matrix q(1, 16), k(3, 16), v(3, 16);
  q(0, 5) = 2;
  k(0, 5) = 2;
  k(2, 5) = -1;
  v(0, 0) = v(1, 1) = v(2, 15) = 1;
  const auto out = lm::attention_head(q, k, v, 2);
  std::vector<double> want(16, 0.0);
  want[0] = 0.6285317192;
  want[1] = 0.2312238976;
  want[15] = 0.1402443832;
  is_close(out.data, want);
}

// Keys weigh 3 and 1, then 1, 4 and 5; the third query sees the fourth key too.
TEST_CASE("attention_head of other weights behind a cache", "[attention_head][hidden]") {
  const auto log_of = [](double n) { return 3 * std::log(n); };
  lm::Matrix k(4, 9), q(3, 9), v(4, 9);
  q(0, 0) = q(1, 1) = q(2, 2) = 1;
  const double weights[4][3] = {{3, 1, 2}, {1, 4, 2}, {9, 5, 3}, {9, 9, 1}};
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < 3; ++i) k(t, i) = static_cast<float>(log_of(weights[t][i]));
    v(t, 8) = static_cast<float>(1 << t) * 10;
  }
  const auto out = lm::attention_head(q, k, v, 1);
  is_close(row({out(0, 8), out(1, 8), out(2, 8)}), {12.5, 29, 32.5});
}

// Known answers from outside: torch 1.13's scaled dot product in float64. Four queries without a
// cache, one query after six tokens, three queries after five.
TEST_CASE("attention_head gives PyTorch's values", "[attention_head][hidden]") {
  is_close(lm::attention_head(thousandths({{994, 910, 625, -195, 580, -1346, -1014, -1295},
                                           {1278, -2436, -485, -1413, 308, -2719, 1406, -44},
                                           {-787, -306, 1336, 665, -922, 141, 329, -67},
                                           {-836, -1599, 981, 202, 507, -321, -672, 1908}}),
                              thousandths({{-248, 1166, -579, 68, 1184, -959, 1045, -359},
                                           {-1154, 954, 427, 398, 634, 402, 100, -567},
                                           {-137, -1094, 212, -1042, -1280, -926, 152, 709},
                                           {1095, -211, -786, -1179, -1269, 2790, -528, -534}}),
                              thousandths({{-46, -768, 1434, 1199, -1413, -983, -1839, -1016},
                                           {54, -710, -1266, 106, 1956, -1007, -1305, 1211},
                                           {98, 565, -156, 1234, -10, -772, -876, -1598},
                                           {365, -948, 550, -2, -405, 2176, 1201, -910}}),
                              0)
               .data,
           {-0.044921875, -0.75,        1.40039062,    1.17089844,   -1.37988281,  -0.959960938,
            -1.79589844,  -0.9921875,   -0.0359237302, -0.744781076, 1.15744072,   1.07254872,
            -1.07673532,  -0.962120492, -1.74784834,   -0.791798816, 0.0550318223, -0.173795824,
            -0.345246779, 0.745715945,  0.557324545,   -0.882102006, -1.18166617,  -0.337684544,
            0.091984017,  0.0882933189, -0.139655007,  0.916995488,  0.168837501,  -0.612340879,
            -0.883921591, -0.95902531});
  is_close(lm::attention_head(thousandths({{-636, 474, 134, -374, -1351, -542, -186, 982}}),
                              thousandths({{-474, -395, 38, 730, 2715, 713, -577, 781},
                                           {1414, 1649, 1523, 556, 387, -466, -538, 859},
                                           {408, -426, -1116, -1171, -74, 668, -1344, -740},
                                           {1899, -1182, 919, -1313, 67, -483, 1072, 626},
                                           {1137, -571, -593, -27, 790, 131, 373, -1409},
                                           {786, 1948, 606, 459, 783, 417, -670, 1179},
                                           {-1413, 259, 1449, 1688, 274, 1457, 359, 682}}),
                              thousandths({{657, -708, -738, 1019, 194, -1393, 277, 653},
                                           {390, 2159, -995, -746, -60, -710, 1271, -2146},
                                           {491, 838, -224, 1457, 1626, 941, 814, 180},
                                           {-84, 170, -81, 926, -1604, 45, 334, 2527},
                                           {-865, -1030, -2310, 143, 531, -1409, 1829, 0},
                                           {-789, 1611, 169, 863, 139, -1600, 168, 809},
                                           {211, -678, 1668, 431, -1179, -331, -250, 1110}}),
                              6)
               .data,
           {0.00944134241, 0.699007801, -0.0835067807, 0.480410583, -0.180424964, -0.551736717,
            0.525389989, 0.331756463});
  is_close(lm::attention_head(thousandths({{-800, -2746, -527, 1390, 59, 105, 197, -135},
                                           {369, -131, -1252, 889, -2432, -182, -1000, 541},
                                           {-1748, -1201, -650, 252, -290, -16, -10, 1424}}),
                              thousandths({{-727, -762, 430, 1261, 272, -587, -1259, 15},
                                           {846, 121, -3268, 1212, 758, 501, -602, 189},
                                           {462, -967, 752, -182, -1439, -138, -1222, -859},
                                           {-493, -604, -83, -277, 2464, 113, 913, 17},
                                           {778, -971, -467, -877, -197, 1259, -281, -2039},
                                           {-53, 1013, -54, -529, -685, -442, -2219, -586},
                                           {-665, -716, 390, -1251, 448, -900, -11, 823},
                                           {288, 727, -30, -377, 773, 169, 657, -382}}),
                              thousandths({{-202, 1366, -1413, 1550, -185, 854, 39, -211},
                                           {495, 299, -410, -488, -1153, -100, -117, -560},
                                           {-791, 1489, 939, 80, 987, -1758, -1575, 450},
                                           {-30, -1006, -568, -803, 130, -249, 1546, -305},
                                           {-1052, -563, -794, -2012, -675, -424, 194, 630},
                                           {1784, 44, -1247, 1058, 198, -494, -911, -947},
                                           {-467, 927, 1015, -405, 580, -2256, 2170, -90},
                                           {-1216, -25, -336, -170, 461, -501, -1133, -45}}),
                              5)
               .data,
           {-0.188600438, 0.449158651,   -0.633647316, 0.0238019045, -0.207109231, -0.100656981,
            0.0427993583, -0.0982379285, 0.231747322,  0.596006095,  -0.338587669, 0.107127457,
            -0.122076629, -0.572726174,  -0.502406639, -0.251693209, -0.154801814, 0.525282037,
            -0.248925747, 0.0404988268,  0.0414283126, -0.622857933, 0.527562606,  -0.189443068});
}

// Widths from 1 to LLaMA's 128; one query, a prompt, a prompt behind a cache, queries before all
// keys. Entries up to 3 make scores of some ten, so that a wrong scale shows.
TEST_CASE("attention_head agrees with the reference", "[attention_head][hidden]") {
  struct Shape {
    int n_queries, n_keys, offset;
  };
  const auto [n_queries, n_keys, offset] =
      GENERATE(Shape{1, 1, 0}, Shape{2, 5, 3}, Shape{7, 7, 0}, Shape{5, 16, 9},
               Shape{1, 2049, 2048}, Shape{9, 4, -5}, Shape{6, 4, 2}, Shape{1, 8, 3});
  const int head_dim = GENERATE(1, 2, 3, 8, 24, 128);
  const auto q = random_matrix(n_queries, head_dim, 81, -3, 3);
  const auto k = random_matrix(n_keys, head_dim, 82, -3, 3);
  const auto v = random_matrix(n_keys, head_dim, 83, -2, 2);
  const auto out = lm::attention_head(q, k, v, offset);
  equals(std::vector<int>{out.rows, out.cols}, {n_queries, head_dim});
  is_close(out.data, reference::attention_head(q, k, v, offset));
}

// Scores of 1500, 1501 and 1499 after the division by sqrt(4): shares of e^0, e^1 and e^-1.
TEST_CASE("attention_head shares among scores above 1000", "[attention_head][hidden]") {
  const auto q = matrix({{0, 1, 0, 0}});
  const auto k = matrix({{0, 3000, 0, 0}, {0, 3002, 0, 0}, {0, 2998, 0, 0}});
  const auto v = matrix({{1, 0, 0, 7}, {0, 1, 0, 7}, {0, 0, 1, 7}});
  is_close(lm::attention_head(q, k, v, 2).data, {0.2447284711, 0.6652409558, 0.0900305732, 7});
}

// Whatever the tokens behind query r are: row r stays the same, bit for bit. Their scores may
// overflow to +infinity or to -infinity, or be NaN.
TEST_CASE("attention_head is blind for the future", "[attention_head][hidden]") {
  const float future = GENERATE(0.0f, 3e38f, -3e38f, NAN);
  const auto q = random_matrix(3, 6, 84), k = random_matrix(7, 6, 85), v = random_matrix(7, 6, 86);
  auto other_k = k, other_v = v;
  for (int t = 4; t < 7; ++t) {
    std::ranges::fill(other_k.row(t), future);
    std::ranges::fill(other_v.row(t), -5e6f);
  }
  const auto out = lm::attention_head(q, k, v, 1);
  const auto other = lm::attention_head(q, other_k, other_v, 1);
  equals(other.data, out.data);
  is_close(out.data, reference::attention_head(q, k, v, 1));
}

// Shares of equal values: no share is lost, none is added.
TEST_CASE("attention_head of equal values is that value", "[attention_head][hidden]") {
  const auto q = random_matrix(4, 5, 87, -3, 3), k = random_matrix(9, 5, 88, -3, 3);
  lm::Matrix v(9, 5);
  for (int t = 0; t < 9; ++t) std::ranges::copy(row({7, -3, 0.5, 100, 0}), v.row(t).begin());
  const auto out = lm::attention_head(q, k, v, 5);
  for (int r = 0; r < 4; ++r) is_close(out.row(r), {7, -3, 0.5, 100, 0});
}

TEST_CASE("attention_head gives zeros where there is nothing to see", "[attention_head][hidden]") {
  const auto q = random_matrix(3, 4, 89);
  const auto k = random_matrix(2, 4, 90), v = random_matrix(2, 4, 91);
  is_close(lm::attention_head(q, k, v, -3).data, std::vector<double>(12, 0.0));
  is_close(lm::attention_head(q, lm::Matrix(0, 4), lm::Matrix(0, 4), 0).data,
           std::vector<double>(12, 0.0));
}

// Heads of 3 inside rows of 12 and of 15: every matrix has a stride of its own.
TEST_CASE("attention_head reads views by their strides", "[attention_head][hidden]") {
  const auto all_q = random_matrix(4, 12, 92, -3, 3), all_k = random_matrix(6, 15, 93, -3, 3);
  const auto all_v = random_matrix(6, 9, 94);
  const auto q = lm::MatrixView(all_q).columns(6, 3), k = lm::MatrixView(all_k).columns(9, 3),
             v = lm::MatrixView(all_v).columns(3, 3);
  is_close(lm::attention_head(q, k, v, 2).data, reference::attention_head(q, k, v, 2));
}

TEST_CASE("attention_head leaves its inputs unchanged", "[attention_head][hidden]") {
  const auto q = random_matrix(3, 4, 95), k = random_matrix(5, 4, 96), v = random_matrix(5, 4, 97);
  const auto q_before = q.data, k_before = k.data, v_before = v.data;
  lm::attention_head(q, k, v, 2);
  unchanged(q_before, q.data);
  unchanged(k_before, k.data);
  unchanged(v_before, v.data);
}

TEST_CASE("attention_head refuses shapes that do not fit", "[attention_head][hidden][errors]") {
  const auto refuses = [](lm::Matrix q, lm::Matrix k, lm::Matrix v) {
    throws_with("attention_head", [&] { lm::attention_head(q, k, v, 0); });
  };
  throws_with("attention_head: q is 2 by 4, k 3 by 5, v 6 by 7;",
              [] { lm::attention_head(lm::Matrix(2, 4), lm::Matrix(3, 5), lm::Matrix(6, 7), 0); });
  refuses({2, 4}, {3, 5}, {3, 5});
  refuses({2, 5}, {3, 4}, {3, 5});
  refuses({2, 4}, {3, 4}, {3, 5});
  refuses({2, 4}, {3, 4}, {3, 3});
  refuses({2, 4}, {3, 4}, {2, 4});
  refuses({2, 4}, {2, 4}, {3, 4});
}

// torch's scaled dot product. Where it is not causal, all keys are seen.
TEST_CASE("attention_head agrees with the conformance data", "[attention_head][conformance]") {
  for (const auto& golden : kit::golden_cases("sdpa")) {
    const auto q = golden.tensor("q"), k = golden.tensor("k"), out = golden.tensor("out");
    const auto all_q = q.matrix(), all_k = k.matrix(), all_v = golden.tensor("v").matrix();
    const int n_queries = q.shape[2], n_keys = k.shape[2];
    const bool causal = golden.number("causal") != 0;
    for (int head = 0; head < q.shape[0] * q.shape[1]; ++head) {
      const auto rows_of = [head](lm::MatrixView all, int n) {
        return lm::MatrixView(all.row(head * n).data(), n, all.cols);
      };
      std::vector<double> want;
      for (int r = 0; r < n_queries; ++r) {
        const auto line = out.row(head * n_queries + r);
        want.insert(want.end(), line.begin(), line.end());
      }
      is_close(lm::attention_head(rows_of(all_q, n_queries), rows_of(all_k, n_keys),
                                  rows_of(all_v, n_keys),
                                  causal ? golden.integer("q_offset") : n_keys - 1)
                   .data,
               want);
    }
  }
}
