#!/usr/bin/env bash
# all.sh: every gate, about as many at a time as there are processors; one line for all at the end.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mkdir -p build/gates

# The long ones first, so that all processors end together.
gates="sanitize figures coverage proof static slurm sshare page bench targets tables skedmark fuzz mutation controller warnings
    simgrid_cluster simgrid_site simgrid_traffic batsim
    symbols ecosystems pictures rendered booking costs placement
    programs outputs moldable json options docs shadow hostile site_example freestanding package python vectors runner
    traces share tiers_linux initialisers enumerators markers vocabulary
    rename report evidence"
if [ "${1:-}" = --list ]; then
    echo $gates
    exit
fi
[ $# -eq 0 ] || gates=$*

# What a Slurm does is mostly waiting: it goes on beside the others.
waits="slurm sshare"

one() { bash "tests/gates/$1.sh" >"build/gates/$1.log" 2>&1 || echo "$1" >"build/gates/$1.failed"; }
export -f one
rm -f build/gates/*.log build/gates/*.failed
for gate in $gates; do
    case " $waits " in *" $gate "*) one "$gate" & ;; esac
done
for gate in $gates; do
    case " $waits " in *" $gate "*) ;; *) echo "$gate" ;; esac
done | xargs -P "$(nproc 2>/dev/null || echo 2)" -I '{}' bash -c 'one {}'
wait

status=0
for gate in $gates; do
    echo "# $gate"
    cat "build/gates/$gate.log"
    # A gate that ended before its last line has failed, whatever it counted.
    counts="^$gate: [0-9]+ passed, [0-9]+ failed, [0-9]+ skipped\$"
    if ! tail -n 1 "build/gates/$gate.log" | grep -qE "$counts"; then
        echo "not ok - $gate ended before its end"
        echo "$gate: 0 passed, 1 failed, 0 skipped" | tee -a "build/gates/$gate.log"
    fi
    if [ -e "build/gates/$gate.failed" ]; then status=1; fi
done
# What each took, so that a rise is seen.
for gate in $gates; do grep -E "^# $gate: [0-9]+ s of CPU\$" "build/gates/$gate.log" || true; done |
    sort -k 3nr | awk '{ print; all += $3 } END { printf "# all gates: %d s of CPU\n", all }'
for gate in $gates; do tail -n 1 "build/gates/$gate.log"; done |
    awk '{ passed += $2; failed += $4; skipped += $6 }
        END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
            exit failed > 0 || passed == 0 }' || status=1
exit $status
