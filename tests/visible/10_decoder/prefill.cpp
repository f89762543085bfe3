#include "prefill.hpp"

#include "support/hand_prompt.hpp"
#include "support/testing.hpp"

// The model of decoder's section. Layer 0 makes [3, 1], [-1, 1] and [5/3, 1] of the three tokens,
// layer 1 adds sqrt(5) times an average to their second channels: 3, 0.381966 and 1.158521.
TEST_CASE("prefill gives the numbers of the decoder, in one part or in several", "[prefill]") {
  auto model = hand_model(matrix({{1, 1}, {-1, 1}}), matrix({{1, 0}, {0, 1}, {1, 1}}), 2);
  set_attention(model, 0, matrix({{1, 0}, {0, 1}}), matrix({{2, 0}, {0, 0}}));
  set_attention(model, 1, matrix({{1, 0}, {0, 1}}), matrix({{0, 0}, {std::sqrt(5.0), 0}}));
  auto early = cache_for(model, 3), late = cache_for(model, 3);
  shows(6, read(model, {0, 1, 0}), {"0.864301", "1.119367", "1.983669"});
  shows(6, read(model, {0, 1}, early), {"-0.829051", "1.145720", "0.316669"});
  shows(6, read(model, {0}, early), {"0.864301", "1.119367", "1.983669"});
  shows(6, read(model, {0}, late), {"0.848528", "1.131371", "1.979899"});
  shows(6, read(model, {1, 0}, late), {"0.864301", "1.119367", "1.983669"});
  equals(late.rows, {3, 3});
}

// [3, 4] and [30, 40] have one norm, [0.848528, 1.131371], and so any average of it. Its first
// channel takes 10 from the second of x: [30, 30] remains, or [3, -6].
TEST_CASE("prefill normalizes each token alone", "[prefill]") {
  auto model = hand_model(matrix({{3, 4}, {30, 40}}), matrix({{1, 0}, {0, 1}}), 1);
  const double ten = 10 / 3.0 * std::sqrt(12.5);
  set_attention(model, 0, matrix({{1, 0}, {0, 1}}), matrix({{0, 0}, {-ten, 0}}));
  is_close(read(model, {0, 1}), {1, 1});
  shows(6, read(model, {1, 0}), {"0.632456", "-1.264911"});
}

// The block of decoder_block's section makes [3.269013, 4.700192] of [3, 4]; then the final norm.
TEST_CASE("prefill worked example: [3, 4]", "[prefill]") {
  auto model = hand_model(matrix({{3, 4}}), matrix({{1, 0}, {0, 1}}), 1);
  set_attention(model, 0, matrix({{0, 1}, {1, 0}}), matrix({{2, 0}, {0, 2}}));
  set_ffn(model, 0, row({2, -1}), matrix({{1, 0}}), matrix({{0, 1}}), matrix({{1}, {0.5}}));
  shows(6, read(model, {0}), {"0.807493", "1.161015"});
}

// As in decoder_block: the shares of token 1 are 1/4 and 3/4, v is 1 and -1, so 4 · -1/2 is added
// to [1, 1, -1, -1]. What comes out is its own norm.
TEST_CASE("prefill turns each token to its own position", "[prefill]") {
  const auto model = two_tokens(std::sqrt(2.0) * std::log(3.0), 1);
  is_close(read(model, {0, 1}), {-1, 1, -1, -1});
  auto cache = cache_for(model, 2);
  shows(6, read(model, {0}, cache), {"1.889822", "0.377964", "0.377964", "-0.377964"});
  is_close(read(model, {1}, cache), {-1, 1, -1, -1});
}

// q is 3 + 1 = 4, k is 3 - 5 = -2. Over their rms they are sqrt(2) and -sqrt(2), with their gains
// -log 3 / 2 and -2 sqrt(2): the shares are 1/4 and 3/4 again. v is 1 + 2, then -1 + 2, and
// 4 · 3/2 makes [7, 1, -1, -1], over sqrt(13).
TEST_CASE("prefill adds biases, then normalizes the head, then turns", "[prefill]") {
  auto model = two_tokens(3, 3);
  set_biases(model, 0, row({1, 0}), row({-5, 0}), row({2, 0}));
  set_head_norms(model, 0, row({-std::log(3.0) / std::sqrt(8.0), 1}), row({2, 1}));
  shows(6, read(model, {0, 1}), {"1.941451", "0.277350", "-0.277350", "-0.277350"});
}

TEST_CASE("prefill gives the same bits for any number of threads", "[prefill]") {
  const auto model = tiny_model(tiny_config(), 1);
  lm::Vector first, logits(29);
  for (const int n_threads : {1, 2, 3, 4}) {
    auto cache = cache_for(model, 7);
    lm::prefill(model, std::vector<int>{7, 1, 28, 4, 4, 9, 12}, cache, tiny_table(model.config, 7),
                n_threads, logits);
    if (n_threads == 1) first = logits;
    equals(logits, first);
  }
}

TEST_CASE("prefill refuses more than the cache has room for", "[prefill][errors]") {
  const auto model = two_tokens(1, 1);
  auto cache = cache_for(model, 2);
  throws_with("prefill", [&] { read(model, {0, 1, 1}, cache); });
  unchanged(std::vector<int>{0}, cache.rows);
}
