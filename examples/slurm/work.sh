#!/bin/sh
# work.sh: a job of the mixed day: work.sh SECONDS WIDTH, what it takes on so many nodes.
# On more nodes a tenth of the work takes as long as before, and the rest is shared.
exec sleep "$(awk -v seconds="$1" -v width="$2" -v nodes="${SLURM_JOB_NUM_NODES:-$2}" \
    'BEGIN { printf "%.2f", seconds * (0.1 + 0.9 / nodes) / (0.1 + 0.9 / width) }')"
