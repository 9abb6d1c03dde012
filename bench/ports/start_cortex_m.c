/* start_cortex_m.c: vectors, memory and the way into main for any Cortex-M. */
/* SPDX-License-Identifier: MIT */

#include <stdint.h>

#include "semihost.h"

enum { PORT_FAULT_STATUS = 99 };

/* Of cortex_m.ld. */
extern uint32_t port_data_source[], port_data[], port_data_end[], port_bss[], port_bss_end[];
extern uint32_t port_stack[];

int main(void);
void port_start(void);
void port_fault(void);

/* A port that counts SysTick's wraps has it, and a kernel has all three; otherwise they come by
   mistake. */
__attribute__((weak, alias("port_fault"))) void port_systick(void);
__attribute__((weak, alias("port_fault"))) void port_svc(void);
__attribute__((weak, alias("port_fault"))) void port_pendsv(void);

void port_start(void) {
    const uint32_t *from = port_data_source;
    uint32_t *to;

    for (to = port_data; to < port_data_end; to++) {
        *to = *from++;
    }
    for (to = port_bss; to < port_bss_end; to++) {
        *to = 0;
    }
    semihost_exit(main());
}

void port_fault(void) {
    const char *text = "FAULT\n";

    while (*text != '\0') {
        semihost_putc(*text++);
    }
    semihost_exit(PORT_FAULT_STATUS);
}

typedef union port_vector {
    uint32_t *stack;
    void (*handler)(void);
} port_vector;

__attribute__((section(".vectors"), used)) static const port_vector port_vectors[16] = {
    {port_stack}, {.handler = port_start},
    {.handler = port_fault}, {.handler = port_fault}, {.handler = port_fault},
    {.handler = port_fault}, {.handler = port_fault}, {.handler = port_fault},
    {.handler = port_fault}, {.handler = port_fault}, {.handler = port_fault},
    {.handler = port_svc}, {.handler = port_fault}, {.handler = port_fault},
    {.handler = port_pendsv}, {.handler = port_systick}};
