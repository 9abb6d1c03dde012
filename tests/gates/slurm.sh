#!/usr/bin/env bash
# slurm.sh: a private Slurm runs a day as the kit decides, and its own record says so.
# SPDX-License-Identifier: MIT
#
# The plans of examples/slurm/plan.h are also checked without Slurm: tests/deep/slurm_plan.c. What
# the daemons take is not in this gate's seconds of CPU.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
. tests/gates/slurm_scenes.sh

packages="slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge libslurm-dev"

# ---- the plans

# plans FOLDER: the test of plans, with the plan.h of a folder.
plans() {
    mkdir -p "$1/tests/deep"
    cp tests/deep/slurm_plan.c "$1/tests/deep"
    "${least[@]}" -I. -Ibench -Itests/deep "$1/tests/deep/slurm_plan.c" -o "$1/test" && "$1/test"
}

# planted SED-SCRIPT: a plan.h with a bug.
planted() {
    rm -rf "$out/planted"
    mutate examples/slurm/plan.h "$out/planted/examples/slurm/plan.h" "$1"
}
wrong='slurm_plan.c:[0-9]+: does not hold'
planted 's/^(    const sked_time slack = )plan_slack\(cluster\);/\10;/'
caught "bookings that begin as late as their reservations" "$wrong" plans "$out/planted"
planted 's/^        sked_set_copy\(chosen, &job->nodes\);/        return 0;/'
caught "runs that the queue does not believe" "$wrong" plans "$out/planted"
planted 's/^    sked_set_andnot\(&work->free_set, &work->busy\);//'
caught "jobs of a reservation on each other's nodes" "$wrong" plans "$out/planted"
planted 's/^(            const sked_time end = )plan_run_end\(cluster, job\);/\1cluster->now;/'
caught "reservations that forget the runs on their nodes" "$wrong" plans "$out/planted"
planted 's/^    settings.depth = rules->depth;//'
caught "reservations that nobody wanted" "$wrong" plans "$out/planted"

planted 's/^    told.kind = job->kind;/    told.kind = 0;/'
caught "jobs on nodes that they may not have" "$wrong" plans "$out/planted"
planted 's/^    told.amounts = job->amounts;//'
caught "licences that are given twice" "$wrong" plans "$out/planted"
planted 's/plan_is_empty\(&job->required\) \? NULL :/1 ? NULL :/'
caught "jobs without the nodes that they must have" "$wrong" plans "$out/planted"
planted 's/^    settings.options = .*//'
caught "a queue that does not ask ahead" "$wrong" plans "$out/planted"

planted 's/^    status = status == SKED_OK \? plan_scratch\(work, NULL\).*//'
caught "finds without room" "$wrong" plans "$out/planted"

planted 's/^( *search->costs.*= )plan_cost\(cluster, run\);/\11000000 - plan_cost(cluster, run);/'
caught "victims that lose most" "$wrong" plans "$out/planted"
planted 's/^( *status = )(sked_queue_book_for\(.*)/\11 ? status : \2/'
caught "freed nodes that nobody keeps" "$wrong" plans "$out/planted"
planted 's/^ *sked_set_or\(&work->going, &work->some\);//'
caught "two runs that go where one is enough" "$wrong" plans "$out/planted"

# ---- a day

for file in /usr/sbin/slurmctld /usr/sbin/slurmd /usr/sbin/munged /usr/bin/sbatch \
    /usr/include/slurm/slurm.h; do
    if [ ! -e "$file" ]; then
        skip "a day of a real Slurm: no $file (apt packages $packages)"
        finish
        exit
    fi
done

# ---- the cluster's folder

# quoted SCRIPT: a folder's name is no command.
quoted() {
    local name='x;touch ran;' status=0
    rm -rf "$out/names"
    mkdir -p "$out/names/$name"
    (cd "$out/names" && eval "$("$1" environment "$name")" &&
        [ "$SLURM_CONF" = "$PWD/$name/etc/slurm.conf" ]) || status=1
    [ ! -e "$out/names/ran" ] || { echo "the name of a folder was run"; status=1; }
    return $status
}

# spares SCRIPT: a folder of others is refused, and keeps what it has.
spares() {
    local status=0
    rm -rf "$out/others"
    mkdir -p "$out/others/etc"
    echo kept >"$out/others/etc/kept"
    "$1" start "$out/others" 1 || status=$?
    "$1" stop "$out/others"
    [ "$status" -eq 2 ] && [ -e "$out/others/etc/kept" ] || { echo "a file was deleted"; return 1; }
}

# lets_live SCRIPT: a program that has the number of one of the cluster by now is not stopped.
lets_live() {
    local stranger status=0
    rm -rf "$out/stale"
    mkdir -p "$out/stale/spool"
    : >"$out/stale/.sked-cluster"
    sleep 60 &
    stranger=$!
    echo "$stranger" | tee "$out/stale/slurmctld.pid" >"$out/stale/spool/n0.pid"
    "$1" stop "$out/stale"
    kill "$stranger" 2>"$log" || status=1
    wait "$stranger" || true
    [ "$status" -eq 0 ] || { echo "a stranger was stopped"; return 1; }
}

# planted_cluster SED-SCRIPT: a cluster.sh with a bug.
planted_cluster() {
    mutate examples/slurm/cluster.sh "$out/wrong/cluster.sh" "$1"
    cp examples/slurm/job_submit.lua "$out/wrong"
    chmod +x "$out/wrong/cluster.sh"
}
cluster=$PWD/examples/slurm/cluster.sh
wrong_cluster=$PWD/$out/wrong/cluster.sh
check "a folder's name is quoted" quoted "$cluster"
planted_cluster 's/SLURM_CONF=%q/SLURM_CONF=%s/'
caught "a folder's name that a shell runs" 'was run' quoted "$wrong_cluster"
check "a folder of others is refused, and kept" spares "$cluster"
planted_cluster 's/\[ ! -e "\$folder\/\$marker" \]/false/'
caught "a start that empties a folder of others" 'was deleted' spares "$wrong_cluster"
check "a stranger with an old number lives on" lets_live "$cluster"
planted_cluster 's/^    if ! belongs .* \|\| (! kill)/    if \1/'
caught "a stop that believes an old number" 'was stopped' lets_live "$wrong_cluster"

scheduler=$out/sked_slurm
check "the kit compiles" compile_kit
silent "the scheduler compiles without a warning" gcc $flags $done_macros -Werror -O2 \
    examples/slurm/sked_slurm.c "$out/kit.o" -lslurm -o "$scheduler"

# refuses WHAT WORD...: tells what is wrong, and ends with status 2.
refuses() {
    local status=0 what=$1
    shift
    "$scheduler" "$@" >"$out/refused.txt" 2>&1 || status=$?
    grep -qF "sked_slurm: $what: expected" "$out/refused.txt" && [ "$status" -eq 2 ]
}
check "a policy that is none is refused" refuses greedy run --policy greedy
check "an option that is none is refused" refuses --fast run --fast
check "a reservation without minutes is refused" refuses reserve reserve maintenance 4
check "no command is refused" refuses "no command"
check "a reservation for which others go is refused" refuses "--preempt is for run" \
    reserve maintenance 4 1 --preempt

# A socket's path must be short.
folder=$PWD/$out
if [ ${#folder} -gt 80 ]; then folder=$(mktemp -d); fi
day=$folder/day stage=$folder/stage
end_all() {
    local each
    stop_scheduler
    for each in $(jobs -p); do kill "$each" 2>/dev/null && wait "$each" || true; done
    examples/slurm/cluster.sh stop "$stage"
}
trap end_all EXIT

# This one takes a second from its look to its orders, and says when the second begins.
late='s/^    status = plan_starts\(/    fputs("looked\\n", stderr);\n    sleep(1);\n&/'

# again PATTERN COMMAND...: runs it once more if it does not print that. A scene is a race with Slurm's
# own scheduler, so that a bug may hide once.
again() {
    local pattern=$1 status=0
    shift
    "$@" >"$out/again.txt" 2>&1 || status=$?
    if ! grep -qE -- "$pattern" "$out/again.txt"; then
        status=0
        "$@" >"$out/again.txt" 2>&1 || status=$?
    fi
    cat "$out/again.txt"
    return $status
}

# misled SCENE WHAT PATTERN FILE SED-SCRIPT: a planted bug that the scene must catch.
misled() {
    variant "$4" "$5"
    caught "$2" "$3" again "$3" play "$variant" "$1"
}

planted_schedulers() {
    misled two_spines "a switch without nodes that is kept" 'far away' \
        slurm_read.h 's/^    drop_empty\(m\);//'
    misled licences "a start without a licence" 'wait for a licence|without a licence' \
        slurm_read.h 's/^        job->amounts\[quota\] \+= wanted;//'
    misled excluded "a job on nodes that it excludes" 'is PENDING, and was to be COMPLETED' \
        slurm_read.h 's/^    sked_set_andnot\(&job->allowed, &job->required\);//'
    misled left_to_slurm "pinned jobs that wait behind it" 'behind it waits' \
        slurm_write.h 's/^    change.nice = .*//'
    misled requeued "a requeued job that keeps its nodes" 'wait for a requeued' \
        sked_slurm.c 's/return "later";/return NULL;/'
    misled dependent "a dependency that nobody looks after" 'its dependency' \
        sked_slurm.c 's/^ *lend_dependents\(m\);//'
    misled overtaken "a job that waits for nodes of others" 'waits for the nodes' \
        sked_slurm.c 's/return "taken";/return NULL;/'
    misled suspended "a suspended job that ends at any moment" 'wait for a suspended' \
        slurm_read.h 's/(JOB_STATE_BASE\) == )JOB_SUSPENDED/\1JOB_END/'
    misled drained "an administrator's pin that is taken back" 'was used|was pinned to' \
        slurm_read.h 's/^    return length > 0 && strncmp.*/    return length > 0 ||/'
    misled preempted "victims that lose most" 'these were requeued' \
        plan.h 's/^( *search->costs.*= )plan_cost\(cluster, run\);/\11000000 - plan_cost(cluster, run);/'
    misled preempted "freed nodes that nobody keeps" 'took what was freed' \
        plan.h 's/^( *status = )(sked_queue_book_for\(.*)/\11 ? status : \2/'
    misled first_come "first come, first served with backfilling" 'has passed' \
        sked_slurm.c 's/^( *\{"fcfs".*), .depth = SKED_NO_RESERVATIONS/\1/'

    # Without the check in job_submit.lua, which stops orders that come late.
    mutate examples/slurm/job_submit.lua "$out/late.lua" 's/^(    local is_held =).*/\1 false/'
    rules "$out/late.lua"
    misled holds "a hold of a user that is taken for the kit's" 'was held, and is' \
        slurm_read.h 's/^    return is_ours && /    return /'
    variant sked_slurm.c "$late"
    caught "an order that releases what was held meanwhile" 'was held, and is' \
        play "$variant" late_orders
    mutate examples/slurm/job_submit.lua "$out/late.lua" \
        's/named\(job.admin_comment\) ~= named\(mark\)/false/'
    rules "$out/late.lua"
    caught "an order that forgets the nodes named meanwhile" 'it was put on' \
        play "$variant" late_names
    rules examples/slurm/job_submit.lua
    if in_full "two more bugs for these scenes"; then
        misled changes "a released job of the kit that Slurm starts" 'not given back' \
            sked_slurm.c 's/== NULL \? "released" : NULL/== NULL ? NULL : NULL/'
        misled left_to_slurm "nodes that it never gets" 'it starves' \
            slurm_read.h 's/^    claim_nodes\(m\);//'
    fi
}

# Schedulers with bugs play on a stage of their own, and count for themselves.
on_second_stage() {
    out=$out/second stage=$folder/other passed=0 failed=0 claimed=0
    log=$out/log.txt
    mkdir -p "$out"
    trap end_all EXIT
    check "a second cluster of 6 nodes is up" scene_cluster "$stage"
    planted_schedulers
    echo "$passed $failed" >"$out/counts.txt"
}

# ---- a day, which is mostly waiting, and scenes of users and administrators meanwhile

check "a cluster of 6 nodes is up" scene_cluster "$stage"
(on_second_stage) >"$out/second.txt" 2>&1 &
second=$!
soon 100 grep -qs 'second cluster' "$out/second.txt" || true    # its ports are taken by now
DAY=60 NODES=32 SCHEDULER="$scheduler" examples/slurm/run.sh "$day" >"$out/day.txt" 2>&1 &
dayshift=$!
check "of two spines over the same leaves one counts" play "$scheduler" two_spines
check "a job waits for its licences in order, and without nodes" play "$scheduler" licences
check "who holds a job keeps it until he releases it" play "$scheduler" holds
variant sked_slurm.c "$late"
check "a hold wins over an order that comes late" play "$variant" late_orders
check "a node that is named wins over an order that comes late" play "$variant" late_names
check "what is changed while it waits is followed, or left and said" play "$scheduler" changes
check "a job runs on no node that it excludes" play "$scheduler" excluded
check "a job left to Slurm neither stops others nor starves" play "$scheduler" left_to_slurm
check "no node waits with a requeued job" play "$scheduler" requeued
check "a job that depends on another is placed after it" play "$scheduler" dependent
check "a job whose nodes others got goes elsewhere" play "$scheduler" overtaken
check "small jobs do not wait for a suspended one" play "$scheduler" suspended
check "drained nodes get nothing, and a pin stays one" play "$scheduler" drained
check "without reservations none passes one that waits" play "$scheduler" first_come
check "the cheapest runs go, and what they leave is kept" play "$scheduler" preempted

wait "$second" || true
cat "$out/second.txt"
read -r more_passed more_failed 2>"$log" <"$out/second/counts.txt" ||
    more_passed=0 more_failed=1         # it ended before its end
passed=$((passed + more_passed)) failed=$((failed + more_failed))

ended_well() { cat "$out/day.txt" && wait "$dayshift"; }
check "a day of 32 nodes, with a scheduler killed and a node lost" ended_well
sed 's/^/#   /' "$out/day.txt"

check "the daemons listen on loopback alone" local_only "$day/listeners"
sed '1s/^127.0.0.1/0.0.0.0/' "$day/listeners" >"$out/listeners"
caught "a daemon that listens on all addresses" '^0.0.0.0:' local_only "$out/listeners"

# ---- the check of the day

judge() {
    awk -f examples/slurm/check.awk "$1/nodes" "$1/licences" "$1/submitted" "$1/journal" \
        "$1/log/jobcomp.txt"
}

# forged FILE SED-SCRIPT: the same day, with a line of its records changed.
forged() {
    rm -rf "$out/forged"
    mkdir -p "$out/forged/log"
    cp "$day"/{nodes,licences,submitted,journal} "$out/forged"
    cp "$day/log/jobcomp.txt" "$out/forged/log"
    mutate "$day/$1" "$out/forged/$1" "$2"
}
forged log/jobcomp.txt '/JobState=COMPLETED/s/ NodeList=[^ ]*/ NodeList=n31/'
caught "runs elsewhere than they were put" 'was put on' judge "$out/forged"
forged log/jobcomp.txt 's/ StartTime=[^ ]*/ StartTime=2000-01-01T00:00:00/'
caught "nodes that have two jobs at a time" 'at one time' judge "$out/forged"
forged log/jobcomp.txt '$d'
caught "a job that never ran" 'completed 0 times' judge "$out/forged"
forged journal 's/ reserve name=first nodes=[^ ]* start=[0-9]*/ reserve name=first nodes=n[0-31] start=1/'
caught "strangers on reserved nodes" 'had reserved' judge "$out/forged"
forged licences 's/Total=4/Total=1/'
caught "more licences than there are" 'of solver were in use' judge "$out/forged"
forged nodes 's/^(n[0-9]+) fat /\1 thin /'
caught "jobs outside of their partition" 'outside of its partition' judge "$out/forged"
forged nodes 's/old$/older/'
caught "jobs on nodes without their features" 'ran on n[0-9]+, not ' judge "$out/forged"
forged submitted 's/exclude=n[^ ]*/exclude=n[0-31]/'
caught "jobs on excluded nodes" 'excluded$' judge "$out/forged"
forged submitted 's/nodelist=n[^ ]*/nodelist=n[0-31]/'
caught "jobs without their named nodes" 'ran without n' judge "$out/forged"
forged log/jobcomp.txt 's/ EndTime=[^ ]*/ EndTime=2100-01-01T00:00:00/'
caught "jobs that do not wait for others" 'ran before [0-9]+ had ended' judge "$out/forged"
finish
