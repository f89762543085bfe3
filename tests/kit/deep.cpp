// What the sanitizers report, in words a student can act on.
#include "front/deep.hpp"

#include "harness.hpp"

namespace kit::tests {
namespace {

// A file of five lines in a folder of its own; reports name its lines.
struct File {
  File() { write_file(path, "one\n  two = 2;\nthree\n  four = 4;\nfive\n"); }
  std::string at(int line) const { return path.string() + ":" + std::to_string(line); }
  std::string words(const std::string& report) const {
    return sanitizer_words(report, path, folder.path);
  }
  Folder folder;
  fs::path path = folder.path / "a.cpp";
};

void expect_words(const std::string& got, const std::string& want) {
  expect(got == want, "got\n" + got + "\nwant\n" + want);
}

const Case races("sanitizer_words: a race names both lines of the student's file", [] {
  const File file;
  const std::string first =
      "WARNING: ThreadSanitizer: data race (pid=1)\n"
      "  Write of size 4 at 0x7ffe by thread T1:\n"
      "    #0 operator() /usr/include/c++/12/span:9 (a.so+0x1)\n"
      "    #1 .omp_outlined. " +
      file.at(2) +
      ":9 (a.so+0x2)\n"
      "    #2 .omp_outlined. " +
      file.at(1) + ":1 (a.so+0x3)\n\n";
  const std::string access = "  Previous write of size 4 at 0x7ffe by main thread:\n";
  const std::string second = "    #0 .omp_outlined. " + file.at(4) + ":9 (a.so+0x2)\n\n";
  const std::string end = "  Location is stack of main thread.\n\n";
  expect_words(file.words(first + access + second + end),
               "two threads write the same element\n  a.cpp:2: two = 2;\n  a.cpp:4: four = 4;");
  expect_words(file.words(first + "  Previous read of size 4 at 0x7ffe by main thread:\n" + second +
                          "  Location is heap block of size 12 at 0x7ffe\n"),
               "one thread reads an element of a vector while another writes it\n"
               "  a.cpp:2: two = 2;\n  a.cpp:4: four = 4;");
});

const Case memory("sanitizer_words: where memory is misused, and where it came from", [] {
  const File file;
  expect_words(file.words("==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n"
                          "READ of size 4 at 0x1 thread T0\n"
                          "    #0 0x1 in f " +
                          file.at(4) +
                          "\n\n"
                          "freed by thread T0 here:\n"
                          "    #0 0x2 in operator delete(void*)\n"
                          "    #1 0x3 in f " +
                          file.at(3) +
                          "\n\n"
                          "previously allocated by thread T0 here:\n"
                          "    #1 0x3 in f " +
                          file.at(2) + "\n"),
               "memory is used that was given back\n  a.cpp:4: four = 4;\n"
               "  a.cpp:3: three  (given back here)\n  a.cpp:2: two = 2;  (asked for here)");
  expect_words(file.words("==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n"
                          "WRITE of size 4 at 0x1 thread T0\n    #0 0x1 in f " +
                          file.at(2) + "\n"),
               "an element is written outside its memory\n  a.cpp:2: two = 2;");
  expect_words(file.words("==1==ERROR: LeakSanitizer: detected memory leaks\n\n"
                          "Direct leak of 12 byte(s) in 1 object(s) allocated from:\n"
                          "    #0 0x1 in operator new[]\n    #1 0x2 in f " +
                          file.at(2) + "\n"),
               "memory is never given back\n  a.cpp:2: two = 2;");
});

const Case undefined("sanitizer_words: undefined behavior in the sanitizer's own words", [] {
  const File file;
  expect_words(file.words(file.at(4) +
                          ":3: runtime error: signed integer overflow: 1 + 2\n"
                          "    #0 0x1 in f " +
                          file.at(4) + ":3\n"),
               "undefined behavior: signed integer overflow: 1 + 2\n  a.cpp:4: four = 4;");
});

const Case clean("sanitizer_words: silent where there is no report", [] {
  const File file;
  expect_words(file.words("what the student's code printed\n" + file.at(1) + "\n"), "");
});

const Case findings("describe: found, clean and not run are three things", [] {
  const std::string text = plain(describe(
      std::vector<Deep>{{"memory", "", "", false}, {"threads", "clang++ is missing", "", false}}));
  expect_says(text, "memory    nothing found");
  expect_says(text, "threads   not run: clang++ is missing");
  expect_says(plain(describe(std::vector<Deep>{{"threads", "", "a race\n  a.cpp:2: x", true}})),
              "threads   a race\n              a.cpp:2: x");
});

}  // namespace
}  // namespace kit::tests
