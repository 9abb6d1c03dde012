#!/usr/bin/env bash
# sshare.sh: the order of a real Slurm's Fair Tree, as its sshare prints it, is that of
# sched_share.h.
# SPDX-License-Identifier: MIT
#
# A private Slurm with slurmdbd and a database gets a tree of accounts, and runs jobs of its users.
# Their usage is Slurm's own. What the daemons take is not in this gate's seconds of CPU.
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
. tests/gates/slurm_scenes.sh

packages="slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge slurmdbd mariadb-server-core"
packages="$packages mariadb-client-core"

built() { "${least[@]}" -I. -Ibench "-I$out" -Iexamples "$1" -o "$2"; }
check "the program that orders users compiles" built tests/programs/sshare.c "$out/sshare"

skip_all() {
    skip "a real Slurm with accounts: $1"
    finish
    exit
}
for file in /usr/sbin/{slurmctld,slurmd,munged,slurmdbd,mariadbd} \
    /usr/bin/{sbatch,sshare,mariadb-install-db,my_print_defaults}; do
    [ -e "$file" ] || skip_all "no $file (apt packages $packages)"
done
[ "$(id -u)" -eq 0 ] || skip_all "only root submits jobs of others"

# The jobs' users must get at their scripts, and a socket's path must be short.
folder=$(mktemp -d)
chmod 755 "$folder"
end_all() {
    examples/slurm/cluster.sh stop "$folder/cluster"
    rm -rf "$folder"
}
trap end_all EXIT

# ---- the accounts

# Users are those that each Debian has. root is below the root, too, and idle, as is mail; backup
# has no shares.
tree() {
    sacctmgr -i -Q <<'TREE'
add account science fairshare=60
add account industry fairshare=40
add account physics parent=science fairshare=3
add account biology parent=science fairshare=2
add account optics parent=physics fairshare=1
add account plasma parent=physics fairshare=2
add user daemon account=optics fairshare=1
add user bin account=optics fairshare=3
add user sys account=plasma fairshare=1
add user games account=plasma fairshare=2
add user list account=physics fairshare=5
add user man account=biology fairshare=1
add user lp account=biology fairshare=1
add user mail account=biology fairshare=2
add user news account=industry fairshare=1
add user uucp account=industry fairshare=4
add user proxy account=industry fairshare=1
add user backup account=industry fairshare=0
add user www-data account=root fairshare=1
TREE
    [ "$(sshare -a -P -n | wc -l)" -eq 21 ] || { sshare -a; return 1; }
}

# A unit of usage is a thousandth of a processor-second, because sshare prints whole ones. Jobs
# share nodes, and enter as they do elsewhere: not held.
cluster() {
    PORTS=22800 examples/slurm/cluster.sh start "$folder/cluster" 8 accounts || return 1
    eval "$(examples/slurm/cluster.sh environment "$folder/cluster")"
    stamp=$(date +%s)
    printf '%s\n' 'function slurm_job_submit() return slurm.SUCCESS end' \
        'function slurm_job_modify() return slurm.SUCCESS end' >"$out/free.lua"
    rules "$out/free.lua"
    echo 'PartitionName=shared Nodes=n[0-7] MaxTime=INFINITE State=UP OverSubscribe=NO' \
        'TRESBillingWeights=CPU=1000' >>"$SLURM_CONF"
    scontrol reconfigure
}

# ---- the jobs

# of USER ACCOUNT PROCESSORS
of() { job 3 --partition=shared --chdir=/ --uid="$1" --account="$2" --ntasks="$3"; }

# The users of accounts that tie are merged by Slurm, which counts whole seconds. So the usage by
# shares of an account is at least twice, or at most half, that of each sibling.
submit() {
    of daemon optics 1 && of bin optics 2 && of sys plasma 5 && of games plasma 8 &&
        of list physics 1 && of man biology 9 && of lp biology 19 && of news industry 11 &&
        of uucp industry 17 && of proxy industry 37 && of www-data root 7
}

# has_used: did all that ran get its usage?
has_used() {
    table now
    empty && [ "$(awk -F'|' '$2 != "" && $4 + 0 >= 1000' "$out/now.txt" | wc -l)" -eq 11 ]
}
is_ranked() {
    table after
    awk -F'|' '$2 == "www-data" { ranked = $5 > 0 } END { exit !ranked }' "$out/after.txt"
}
has_ended() { [ ! -e "/proc/$1" ]; }

# Slurm counts usage when a job ends, and ranks users each minute, but also when it starts: so it
# starts again.
jobs_and_ranks() {
    local pid
    submit || return 1
    soon 300 has_used || { squeue; sshare -l -a; return 1; }
    pid=$(cat "$folder/cluster/slurmctld.pid")
    kill "$pid"
    soon 200 has_ended "$pid" || { echo "slurmctld goes on"; return 1; }
    slurmctld
    soon 100 is_ranked || { sshare -l -a; return 1; }
}

# ---- the comparison

table() { sshare -a -P -o Account,User,RawShares,RawUsage,FairShare >"$out/$1.txt"; }

# agrees PROGRAM TABLE: the order of the kit never goes from a rank of Slurm's to a better one.
# Users of the same rank may come in either order. There are at least ten ranks.
agrees() {
    "$1" "$2" >"$out/order.txt" || return 1
    awk '{ ranks += $3 != last || NR == 1 }
        NR > 1 && $3 > last {
            print "Slurm has " $2 " (" $3 ") before " user " (" last ")"
            bad = 1
        }
        { user = $2; last = $3 }
        END {
            if (ranks < 10) { print "there are " ranks + 0 " ranks"; bad = 1 }
            exit bad
        }' "$out/order.txt"
}

# planted WHAT SED-SCRIPT: a shares.h with a bug.
planted() {
    rm -rf "$out/slurm"
    mutate examples/slurm/shares.h "$out/slurm/shares.h" "$2"
    cp tests/programs/sshare.c "$out"
    built "$out/sshare.c" "$out/planted" || true
    caught "$1" 'Slurm has' agrees "$out/planted" "$out/after.txt"
}

check "a cluster with a database is up" cluster
examples/slurm/cluster.sh listeners "$folder/cluster" >"$out/listeners" || true
check "its daemons listen on loopback alone" local_only "$out/listeners"
sed '1s/^127.0.0.1/0.0.0.0/' "$out/listeners" >"$out/listeners.wrong"
caught "a daemon that listens on all addresses" '^0.0.0.0:' local_only "$out/listeners.wrong"
check "accounts of four levels, and users" tree
table before
caught "a cluster without any usage" 'there are [0-9] ranks' agrees "$out/sshare" "$out/before.txt"
check "jobs of eleven users ran, and Slurm ranked all" jobs_and_ranks
check "the order of Slurm's Fair Tree is that of the kit" agrees "$out/sshare" "$out/after.txt"
sed 's/^/#   /' "$out/order.txt"
planted "usage that is ignored" 's/, i, usage, now\)/, i, 0 * usage, now)/'
planted "siblings ordered by usage alone" 's/account_of\(shares\)/account_of(shares > 0)/'
planted "users without their groups" 's/above\[row->depth - 1\]/SKED_SHARE_ROOT/'
mutate "$out/after.txt" "$out/bad.txt" 's/^( industry\|\|)40/\1parent/'
check "shares that are no numbers are refused" \
    gives_up 2 'sshare:[0-9]+: expected shares in digits' "$out/sshare" "$out/bad.txt"

# ---- the scheduler

if [ ! -e /usr/include/slurm/slurm.h ]; then
    skip "a scheduler by shares: no slurm.h (apt package libslurm-dev)"
    finish
    exit
fi

# by USER ACCOUNT: a job that takes all nodes.
by() { job 0.5 --nodes=8 --chdir=/ --uid="$1" --account="$2"; }

# by_shares: jobs of four users, the least entitled first, wait for a fifth. They start the other
# way round.
by_shares() {
    local first others wanted started
    first=$(job 3 --nodes=8 --chdir=/ --account=root)
    start_scheduler --shares
    waits 50 "$first" RUNNING || return 1
    others=$(by www-data root && by backup industry && by lp biology && by list physics)
    wanted=$(echo "$first"; echo "$others" | sort -nr)
    soon 300 empty || { squeue; return 1; }
    started=$(awk '$2 == "release" { sub(/^job=/, "", $3); print $3 }' "$journal")
    [ "$started" = "$wanted" ] ||
        { echo "they started in another order:" $started "and not:" $wanted; return 1; }
}

check "the kit compiles" compile_kit
silent "the scheduler compiles without a warning" gcc $flags $done_macros -Werror -O0 \
    examples/slurm/sked_slurm.c "$kit" -lslurm -o "$out/sked_slurm"
check "an order that is none by submission is refused beside shares" gives_up 2 \
    'sked_slurm: sjf: expected' "$out/sked_slurm" run --shares --policy sjf
rules examples/slurm/job_submit.lua
check "jobs start by the shares of their users" play "$out/sked_slurm" by_shares
variant plan.h 's/^    told.account = job->account;//'
caught "jobs without their accounts" 'another order' play "$variant" by_shares
finish
