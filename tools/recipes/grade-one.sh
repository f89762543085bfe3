#!/bin/sh
# grade-one.sh SUBMISSION RESULTS SEED [EXERCISES]: one submission into RESULTS/ITS_NAME, for whatever runs many.
# Exit code 0: there is a result, of whatever kind. Anything else is worth another try.
set -eu
cd -- "$(dirname -- "$0")/../.."
name=$(basename -- "$1")
[ -e "${1%.zip}" ] || name=${name%.zip} # where a folder has that name, too, each keeps its own
code=0
./kit grade "$1" --out "$2/$name" --seed "$3" --jobs 1 ${4:+--exercises "$4"} \
  >/dev/null || code=$?
case $code in
  0 | 3) ;; # 3: it could not be read; its result says so
  *) exit $code ;;
esac
