/* moldable_relax.h: the interval relaxation of the paper on moldable tasks, solved by GLPK. */
/* SPDX-License-Identifier: MIT */
#ifndef MOLDABLE_RELAX_H
#define MOLDABLE_RELAX_H

/* Include moldable_workload.h before. Only where WITH_GLPK is defined (and -lglpk) something is
 * solved: the module itself needs no linear programs, the paper's ratios do. All functions are
 * `static inline`: compilers stay silent when one is not used.
 *
 * Two bounds on the minsum, told in >>bound of sched_moldable.h. As printed, intervals are
 * (t_j, t_(j+1)] for j = 0 .. K, t_j = C / 2^(K-j), t_0 no less than the shortest time of all; C
 * is the deadline that the dual test accepts. Corrected: also (0, t_0], and one behind the last; a
 * task ends no sooner than its least time. What is printed is no bound on every instance. With
 * another growth than 2 the same is said of t_j = C / growth^(K-j). */

#include <stdint.h>
#include <stdlib.h>

#ifdef WITH_GLPK
#include <glpk.h>
#endif

enum { RELAX_INTERVALS = 72 };

typedef struct relax_grid {
    double begins[RELAX_INTERVALS], ends[RELAX_INTERVALS];      /* ticks; an end of 0: never */
    int count;
} relax_grid;

/* On all processors: the tables of the workloads never rise. */
static inline sked_time relax_shortest(const moldable_load *load, uint32_t task) {
    return load->tasks[task].times[load->tasks[task].count - 1];
}

static inline relax_grid relax_intervals(const moldable_load *load, sked_time accepted,
                                         double growth, int corrected) {
    double times[RELAX_INTERVALS], shortest = (double)accepted;
    relax_grid grid;
    int last = 1, at;
    uint32_t i;

    for (i = 0; i < load->count; i++) {
        const double time = (double)relax_shortest(load, i);

        shortest = time < shortest ? time : shortest;
    }
    while (last < RELAX_INTERVALS - 4 && shortest * pow(growth, last) <= (double)accepted) {
        last++;
    }
    for (at = 0; at <= last; at++) {
        times[at] = (double)accepted / pow(growth, last - 1) * pow(growth, at);
    }
    grid.count = 0;
    for (at = corrected ? -1 : 0; at < last + (corrected ? 1 : 0); at++) {
        grid.begins[grid.count] = at < 0 ? 0 : times[at];
        grid.ends[grid.count++] = at < last ? times[at + 1] : 0;
    }
    return grid;
}

/* The least work of a task on any width with a time of at most `end`; -1: there is none. */
static inline double relax_work(const sked_moldable_task *task, double end) {
    double least = -1;
    uint32_t width;

    for (width = 1; width <= task->count; width++) {
        const double work = (double)width * (double)task->times[width - 1];

        if ((end <= 0 || (double)task->times[width - 1] <= end) && (least < 0 || work < least)) {
            least = work;
        }
    }
    return least;
}

#ifdef WITH_GLPK

/* Entries of the matrix, from 1 on, as GLPK has them. */
typedef struct relax_matrix {
    int *rows, *columns;
    double *values;
    int count;
} relax_matrix;

static inline void relax_enter(relax_matrix *matrix, int row, int column, double value) {
    matrix->count++;
    matrix->rows[matrix->count] = row;
    matrix->columns[matrix->count] = column;
    matrix->values[matrix->count] = value;
}

/* The columns of a task: one for each interval in which it can end. Rows 1 .. n are tasks, those
 * behind them intervals: what ends there and what has ended before, less what then has ended. */
static inline void relax_task(const moldable_load *load, uint32_t i, const relax_grid *grid,
                              int corrected, glp_prob *program, relax_matrix *matrix) {
    const sked_moldable_task *task = &load->tasks[i];
    const double shortest = (double)relax_shortest(load, i) / MOLDABLE_UNIT;
    int at;

    for (at = 0; at < grid->count; at++) {
        const double work = relax_work(task, grid->ends[at]) / MOLDABLE_UNIT;
        double cost = grid->begins[at] / MOLDABLE_UNIT;

        if (work < 0) {
            continue;
        }
        cost = corrected && cost < shortest ? shortest : cost;
        glp_add_cols(program, 1);
        glp_set_col_bnds(program, glp_get_num_cols(program), GLP_LO, 0, 0);
        glp_set_obj_coef(program, glp_get_num_cols(program),
                         cost * (double)task->weight / MOLDABLE_WEIGHT);
        relax_enter(matrix, (int)i + 1, glp_get_num_cols(program), 1);
        relax_enter(matrix, (int)load->count + 1 + at, glp_get_num_cols(program), work);
    }
}

/* And a column for each interval: the work of all that has ended by its end. */
static inline void relax_rows(const moldable_load *load, const relax_grid *grid,
                              glp_prob *program, relax_matrix *matrix) {
    const double processors = (double)load->tasks[0].count;
    const int first = glp_add_rows(program, (int)load->count + grid->count) + (int)load->count;
    const int column = glp_add_cols(program, grid->count);
    int at;
    uint32_t i;

    for (i = 0; i < load->count; i++) {
        glp_set_row_bnds(program, (int)i + 1, GLP_LO, 1, 0);
    }
    for (at = 0; at < grid->count; at++) {
        glp_set_row_bnds(program, first + at, GLP_FX, 0, 0);
        glp_set_col_bnds(program, column + at, grid->ends[at] > 0 ? GLP_DB : GLP_LO, 0,
                         processors * grid->ends[at] / MOLDABLE_UNIT);
        relax_enter(matrix, first + at, column + at, -1);
        if (at + 1 < grid->count) {
            relax_enter(matrix, first + at + 1, column + at, 1);
        }
    }
}

static inline int relax_solve(const moldable_load *load, const relax_grid *grid, int corrected,
                              relax_matrix *matrix, double *value) {
    glp_prob *program = glp_create_prob();
    glp_smcp how;
    uint32_t i;
    int solved;

    glp_term_out(GLP_OFF);
    glp_init_smcp(&how);
    how.meth = GLP_PRIMAL;
    glp_set_obj_dir(program, GLP_MIN);
    relax_rows(load, grid, program, matrix);
    for (i = 0; i < load->count; i++) {
        relax_task(load, i, grid, corrected, program, matrix);
    }
    glp_load_matrix(program, matrix->count, matrix->rows, matrix->columns, matrix->values);
    solved = glp_simplex(program, &how) == 0 && glp_get_status(program) == GLP_OPT;
    *value = glp_get_obj_val(program) * MOLDABLE_WEIGHT * MOLDABLE_UNIT;
    glp_delete_prob(program);
    return solved;
}

/* *value: in ticks times weights. 0: it was not solved. */
static inline int relax_minsum(const moldable_load *load, sked_time accepted, double growth,
                               int corrected, double *value) {
    const relax_grid grid = relax_intervals(load, accepted, growth, corrected);
    const size_t most = 1 + 2 * ((size_t)load->count + 1) * (size_t)grid.count;
    relax_matrix matrix;
    int solved = 0;

    matrix.rows = (int *)malloc(most * sizeof *matrix.rows);
    matrix.columns = (int *)malloc(most * sizeof *matrix.columns);
    matrix.values = (double *)malloc(most * sizeof *matrix.values);
    matrix.count = 0;
    if (matrix.rows != NULL && matrix.columns != NULL && matrix.values != NULL) {
        solved = relax_solve(load, &grid, corrected, &matrix, value);
    }
    free(matrix.rows);
    free(matrix.columns);
    free(matrix.values);
    return solved;
}

#endif /* WITH_GLPK */
#endif /* MOLDABLE_RELAX_H */
