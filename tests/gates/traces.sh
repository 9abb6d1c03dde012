#!/usr/bin/env bash
# traces.sh: published schedules and mappings, start for start and digit for digit.
# SPDX-License-Identifier: MIT
#
#   TRACES=folder tests/gates/traces.sh
#
# The folder holds real traces and expected results, which are not part of this project; the list
# below says which, and where they come from.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"

if [ -z "${TRACES:-}" ]; then
    skip "starts equal to the published EASY and EASY-SJBF runs on KTH-SP2 (no TRACES=folder)"
    skip "starts equal to pyss, FCFS, EASY, EASY-SJBF, conservative (no TRACES=folder)"
    skip "makespans equal to the published ones on the tables of Braun et al. (no TRACES=folder)"
    skip "the Lublin model, job for job (no TRACES=folder)"
    skip "the leaves that a Slurm controller chose (no TRACES=folder)"
    echo "$gate: $passed passed, $failed failed, $skipped skipped"
    exit 0
fi
# What must be there: the SC'15 study's filtered KTH-SP2 log (jad-darrous/predictsim) and per-job
# starts of its simulator; the first 1000 jobs of KTH-SP2 2.1-cln and starts of pyss; the output of
# the public lublin99 program; the tables of Braun et al.;
# decisions of a Slurm 22.05 controller (the head of tests/deep/slurm_rule.c tells its columns).
wanted="swf/kth-sp2-filtered.swf.gz swf/kth-sp2-first1000.swf
    swf/lublin99.seed1.types1.uhi7.n1000.swf
    expected/kthp.all.easy.PUBLISHED-SC15.start.csv.gz
    expected/kthp.all.easysjbf-reqtime.PUBLISHED-SC15.start.csv.gz
    expected/kthp.all.easy-clairvoyant.PUBLISHED-SC15.start.csv.gz
    expected/kthp.all.easysjbf-clairvoyant.PUBLISHED-SC15.start.csv.gz
    expected/kth.1000.fcfs.pyss.start.csv.gz expected/kth.1000.easy.pyss.start.csv.gz
    expected/kth.1000.easysjbf.pyss.start.csv.gz expected/kth.1000.cons.pyss.start.csv.gz
    etc/u_c_hihi.0.gz etc/u_c_hilo.0.gz etc/u_c_lohi.0.gz etc/u_c_lolo.0.gz
    fattree/slurm-22.05-decisions-4x4x4.csv.gz"
for file in $wanted; do
    if [ ! -r "$TRACES/$file" ]; then
        : >"$log"
        not_ok "$TRACES/$file can be read"
    fi
done
[ "$failed" -eq 0 ] || finish
export SKED_TRACES=$TRACES
make -s build/deep_map build/deep_swil build/deep_workload build/deep_slurm_rule build/replay

# whole PROGRAM WORD...: it passes, and it has left nothing out.
whole() {
    "$@" >"$out/output.txt" || { cat "$out/output.txt"; return 1; }
    ! grep '^# not run' "$out/output.txt"
}
check "mapping: the tables of Braun et al." whole build/deep_map
check "queue in simulated time: KTH-SP2 under the rules submit, end and batch" whole build/deep_swil
check "workloads: normalisation, statistics, the Lublin model" whole build/deep_workload

left_out() { (unset SKED_TRACES; whole build/deep_swil); }
caught "a test that leaves the traces out" 'not run' left_out

gzip -dc "$TRACES/fattree/slurm-22.05-decisions-4x4x4.csv.gz" >"$out/decisions.csv"
check "leaf switches: the decisions of a Slurm controller, and the least hops of each" \
    whole build/deep_slurm_rule "$out/decisions.csv"
caught "a test without decisions" 'not run' whole build/deep_slurm_rule
mutate bench/slurm_rule.h "$out/bent/slurm_rule.h" 's/better >= 0/better > 0/'
cc -std=c99 "-I$out/bent" -I. -Ibench -Itests tests/deep/slurm_rule.c -o "$out/bent_rule"
caught "a nearer leaf that must win to replace a farther one" 'seed [0-9]+' \
    whole "$out/bent_rule" "$out/decisions.csv"

# The example program, as a user would run it.
starts() {
    gzip -dc "$TRACES/swf/kth-sp2-filtered.swf.gz" |
        build/replay --policy "$1" --same-instant submit --estimates "$2" \
            --starts "$out/starts.csv" - &&
        gzip -dc "$TRACES/expected/kthp.all.$3.PUBLISHED-SC15.start.csv.gz" >"$out/published.csv" &&
        cmp "$out/starts.csv" "$out/published.csv"
}
check "replay: EASY, requested times" starts easy requested easy
check "replay: EASY, actual times" starts easy actual easy-clairvoyant
check "replay: EASY-SJBF, requested times" starts easy-sjbf requested easysjbf-reqtime
check "replay: EASY-SJBF, actual times" starts easy-sjbf actual easysjbf-clairvoyant
caught "the starts of another policy" 'differ' starts easy-sjbf requested easy

# early POLICY NAME: the first 1000 jobs, against pyss.
early() {
    build/replay --policy "$1" --same-instant submit --starts "$out/starts.csv" \
        "$TRACES/swf/kth-sp2-first1000.swf" &&
        gzip -dc "$TRACES/expected/kth.1000.$2.pyss.start.csv.gz" >"$out/published.csv" &&
        cmp "$out/starts.csv" "$out/published.csv"
}
check "replay: FCFS, the first 1000 jobs" early fcfs fcfs
check "replay: EASY as a depth of 1, the first 1000 jobs" early depth:1 easy
check "replay: EASY-SJBF as a depth of 1, the first 1000 jobs" early depth:1-sjbf easysjbf
check "replay: conservative, the first 1000 jobs" early conservative cons
caught "a conservative policy without promises" 'differ' early conservative-rebuild cons

# Under conservative no job starts later than it was promised, and each forecast is a promise.
kept() {
    gzip -dc "$TRACES/swf/kth-sp2-filtered.swf.gz" |
        build/replay --policy "$1" --accuracy 100 --same-instant "$2" - >"$out/output.txt" &&
        grep -E "^$1 +285 .* 100\.0 +0 of 28481\$" "$out/output.txt" ||
        { cat "$out/output.txt"; return 1; }
}
for rule in batch submit end; do
    check "replay: conservative keeps its promises, rule $rule" kept conservative $rule
done
caught "a policy that promises nothing" 'easy' kept easy batch
finish
