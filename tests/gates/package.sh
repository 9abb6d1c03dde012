#!/usr/bin/env bash
# package.sh: what `make install` lays down is found as <sked/sched.h> and works.
# SPDX-License-Identifier: MIT
set -eu -o pipefail
. "$(dirname "$0")/common.sh"
prefix=$PWD/$out/prefix

check "make install" make -s install PREFIX="$prefix"
for header in "${headers[@]}"; do
    check "$header is installed as it is here" cmp "$header" "$prefix/include/sked/$header"
done

# A consumer in C and one in C++, which also use what a hidden <sched.h> would break.
cat >"$out/use.c" <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#define SKED_IMPLEMENTATION
#include <sked/sched.h>
int main(void) {
    struct sched_param parameter = {0};
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    return sked_version() != SKED_VERSION || parameter.sched_priority != 0;
}
C
cat >"$out/use.cc" <<'C'
#include <thread>
#define SKED_IMPLEMENTATION
#include <sked/sched.h>
int main() {
    std::thread other([] { sched_yield(); });
    other.join();
    return sked_version() != SKED_VERSION;
}
C

# consume COMPILE...: builds and runs.
consume() { "$@" -Wall -Wextra -Werror -o "$out/use" -pthread && "$out/use"; }
if have gcc gcc; then
    check "C consumer" consume gcc -std=c99 "-I$prefix/include" "$out/use.c"
    check "C consumer, inner folder on the path" consume gcc -std=c99 "-I$prefix/include" \
        "-I$prefix/include/sked" "$out/use.c"
    mutate sched.h "$out/stale/sched.h" 's/^#define SKED_VERSION_PATCH .*/#define SKED_VERSION_PATCH 99/'
    make -s -C "$out/stale" -f "$PWD/Makefile" install PREFIX="$PWD/$out/stale/prefix"
    caught "a header that is not the one here" 'differ' \
        cmp sched.h "$out/stale/prefix/include/sked/sched.h"
    mutate sched.h "$out/hides/sked/sched.h" '/^#if defined\(__GNUC__\) && defined\(__has_include_next\)/,$d'
    caught "an installed header that hides <sched.h>" 'sched_param|cpu_set_t|CPU_ZERO' \
        consume gcc -std=c99 "-I$out/hides" "-I$out/hides/sked" "$out/use.c"
fi
if have g++ g++; then
    check "C++ consumer" consume g++ -std=c++11 "-I$prefix/include" "$out/use.cc"
fi
finish
