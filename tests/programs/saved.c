/* saved.c - opens a saved queue, or saves one.
 *
 * SPDX-License-Identifier: MIT
 *
 *     saved FILE                                  what sked_queue_open says
 *     saved FILE DEPTH [bookings|backgrounds|accounts]     an empty one */
#define SKED_STATIC
#include "sched.h"
#include <stdio.h>
#include <stdlib.h>

static sked_align room[1024];

int main(int count, char **words) {
    sked_queue_settings settings = {
        .processors = 4, .jobs_max = 8, .estimate_missing = 10, .order = SKED_FCFS,
        .backfill_order = SKED_FCFS, .depth = 0, .reservations = SKED_COMPRESS};
    FILE *file = fopen(words[1], count > 2 ? "wb" : "rb");
    const void *block = room;
    size_t bytes = 0;
    sked_queue queue;
    if (count > 2) {
        settings.depth = (uint32_t)strtoul(words[2], NULL, 10);
        settings.bookings_max = count > 3 && words[3][1] == 'o';
        settings.backgrounds = count > 3 && words[3][1] == 'a';
        settings.accounts_max = count > 3 && words[3][1] == 'c';
        return sked_queue_init(&queue, &settings, NULL, room, sizeof room) != SKED_OK ||
               sked_queue_seal(&queue, &block, &bytes) != SKED_OK ||
               fwrite(block, 1, bytes, file) != bytes || fclose(file) != 0;
    }
    bytes = fread(room, 1, sizeof room, file);
    puts(sked_status_text(sked_queue_open(&queue, NULL, room, bytes)));
    return fclose(file);
}
