# start_riscv.S: memory, traps and the way into main for RISC-V of 32 and 64 bits, one hart.
# SPDX-License-Identifier: MIT

.section .text.start
.globl port_start
port_start:
    la   sp, port_stack
    la   t0, port_trap
    csrw mtvec, t0
    la   t0, port_bss
    la   t1, port_bss_end
1:  bgeu t0, t1, 2f
    sw   zero, 0(t0)
    addi t0, t0, 4
    j    1b
2:  call main
3:  call port_leave

# A trap, as an access through a null pointer, ends with a status of its own.
.balign 4
port_trap:
    li   a0, 98
    j    3b

# The host knows a semihosting call by the two instructions that do nothing around it.
.text
.balign 16
.globl semihost_call
.option push
.option norvc
.option norelax
semihost_call:
    slli x0, x0, 0x1f
    ebreak
    srai x0, x0, 7
    ret
.option pop
