#!/bin/sh
# run.sh SECONDS: builds the fuzzers and runs each for so long, from its corpus. Finds are written to
# build/student/tests/fuzz/ and never to the corpus.
set -eu
seconds=${1:?"usage: tests/fuzz/run.sh SECONDS"}
cd "$(dirname "$0")/../.."
build=build/student
ninja -C "$build" fuzz
for name in model_config safetensors llama2c_file tokenizer; do
  found=$build/tests/fuzz/found/$name
  mkdir -p "$found"
  echo "$name: $seconds seconds"
  "$build/tests/fuzz/$name.fuzz" -max_total_time="$seconds" -max_len=20000 -rss_limit_mb=1024 \
    -verbosity=0 -print_final_stats=1 -artifact_prefix="$found/" "$found" "tests/fuzz/corpus/$name"
done
