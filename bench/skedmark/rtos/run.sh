#!/usr/bin/env bash
# run.sh: builds skedmark, or the controller, with FreeRTOS for an MPS2 AN385, and runs it in QEMU.
# SPDX-License-Identifier: MIT
#
#   FREERTOS=folder bench/skedmark/rtos/run.sh [mark | controller] [FLAG...]
#
# The folder is FreeRTOS-Kernel, V11.1 or later. The image is build/freertos/NAME.elf. FLAGs are the
# compiler's, such as -DSKEDMARK_LEVEL=1.
set -eu -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
: "${FREERTOS:?is not set: the folder of FreeRTOS-Kernel}"
name=${1:-mark}
[ $# -eq 0 ] || shift
port=$FREERTOS/portable/GCC/ARM_CM3
image=build/freertos/$name.elf
sources=("$FREERTOS"/{tasks,queue,list}.c "$port/port.c")
if [ "$name" = mark ]; then sources+=(bench/skedmark/skedmark.c); fi
mkdir -p build/freertos
bench/ports/run.sh build m3-gcc "bench/skedmark/rtos/$name.c" "$image" -O2 "${sources[@]}" \
    '-DBENCH_FLAGS="-O2"' \
    -Ibench/skedmark/rtos "-I$FREERTOS/include" "-I$port" "$@"
exec bench/ports/run.sh run m3-gcc "$image"
