#include "reference/red_blue.hpp"

#include "reference/decoder.hpp"

bool reference::right_pair(const lm::Model& model, const std::vector<int>& red_prompt,
                           const std::vector<int>& blue_prompt, int red, int blue) {
  return greedy(model, red_prompt, 1)[0] == red && greedy(model, blue_prompt, 1)[0] == blue;
}

int reference::n_filler(int distance, int n_after_fact, int n_question) {
  return distance - 1 - n_after_fact - n_question;
}
