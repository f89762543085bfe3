#!/bin/sh
# Grades a class as a Slurm array: each task takes a share of the submissions.
#
#   sbatch --array=0-99 tools/recipes/slurm.sh SUBMISSIONS RESULTS SEED [EXERCISES]
#
# A task costs about a second by itself, and a site may allow 1,000 of them: share, rather than one
# task for each submission. Submit it from the kit's folder, after `./kit grade` has worked once
# there. Kit, submissions and results lie on the cluster's shared file system. A task that is run
# again skips what it has graded.
#SBATCH --job-name=kit-grade
#SBATCH --cpus-per-task=2
#SBATCH --mem=2G
#SBATCH --time=04:00:00
#SBATCH --requeue
set -eu
if [ $# -lt 3 ]; then echo "usage: sbatch --array=0-99 slurm.sh SUBMISSIONS RESULTS SEED" >&2; exit 2; fi
cd -- "${SLURM_SUBMIT_DIR:?start it by sbatch}"
code=0
./kit grade "$1" --out "$2" --seed "$3" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
  ${4:+--exercises "$4"} \
  --shard-index "$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))" \
  --shard-count "$SLURM_ARRAY_TASK_COUNT" || code=$?
if [ $code = 3 ]; then code=0; fi # a submission that could not be read has its result
exit $code
