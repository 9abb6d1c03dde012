/* wasm.h: a port of bench.h to WebAssembly: clock, text and exit are imported (see wasm.js). */
/* SPDX-License-Identifier: MIT */
#ifndef PORT_WASM_H
#define PORT_WASM_H

#include <stdint.h>

#ifndef __wasm__
#error "wasm.h: not WebAssembly"
#endif

#define PORT_UNIT "ns"
#define PORT_TICKS_MASK UINT64_MAX

#define PORT_IMPORT(name) __attribute__((import_module("port"), import_name(name)))

PORT_IMPORT("ticks") uint64_t port_host_ticks(void);
PORT_IMPORT("putc") void port_host_putc(int c);
PORT_IMPORT("exit") void port_host_exit(int status);

static inline void port_init(void) {
}

static inline uint64_t port_ticks(void) {
    return port_host_ticks();
}

static inline void port_putc(char c) {
    port_host_putc(c);
}

static inline void port_exit(int status) {
    port_host_exit(status);
}

#endif
