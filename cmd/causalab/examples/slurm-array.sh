#!/usr/bin/env bash
#SBATCH --job-name=causalab
#SBATCH --array=0-9
#SBATCH --cpus-per-task=2
#SBATCH --mem=1G
#SBATCH --time=01:00:00
#SBATCH --requeue
# Slurm says which part this is and how many there are (SLURM_ARRAY_TASK_ID,
# SLURM_ARRAY_TASK_COUNT).
set -euo pipefail
exec "${CAUSALAB:-causalab}" run \
	-suite all \
	-player random,observer,one-at-a-time,scientist \
	-protocol released \
	-seeds 0-4 \
	-jobs "${SLURM_CPUS_PER_TASK:-2}" \
	-out "${SLURM_SUBMIT_DIR:-.}/runs" \
	"$@"
