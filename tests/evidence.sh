#!/usr/bin/env bash
# evidence.sh: runs all tests and all gates in full, then writes build/evidence.md, which tells it.
# SPDX-License-Identifier: MIT
#
#   TRACES=folder tests/evidence.sh
#
# Fails if something does not hold, or was not run; the page is written all the same. It takes hours.
# A run that was ended goes on where it was: logs without a fault of the very same commit are kept.
set -u -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
logs=build/evidence
export logs
mkdir -p "$logs"

# What the logs are of: a commit, if nothing was changed since; else nothing that will come again.
state=$(git rev-parse HEAD 2>/dev/null) && [ -z "$(git status --porcelain 2>&1)" ] || state=changed.$$
if [ "$(cat "$logs/state.txt" 2>/dev/null)" != "$state" ]; then
    rm -f "$logs"/*
    echo "$state" >"$logs/state.txt"
fi

# one NAME COMMAND...: runs it unless its log is there and ends without a fault.
one() {
    local name=$1
    shift
    if tail -n 1 "$logs/$name.log" 2>/dev/null | grep -qE '[0-9]+ passed, 0 failed'; then
        echo "# kept: $name" >&2
        return
    fi
    echo "# $(date +%H:%M:%S) $name" >&2
    "$@" >"$logs/$name.part" 2>&1
    mv "$logs/$name.part" "$logs/$name.log"
}
export -f one

one test make -s test
gates=$(tests/gates/all.sh --list)

# In full these are the long ones: first, so that all processors end together.
long="targets sanitize mutation fuzz proof"
printf '%s\n' $long $(printf '%s\n' $gates | grep -vxF "${long// /$'\n'}") |
    FULL=1 xargs -P "$(nproc 2>/dev/null || echo 2)" -I '{}' bash -c 'one {} bash tests/gates/{}.sh'
cp build/gates/stack.txt "$logs" 2>/dev/null

python3 tests/evidence.py "$logs" $gates >build/evidence.md
status=$?
echo "# the page: build/evidence.md"
exit $status
