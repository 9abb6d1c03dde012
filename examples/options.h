/* options.h: the command line of every program, read and explained by one table of rules. */
/* SPDX-License-Identifier: MIT */
#ifndef OPTIONS_H_INCLUDED
#define OPTIONS_H_INCLUDED

/*     enum { DRAW_SIZE, DRAW_JSON, DRAW_RULES };
       static const option_rule rules[DRAW_RULES] = {
           {.name = "--size", .value = "N", .help = "how large it is", .least = 1, .most = 100},
           {.name = "--json", .help = "print one JSON object instead"}};
       static const option_program draw = {
           .name = "draw", .synopsis = "[OPTION ...] FILE", .about = "Draws FILE.\n",
           .rules = rules, .rules_count = DRAW_RULES};

       int main(int count, char **words) {
           option_line line = option_line_of(&draw, count, words);
           int which;

           while ((which = option_next(&line)) >= OPTION_FILE) {
               switch (which) {
               case DRAW_SIZE: size = line.number; break;
               case DRAW_JSON: as_json = 1; break;
               case OPTION_FILE: file = line.text; break;
               }
           }
           if (which == OPTION_STOP) {
               return line.status;      a fault, which has been reported, or --help, --version
           }
           ...

   Options may stand before and after files, as --size 5 or --size=5. What follows -- is a file, and
   so is - alone, which stands for standard input. An option is given once, unless its rule says
   that it repeats. The same table prints --help, so that the two cannot disagree. */

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "sched.h"

enum { OPTION_STOP = -3, OPTION_END = -2, OPTION_FILE = -1 };
enum { OPTION_WRONG = 2 };              /* the exit status of a command line that is wrong       */
enum { OPTION_LEFT = 26, OPTION_WIDTH = 80, OPTION_NAME_MAX = 32 };

typedef struct option_rule {
    const char *name;                   /* NULL: `help` is a heading                             */
    const char *value;                  /* its name in the help; NULL: there is none             */
    const char *help;                   /* is broken into lines; \n where one has to end         */
    uint64_t least, most;               /* of a number; most = 0: the value is text              */
    const char *const *choices;         /* the value is one of these, up to NULL                 */
    int repeats;                        /* may be given more than once                           */
    const char *modes;                  /* a letter for each mode that knows it                 */
} option_rule;

typedef struct option_program {
    const char *name;
    const char *synopsis;               /* what follows the name; the next lines: other forms    */
    const char *about, *notes;          /* lines above and below the options; NULL: none         */
    void (*print_more)(void);           /* prints more text above the notes; NULL: nothing      */
    const option_rule *rules;
    int rules_count;                    /* at most 64                                            */
} option_program;

/* A command line that is being read. */
typedef struct option_line {
    const option_program *program;
    char **words;
    int count, at;                      /* words[at] was read last                               */
    int only_files;                     /* since --                                              */
    uint64_t given;                     /* a bit for each rule whose option was read             */
    const char *name, *text;            /* of what was read last: the option; its value or file  */
    uint64_t number;                    /* ... if it is a number; of choices: which one          */
    int status;                         /* what to exit with after OPTION_STOP                   */
} option_line;

/* What a program may keep of an option; in a table by the numbers of the rules. */
typedef struct option_value {
    int given;
    const char *text;
    uint64_t number;
} option_value;

static inline option_line option_line_of(const option_program *program, int count, char **words) {
    option_line line = {0};

    line.program = program;
    line.count = count;
    line.words = words;
    line.status = OPTION_WRONG;
    return line;
}

/* Says on standard error what is wrong, and what was expected. Returns 0. */
static inline int option_refuse(const char *program, const char *format, ...) {
    va_list values;

    fflush(stdout);                     /* answers and faults in their order                     */
    fprintf(stderr, "%s: ", program);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    return 0;
}

/* ---- Help ------------------------------------------------------------------------------------ */

/* Prints words from column `column` on, in lines from column `left` to OPTION_WIDTH. */
static inline void option_print_words(const char *text, int column, int left) {
    int length;

    for (; *text != '\0'; text += length) {
        length = (int)strcspn(text, " \n");
        if (column > left && column + 1 + length > OPTION_WIDTH) {
            printf("\n");
            column = 0;
        }
        printf("%*s%.*s", column < left ? left - column : column > left, "", length, text);
        column = (column < left ? left : column + (column > left)) + length;
        if (text[length] == '\n') {
            printf("\n");
            column = 0;
        }
        length += text[length] != '\0';
    }
    printf("\n");
}

static inline void option_print_rule(const option_rule *rule) {
    int column;

    if (rule->name == NULL) {
        printf("\n%s\n", rule->help);
        return;
    }
    column = printf("  %s%s%s", rule->name, rule->value != NULL ? " " : "",
                    rule->value != NULL ? rule->value : "");
    if (column + 2 > OPTION_LEFT) {
        printf("\n");
        column = 0;
    }
    option_print_words(rule->help, column, OPTION_LEFT);
}

/* Each line of the synopsis is a way to use the program. */
static inline void option_print_synopsis(const option_program *program) {
    const char *at = program->synopsis, *before = "usage:";
    int length;

    for (; *at != '\0'; at += length + (at[length] == '\n')) {
        length = (int)strcspn(at, "\n");
        printf("%s %s %.*s\n", before, program->name, length, at);
        before = "      ";
    }
}

static inline void option_print_help(const option_program *program) {
    int which;

    option_print_synopsis(program);
    printf("%s\n", program->about != NULL ? program->about : "");
    for (which = 0; which < program->rules_count; which++) {
        option_print_rule(&program->rules[which]);
    }
    option_print_words("print this text", printf("  -h, --help"), OPTION_LEFT);
    option_print_words("print the version", printf("  --version"), OPTION_LEFT);
    if (program->print_more != NULL) {
        printf("\n");
        program->print_more();
    }
    if (program->notes != NULL) {
        printf("\n%s", program->notes);
    }
}

static inline int option_answer(option_line *line, int help) {
    if (help) {
        option_print_help(line->program);
    } else {
        printf("%s (sked) %d.%d.%d\n", line->program->name, SKED_VERSION_MAJOR,
               SKED_VERSION_MINOR, SKED_VERSION_PATCH);
    }
    line->status = output_status(line->program->name, 1);
    return OPTION_STOP;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* How many letters have to be changed, added or left out to make one name of the other; of their
   first OPTION_NAME_MAX letters (the distance of Levenshtein, row by row). */
static inline int option_distance(const char *left, const char *right) {
    int row[OPTION_NAME_MAX + 1], l, r, corner, above;

    for (r = 0; r <= OPTION_NAME_MAX; r++) {
        row[r] = r;
    }
    for (l = 0; left[l] != '\0' && l < OPTION_NAME_MAX; l++) {
        corner = row[0]++;
        for (r = 0; right[r] != '\0' && r < OPTION_NAME_MAX; r++) {
            above = row[r + 1];
            row[r + 1] = corner + (left[l] != right[r]);
            row[r + 1] = above + 1 < row[r + 1] ? above + 1 : row[r + 1];
            row[r + 1] = row[r] + 1 < row[r + 1] ? row[r] + 1 : row[r + 1];
            corner = above;
        }
    }
    for (r = 0; right[r] != '\0' && r < OPTION_NAME_MAX;) {
        r++;
    }
    return row[r];
}

/* The option whose name is one or two letters off; NULL: none is. */
static inline const char *option_nearest(const option_program *program, const char *name) {
    const char *nearest = NULL;
    int which, best = 3, distance;

    for (which = 0; which < program->rules_count; which++) {
        const char *known = program->rules[which].name;

        distance = known != NULL ? option_distance(name, known) : best;
        if (distance < best) {
            best = distance;
            nearest = known;
        }
    }
    return nearest;
}

static inline int option_refuse_unknown(const option_line *line, const char *name, int length) {
    const char *nearest = option_nearest(line->program, name);

    if (nearest != NULL) {
        return option_refuse(line->program->name, "\"%.*s\" is not an option, expected %s?", length,
                             name, nearest);
    }
    return option_refuse(line->program->name, "\"%.*s\" is not an option, expected one that %s "
                                              "--help lists", length, name, line->program->name);
}

/* The rule whose name are these letters; -1: none. */
static inline int option_find(const option_program *program, const char *name, size_t length) {
    int which = program->rules_count - 1;

    while (which >= 0 && (program->rules[which].name == NULL ||
                          strlen(program->rules[which].name) != length ||
                          strncmp(program->rules[which].name, name, length) != 0)) {
        which--;
    }
    return which;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Digits alone, up to `most`. Returns 1, or 0 if the text is something else. */
static inline int option_digits(const char *text, size_t length, uint64_t most, uint64_t *number) {
    size_t at;

    *number = 0;
    for (at = 0; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
        const uint64_t digit = (uint64_t)(text[at] - '0');

        if (digit > most || *number > (most - digit) / 10) {
            return 0;
        }
        *number = *number * 10 + digit;
    }
    return at == length && length > 0;
}

static inline int option_read_number(option_line *line, const option_rule *rule) {
    return (option_digits(line->text, strlen(line->text), rule->most, &line->number) &&
            line->number >= rule->least) ||
           option_refuse(line->program->name, "%s: \"%s\", expected a whole number from %" PRIu64
                                              " to %" PRIu64,
                         rule->name, line->text, rule->least, rule->most);
}

/* Names, with commas and an "or". */
static inline void option_list(const char *const *names, char *text, size_t room) {
    size_t at, used = 0;

    text[0] = '\0';
    for (at = 0; names[at] != NULL && used < room; at++) {
        const char *before = at == 0 ? "" : names[at + 1] != NULL ? ", " : " or ";

        used += (size_t)snprintf(text + used, room - used, "%s%s", before, names[at]);
    }
}

static inline int option_read_choice(option_line *line, const option_rule *rule) {
    char expected[256];

    for (line->number = 0; rule->choices[line->number] != NULL; line->number++) {
        if (strcmp(line->text, rule->choices[line->number]) == 0) {
            return 1;
        }
    }
    option_list(rule->choices, expected, sizeof expected);
    return option_refuse(line->program->name, "%s: \"%s\", expected %s", rule->name, line->text,
                         expected);
}

/* Reads the text as one of the names of 0 .. count-1, as a switch has them; NULL is no name. */
static inline int option_named(const option_line *line, const char *(*name_of)(int), int count,
                               int *number) {
    char expected[256] = "";
    size_t used = 0;
    int at;

    for (at = 0; at < count; at++) {
        const char *name = name_of(at);

        if (name != NULL && strcmp(line->text, name) == 0) {
            *number = at;
            return 1;
        }
        if (name != NULL && used < sizeof expected) {
            used += (size_t)snprintf(expected + used, sizeof expected - used, "%s%s",
                                     used > 0 ? ", " : "", name);
        }
    }
    return option_refuse(line->program->name, "%s: \"%s\", expected one of %s", line->name,
                         line->text, expected);
}

/* Finds the value: behind = or in the next word. */
static inline int option_take_value(option_line *line, const option_rule *rule,
                                    const char *behind) {
    if (rule->value == NULL) {
        line->number = 1;
        return behind == NULL ||
               option_refuse(line->program->name, "%s: \"%s\", expected no value", rule->name,
                             behind);
    }
    if (behind == NULL && line->at + 1 == line->count) {
        return option_refuse(line->program->name, "%s: nothing follows, expected %s", rule->name,
                             rule->value);
    }
    line->text = behind != NULL ? behind : line->words[++line->at];
    return rule->most > 0          ? option_read_number(line, rule)
           : rule->choices != NULL ? option_read_choice(line, rule)
                                   : 1;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static inline int option_read(option_line *line, const char *word) {
    const size_t length = strcspn(word, "=");
    const int which = option_find(line->program, word, length);
    const option_rule *rule = which >= 0 ? &line->program->rules[which] : NULL;

    if (rule == NULL) {
        (void)option_refuse_unknown(line, word, (int)length);
        return OPTION_STOP;
    }
    line->name = rule->name;
    if ((line->given >> which & 1) != 0 && !rule->repeats) {
        (void)option_refuse(line->program->name, "%s: given again, expected it once", rule->name);
        return OPTION_STOP;
    }
    line->given |= UINT64_C(1) << which;
    return option_take_value(line, rule, word[length] == '=' ? word + length + 1 : NULL)
               ? which : OPTION_STOP;
}

/* Reads the next option or file.
 * Returns   the number of the option's rule; OPTION_FILE; OPTION_END; or OPTION_STOP: exit now,
 *           with line->status. */
static inline int option_next(option_line *line) {
    const char *word;

    if (line->at + 1 < line->count && !line->only_files &&
        strcmp(line->words[line->at + 1], "--") == 0) {
        line->only_files = 1;
        line->at++;
    }
    if (line->at + 1 >= line->count) {
        return OPTION_END;
    }
    word = line->words[++line->at];
    if (line->only_files || word[0] != '-' || word[1] == '\0') {
        line->text = word;
        return OPTION_FILE;
    }
    if (strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0) {
        return option_answer(line, 1);
    }
    return strcmp(word, "--version") == 0 ? option_answer(line, 0) : option_read(line, word);
}

static inline int option_was_given(const option_line *line, int which) {
    return (line->given >> which & 1) != 0;
}

/* What was read last. */
static inline option_value option_value_of(const option_line *line) {
    option_value value;

    value.given = 1;
    value.text = line->text;
    value.number = line->number;
    return value;
}

/* Keeps the name of the only file that a program reads. */
static inline int option_take_file(const option_line *line, const char **file) {
    if (*file != NULL) {
        return option_refuse(line->program->name, "\"%s\" is one file too many, expected only "
                                                  "\"%s\"", line->text, *file);
    }
    *file = line->text;
    return 1;
}

/* Is every option that was given for the mode of this letter? */
static inline int option_is_for(const option_line *line, char letter, const char *mode) {
    const option_rule *rules = line->program->rules;
    int which;

    for (which = 0; which < line->program->rules_count; which++) {
        if (option_was_given(line, which) && strchr(rules[which].modes, letter) == NULL) {
            return option_refuse(line->program->name, "%s does not go with %s, expected options "
                                                      "that %s --help has for it",
                                 rules[which].name, mode, line->program->name);
        }
    }
    return 1;
}

#endif
