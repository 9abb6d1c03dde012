/* FreeRTOSConfig.h: FreeRTOS on an MPS2 AN385: static memory alone, two tasks. */
/* SPDX-License-Identifier: MIT */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configCPU_CLOCK_HZ 25000000
#define configTICK_RATE_HZ 1000
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0
#define configUSE_TIMERS 0
#define configMAX_PRIORITIES 3
#define configMAX_TASK_NAME_LEN 8
#define configMINIMAL_STACK_SIZE 128
#define configSUPPORT_STATIC_ALLOCATION 1
#define configSUPPORT_DYNAMIC_ALLOCATION 0
#define configKERNEL_PROVIDED_STATIC_MEMORY 1
#define configCHECK_FOR_STACK_OVERFLOW 2
#define configCHECK_HANDLER_INSTALLATION 0
#define INCLUDE_vTaskDelay 1

/* Three bits of priority. */
#define configPRIO_BITS 3
#define configKERNEL_INTERRUPT_PRIORITY (7 << 5)
#define configMAX_SYSCALL_INTERRUPT_PRIORITY (5 << 5)

/* The names that the vectors of bench/ports/start_cortex_m.c have for the kernel's handlers. */
#define vPortSVCHandler port_svc
#define xPortPendSVHandler port_pendsv
#define xPortSysTickHandler port_systick

#endif
