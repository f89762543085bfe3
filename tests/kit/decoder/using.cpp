// The decoder as a program that people use.
#include <cmath>
#include <cstdio>

#include "models.hpp"
#include "printer.hpp"

namespace kit::tests {
namespace {

const std::string stories = std::string(KIT_CHECKOUT) + "/exercises/models/stories";

void expect_code(const Ended& ended, int code) {
  expect(ended.signal == 0 && ended.exit_code == code,
         "exit code " + std::to_string(ended.exit_code) + ":\n" + ended.output.substr(0, 2000));
}

/// Standard output alone, for the embedded model at temperature 0.
std::string text_of(const std::string& options) {
  const Ended ended =
      shell("$decoder --model '" + stories + "' --temperature 0 " + options + " 2>/dev/null");
  expect_code(ended, 0);
  return ended.output;
}
json document_of(const std::string& options) {
  const json document = json::parse(text_of("--json " + options), nullptr, false);
  expect(!document.is_discarded(), "no JSON document");
  return document;
}

const Case original("stories260K: the text of the original program, byte for byte", [] {
  const std::string folder = conformance("models/stories260K.bin").parent_path().string();
  const std::vector<std::string> prompts = {"", "Once upon a time", "Lily and Tom"};
  for (std::size_t i = 0; i < prompts.size(); ++i) {
    for (const std::string threads : {"1", "2"}) {
      const std::string file = folder + "/stories260K.greedy" + std::to_string(i) + ".txt";
      expect_code(shell("cd '" + folder +
                        "' && $decoder --model stories260K.bin --tokenizer "
                        "tok512.bin --temperature 0 --steps 200 --threads " +
                        threads + " '" + prompts[i] + "' 2>/dev/null | cmp - '" + file + "'"),
                  0);
    }
  }
});

const Case prompts("a prompt comes from an argument, a file or standard input", [] {
  const std::string want = text_of("--new 8 'The dog'");
  const ModelFolder folder;
  const std::string file = folder.write("a prompt", "The dog\n");
  expect(text_of("--new 8 --prompt-file '" + file + "'") == want, "another text from a file");
  expect(text_of("--new 8 - < '" + file + "'") == want, "another text from standard input");
  expect(text_of("--new 8 --prompt-file - < '" + file + "'") == want, "another text from -");
  expect(want.starts_with("The dog") && want.ends_with('\n'), want);
  const Ended none = decoder({"--model", stories, "--prompt-file", folder.path / "nowhere"});
  expect_code(none, 2);
  expect_says(none.output, "cannot read the prompt from");
  expect_code(decoder({"--model", stories, "--prompt-file", file, "Once"}), 2);
  const Ended folders = decoder({"--model", stories, "--prompt-file", folder.path});
  expect_code(folders, 2);
  expect_says(folders.output, "cannot read the prompt from");
});

const Case numbers("a number out of range is refused, with its range", [] {
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"--temperature", "nan"}, {"--temperature", "-1"}, {"--top-p", "nan"},
      {"--top-p", "0"},         {"--top-k", "-1"},       {"--seed", "-1"},
      {"--steps", "0"},         {"--new", "9999999999"}, {"--threads", "1025"},
      {"--rope-factor", "nan"}, {"--likely", "-1"}};
  for (const auto& [option, word] : refused) {
    const Ended ended = decoder({"--model", stories, option, word, "Once"});
    expect_code(ended, 2);
    expect_says(ended.output, option + ": " + word + " is not from ");
    expect(ended.output.size() < 120, ended.output);
  }
});

const Case unheard("a full disk is said, exit 4; a log that is full costs nothing", [] {
  const std::string run = "$decoder --new 4 --temperature 0 --model '" + stories + "' Once ";
  for (const std::string how : {"", "--json "}) {
    const Ended full = shell(run + how + "2>&1 >/dev/full");
    expect_code(full, 4);
    expect_says(full.output, "could be written");
  }
  const Ended silent = shell(run + "2>/dev/full");
  expect_code(silent, 0);
  expect(silent.output == text_of("--new 4 Once"), silent.output);
  expect_code(shell("$decoder --model nowhere 2>/dev/full"), 2);
});

const Case stops("--stop: the text ends before the words, wherever they are cut", [] {
  const std::string whole = text_of("--new 40 'Once upon'");
  const std::string story = whole.substr(std::string("Once upon").size());
  for (const std::string& stop : {story.substr(11, 1), story.substr(17, 9), story.substr(0, 2)}) {
    const std::string want = "Once upon" + story.substr(0, story.find(stop)) + "\n";
    expect(text_of("--new 40 --stop '" + stop + "' --stop nowhere 'Once upon'") == want,
           "not up to \"" + stop + "\"");
    expect(document_of("--new 40 --stop '" + stop + "' 'Once upon'")["ended_by"] == "stop", stop);
  }
  expect(text_of("--new 40 --stop Once 'Once upon'") == whole, "a prompt cannot stop itself");
  expect_code(decoder({"--model", stories, "--stop", ""}), 2);
});

const Case printing("no half character is printed, nothing of a stop string", [] {
  std::FILE* const out = std::tmpfile();
  lm::Printer printer(out, {"stop", "up, up"});
  const auto printed = [&] {
    std::string text(static_cast<std::size_t>(std::ftell(out)), ' ');
    std::rewind(out);
    text.resize(std::fread(text.data(), 1, text.size(), out));
    return text;
  };
  printer.add_prompt("stop \xC3");  // half of é; and a prompt may say anything
  expect(printed() == "stop ", "half a character, or too much was kept back: " + printed());
  const std::vector<std::pair<std::string, std::string>> steps = {
      {"\xA9t\xC3\xA9 \xF0\x9F", "stop été "},
      {"\x99", "stop été "},
      {"\x82 st", "stop été 🙂 "},
      {"art s", "stop été 🙂 start "},
      {"to", "stop été 🙂 start "},
      {"ssto", "stop été 🙂 start stos"},
      {"ne u", "stop été 🙂 start stosstone "},
      {"p, u", "stop été 🙂 start stosstone "}};
  for (const auto& [bytes, want] : steps) {
    expect(printer.add(bytes), "stopped at " + bytes);
    expect(printed() == want, "\"" + printed() + "\" instead of \"" + want + "\"");
  }
  expect(!printer.add("p and up"), "does not stop");
  printer.finish();
  expect(printed() == "stop été 🙂 start stosstone \n", printed());
  std::fclose(out);
  lm::Printer cut(nullptr, {});
  cut.add_prompt("");
  cut.add("caf\xC3");
  cut.finish();
  expect(cut.text() == "caf", "half a character is left at the end");
});

const Case documents("--json: ids, probabilities, timings", [] {
  const json document = document_of("--new 6 --likely 3 'The dog'");
  const std::string text = document["text"];
  expect(text + "\n" == text_of("--new 6 'The dog'"), "another text: " + text);
  expect(document["prompt_tokens"][0] == 1, "no <s>");
  expect(document["new_tokens"].size() == 6 && document["logprobs"].size() == 6 &&
             document["likely"].size() == 6,
         document.dump());
  for (std::size_t i = 0; i < 6; ++i) {
    const json& likely = document["likely"][i];
    expect(likely.size() == 3 && likely[0]["id"] == document["new_tokens"][i] &&
               likely[0]["logprob"] == document["logprobs"][i],
           "the token is not the likeliest");
    double sum = 0.0, last = 0.0;
    for (const json& rival : likely) {
      const double logprob = rival["logprob"];
      expect(logprob <= last, "not in order");
      sum += std::exp(last = logprob);
    }
    expect(0.0 < sum && sum <= 1.0 + 1e-6, "no probabilities");
  }
  for (const char* key : {"seconds_to_load", "seconds_to_first_token", "tokens_per_second",
                          "prompt_tokens_per_second"}) {
    expect(document[key].get<double>() > 0.0, std::string(key) + " is not above 0");
  }
  expect(document["ended_by"] == "length", document["ended_by"]);
});

/// Every probability of stories260K, as far as its original program tells it.
const Case logprobs("stories260K: the probabilities of the original program", [] {
  const fs::path model = conformance("models/stories260K.bin");
  const json golden = conformance_json("models/stories260K.greedy1.json");
  const std::string ids = golden["prompt_tokens"].dump();
  const Ended ended =
      shell("$decoder --json --likely 5 --temperature 0 --new 150 --model '" + model.string() +
            "' --ids '" + ids.substr(1, ids.size() - 2) + "' 2>/dev/null");
  expect_code(ended, 0);
  const json document = json::parse(ended.output);
  const std::size_t first = golden["prompt_tokens"].size() - 1;
  for (std::size_t i = 0; i < 150; ++i) {
    const json& step = golden["steps"][first + i];
    expect(document["new_tokens"][i] == step["next"], "token " + std::to_string(i));
    for (std::size_t n = 0; n < 5; ++n) {
      const double logit =
          document["likely"][i][n]["logprob"].get<double>() + step["logsumexp"].get<double>();
      expect(std::fabs(logit - step["top"][n][1].get<double>()) <= 2e-3,
             "token " + std::to_string(i) + ", rival " + std::to_string(n));
    }
  }
});

const Case endings("the context is full: said, and no error", [] {
  const Ended full = shell("$decoder --model '" + stories +
                           "' --temperature 3 --top-p 1 --seed 5 "
                           "--ids '1 5' 2>&1 >/dev/null");
  expect_code(full, 0);
  const json document = json::parse(shell("$decoder --model '" + stories +
                                          "' --json --temperature 3 --top-p 1 --seed 5 --ids "
                                          "'1 5' 2>/dev/null")
                                        .output);
  if (document["ended_by"] == "context") {
    expect_says(full.output, "the context is full: this model has 256 positions");
    expect(document["new_tokens"].size() == 255, "not all positions are used");
  } else {
    expect(document["ended_by"] == "end of text", document["ended_by"]);
  }
  std::string ids;
  for (int i = 0; i < 256; ++i) ids += "5 ";
  const Ended last = decoder({"--model", stories, "--temperature", "0", "--ids", ids});
  expect_code(last, 0);
  expect_says(last.output, "the context is full");
  const Ended many = decoder({"--model", stories, "--ids", ids + "5"});
  expect_code(many, 2);
  expect_says(many.output, "the prompt has 257 tokens, there is room for 256");
  const ModelFolder folder;
  std::string book;  // to encode it would take hours
  for (int i = 0; i < 50000; ++i) book += "Once upon a time. ";
  const Ended whole = decoder({"--model", stories, "--prompt-file", folder.write("book", book)});
  expect_code(whole, 2);
  expect_says(whole.output, "tokens or more, there is room for 256");
  const Ended steps = decoder({"--model", stories, "--steps", "257"});
  expect_code(steps, 2);
  expect_says(steps.output, "the model has positions for 256");
});

const Case seeds("--seed: the same draws again; --top-k 1 is greedy", [] {
  const std::string options = "--temperature 1 --new 20 'The cat'";
  const auto draw = [&](const std::string& more) {
    return shell("$decoder --model '" + stories + "' " + options + " " + more + " 2>/dev/null")
        .output;
  };
  expect(draw("--seed 7") == draw("--seed 7"), "one seed, two texts");
  expect(draw("--seed 7") != draw("--seed 8"), "two seeds, one text");
  expect(draw("--top-k 1") == text_of("--new 20 'The cat'"), "the likeliest token is not drawn");
  expect(draw("--top-p 0.000001") == text_of("--new 20 'The cat'"), "top-p keeps too many");
});

const Case interrupted("Ctrl-C ends the text, not the summary", [] {
  // A model without an end, and enough to write.
  const ModelFolder folder;
  json config = small_config();
  config["max_position_embeddings"] = 1000000;
  config["eos_token_id"] = json::array();
  config["bos_token_id"] = 0;
  write_folder(folder, config, small_tensors(config));
  const Ended ended =
      shell("cd '" + folder.path.string() +
            "' && { $decoder --model . --ids --temperature 0 --steps 900000 1 >text 2>summary & "
            "p=$!; for i in $(seq 200); do [ -s text ] && break; sleep 0.02; done;"
            "kill -INT $p; wait $p; echo code $?; cat summary; }");
  expect_says(ended.output, "code 75");
  expect_says(ended.output, "tokens/s");
});

const Case threads("any number of threads and any format writes a text", [] {
  const std::string want = text_of("--new 12 --threads 1 'The dog'");
  for (const std::string n : {"2", "3", "8"}) {
    expect(text_of("--new 12 'The dog' --threads " + n) == want, "another text with threads");
  }
  for (const std::string format : {"bf16", "int8"}) {
    expect(text_of("--new 12 'The dog' --weights " + format).starts_with("The dog"), format);
  }
});

/// A SentencePiece model, written as its protocol buffer: field numbers of
/// sentencepiece_model.proto.
std::string field(int number, std::string_view bytes) {
  return std::string(1, static_cast<char>(number << 3 | 2)) + static_cast<char>(bytes.size()) +
         std::string(bytes);
}
std::string field(int number, int value) {
  return {static_cast<char>(number << 3), static_cast<char>(value)};
}
std::string sentencepiece_model(const std::vector<std::string>& pieces) {
  std::string file, id;
  const auto add = [&](const std::string& piece, float score, int type) {
    std::string bytes(sizeof score, ' ');
    std::memcpy(bytes.data(), &score, sizeof score);
    file += field(1, field(1, piece) + static_cast<char>(2 << 3 | 5) + bytes + field(3, type));
  };
  add("<unk>", 0, 2);
  add("<s>", 0, 3);
  add("</s>", 0, 3);
  for (int b = 0; b < 256; ++b) {
    char name[8];
    std::snprintf(name, sizeof name, "<0x%02X>", b);
    add(name, 0, 6);
  }
  float score = 0;
  for (const std::string& piece : pieces) add(piece, --score, 1);
  const std::string byte_fallback = "\x98\x02\x01";  // trainer_spec: field 35
  file += field(2, field(3, 2) + byte_fallback);     // model_type: BPE
  file += field(3, field(1, "identity") + field(3, 1) + field(4, 0) + field(5, 1));
  return file;
}

const Case sentencepiece("tokenizer.model: read by SentencePiece, where it is installed", [] {
  const ModelFolder folder;
  const fs::path model = folder.write("a.bin", llama2c_bytes({8, 12, 1, 2, 1, -266, 64}));
  const fs::path file =
      folder.write("tokenizer.model", sentencepiece_model({"▁a", "▁", "a", "b", "ab", "c", "▁ab"}));
  const Ended ended = shell("$decoder --json --new 1 --model '" + model.string() + "' 'ab é' 2>&1");
  if (ended.output.find("install libsentencepiece-dev") != std::string::npos) {
    skip("SentencePiece is not installed");
  }
  expect_code(ended, 0);
  const json document = json::parse(ended.output.substr(ended.output.find('{')));
  // ▁a is merged before ab could be, then ▁ab; é is no piece, but two bytes.
  expect(document["prompt_tokens"] == json::array({1, 265, 260, 3 + 0xC3, 3 + 0xA9}),
         document["prompt_tokens"].dump());
  expect_says(document["text"].get<std::string>(), "ab é");
  folder.write("tokenizer.model", "no protocol buffer");
  const Ended broken = decoder({"--model", model, "--tokenizer", file});
  expect_code(broken, 2);
  expect_says(broken.output, "SentencePiece cannot read it");
  folder.write("tokenizer.model", sentencepiece_model(std::vector<std::string>{
                                      "▁a", "▁", "a", "b", "ab", "c", "▁ab", "d"}));
  const Ended other = decoder({"--model", model, "--tokenizer", file});
  expect_code(other, 2);
  expect_says(other.output, "the model has 266 tokens, this file has 267");
});

}  // namespace
}  // namespace kit::tests
