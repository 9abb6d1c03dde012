#!/usr/bin/env bash
# install.sh: installs what the gates use and this machine lacks; without apt-get or root, names it.
# SPDX-License-Identifier: MIT
#
# Never gcc-multilib: it removes the cross compilers. gcc-12-multilib does not.
set -eu -o pipefail

# tool or file, and the package that brings it
lacking=""
while read -r what package; do
    case $what in
        /*) compgen -G "$what" >/dev/null || lacking="$lacking $package" ;;
        *) command -v "$what" >/dev/null 2>&1 || lacking="$lacking $package" ;;
    esac
done <<'LIST'
gcc gcc
g++ g++
clang-14 clang
clang-19 clang-19
llvm-nm-14 llvm-14
llvm-nm-19 llvm-19
ld.lld lld
tcc tcc
python3 python3
musl-gcc musl-tools
avr-gcc gcc-avr
/usr/lib/avr/include/stdint.h avr-libc
simavr simavr
arduino-builder arduino-builder
arduino-ctags arduino-ctags
/usr/share/arduino/hardware/arduino/avr/boards.txt arduino-core-avr
/usr/lib/python3/dist-packages/yaml python3-yaml
arm-none-eabi-gcc gcc-arm-none-eabi
qemu-system-arm qemu-system-arm
qemu-system-riscv32 qemu-system-misc
qemu-s390x qemu-user
s390x-linux-gnu-gcc gcc-s390x-linux-gnu
/usr/s390x-linux-gnu/include/stdio.h libc6-dev-s390x-cross
mips-linux-gnu-gcc gcc-mips-linux-gnu
/usr/mips-linux-gnu/include/stdio.h libc6-dev-mips-cross
arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf
/usr/arm-linux-gnueabihf/include/stdio.h libc6-dev-armhf-cross
wasm-ld lld
node nodejs
valgrind valgrind
gnuplot gnuplot-nox
cmake cmake
pkg-config pkg-config
/usr/include/glpk.h libglpk-dev
/usr/include/simgrid/s4u.hpp libsimgrid-dev
cppcheck cppcheck
/usr/sbin/slurmctld slurmctld
/usr/sbin/slurmd slurmd
/usr/sbin/munged munge
/usr/bin/sbatch slurm-client
/usr/lib/x86_64-linux-gnu/slurm-wlm/job_submit_lua.so slurm-wlm-basic-plugins
/usr/include/slurm/slurm.h libslurm-dev
/usr/sbin/slurmdbd slurmdbd
/usr/sbin/mariadbd mariadb-server-core
/usr/bin/my_print_defaults mariadb-client-core
pj_dump pajeng
vite vite
chromium chromium
chromedriver chromium-driver
/usr/lib/python3/dist-packages/selenium python3-selenium
/usr/lib/python3/dist-packages/markdown python3-markdown
/usr/lib/python3/dist-packages/jsonschema python3-jsonschema
clang-tidy clang-tidy
/usr/lib/gcc/x86_64-linux-gnu/12/32/libgcc.a gcc-12-multilib
/usr/lib/gcc/x86_64-linux-gnu/12/32/libstdc++.a g++-12-multilib
/usr/include/x86_64-linux-gnu/gnu/stubs-32.h libc6-dev-i386
/usr/lib/llvm-14/lib/clang/14*/lib/linux/libclang_rt.asan-x86_64.a libclang-rt-14-dev
/usr/lib/llvm-19/lib/clang/19*/lib/linux/libclang_rt.asan-x86_64.a libclang-rt-19-dev
/usr/lib/llvm-14/include/c++/v1/iostream libc++-14-dev
/usr/lib/llvm-14/lib/libc++abi.a libc++abi-14-dev
LIST

# A gigabyte, for one gate: only with the full evidence.
if [ "${FULL:-0}" = 1 ]; then
    while read -r what package; do
        command -v "$what" >/dev/null 2>&1 || lacking="$lacking $package"
    done <<'PROVERS'
frama-c frama-c-base
why3 why3
z3 z3
ss iproute2
cvc4 cvc4
PROVERS
fi

if [ -z "$lacking" ]; then
    echo "nothing is missing"
elif command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" -eq 0 ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends $lacking
else
    echo "missing (apt packages):$lacking"
fi
