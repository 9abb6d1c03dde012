#!/usr/bin/env bash
# evidence.sh: runs all tests and all gates in full, then writes build/evidence.md, which tells it.
# SPDX-License-Identifier: MIT
#
#   TRACES=folder tests/evidence.sh
#
# Fails if something does not hold, or was not run; the page is written all the same.
set -u -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p build

make -s test 2>&1 | tee build/evidence-test.log
FULL=1 tests/gates/all.sh
mv build/evidence-test.log build/gates/test.log

python3 tests/evidence.py build/gates $(tests/gates/all.sh --list) >build/evidence.md
status=$?
echo "# the page: build/evidence.md"
exit $status
