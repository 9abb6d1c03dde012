# slurm_scenes.sh: what users and administrators do while the scheduler runs; slurm.sh and
# sshare.sh source it.
# SPDX-License-Identifier: MIT
#
# Each scene is a function that asks a small real cluster, with the scheduler that `play` has named,
# and says what was wrong. The cluster has 6 nodes, 3 on a switch, two spines over both switches,
# two licences for viewers, and partitions fat (n4 and n5), other, low and urgent (all nodes). Runs
# of low may be requeued for jobs of urgent. A job takes less than a minute, the limit of each.

flags="-std=c99 -Wall -Wextra -Wpedantic -Wshadow -I. -Ibench -Itests"

# compile_kit: not optimised: that would take most of the time. Its warnings are another gate's.
kit=$out/kit.o
compile_kit() {
    {
        echo '#define SKED_IMPLEMENTATION'
        printf '#include "%s"\n' "${headers[@]}"
    } >"$out/kit.c"
    gcc $flags -O0 -c "$out/kit.c" -o "$kit"
}

# variant FILE SED-SCRIPT: sets $variant to a scheduler with a change in one of its files.
variant() {
    rm -rf "$out/variant"
    mkdir -p "$out/variant"
    cp examples/slurm/*.[ch] "$out/variant"
    mutate "examples/slurm/$1" "$out/variant/$1" "$2"
    gcc -std=c99 -O0 -I. -Ibench $done_macros "$out/variant/sked_slurm.c" "$kit" -lslurm \
        -o "$out/variant/sked_slurm"
    variant=$out/variant/sked_slurm
}

# scene_cluster FOLDER: starts it, and lets this shell speak to it.
scene_cluster() {
    local etc=$1/etc
    examples/slurm/cluster.sh start "$1" 6 || return 1
    eval "$(examples/slurm/cluster.sh environment "$1")"
    printf '%s\n' 'SwitchName=leaf0 Nodes=n[0-2]' 'SwitchName=leaf1 Nodes=n[3-5]' \
        'SwitchName=spine0 Switches=leaf[0-1]' 'SwitchName=spine1 Switches=leaf[0-1]' \
        >"$etc/topology.conf"
    printf '%s\n' \
        'PartitionName=other Nodes=n[0-5] MaxTime=INFINITE State=UP OverSubscribe=EXCLUSIVE' \
        'PartitionName=low Nodes=n[0-5] State=UP OverSubscribe=EXCLUSIVE PreemptMode=REQUEUE' \
        'PartitionName=urgent Nodes=n[0-5] State=UP OverSubscribe=EXCLUSIVE PriorityTier=2' \
        >>"$etc/slurm.conf"
    scontrol reconfigure
    stamp=$(date +%s)
}

# rules FILE: another job_submit.lua. Slurm reads one that is younger than the last.
rules() {
    stamp=$((stamp + 10))
    sed "s/@UID@/$(id -u)/" "$1" >"${SLURM_CONF%/*}/job_submit.lua"
    touch -d "@$stamp" "${SLURM_CONF%/*}/job_submit.lua"
}

# job SECONDS OPTION...: submits a job, and prints its number.
job() {
    local seconds=$1
    shift
    sbatch --parsable --time=1 --output=none "$@" --wrap "exec sleep $seconds"
}

state() { squeue -h -t all -o %T -j "$1"; }

# soon TENTHS COMMAND...: does it succeed within so many tenths of a second?
soon() {
    local left=$1
    shift
    until "$@"; do
        left=$((left - 1))
        [ "$left" -gt 0 ] || return 1
        sleep 0.1
    done
}

# is JOB STATE, waits TENTHS JOB STATE
is() { [ "$(state "$1")" = "$2" ]; }
waits() {
    soon "$1" is "$2" "$3" || { echo "job $2 is $(state "$2"), and was to be $3"; return 1; }
}

# before ONE OTHER WHAT: one job completes, and not the other before it.
before() {
    soon 200 one_is_complete "$1" "$2"
    is "$1" COMPLETED && ! is "$2" COMPLETED || { echo "$3"; return 1; }
}
one_is_complete() { is "$1" COMPLETED || is "$2" COMPLETED; }
all_complete() {
    local each
    for each in "$@"; do waits 200 "$each" COMPLETED || return 1; done
}
said() { grep -qE -- "$1" "$errors" || { echo "was not said: $1"; return 1; }; }
nodes_of() { scontrol show job "$1" | sed -n 's/^ *NodeList=//p'; }
released() {
    awk -v job="job=$1" '$3 == job { count += ($2 == "release") - ($2 == "refused") }
        END { print count + 0 }' "$journal"
}
cycles() { sleep 0.4; }                 # the scheduler looks every tenth of a second
empty() { [ -z "$(squeue -h)" ]; }

# local_only FILE: some addresses, and all of them loopback's.
local_only() { grep -q . "$1" && ! grep -vE '^(127\.[0-9.]+|\[::1\]):[0-9]+$' "$1"; }

# start_scheduler OPTION...
start_scheduler() {
    "$scheduler" run --poll 100 "$@" >>"$journal" 2>>"$errors" &
    running=$!
}
stop_scheduler() {
    if [ -n "$running" ]; then kill "$running" 2>/dev/null; wait "$running" || true; fi
    running=
}

# play SCHEDULER SCENE: the scene with this scheduler, and then all is as it was.
running=
play() {
    local status=0
    scheduler=$1 journal=$out/scene.journal errors=$out/scene.errors
    : >"$journal"
    : >"$errors"
    "$2" || { status=1; tail -n 15 "$journal" "$errors"; }
    stop_scheduler
    squeue -h -o %A | sort -u | xargs -r scancel
    scontrol update nodename=n[0-5] state=resume 2>/dev/null || true
    soon 100 empty || { echo "jobs are left"; status=1; }
    return $status
}

# ---- the scenes

# Two spines over the same switches: one counts, that is said once, and jobs have near nodes.
two_spines() {
    local one three
    start_scheduler
    one=$(job 2 --nodes=1)
    waits 50 "$one" RUNNING || return 1
    three=$(job 0.5 --nodes=3)
    all_complete "$three" || return 1
    [ "$(nodes_of "$three")" = 'n[3-5]' ] || { echo "three nodes are far away"; return 1; }
    said 'topology: leaf0 is below spine0 and spine1: expected one' || return 1
    [ "$(wc -l <"$errors")" -eq 1 ] || { echo "was said more than once"; cat "$errors"; return 1; }
}

# Of two licences one is free: who wants both holds no node meanwhile, and none who may keep it for
# longer takes it.
licences() {
    local first both plain last
    start_scheduler
    first=$(job 4 --nodes=1 --licenses=viewer:1 --comment=seconds=30)
    waits 50 "$first" RUNNING || return 1
    both=$(job 0.5 --nodes=5 --licenses=viewer:2 --comment=seconds=1)
    last=$(job 0.5 --nodes=1 --licenses=viewer:1)
    plain=$(job 0.5 --nodes=4 --comment=seconds=1)
    before "$plain" "$first" "nodes wait for a licence" || return 1
    all_complete "$first" "$both" "$last" || return 1
    [ "$(released "$both")" -eq 1 ] || { echo "was released without a licence"; return 1; }
    awk -v both="job=$both" -v last="job=$last" '$2 == "release" && $3 == both { seen = 1 }
        $2 == "release" && $3 == last { exit !seen }' "$journal" ||
        { echo "a job passed one that waits for the same licence"; return 1; }
}

# Who holds a job keeps it; who releases it gives it back.
holds() {
    local by_root by_user at_once plain each
    by_root=$(job 0.5) by_user=$(job 0.5) at_once=$(job 0.5 --hold)
    scontrol hold "$by_root"
    scontrol uhold "$by_user"
    start_scheduler
    plain=$(job 0.5)
    all_complete "$plain" || return 1
    cycles
    for each in $by_root $by_user $at_once; do
        is "$each" PENDING || { echo "job $each was held, and is $(state "$each")"; return 1; }
    done
    scontrol release "$by_root" "$by_user" "$at_once"
    all_complete "$by_root" "$by_user" "$at_once"
}

# A hold between the scheduler's look and its order: this scheduler takes a second from one to the
# other, and says "looked". The hold wins; when it ends the job runs.
late_orders() {
    local held
    held=$(job 0.5)
    start_scheduler
    soon 50 grep -qs looked "$errors" || { echo "the scheduler never looks"; return 1; }
    scontrol hold "$held"
    soon 50 grep -qsE "job[= ]$held[: ]" "$journal" "$errors"
    [ "$(squeue -h -t all -o %r -j "$held")" = JobHeldAdmin ] ||
        { echo "job $held was held, and is no longer"; return 1; }
    scontrol release "$held"
    all_complete "$held"
}

# The same, if somebody names a node meanwhile.
late_names() {
    local named
    named=$(job 0.5)
    start_scheduler
    soon 50 grep -qs looked "$errors" || { echo "the scheduler never looks"; return 1; }
    scontrol update job="$named" reqnodelist=n3
    all_complete "$named" || return 1
    [ "$(nodes_of "$named")" = n3 ] || { echo "it was put on $(nodes_of "$named"), not n3"; return 1; }
}

# What is changed while it waits is followed; what the kit cannot plan is left, and said.
changes() {
    local all given wider named excluded elsewhere feature several
    start_scheduler
    all=$(job 3 --nodes=6 --comment=seconds=3)
    waits 50 "$all" RUNNING || return 1
    given=$(job 0.5)
    scontrol release "$given"
    wider=$(job 0.5 --nodes=2) named=$(job 0.5 --nodes=2) excluded=$(job 0.5) elsewhere=$(job 0.5)
    feature=$(job 0.5 --constraint=fat) several=$(job 0.5)
    scontrol update job="$wider" numnodes=3-3 timelimit=2
    scontrol update job="$named" reqnodelist=n4
    scontrol update job="$excluded" excnodelist=n[0-3]
    scontrol update job="$elsewhere" partition=fat
    scontrol update job="$feature" features=old
    scontrol update job="$several" partition=other,batch
    all_complete "$all" "$given" "$wider" "$named" "$excluded" "$elsewhere" "$feature" || return 1
    [ "$(released "$given")" -eq 1 ] || { echo "a job of the kit was not given back"; return 1; }
    scontrol show job "$wider" | grep -q ' NumNodes=3 ' || { echo "not its new width"; return 1; }
    on "$named" 'n4' && on "$excluded" 'n[45]' && on "$elsewhere" 'n[45]' &&
        on "$feature" 'n[012]' || return 1
    said "job $several: several partitions, expected one; it stays held" || return 1
    is "$several" PENDING || { echo "a job of several partitions was not left"; return 1; }
    scontrol update job="$several" partition=other
    all_complete "$several"
}

# All nodes are idle, and the first one is excluded: who does not look takes it.
excluded() {
    local job
    start_scheduler
    job=$(job 0.5 --exclude=n0)
    all_complete "$job" && on "$job" 'n[1-5]'
}

# on JOB PATTERN: one of its nodes is such a node.
on() {
    scontrol show hostnames "$(nodes_of "$1")" | grep -qx "$2" ||
        { echo "job $1 ran on $(nodes_of "$1"), and on no $2"; return 1; }
}

# A job that Slurm itself starts when it can neither stops the others nor is starved by them.
left_to_slurm() {
    local three four one small
    start_scheduler
    three=$(job 4 --nodes=3)
    waits 50 "$three" RUNNING || return 1
    four=$(job 0.5 --nodes=4 --nodelist=n0 --exclude=n5)
    scontrol release "$four"
    cycles
    one=$(job 0.5)
    small=$(job 3 --nodes=3)
    before "$one" "$three" "a job behind it waits" || return 1
    before "$four" "$small" "it starves"
}

# A requeued job waits some seconds, and no node waits with it.
requeued() {
    local again other
    start_scheduler
    again=$(job 1 --nodes=6 --requeue)
    waits 50 "$again" RUNNING || return 1
    other=$(job 0.5 --nodes=6)
    scontrol requeue "$again"
    before "$other" "$again" "nodes wait for a requeued job" || return 1
    scontrol update job="$again" starttime=now
    all_complete "$again"
}

# Slurm does not look after the dependencies of held jobs: they end all the same.
dependent() {
    local first second
    first=$(job 1 --nodes=6)
    second=$(job 0.5 --nodes=6 --dependency="afterok:$first")
    start_scheduler
    waits 60 "$first" RUNNING || return 1
    cycles
    is "$second" PENDING || { echo "it did not wait for what it depends on"; return 1; }
    all_complete "$first" "$second" || { echo "its dependency has ended"; return 1; }
    grep -q "take_back job=$second why=ready" "$journal" ||
        { echo "its dependency was left to chance"; return 1; }
    [ "$(released "$second")" -eq 1 ] || { echo "the kit did not place it"; return 1; }
}

# A job whose nodes others got while it was held goes elsewhere.
overtaken() {
    local first second
    start_scheduler
    first=$(job 2 --requeue)
    waits 50 "$first" RUNNING || return 1
    scontrol requeuehold "$first"
    waits 50 "$first" PENDING || return 1
    second=$(job 8)
    waits 50 "$second" RUNNING || return 1
    [ "$(nodes_of "$second")" = n0 ] || { echo "the other job is elsewhere"; return 1; }
    scontrol update job="$first" starttime=now
    scontrol release "$first"
    before "$first" "$second" "a job waits for the nodes of another"
}

# Nobody knows when a suspended job goes on: small ones need not wait for its nodes.
suspended() {
    local four all one
    start_scheduler
    four=$(job 2 --nodes=4 --comment=seconds=1)
    waits 50 "$four" RUNNING || return 1
    scontrol suspend "$four"
    waits 10 "$four" SUSPENDED || return 1
    all=$(job 0.5 --nodes=6)
    sleep 1
    one=$(job 0.5)
    waits 40 "$one" COMPLETED || { echo "jobs wait for a suspended one"; return 1; }
    is "$all" PENDING || { echo "nodes of a suspended job were given away"; return 1; }
    scontrol resume "$four"
    all_complete "$four" "$all"
}

# Drained nodes get nothing, and who was pinned to one by an administrator stays so.
drained() {
    local pinned five six
    pinned=$(job 0.5)
    scontrol update nodename=n3 state=drain reason=test
    scontrol update job="$pinned" reqnodelist=n3
    scontrol release "$pinned"
    start_scheduler
    six=$(job 0.5 --nodes=6) five=$(job 0.5 --nodes=5 --comment=seconds=1)
    all_complete "$five" || return 1
    cycles
    is "$six" PENDING && is "$pinned" PENDING || { echo "a drained node was used"; return 1; }
    scontrol update nodename=n3 state=resume
    all_complete "$pinned" "$six" || return 1
    [ "$(nodes_of "$pinned")" = n3 ] || { echo "not the nodes it was pinned to"; return 1; }
}

# With fcfs a small job waits behind a wide one, though there is room and time for it.
first_come() {
    local four all one
    start_scheduler --policy fcfs
    four=$(job 4 --nodes=4 --comment=seconds=4)
    waits 50 "$four" RUNNING || return 1
    all=$(job 0.5 --nodes=6 --comment=seconds=1)
    one=$(job 0.5 --comment=seconds=1)
    before "$all" "$one" "a job has passed one that waits"
}

# low_job SCRIPT OPTION...: a job of the partition low that does this, and ends at once if it has to
# do it again.
low_job() {
    local script=$1
    shift
    sbatch --parsable --time=1 --output=none --partition=low "$@" --wrap \
        "if [ \"\${SLURM_RESTART_COUNT:-0}\" -gt 0 ]; then exec sleep 0.5; fi; $script"
}
restarts() { scontrol show job "$1" | sed -n 's/.* Restarts=\([0-9]*\).*/\1/p'; }
requeues() { awk '$2 == "requeue" && !seen[$3]++ { print $3, $4 }' "$journal" | xargs; }

# An urgent job of three nodes finds all in use. Two runs go, and not the one that has run for longer;
# the second needs some time to end. A job that says it is short, and is not, takes nothing of what is
# free by then. The scheduler is killed meanwhile, and another goes on.
preempted() {
    local old one two urgent short victims slowly='trap "sleep 2; exit" TERM; sleep 50 & wait'
    start_scheduler --preempt
    old=$(low_job "exec sleep 50" --nodes=3)
    waits 50 "$old" RUNNING || return 1
    sleep 2
    one=$(low_job "exec sleep 50") two=$(low_job "$slowly" --nodes=2)
    waits 50 "$one" RUNNING && waits 50 "$two" RUNNING || return 1
    sleep 1.2
    victims=$(nodes_of "$one"),$(nodes_of "$two")
    urgent=$(job 2 --nodes=3 --partition=urgent)
    short=$(job 4 --partition=low --comment=seconds=1)
    soon 50 grep -q requeue "$journal" || { echo "nothing was requeued"; return 1; }
    kill -9 "$running"
    wait "$running" 2>/dev/null || true
    start_scheduler --preempt
    before_starts "$urgent" "$short" "a job took what was freed for another" || return 1
    [ "$(requeues)" = "job=$one for=$urgent job=$two for=$urgent" ] ||
        { echo "these were requeued: $(requeues)"; return 1; }
    [ "$(scontrol show hostnames "$(nodes_of "$urgent")")" = \
        "$(scontrol show hostnames "$victims" | sort)" ] || { echo "it has other nodes"; return 1; }
    scontrol update job="$one,$two" starttime=now
    all_complete "$urgent" "$short" "$one" "$two" || return 1
    [ "$(restarts "$old")" = 0 ] && is "$old" RUNNING ||
        { echo "another job was requeued"; return 1; }
}

# before_starts ONE OTHER WHAT: one job runs, while the other waits.
before_starts() {
    soon 100 one_has_begun "$1" "$2"
    ! is "$1" PENDING && is "$2" PENDING || { echo "$3"; return 1; }
}
one_has_begun() { ! is "$1" PENDING || ! is "$2" PENDING; }
