/* json_lines.c - which lines of standard input are JSON, and what their numbers are in thousandths.
 *
 * SPDX-License-Identifier: MIT
 *
 * For each line: no; yes; or yes and, of a number, three roundings: exact, to nearest, up. A - is
 * a number that has none. tests/programs/json_lines.py knows the answers. */
#include <inttypes.h>
#include <stdio.h>

#include "batsim/json_read.h"

int main(void) {
    static char line[1 << 16];
    json_reader in = {0};
    uint64_t units;
    int rounding;

    while (fgets(line, sizeof line, stdin) != NULL) {
        const int is_json = json_read(&in, line, strcspn(line, "\n"));

        printf("%s", is_json ? "yes" : "no");
        for (rounding = JSON_EXACT; rounding <= JSON_UP; rounding++) {
            if (is_json && in.nodes[0].kind == JSON_NUMBER) {
                if (json_units(&in, 0, 3, (json_rounding)rounding, INT64_MAX, &units)) {
                    printf(" %" PRIu64, units);
                } else {
                    printf(" -");
                }
            }
        }
        printf("\n");
    }
    json_drop(&in);
    return ferror(stdin) || fflush(stdout) != 0;
}
