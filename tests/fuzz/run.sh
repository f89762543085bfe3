#!/bin/sh
# run.sh SECONDS: builds the fuzzers and runs each for so long, two at a time, from the corpus. What
# they find is written to build/student/tests/fuzz/found/ and never to the corpus; a crash ends in
# exit code 1, and its input is kept there.
set -eu
seconds=${1:?"usage: tests/fuzz/run.sh SECONDS"}
cd "$(dirname "$0")/../.."
names='model_config safetensors llama2c_file tokenizer'
build=build/student
if ! ninja -C $build -t query fuzz >/dev/null 2>&1; then
  echo "fuzzing: not run: clang with libFuzzer is missing (apt-get install clang libclang-rt-dev," \
    "then cmake --preset student)"
  exit 0
fi
ninja -C $build fuzz

cd $build/tests/fuzz
echo "$names" | tr ' ' '\n' | xargs -P 2 -I NAME sh -c '
  mkdir -p found/NAME
  rm -f found/NAME.ok
  ./NAME.fuzz -max_total_time='"$seconds"' -max_len=20000 -rss_limit_mb=1024 -timeout=10 \
    -verbosity=0 -print_final_stats=1 -artifact_prefix=found/NAME. \
    found/NAME ../../../../tests/fuzz/corpus/NAME >found/NAME.log 2>&1 && touch found/NAME.ok || true'
failed=0
for name in $names; do
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "found/$name.log")
  if [ -e "found/$name.ok" ]; then
    echo "fuzzing $name: $runs inputs in $seconds s, nothing found"
  else
    failed=1
    echo "fuzzing $name: FOUND something:"
    tail -n 40 "found/$name.log"
  fi
done
exit $failed
