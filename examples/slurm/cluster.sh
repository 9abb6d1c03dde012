#!/usr/bin/env bash
# cluster.sh: a private Slurm cluster on this machine, in a folder, on loopback alone.
# SPDX-License-Identifier: GPL-2.0-or-later
#
#   cluster.sh start FOLDER NODES     NODES nodes n0, n1, ... of 16 processors, 8 nodes on a switch.
#                                     The first half is old, the rest is new, the last quarter is
#                                     fat, too: features. Partitions batch (all nodes, the default
#                                     one) and fat; licences solver (4) and viewer (2)
#   cluster.sh start FOLDER NODES accounts
#                                     the same with slurmdbd and a database: sacctmgr
#                                     makes accounts, and Slurm orders jobs by their shares
#   cluster.sh stop FOLDER            stops what was started there, and nothing else
#   cluster.sh environment FOLDER     what a shell must know to speak to it: eval "$(...)"
#   cluster.sh listeners FOLDER       the addresses on which it listens, each on a line
#
# It needs no root, nothing in /etc, and no other Slurm is touched. FOLDER is a new or empty one, or
# one that start has made. Debian's packages: slurmctld slurmd slurm-client slurm-wlm-basic-plugins
# munge iproute2; for accounts also slurmdbd mariadb-server-core mariadb-client-core. All jobs enter
# held: job_submit.lua. PORTS is the first port that it tries (26800).
set -eu -o pipefail
PATH=/usr/sbin:/sbin:$PATH
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
per_switch=8
marker=.sked-cluster                    # in each folder that start has made

die() { echo "cluster.sh: $*" >&2; exit 2; }

# Enough ports in a row that nobody listens on.
free_ports() {
    local base=${PORTS:-26800} port
    while [ "$base" -lt 60000 ]; do
        for ((port = base; port <= base + $1; port++)); do
            if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
        done
        if [ "$port" -gt $((base + $1)) ]; then echo "$base"; return; fi
        base=$((port + 1))
    done
    die "no $1 free ports in a row"
}

# One key a line, or Slurm does not read it.
configure() {
    local folder=$1 nodes=$2 base=$3 user
    user=$(id -un)
    tr -s ' ' '\n' >"$folder/etc/slurm.conf" <<CONF
ClusterName=sked SlurmctldHost=localhost(127.0.0.1) SlurmctldPort=$base SlurmUser=$user
SlurmdUser=$user AuthType=auth/munge AuthInfo=socket=$folder/munge/socket,cred_expire=5
StateSaveLocation=$folder/state SlurmctldPidFile=$folder/slurmctld.pid
SlurmctldLogFile=$folder/log/slurmctld.log SlurmdSpoolDir=$folder/spool/%n
SlurmdPidFile=$folder/spool/%n.pid SlurmdLogFile=$folder/log/slurmd.%n.log
ProctrackType=proctrack/pgid TaskPlugin=task/none JobAcctGatherType=jobacct_gather/none
MpiDefault=none SwitchType=switch/none AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt JobCompLoc=$folder/log/jobcomp.txt
SelectType=select/cons_tres SelectTypeParameters=CR_CPU TopologyPlugin=topology/tree
SlurmdParameters=config_overrides SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1 PriorityType=priority/basic
JobSubmitPlugins=lua DebugFlags=NO_CONF_HASH ReturnToService=2 KillWait=2 TreeWidth=64
MaxJobCount=20000 CommunicationParameters=NoCtldInAddrAny,NoInAddrAny Licenses=solver:4,viewer:2
CONF
    awk -v nodes="$nodes" -v base="$base" '
        function row(first, last, features) {
            if (first <= last) {
                printf "NodeName=n[%d-%d] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[%d-%d] " \
                    "CPUs=16 RealMemory=1000 State=UNKNOWN Features=%s\n",
                    first, last, base + 1 + first, base + 1 + last, features
            }
        }
        function partition(name, first, more) {
            printf "PartitionName=%s Nodes=n[%d-%d] MaxTime=INFINITE State=UP " \
                "OverSubscribe=EXCLUSIVE%s\n", name, first, nodes - 1, more
        }
        BEGIN {
            half = int(nodes / 2)
            fat = int(nodes * 3 / 4)
            row(0, half - 1, "old")
            row(half, fat - 1, "new")
            row(fat, nodes - 1, "new,fat")
            partition("batch", 0, " Default=YES")
            partition("fat", fat, "")
        }' >>"$folder/etc/slurm.conf"
    awk -v nodes="$nodes" -v per="$per_switch" 'BEGIN {
        leaves = int((nodes + per - 1) / per)
        for (i = 0; i < leaves; i++) {
            last = (i + 1) * per < nodes ? (i + 1) * per - 1 : nodes - 1
            printf "SwitchName=leaf%d Nodes=n[%d-%d]\n", i, i * per, last
        }
        pods = int((leaves + 3) / 4)
        for (i = 0; i < pods; i++) {
            last = (i + 1) * 4 < leaves ? (i + 1) * 4 - 1 : leaves - 1
            printf "SwitchName=pod%d Switches=leaf[%d-%d]\n", i, i * 4, last
        }
        if (pods > 1) { printf "SwitchName=root Switches=pod[0-%d]\n", pods - 1 }
    }' >"$folder/etc/topology.conf"
    sed "s/@UID@/$(id -u)/" "$here/job_submit.lua" >"$folder/etc/job_submit.lua"
}

# Slurm asks slurmdbd, which alone speaks to the database. Priorities are made of shares alone.
configure_accounts() {
    local folder=$1 port=$2 user
    user=$(id -un)
    sed -i '/^AccountingStorageType=/d; /^PriorityType=/d' "$folder/etc/slurm.conf"
    tr -s ' ' '\n' >>"$folder/etc/slurm.conf" <<CONF
AccountingStorageType=accounting_storage/slurmdbd AccountingStorageHost=127.0.0.1
AccountingStoragePort=$port AccountingStoragePass=$folder/munge/socket
AccountingStorageEnforce=limits
PriorityType=priority/multifactor PriorityWeightFairshare=1000000 PriorityCalcPeriod=1
CONF
    (umask 077 && tr -s ' ' '\n' >"$folder/etc/slurmdbd.conf") <<CONF
AuthType=auth/munge AuthInfo=socket=$folder/munge/socket,cred_expire=5
DbdHost=localhost DbdAddr=127.0.0.1 DbdPort=$port SlurmUser=$user
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
PidFile=$folder/slurmdbd.pid LogFile=$folder/log/slurmdbd.log
StorageType=accounting_storage/mysql StorageHost=localhost StorageUser=root StorageLoc=sked
CONF
}

# A database on a socket in a folder of its own, and slurmdbd, which must know the cluster before
# slurmctld starts.
start_accounts() {
    local folder=$1 user i
    user=$(id -un)
    (umask 077 && mkdir "$folder/database")
    mariadb-install-db --no-defaults --datadir="$folder/database/files" --skip-test-db \
        --auth-root-authentication-method=normal --user="$user" >"$folder/log/database.log" 2>&1 ||
        die "no database; see $folder/log/database.log"
    mariadbd --no-defaults --datadir="$folder/database/files" --skip-networking \
        --socket="$folder/database/socket" --pid-file="$folder/mariadbd.pid" --user="$user" \
        --innodb-buffer-pool-size=16M --innodb-flush-log-at-trx-commit=0 \
        >>"$folder/log/database.log" 2>&1 </dev/null &
    for ((i = 0; i < 200; i++)); do
        if [ -e "$folder/mariadbd.pid" ] && [ -e "$folder/database/socket" ]; then break; fi
        sleep 0.1
    done
    MYSQL_UNIX_PORT="$folder/database/socket" slurmdbd
    for ((i = 0; i < 20; i++)); do
        if timeout 1 sacctmgr -i add cluster sked >"$folder/log/sacctmgr.log" 2>&1; then return; fi
        sleep 0.5
    done
    die "slurmdbd did not come up within half a minute; see $folder/log"
}

idle_nodes() { timeout 5 sinfo -h -t idle -o %D 2>/dev/null || true; }

# needs PACKAGES TOOL...
needs() {
    local packages=$1 tool
    shift
    for tool in "$@"; do
        command -v "$tool" >/dev/null ||
            die "no $tool; apt-get install --no-install-recommends $packages"
    done
}

start() {
    local folder=$1 nodes=$2 accounts=${3:-} i base
    needs "slurmctld slurmd slurm-client slurm-wlm-basic-plugins munge" \
        munged slurmctld slurmd sinfo
    if [ -n "$accounts" ]; then
        needs "slurmdbd mariadb-server-core mariadb-client-core" mariadbd my_print_defaults slurmdbd
    fi
    if [ -e "$folder" ] && [ ! -e "$folder/$marker" ] && [ -n "$(ls -A "$folder")" ]; then
        die "$folder: not a cluster's folder, expected a new or empty one"
    fi
    mkdir -p "$folder"
    folder=$(cd "$folder" && pwd)
    case $folder in
        *[!A-Za-z0-9_./+:@-]*) die "$folder: Slurm takes letters, digits and _ . / + : @ - alone" ;;
    esac
    [ ${#folder} -le 90 ] || die "$folder: a socket's path must be shorter"
    [ ! -e "$folder/slurmctld.pid" ] || die "$folder: there is a cluster already; stop it first"
    : >"$folder/$marker"
    rm -rf "$folder"/{etc,munge,state,spool,log,database}
    mkdir -p "$folder"/{etc,munge,state,spool,log}
    chmod 755 "$folder/munge"
    base=$(free_ports $((nodes + 1)))
    configure "$folder" "$nodes" "$base"
    if [ -n "$accounts" ]; then configure_accounts "$folder" $((base + nodes + 1)); fi
    (umask 077 && dd if=/dev/urandom of="$folder/munge/key" bs=128 count=1 status=none)
    munged --key-file="$folder/munge/key" --socket="$folder/munge/socket" --force \
        --pid-file="$folder/munge/pid" --seed-file="$folder/munge/seed" \
        --log-file="$folder/munge/log" 2>/dev/null
    eval "$(environment "$folder")"
    if [ -n "$accounts" ]; then start_accounts "$folder"; fi
    slurmctld -c
    for ((i = 0; i < nodes; i++)); do slurmd -N "n$i"; done
    for ((i = 0; i < 600; i++)); do
        if [ "$(idle_nodes)" = "$nodes" ]; then return; fi
        sleep 0.1
    done
    die "of $nodes nodes $(idle_nodes) came up within a minute; see $folder/log"
}

environment() {
    local folder
    folder=$(cd "$1" && pwd)
    printf 'export SLURM_CONF=%q PATH=/usr/sbin:/sbin:$PATH\n' "$folder/etc/slurm.conf"
}

listeners() {
    local folder port nodes
    folder=$(cd "$1" && pwd)
    port=$(sed -n 's/^SlurmctldPort=//p' "$folder/etc/slurm.conf")
    nodes=$(find "$folder/spool" -name '*.pid' | wc -l)
    ss -Hltn "sport >= :$port and sport <= :$((port + nodes + 1))" | awk '{ print $4 }'
}

# belongs PID NAME FOLDER: is it that program, of this cluster? A number of a process that has ended
# may be another's by now.
belongs() {
    [ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$2" ] &&
        cat "/proc/$1/environ" "/proc/$1/cmdline" 2>/dev/null | tr '\0' '\n' |
        grep -qxF -e "SLURM_CONF=$3/etc/slurm.conf" -e "--pid-file=$3/munge/pid"
}

# end NAME FOLDER FILE: ends a program by its pid file, and waits until it has ended.
end() {
    local pid i file=$3
    [ -s "$file" ] || return 0
    pid=$(cat "$file")
    if ! belongs "$pid" "$1" "$2" || ! kill "$pid" 2>/dev/null; then
        rm -f "$file"
        return 0
    fi
    for ((i = 0; i < 100; i++)); do
        case $(ps -o stat= -p "$pid" 2>/dev/null || true) in '' | Z*) break ;; esac
        sleep 0.1
    done
    if belongs "$pid" "$1" "$2"; then kill -9 "$pid" 2>/dev/null || true; fi
    rm -f "$file"
}

stop() {
    local folder file
    [ -e "$1/$marker" ] || return 0
    folder=$(cd "$1" && pwd)
    for file in "$folder"/spool/*.pid; do end slurmd "$folder" "$file"; done
    end slurmctld "$folder" "$folder/slurmctld.pid"
    end slurmdbd "$folder" "$folder/slurmdbd.pid"
    end mariadbd "$folder" "$folder/mariadbd.pid"
    end munged "$folder" "$folder/munge/pid"
}

case ${1:-} in
    start)
        [ $# -eq 3 ] || [ "$#${4:-}" = 4accounts ] || die "start FOLDER NODES [accounts]"
        start "$2" "$3" "${4:-}"
        ;;
    stop) [ $# -eq 2 ] || die "stop FOLDER"; stop "$2" ;;
    environment) [ $# -eq 2 ] || die "environment FOLDER"; environment "$2" ;;
    listeners) [ $# -eq 2 ] || die "listeners FOLDER"; listeners "$2" ;;
    *) die "start FOLDER NODES, stop, environment or listeners FOLDER was expected" ;;
esac
