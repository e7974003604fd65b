#!/usr/bin/env bash
# Runs sweeps under a real Slurm on this machine: its own munge, controller and one node, in a folder of its own, as root.
# usage: sweep/test-slurm.sh HYSTERON
set -euo pipefail
hysteron=$(realpath "$1")
work=$(mktemp -d /tmp/hysteron-slurm.XXXXXX)
chmod 755 "$work"
host=$(hostname -s)
pids=()
finish() {
	status=$?
	if ((status)); then
		echo "*** failed; last lines of the logs:" >&2
		tail -n 15 "$work"/*.log "$work"/*/logs/*.log >&2 || true
	fi
	((${#pids[@]})) && kill "${pids[@]}" 2>/dev/null || true
	wait 2>/dev/null || true
	rm -rf "$work"
	exit $status
}
trap finish EXIT
fail() { echo "*** $*" >&2; exit 1; }

# Slurm: one node with two processors, arrays of at most four numbers, tasks that share the node.
mkdir -p "$work"/{munge,spool,state}
chmod 700 "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=128 count=1 status=none
chmod 400 "$work/munge/key"
munged --foreground --force --num-threads=1 --socket="$work/munge/socket" --key-file="$work/munge/key" --pid-file="$work/munge/pid" \
	--seed-file="$work/munge/seed" --log-file="$work/munged.log" 2>"$work/munged.err" &
pids+=($!)
export SLURM_CONF="$work/slurm.conf"
cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=27817
SlurmdPort=27818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,bf_interval=1
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
ReturnToService=2
KillWait=5
MaxArraySize=5
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
END
for _ in $(seq 50); do [[ -S $work/munge/socket ]] && break; sleep 0.1; done
slurmctld -D -i 2>"$work/slurmctld.err" &
pids+=($!)
slurmd -D -N "$host" 2>"$work/slurmd.err" &
pids+=($!)
for _ in $(seq 100); do
	[[ $(sinfo -h -o %T 2>/dev/null) == idle ]] && break
	sleep 0.2
done
[[ $(sinfo -h -o %T) == idle ]] || fail "Slurm does not come up: $(sinfo -N -l 2>&1)"
echo "Slurm $(sinfo --version | cut -d' ' -f2) is up"

# ended waits until no job is left.
ended() {
	for _ in $(seq 600); do
		[[ -z $(squeue -h) ]] && return
		sleep 0.2
	done
	fail "jobs do not end: $(squeue)"
}

cd "$work"
cat >drop.toml <<'END'
fps = 24
step_s = 0.0139
[ground]
height_m = 0
[[body]]
kind = "sphere"
radius_m = 0.1
centre_m = [0, 0.1, 0]
subdivisions = 2
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
edge_length_m = 0.05
fabric = "silk"
centre_m = [0.01, 0.21, 0.005]
END
cat >s.toml <<'END'
scene = "drop.toml"
frames = 3
backend = "cpu"
[[axis]]
path = "sheet.0.fabric"
values = ["silk", "cotton"]
[[axis]]
name = "edge"
path = "sheet.0.edge_length_m"
from = 0.05
to = 0.1
count = 3
END

echo "--- six tasks in two arrays, one of them finished before"
"$hysteron" -q sweep plan s.toml -o "a sweep"
"$hysteron" -q run "a sweep" --task 2 2>/dev/null
before=$(stat -c %Y "a sweep/runs/0002/run.json")
"$hysteron" sweep submit "a sweep" --engine slurm | tee submitted
[[ $(grep -c '^job [0-9]*: tasks' submitted) == 2 ]] || fail "expected two arrays, as the cluster's arrays end at 4"
grep -q '^job [0-9]*: tasks 1,3-4$' submitted || fail "expected tasks 1,3-4 in the first array"
ended
[[ $(grep -c ,finished, "a sweep/gathered.csv") == 6 ]] || fail "expected six finished tasks: $(cat "a sweep/gathered.csv")"
[[ $(stat -c %Y "a sweep/runs/0002/run.json") == "$before" ]] || fail "task 2 was run again"
"$hysteron" -q sweep plan s.toml -o here
for n in 1 2 3 4 5 6; do
	"$hysteron" -q run here --task $n >/dev/null 2>&1
	cmp "here/runs/000$n/cache/sheet.pc2" "a sweep/runs/000$n/cache/sheet.pc2"
done
"$hysteron" sweep submit "a sweep" --engine slurm | grep -q 'all 6 tasks are finished' || fail "expected nothing to submit"

echo "--- a task that is requeued in the middle goes on, to the same bytes"
sed -e 's/frames = 3/frames = 200/' -e 's/from = 0.05/from = 0.03/; s/to = 0.1/to = 0.04/; s/count = 3/count = 2/' -e 's/, "cotton"//' s.toml >long.toml
"$hysteron" -q sweep plan long.toml -o long
job=$("$hysteron" sweep submit long --engine slurm -- --requeue | sed -n 's/^job \([0-9]*\): tasks.*/\1/p')
for _ in $(seq 300); do
	[[ -e long/runs/0001/run.json && -n $(ls long/runs/0001/checkpoints | sed -n 2p) ]] && break
	sleep 0.1
done
scontrol requeue "${job}_1"
for _ in $(seq 100); do # what is requeued waits for two minutes, unless it is told not to
	[[ $(squeue -h -t PENDING -o %F_%K) == *"${job}_1"* ]] && break
	sleep 0.2
done
scontrol update "JobId=${job}_1" StartTime=now
ended
grep -q 'going on after frame' long/logs/task-1.log || fail "task 1 was not gone on with: $(cat long/logs/task-1.log)"
"$hysteron" -q sweep plan long.toml -o whole
"$hysteron" -q run whole --task 1 >/dev/null 2>&1
cmp whole/runs/0001/cache/sheet.pc2 long/runs/0001/cache/sheet.pc2
[[ $(grep -c ,finished, long/gathered.csv) == 2 ]] || fail "expected two finished tasks"

echo "--- a task that is cancelled is missing, and the next submission has it alone"
rm -r long/runs/0002
job=$("$hysteron" sweep submit long --engine slurm | sed -n 's/^job \([0-9]*\): tasks.*/\1/p')
for _ in $(seq 300); do [[ -e long/runs/0002/run.json ]] && break; sleep 0.1; done
scancel "$job"
ended
grep -q 'not finished: tasks 2' long/logs/gather.log || fail "expected the gathering to miss task 2: $(cat long/logs/gather.log)"
"$hysteron" sweep submit long --engine slurm | grep -q ': tasks 2$' || fail "expected task 2 alone"
ended
[[ $(grep -c ,finished, long/gathered.csv) == 2 ]] || fail "expected two finished tasks"
echo "sweeps run under Slurm"
