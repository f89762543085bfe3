// kit-record PROGRAM PART RECORD [--source FILE] [--verdict]
//
// Runs a test program against a part and writes the record. The build makes one of each model
// solution, each stub as it came, and each wrong version. With --verdict it also prints what it
// saw, for ctest: 0 passes, 1 fails, 3 not started.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "runner/judge.hpp"
#include "runner/record.hpp"

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fputs("usage: kit-record PROGRAM PART RECORD [--source FILE] [--verdict]\n", stderr);
    return 2;
  }
  try {
    std::filesystem::path source;
    bool verdict_wanted = false;
    for (int i = 4; i < argc; ++i) {
      const std::string argument = argv[i];
      if (argument == "--verdict") verdict_wanted = true;
      if (argument == "--source" && i + 1 < argc) source = argv[++i];
    }
    // What a build records stays, so a busy machine must not pass for a program that hangs.
    kit::record_run(argv[1], argv[2], argv[3],
                    {.source = source, .patience = verdict_wanted ? 1.0 : 6.0});
    if (!verdict_wanted) return 0;
    const kit::Record record = kit::read_record(argv[3]);
    const kit::Verdict verdict = kit::judge(record, record);
    std::printf("%s %s\n", kit::word(verdict.kind), verdict.message.c_str());
    for (const kit::Check& check : verdict.failing) {
      std::printf("  %s: %s %s\n", check.test.c_str(), check.verb.c_str(), check.got_words.c_str());
    }
    return verdict.kind == kit::Kind::passes ? 0 : verdict.kind == kit::Kind::not_started ? 3 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kit-record: %s\n", error.what());
    return 5;
  }
}
