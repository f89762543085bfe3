// The loop, in a terminal.
#include <chrono>
#include <thread>

#include "session.hpp"

namespace kit::tests {
namespace {

const Case session("loop: from a wrong file to a right one, by keys and saves", [] {
  const Checkout here;
  const Session terminal(here, "./kit Space watch Space rms_norm");
  terminal.shows("the verdict appears here");
  terminal.shows("q quit");
  here.write(stub, wrong("eps_outside_root"));  // in place
  terminal.shows("This is a known mistake: eps_outside_root");
  terminal.type("h");
  terminal.shows("hint 1 of 3");
  terminal.type("r");
  terminal.shows("j k scroll");
  here.write("new.cpp", solution());  // by rename
  fs::rename(here.root() / "new.cpp", here.root() / stub);
  terminal.shows("rms_norm passes");
  terminal.shows("1 of ");
  terminal.type("l");
  terminal.shows("✓ rms_norm");
  terminal.type("Escape");
  terminal.shows("rms_norm passes");
  terminal.type("d");
  terminal.shows("the same to the letter");
  terminal.type("c");
  terminal.shows("1/");
  terminal.type("q Enter");
  terminal.shows("enter goes back");
  terminal.type("Enter");
  terminal.shows("the same to the letter");
  terminal.type("n");
  terminal.shows("the verdict appears here");
  terminal.type("q");
  terminal.shows("exercises done; `./kit` goes on.");
  // The terminal is the shell's again: it echoes, and shows a cursor.
  terminal.type("'echo it is $((6 * 7))' Enter");
  terminal.shows("it is 42");
});

const Case haste("loop: a save during a compile begins anew, and no key is lost", [] {
  const Checkout here;
  const Session terminal(here, "./kit Space watch Space rms_norm");
  terminal.shows("the verdict appears here");
  for (const char* version : {"eps_outside_root", "subtracts_the_mean", "no_eps"}) {
    here.write(stub, wrong(version));
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
  }
  here.write(stub, solution());
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  terminal.type("l");  // while the compiler is busy
  terminal.shows("j k choose");
  terminal.shows("rms_norm passes; escape shows the verdict");
  terminal.type("Escape");
  terminal.shows("yours beside the model's");
});

const Case heard("loop: a key lets the decoder write, with the part at hand even while it fails",
                 [] {
                   const Checkout here;
                   here.write(stub, wrong("gain_forgotten"));
                   const Session terminal(here, "./kit Space watch Space rms_norm");
                   terminal.shows("gain_forgotten");
                   terminal.type("x");
                   terminal.shows("With your rms_norm as it stands:");
                   terminal.shows("the decoder's");
                   terminal.shows("parts are yours: rms_norm");
                   here.write(stub, solution());  // a save comes before the story
                   terminal.shows("rms_norm passes");
                   terminal.shows("in these tests your code took");
                   terminal.type("x");
                   terminal.shows("parts are yours: rms_norm");
                   terminal.type("Escape");
                   terminal.shows("rms_norm passes");
                 });

const Case sizes("loop: any size, changed at will; ^C gives the terminal back", [] {
  const Checkout here;
  const Session terminal(here, "./kit Space watch Space rms_norm", 40, 10);
  terminal.shows("Quarter Turn");
  terminal.resize(100, 40);
  terminal.shows("c quiz  d diff  q quit");
  terminal.resize(20, 3);
  terminal.resize(80, 24);
  terminal.shows("c quiz  d diff  q quit");
  terminal.type("C-c");
  terminal.type("'echo $?' Enter");
  terminal.shows("75");
});

const Case piped("watch: in a pipe, verdict after verdict, without keys and colours", [] {
  const Checkout here;
  here.write(stub, solution());
  const auto judged = [](int times) {
    return "for i in $(seq 600); do [ $(grep -c 'rms_norm passes' seen) -ge " +
           std::to_string(times) + " ] && break; sleep 0.1; done; ";
  };
  const Ended ended =
      here.shell("KIT_NO_BUILD=1 ./kit watch rms_norm > seen & " + judged(1) + "touch " + stub +
                 "; " + judged(2) + "kill $!; wait $!; echo code $?; cat seen");
  expect_says(ended.output, "code 75");
  expect_says(ended.output, "rms_norm passes");
  expect(ended.output.find('\033') == std::string::npos, "there are escape sequences");
});

}  // namespace
}  // namespace kit::tests
