#!/bin/bash
#SBATCH --job-name=twheader-batch
#SBATCH --array=1-<<shards>>
#SBATCH --ntasks=1 --cpus-per-task=<<jobs>>
#SBATCH --requeue --open-mode=append
#SBATCH --signal=B:TERM@20
#SBATCH --output=twheader-batch-%A_%a.log
# Afterwards: <<merge>>
<<shard>> --shards <<shards>> & child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM
wait "$child"; status=$?
# A signal interrupts wait; repeat it until the run has ended.
while kill -0 "$child" 2>/dev/null; do wait "$child"; status=$?; done
if { [ $status -eq 74 ] || [ $status -eq 75 ] || [ $status -gt 128 ]; } &&
  [ "${SLURM_RESTART_COUNT:-0}" -lt 2 ]; then
  task="${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
  # The requeue ends this script. Retry while the controller does not respond.
  for _ in 1 2 3 4 5 6; do
    # Do not requeue a job that was cancelled with scancel.
    case $(squeue -h -j "$task" -o %t) in CG | CA) break ;; esac
    scontrol requeue "$task" && sleep 60
    sleep 10
  done
fi
exit $status
