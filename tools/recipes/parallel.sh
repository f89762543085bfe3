#!/bin/sh
# Grades a class with GNU parallel, one job for each submission: on this machine, or on several.
#
#   tools/recipes/parallel.sh SUBMISSIONS RESULTS
#   tools/recipes/parallel.sh SUBMISSIONS RESULTS lab1 4/lab2      4 jobs at a time on lab2
#
# SUBMISSIONS holds a folder or zip for each person. Run it again to go on where it stopped: what is
# graded is skipped, what failed for want of memory or disk is tried again. Other hosts are reached
# by ssh without a password; they need this folder, SUBMISSIONS and RESULTS under the same paths
# (a shared file system), and `./kit grade` working.
# KIT_SEED=123 repeats a session, KIT_EXERCISES=01,rms_norm grades only these, KIT_JOBS=4 runs so many
# jobs at a time on each host (otherwise one a core).
set -eu
if [ $# -lt 2 ]; then sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' >&2; exit 2; fi
command -v parallel >/dev/null || { echo "parallel.sh: apt-get install parallel" >&2; exit 4; }

kit=$(cd -- "$(dirname -- "$0")/../.." && pwd)
mkdir -p -- "$2"
submissions=$(cd -- "$1" && pwd) results=$(cd -- "$2" && pwd)
shift 2

# One seed for the whole class, kept beside the results: who runs this again grades alike.
seed=${KIT_SEED:-$(cat "$results/seed" 2>/dev/null || od -An -N7 -tu8 /dev/urandom | tr -d ' ')}
echo "$seed" >"$results/seed"

bar=''
if [ -t 2 ]; then bar=--bar; fi
hosts=''
for host in "$@"; do hosts="${hosts:+$hosts,}$host"; done

# What everybody needs is built once, before the jobs want it at the same time.
cd -- "$kit"
first=$(find "$submissions" -mindepth 1 -maxdepth 1 ! -name '.*' | sort | head -n 1)
if [ -z "$first" ]; then echo "parallel.sh: no submissions in $submissions" >&2; exit 2; fi
tools/recipes/grade-one.sh "$first" "$results" "$seed" "${KIT_EXERCISES-}"

code=0
find "$submissions" -mindepth 1 -maxdepth 1 ! -name '.*' | sort |
  parallel --quote --will-cite $bar --joblog "$results/jobs.log" --retries 3 --memfree 500M --nice 10 \
    ${KIT_JOBS:+--jobs "$KIT_JOBS"} ${hosts:+--sshlogin "$hosts"} --workdir "$kit" \
    tools/recipes/grade-one.sh {} "$results" "$seed" "${KIT_EXERCISES-}" || code=$?
echo "$(find "$results" -name result.json | wc -l) results in $results, seed $seed" >&2
if [ $code != 0 ]; then echo "some failed ($results/jobs.log); the same command tries them again" >&2; fi
exit $code
