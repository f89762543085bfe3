#!/bin/sh
# A handout from its making to a student's first hour, and what the student hands in, graded. Takes
# minutes (it builds the tool anew), so it is no part of `kit verify`.
#
#   tests/kit/handout.sh [CHAPTERS]     01-02 otherwise
set -eu
kit=$(cd -- "$(dirname -- "$0")/../.." && pwd)
folder=$(mktemp -d)
# What ./kit builds behind its greeting may still be at work.
clean() { for _ in $(seq 30); do rm -rf "$folder" 2>/dev/null && return; sleep 2; done; }
trap clean EXIT
hand=$folder/week
fail() { echo "FAILED $*" >&2; exit 1; }
expect() { grep -q -e "$2" "$folder/log" || { cat "$folder/log" >&2; fail "$1: does not say: $2"; }; }
# run CODE COMMAND …: what it prints goes to the log
run() {
  want=$1 code=0
  shift
  "$@" >"$folder/log" 2>&1 </dev/null || code=$?
  [ $code = "$want" ] || { cat "$folder/log" >&2; fail "exit code $code, not $want: $*"; }
  echo "ok $*"
}

run 0 "$kit/kit" handout "$hand" --chapters "${1:-01-02}"
run 0 "$kit/kit" handout --check "$hand"
for secret in solutions reference tests/hidden tests/wrong tests/attacks tests/kit; do
  if [ -e "$hand/$secret" ]; then fail "$secret is in it"; fi
done
if grep -rq ' · exam' "$hand/checkpoints"; then fail "an exam question is in it"; fi

# What must not leave is found wherever it is put.
leak=$folder/leak
mkdir "$leak"
hidden=tests/hidden/02_normalization/rms_norm.cpp
(echo 'Week 3'; cat "$kit/solutions/01_numbers/softmax.cpp") >"$leak/notes.txt"
(cd "$kit" && python3 -m zipfile -c "$leak/inner.zip" $hidden)
tar -C "$leak" -czf "$leak/week.tar.gz" inner.zip
rm "$leak/inner.zip"
(printf '\177ELF\001\002\000'; cat "$kit/tests/wrong/02_normalization/rms_norm/no_eps.cpp") >"$leak/part.so"
cp "$kit/checkpoints/02_normalization.md" "$leak/review.txt"
run 1 "$kit/kit" handout --check "$leak"
expect check 'notes.txt: text of solutions/01_numbers/softmax.cpp'
expect check "week.tar.gz!inner.zip!.*: text of $hidden"
expect check 'part.so: text of'
expect check 'part.so: a compiled file'
expect check 'review.txt: text of checkpoints/02_normalization.md (exam)'

# A student has it elsewhere, and nothing of the kit's.
mkdir "$folder/home" "$folder/elsewhere"
mv "$hand" "$folder/elsewhere/week"
hand=$folder/elsewhere/week
HOME=$folder/home
export HOME
for name in $(env | sed -n 's/^\(KIT_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
cd "$hand"
run 0 ./kit --no-watch
expect greeting 'comes next'
expect greeting 'Your decoder writes'
run 3 ./kit test rms_norm
cp "$kit/tests/wrong/02_normalization/rms_norm/eps_outside_root.cpp" \
  exercises/02_normalization/rms_norm.cpp
run 1 ./kit test rms_norm
expect 'a wrong version' 'This is a known mistake: eps_outside_root'
run 1 ./kit verify
expect verify 'rms_norm .*eps_outside_root'
cp "$kit/solutions/02_normalization/rms_norm.cpp" exercises/02_normalization/rms_norm.cpp
run 0 ./kit verify
expect verify ' 1 of [0-9]* exercises pass\|^1 of [0-9]* exercises pass'
run 0 ./kit run --new 20
expect run 'rms_norm'
run 0 ./kit quiz --exam 2 --seed 1 --json
run 0 ./kit list
expect list 'rms_norm'
run 0 ./kit read rms_norm
run 0 ./kit hint linear
run 2 ./kit diff rms_norm
expect diff 'does not bring the model.s solution of rms_norm'
run 0 ./kit blame
run 0 ./kit inspect exercises/models/stories
run 0 ./kit demo norms
run 0 ./kit distance --pairs 1
run 0 ./kit bench --quick
cp "$kit/solutions/01_numbers/linear.cpp" exercises/01_numbers/linear.cpp
run 0 ./kit test linear
run 0 ./kit pack --name Student --id s1
[ -e submission-s1.zip ] || fail "there is no zip"
run 0 "$kit/kit" grade submission-s1.zip --out "$folder/results/s1" --exercises linear,rms_norm,softmax
expect grade '1 not_started, 2 passes'
printf 'id,name\ns1,Student\ns2,Other\n' >"$folder/roster.csv"
run 0 "$kit/kit" merge "$folder/results" --roster "$folder/roster.csv" --out "$folder/report"
expect merge '1 of 2 on the roster have a grade'
grep -q '^Student,,s1,,,2' "$folder/report/grades.csv" || fail "the grade book has no 2 points"
for verb in 'handout x' 'grade x --out y' 'merge x --out y' 'bench --loop' 'verify --mutants'; do
  # shellcheck disable=SC2086 # a verb and its words
  run 2 ./kit $verb
  expect "$verb" 'this folder is a handout'
done
run 1 "$kit/kit" handout --check "$hand" # the student's work is a solution now
expect check 'exercises/02_normalization/rms_norm.cpp: text of solutions'

# Where none of the compiled parts fits, the kit says which are missing.
mv given/parts/* given/parts/other-system
rm -rf build
run 4 ./kit test norm_upcast
expect 'another system' 'does not bring for .*: narrow_floats. It has them for: other-system'
run 4 ./kit run
expect 'another system' 'the decoder calls parts'
run 4 ./kit inspect exercises/models/stories
expect 'another system' 'this program calls parts'
echo "handout: all is well"
