/* scripts.c - scripts at random.
 *
 * SPDX-License-Identifier: MIT
 *
 *     scripts FILE FIRST LAST     of each seed a dozen lines of the file, after its new calendar,
 *                                 with letters, numbers, words and lines changed */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

enum { LINES = 100, CHARS = 200, ROOM = 9000 };
static char script[LINES][CHARS], line[ROOM];
static const char letters[] = "0123456789-,# abFPD_W.\t\r\001\377";
static const char *const numbers[] = {"0", "1", "7", "8", "-", "0-7", "64", "0-63", "167", "168",
                                      "169", "4294967296", "4611686018427387903",
                                      "4611686018427387904", "18446744073709551615"};

/* Puts a text in the place of the letters from `from` to `to`. */
static void put(size_t from, size_t to, const char *text) {
    const size_t rest = strlen(line + to) + 1, chars = strlen(text);
    if (from + chars + rest < ROOM) {
        memmove(line + from + chars, line + to, rest);
        memcpy(line + from, text, chars);
    }
}

static void mutate(uint64_t *seed) {
    const size_t at = check_below(seed, (uint32_t)strlen(line) + 1);
    const size_t word = at + strcspn(line + at, " ");
    const size_t from = line[word] == ' ' ? word + 1 : word;
    const size_t to = from + strcspn(line + from, " ");
    const uint32_t kind = check_below(seed, 12);
    char text[2] = {0, 0};
    size_t again;
    text[0] = letters[check_below(seed, sizeof letters - 1)];
    if (kind < 2) {
        put(at, line[at] == 0 ? at : at + 1, text);
    } else if (kind < 3) {
        put(at, at, text);
    } else if (kind < 4) {
        put(at, line[at] == 0 ? at : at + 1, "");
    } else if (kind < 11) {
        put(from, to, numbers[check_below(seed, sizeof numbers / sizeof numbers[0])]);
    } else if (check_below(seed, 20) == 0) {
        for (again = 0; again < 900; again++) {
            put(at, at, "1,2-3");
        }
    }
}

static void tell(uint64_t seed, uint32_t lines) {
    const uint32_t first = check_below(&seed, lines - 9);
    uint32_t at, times;
    for (at = 0; at < 14; at++) {
        strcpy(line, script[at < 4 ? at : first + at - 4]);
        times = at == 0 ? check_below(&seed, 12) / 11 : check_below(&seed, 4);
        for (; times > 0; times--) {
            mutate(&seed);
        }
        if (at > 0 || strncmp(line, "new ", 4) == 0) {
            printf("%s\n", line);
        }
    }
}

int main(int count, char **words) {
    FILE *file = count == 4 ? fopen(words[1], "r") : NULL;
    uint32_t lines = 0;
    uint64_t seed;
    while (file != NULL && lines < LINES && fgets(script[lines], CHARS, file) != NULL) {
        script[lines][strcspn(script[lines], "\n")] = 0;
        lines += script[lines][0] != 0 && script[lines][0] != '#';
    }
    for (seed = strtoull(words[2], NULL, 10); lines > 12 && seed <= strtoull(words[3], NULL, 10);
         seed++) {
        tell(seed, lines);
    }
    return lines <= 12;
}
