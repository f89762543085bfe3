#!/bin/sh
# Tries slurm.sh on a Slurm of one node, on this machine: starts it, grades three submissions as an
# array, stops it. Root; Debian's slurm-wlm and munge. Nothing of an installed Slurm is touched: its
# files, ports and keys are its own.
#
#   tools/recipes/slurm-one-node.sh [FOLDER]       keeps logs and results in FOLDER
set -eu
say() { echo "slurm-one-node: $*"; }
for program in munged slurmctld slurmd sbatch; do
  command -v $program >/dev/null || [ -x /usr/sbin/$program ] ||
    { say "$program is missing: apt-get install slurm-wlm munge"; exit 4; }
done
[ "$(id -u)" = 0 ] || { say "has to run as root: slurmd starts jobs for others"; exit 4; }
PATH=$PATH:/usr/sbin

kit=$(cd -- "$(dirname -- "$0")/../.." && pwd)
folder=${1:-$(mktemp -d)}
mkdir -p -- "$folder"
folder=$(cd -- "$folder" && pwd)
if [ -n "$(ls -A "$folder")" ]; then say "$folder is not empty"; exit 2; fi
mkdir -p "$folder/state" "$folder/spool" "$folder/munge"
chmod 711 "$folder"

host=$(hostname -s)
cat >"$folder/slurm.conf" <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$folder/slurm.conf"

pids=''
stop() {
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  for pid in $pids; do wait "$pid" 2>/dev/null || true; done
}
trap stop EXIT
trap 'exit 75' INT TERM

dd if=/dev/urandom of="$folder/munge/key" bs=128 count=1 2>/dev/null
chmod 400 "$folder/munge/key"
chmod 711 "$folder/munge"
munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
  --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" \
  >"$folder/munged.out" 2>&1 &
pids="$pids $!"
for _ in $(seq 50); do [ -S "$folder/munge/socket" ] && break; sleep 0.2; done
slurmctld -D >"$folder/slurmctld.out" 2>&1 & pids="$! $pids"
slurmd -D -N "$host" >"$folder/slurmd.out" 2>&1 & pids="$! $pids"
for _ in $(seq 100); do sinfo -h -o %t 2>/dev/null | grep -q '^idle' && break; sleep 0.3; done
sinfo -h -o 'partition %P is %a, node %N is %t'

say "three submissions, the exercises of 01_numbers"
cd -- "$kit"
./kit sample-class "$folder/class" --people 3 --seed 3
sbatch --wait --array=0-2 --cpus-per-task=1 --mem=0 --output="$folder/task-%a.log" \
  tools/recipes/slurm.sh "$folder/class/submissions" "$folder/results" 7 01_numbers ||
  { say "the array failed:"; cat "$folder"/task-*.log; exit 1; }
found=$(find "$folder/results" -name result.json | wc -l)
say "$found of 3 submissions have a result"
[ "$found" = 3 ]
