#include "grouped_query.hpp"

#include <algorithm>

#include "reference/grouped_query.hpp"
#include "reference/linear.hpp"
#include "reference/rope_half_split.hpp"
#include "support/golden.hpp"
#include "support/testing.hpp"

/// Whole numbers that stand for 1/1024 each: exact in float32.
static lm::Matrix thousandths(std::initializer_list<std::initializer_list<double>> rows) {
  lm::Matrix exact = matrix(rows);
  for (float& entry : exact.data) entry /= 1024;
  return exact;
}

static std::vector<int> heads(int n_heads, int n_kv_heads) {
  std::vector<int> all;
  for (int head = 0; head < n_heads; ++head) {
    all.push_back(lm::kv_head_of(head, n_heads, n_kv_heads));
  }
  return all;
}

// Known answers from outside: the documentation of FlashAttention 2 ("head 0, 1, 2 of Q will
// attention to head 0 of K, V, and head 3, 4, 5 to head 1"); torch.repeat_interleave, by which
// Meta's and Hugging Face's LLaMA code repeat key/value heads; published configs: Qwen2-0.5B 14/2,
// SmolLM-135M 9/3, TinyLlama 32/4, Falcon-7B 71/1, LLaMA-2-70B 64/8.
TEST_CASE("kv_head_of groups heads as published code does", "[grouped_query][hidden]") {
  equals(heads(6, 2), {0, 0, 0, 1, 1, 1});
  equals(heads(12, 3), {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2});
  equals(heads(14, 2), {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1});
  equals(heads(9, 3), {0, 0, 0, 1, 1, 1, 2, 2, 2});
  equals(heads(71, 1), std::vector<int>(71, 0));
  equals(row({lm::kv_head_of(7, 32, 4) * 1.0, lm::kv_head_of(8, 32, 4) * 1.0,
              lm::kv_head_of(31, 32, 4) * 1.0, lm::kv_head_of(7, 64, 8) * 1.0,
              lm::kv_head_of(8, 64, 8) * 1.0, lm::kv_head_of(63, 64, 8) * 1.0}),
         {0, 1, 3, 0, 1, 7});
}

TEST_CASE("kv_head_of agrees with the reference", "[grouped_query][hidden]") {
  for (int n_kv_heads = 1; n_kv_heads <= 9; ++n_kv_heads) {
    for (int group_size = 1; group_size <= 9; ++group_size) {
      const int n_heads = n_kv_heads * group_size;
      std::vector<int> want;
      for (int head = 0; head < n_heads; ++head) {
        want.push_back(reference::kv_head_of(head, n_heads, n_kv_heads));
      }
      equals(heads(n_heads, n_kv_heads), want);
    }
  }
}

// Known answers from outside: torch 1.13's scaled dot product in float64. Five queries of either of
// two heads, without a mask: here they are the ten query heads of one token, in two groups.
TEST_CASE("grouped_query of two groups gives PyTorch's values", "[grouped_query][hidden]") {
  const auto q = thousandths(
      {{100,  558,  -108, 367,  796,   224, -229,  1720, -2019, -2143, -1126, -582,  -240, 806,
        890,  1939, 354,  -324, 2312,  402, -1513, 1048, -1414, 1568,  -445,  -1073, -339, -510,
        1339, 1565, 1839, 1202, -1211, 78,  -437,  -535, -1016, -538,  1634,  123}});
  const auto keys = thousandths({{-1002, -998, 54, -102, 203, -2303, 393, 2434},
                                 {656, -277, 1872, -53, -304, 205, 1464, -1292},
                                 {685, 85, 759, -985, 231, -1060, 186, -709},
                                 {-455, 1092, 303, -357, -616, -611, 861, 1547},
                                 {752, -1128, 577, 8, 586, 1066, 976, 572}});
  const auto values = thousandths({{519, 741, 526, 1019, 3362, -1802, 1582, -481},
                                   {-1104, -1479, 152, 626, -919, -1180, -1509, -748},
                                   {-485, 733, -152, 210, 2141, 432, -1611, -61},
                                   {465, 804, -873, 556, 1135, -102, -1483, -947},
                                   {-1110, 551, 246, 227, -2272, 263, 617, 854}});
  const std::vector<double> want = {
      -0.280473961, 0.281700646,   -0.1101456,   0.509692842,  -0.495275214, 0.135183552,
      0.0100966486, 0.486328379,   0.230863709,  0.644998595,  0.37452981,   0.836672312,
      -0.398028835, -0.0400568947, -0.075965053, 0.546274072,  -0.796427521, -0.549869182,
      0.0826051049, 0.514367164,   1.04980708,   -0.506270275, -0.240126508, -0.409803185,
      1.45383111,   -0.553189557,  -0.533483218, -0.371254812, -1.10922357,  -0.0810969965,
      0.116168634,  0.310468318,   0.500958662,  -0.425315745, -0.903940898, -0.36722428,
      0.787152539,  -0.653830686,  -0.590906942, -0.485316519};
  is_close(lm::grouped_query(q.data, keys, values, 10, 2), want);
  // The second half of it: five query heads with one key/value head, which is MQA.
  const std::vector<double> second(want.begin() + 20, want.end());
  is_close(lm::grouped_query(std::span(q.data).subspan(20), lm::MatrixView(keys).columns(4, 4),
                             lm::MatrixView(values).columns(4, 4), 5, 1),
           second);
}

// As many key/value heads as query heads: one token after six, and one after seven.
TEST_CASE("grouped_query as MHA gives PyTorch's values", "[grouped_query][hidden]") {
  is_close(lm::grouped_query(thousandths({{-636, 474, 134, -374, -1351, -542, -186, 982, -697, -951,
                                           379, -1029, 1235, 1419, -2658, -2552}})
                                 .data,
                             thousandths({{-474, -395, 38, 730, 2715, 713, -577, 781, 633, -1356,
                                           -553, -2352, 589, -1146, -616, 2553},
                                          {1414, 1649, 1523, 556, 387, -466, -538, 859, -275, -78,
                                           -1118, -866, 46, -1309, 1136, -227},
                                          {408, -426, -1116, -1171, -74, 668, -1344, -740, -865,
                                           1791, -85, 119, -495, -48, -655, 795},
                                          {1899, -1182, 919, -1313, 67, -483, 1072, 626, -751,
                                           -1617, 712, -437, -463, 22, -294, -850},
                                          {1137, -571, -593, -27, 790, 131, 373, -1409, -996, -347,
                                           223, 934, 338, 1029, 305, -1093},
                                          {786, 1948, 606, 459, 783, 417, -670, 1179, 1800, -729,
                                           356, 390, 1181, -428, -1133, -1437},
                                          {-1413, 259, 1449, 1688, 274, 1457, 359, 682, -449, 301,
                                           -1552, -91, -626, 750, -962, 446}}),
                             thousandths({{657, -708, -738, 1019, 194, -1393, 277, 653, -80, -171,
                                           -343, -1298, 1175, -291, -103, -1095},
                                          {390, 2159, -995, -746, -60, -710, 1271, -2146, -2230,
                                           1193, 1520, -124, 392, 1778, 425, -1739},
                                          {491, 838, -224, 1457, 1626, 941, 814, 180, 245, 300, 890,
                                           -134, -2051, 12, 906, 528},
                                          {-84, 170, -81, 926, -1604, 45, 334, 2527, -769, 575,
                                           -889, -326, -1774, -506, 629, 109},
                                          {-865, -1030, -2310, 143, 531, -1409, 1829, 0, -380, 474,
                                           1019, -2008, 531, -1434, -160, -568},
                                          {-789, 1611, 169, 863, 139, -1600, 168, 809, 1756, -1494,
                                           -1387, -569, -672, -91, -1231, -827},
                                          {211, -678, 1668, 431, -1179, -331, -250, 1110, -751,
                                           -319, 1619, -1129, -169, 377, 469, -836}}),
                             2, 2),
           {0.00944134241, 0.699007801, -0.0835067807, 0.480410583, -0.180424964, -0.551736717,
            0.525389989, 0.331756463, 0.409989895, -0.411364117, -0.502474917, -0.776591701,
            -0.679657386, -0.37060179, -0.337264546, -0.512040523});
  is_close(lm::grouped_query(thousandths({{411, 249, 568, -720, -398, 1574, 1191, -1424, -1748,
                                           -1201, -650, 252, -290, -16, -10, 1424}})
                                 .data,
                             thousandths({{560, 1894, -811, 11, 326, 785, 993, -555, -727, -762,
                                           430, 1261, 272, -587, -1259, 15},
                                          {1782, 1172, 936, 1209, 648, 511, 471, -1894, 846, 121,
                                           -3268, 1212, 758, 501, -602, 189},
                                          {-46, 344, 85, -1184, -452, 76, 99, -675, 462, -967, 752,
                                           -182, -1439, -138, -1222, -859},
                                          {364, 32, -264, -219, -1784, 558, -1329, -3, -493, -604,
                                           -83, -277, 2464, 113, 913, 17},
                                          {-1447, -236, 1772, -1240, 6, 577, -418, -97, 778, -971,
                                           -467, -877, -197, 1259, -281, -2039},
                                          {56, 1079, -1486, -492, -1445, -806, 622, 338, -53, 1013,
                                           -54, -529, -685, -442, -2219, -586},
                                          {-318, -1107, -709, 1092, 1819, 268, 2306, -194, -665,
                                           -716, 390, -1251, 448, -900, -11, 823},
                                          {603, -1597, 324, -987, 425, 302, 1138, -1980, 288, 727,
                                           -30, -377, 773, 169, 657, -382}}),
                             thousandths({{1083, 2673, 243, -219, 78, 327, -489, -511, -202, 1366,
                                           -1413, 1550, -185, 854, 39, -211},
                                          {-1819, 1517, 1289, -1876, 2151, 1223, 725, -1063, 495,
                                           299, -410, -488, -1153, -100, -117, -560},
                                          {-237, 2675, -558, -1946, -507, 126, 244, 68, -791, 1489,
                                           939, 80, 987, -1758, -1575, 450},
                                          {-1859, -509, 1611, -1311, 2099, 1334, 496, 2714, -30,
                                           -1006, -568, -803, 130, -249, 1546, -305},
                                          {-412, -849, -228, -332, -583, -381, -152, 977, -1052,
                                           -563, -794, -2012, -675, -424, 194, 630},
                                          {1565, -655, -399, 1140, -115, 1061, 945, -29, 1784, 44,
                                           -1247, 1058, 198, -494, -911, -947},
                                          {-260, 952, -809, 437, 534, -753, 141, -151, -467, 927,
                                           1015, -405, 580, -2256, 2170, -90},
                                          {1405, -1182, 321, 480, 327, 1432, 919, 1007, -1216, -25,
                                           -336, -170, 461, -501, -1133, -45}}),
                             2, 2),
           {0.0404761536, 0.603327134, 0.330029359, -0.522779603, 0.59406322, 0.735140284,
            0.418506155, 0.190067643, -0.154801814, 0.525282037, -0.248925747, 0.0404988268,
            0.0414283126, -0.622857933, 0.527562606, -0.189443068});
}

// The visible example with other numbers: eight heads, two groups, one token in the cache.
TEST_CASE("grouped_query of one token hands out the values", "[grouped_query][hidden]") {
  const auto q = random_row(16, 141, -30, 30);
  const auto keys = random_matrix(1, 4, 142), values = matrix({{7, -2, 5, 30}});
  is_close(lm::grouped_query(q, keys, values, 8, 2),
           {7, -2, 7, -2, 7, -2, 7, -2, 5, 30, 5, 30, 5, 30, 5, 30});
}

// 6/2, 8/2 and 12/3 tell all wrong orders apart; with 4/2, 9/3, 16/4 or 64/8 some agree. The width
// of a head is a number of its own.
TEST_CASE("grouped_query agrees with the reference", "[grouped_query][hidden]") {
  struct Shape {
    int n_heads, n_kv_heads, head_dim;
  };
  const auto [n_heads, n_kv_heads, head_dim] =
      GENERATE(Shape{6, 2, 4}, Shape{8, 2, 3}, Shape{12, 3, 8}, Shape{4, 4, 5}, Shape{5, 1, 6},
               Shape{1, 1, 1}, Shape{32, 8, 128}, Shape{71, 1, 64}, Shape{6, 3, 24});
  const int seq_len = GENERATE(1, 2, 7, 40);
  const auto q = random_row(n_heads * head_dim, 143);
  const auto keys = random_matrix(seq_len, n_kv_heads * head_dim, 144, -2, 2);
  const auto values = random_matrix(seq_len, n_kv_heads * head_dim, 145, -2, 2);
  is_close(lm::grouped_query(q, keys, values, n_heads, n_kv_heads),
           reference::grouped_query(q, keys, values, n_heads, n_kv_heads));
}

TEST_CASE("grouped_query looks back over 2049 tokens", "[grouped_query][hidden]") {
  const auto q = random_row(24, 146, -3, 3);
  const auto keys = random_matrix(2049, 8, 147, -3, 3), values = random_matrix(2049, 8, 148);
  is_close(lm::grouped_query(q, keys, values, 6, 2),
           reference::grouped_query(q, keys, values, 6, 2));
}

// Scores of 1500 and 1501 in the first group, 1500 and 1499 in the second.
TEST_CASE("grouped_query takes scores above 1000", "[grouped_query][hidden]") {
  const auto q = row({1500, 1500, 1500, 1500, 1500, 1500});
  const auto keys = matrix({{1, 1}, {1501.0 / 1500, 1499.0 / 1500}});
  const auto values = matrix({{0, 0}, {1, 1}});
  // 1501/1500 in float32, times 1500, is off by up to 1e-4: so is the share.
  is_within(1e-4, lm::grouped_query(q, keys, values, 6, 2),
            {0.7310585786, 0.7310585786, 0.7310585786, 0.2689414214, 0.2689414214, 0.2689414214});
}

// Equal key/value heads are what one of them is: 6/2 with a copy gives 6/1.
TEST_CASE("grouped_query with copied heads equals MQA", "[grouped_query][hidden]") {
  const auto q = random_row(18, 149);
  const auto keys = random_matrix(5, 3, 150, -2, 2), values = random_matrix(5, 3, 151);
  lm::Matrix two_keys(5, 6), two_values(5, 6);
  for (int t = 0; t < 5; ++t) {
    for (int i = 0; i < 6; ++i) {
      two_keys(t, i) = keys(t, i % 3);
      two_values(t, i) = values(t, i % 3);
    }
  }
  const auto want = reference::grouped_query(q, keys, values, 6, 1);
  is_close(lm::grouped_query(q, two_keys, two_values, 6, 2), want);
  is_close(lm::grouped_query(q, keys, values, 6, 1), want);
}

// The first rows of a cache that is wider: rows are 11 and 14 floats apart.
TEST_CASE("grouped_query reads views by their strides", "[grouped_query][hidden]") {
  const auto q = random_row(24, 152);
  const auto wide_keys = random_matrix(9, 11, 153, -2, 2), wide_values = random_matrix(9, 14, 154);
  const auto keys = lm::MatrixView(wide_keys).columns(2, 8).first_rows(6),
             values = lm::MatrixView(wide_values).columns(5, 8).first_rows(6);
  is_close(lm::grouped_query(q, keys, values, 6, 2),
           reference::grouped_query(q, keys, values, 6, 2));
}

TEST_CASE("grouped_query leaves its inputs unchanged", "[grouped_query][hidden]") {
  const auto q = random_row(12, 155);
  const auto keys = random_matrix(3, 4, 156), values = random_matrix(3, 4, 157);
  const auto q_before = q, keys_before = keys.data, values_before = values.data;
  lm::grouped_query(q, keys, values, 6, 2);
  unchanged(q_before, q);
  unchanged(keys_before, keys.data);
  unchanged(values_before, values.data);
}

TEST_CASE("kv_head_of refuses groups that do not come out even",
          "[grouped_query][hidden][errors]") {
  throws_with("kv_head_of", [] { lm::kv_head_of(5, 6, 4); });
  throws_with("kv_head_of", [] { lm::kv_head_of(0, 4, 6); });
  throws_with("kv_head_of", [] { lm::kv_head_of(0, 32, 5); });
  throws_with("kv_head_of", [] { lm::kv_head_of(0, 6, 0); });
  throws_with("kv_head_of", [] { lm::kv_head_of(0, 6, -2); });
  throws_with("kv_head_of", [] { lm::kv_head_of(0, 0, 1); });
}

TEST_CASE("kv_head_of refuses heads that are not there", "[grouped_query][hidden][errors]") {
  throws_with("kv_head_of", [] { lm::kv_head_of(6, 6, 2); });
  throws_with("kv_head_of", [] { lm::kv_head_of(-1, 6, 2); });
  throws_with("kv_head_of", [] { lm::kv_head_of(100, 6, 6); });
}

TEST_CASE("grouped_query refuses shapes that do not fit", "[grouped_query][hidden][errors]") {
  const auto refuses = [](const char* words, int q_size, const lm::Matrix& keys,
                          const lm::Matrix& values, int n_heads, int n_kv_heads) {
    const lm::Vector q(static_cast<std::size_t>(q_size));
    throws_with(words, [&] { lm::grouped_query(q, keys, values, n_heads, n_kv_heads); });
  };
  refuses("grouped_query", 25, {3, 8}, {3, 8}, 6, 2);
  refuses("grouped_query: keys is 3 by 9, at least 1 by 8 is needed", 24, {3, 9}, {4, 8}, 6, 2);
  refuses("grouped_query", 24, {3, 24}, {3, 24}, 6, 2);
  refuses("grouped_query", 24, {3, 7}, {3, 7}, 6, 2);
  refuses("grouped_query", 24, {3, 8}, {3, 7}, 6, 2);
  refuses("grouped_query: values is 3 by 12, keys 3 by 8;", 24, {3, 8}, {3, 12}, 6, 2);
  refuses("grouped_query: values is 2 by 8, keys 3 by 8;", 24, {3, 8}, {2, 8}, 6, 2);
  refuses("grouped_query", 24, {3, 8}, {4, 8}, 6, 2);
  refuses("", 24, {3, 16}, {3, 16}, 6, 4);
  refuses("grouped_query", 24, {0, 8}, {0, 8}, 6, 2);
  refuses("grouped_query: keys is 0 by 8", 24, {0, 8}, {3, 8}, 6, 2);
  refuses("grouped_query", 24, {3, 8}, {3, 8}, 0, 2);
  refuses("", 24, {3, 0}, {3, 0}, 6, 0);
}

// Hugging Face's LlamaAttention: queries are projected and turned here, their keys and values come
// from its cache, and the output passes o_proj. Its float32 sums differ by 1e-5.
TEST_CASE("grouped_query agrees with the conformance data", "[grouped_query][conformance]") {
  for (const auto& golden : kit::golden_cases("gqa_kv_cache")) {
    const int n_heads = golden.integer("heads"), n_kv_heads = golden.integer("kv_heads");
    const int head_dim = golden.integer("head_dim");
    const auto x = golden.tensor("x").matrix(), wq = golden.tensor("wq").matrix(),
               wo = golden.tensor("wo").matrix(), k_cache = golden.tensor("k_cache").matrix(),
               v_cache = golden.tensor("v_cache").matrix();
    lm::Matrix keys(x.rows, n_kv_heads * head_dim), values(x.rows, n_kv_heads * head_dim);
    for (int head = 0; head < n_kv_heads; ++head) {
      for (int t = 0; t < x.rows; ++t) {
        std::ranges::copy(k_cache.row(head * x.rows + t), keys.row(t).begin() + head * head_dim);
        std::ranges::copy(v_cache.row(head * x.rows + t), values.row(t).begin() + head * head_dim);
      }
    }
    for (int pos = 0; pos < x.rows; ++pos) {
      const auto projected = reference::linear(wq, x.row(pos)).values;
      const lm::Vector q(projected.begin(), projected.end());
      const auto turned = reference::rope_half_split(q, pos, head_dim, golden.number("theta"));
      const lm::Vector query(turned.begin(), turned.end());
      const auto out =
          lm::grouped_query(query, lm::MatrixView(keys).first_rows(pos + 1),
                            lm::MatrixView(values).first_rows(pos + 1), n_heads, n_kv_heads);
      is_within(1e-5, reference::linear(wo, out).values, golden.tensor("out").row(pos));
    }
  }
}
