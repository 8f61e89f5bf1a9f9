/* gauss.c - Gaussian elimination with pivots, and the solution of the system.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     gauss [ORDER]        at most 200 */
#include <stdio.h>
#include <stdlib.h>

enum { most = 200 };
static double matrix[most][most], right[most];
static int order, pivots[most];

static void matrix_make(void)
{
    unsigned state = 1325;
    for (int i = 0; i < order; i++) {
        right[i] = 0;
        for (int k = 0; k < order; k++) {
            state = 3125 * state % 65536;
            matrix[i][k] = ((double)state - 32768.0) / 16384.0;
            right[i] += matrix[i][k];
        }
    }
}

static double absolute(double x) { return x < 0 ? -x : x; }

static int pivot_find(int column)
{
    int best = column;
    for (int i = column + 1; i < order; i++)
        if (absolute(matrix[i][column]) > absolute(matrix[best][column]))
            best = i;
    return best;
}

static void row_add(double *to, const double *from, double times, int first)
{
    for (int k = first; k < order; k++)
        to[k] += times * from[k];
}

static int eliminate(void)
{
    for (int column = 0; column < order; column++) {
        int pivot = pivots[column] = pivot_find(column);
        if (matrix[pivot][column] == 0)
            return column + 1;
        for (int k = column; k < order && pivot != column; k++) {
            double swap = matrix[pivot][k];
            matrix[pivot][k] = matrix[column][k];
            matrix[column][k] = swap;
        }
        for (int i = column + 1; i < order; i++) {
            double times = -matrix[i][column] / matrix[column][column];
            matrix[i][column] = times;
            row_add(matrix[i], matrix[column], times, column + 1);
        }
    }
    return 0;
}

static void solve(void)
{
    for (int column = 0; column < order; column++) {
        double swap = right[pivots[column]];
        right[pivots[column]] = right[column];
        right[column] = swap;
        for (int i = column + 1; i < order; i++)
            right[i] += matrix[i][column] * swap;
    }
    for (int i = order; i-- > 0;) {
        for (int k = i + 1; k < order; k++)
            right[i] -= matrix[i][k] * right[k];
        right[i] /= matrix[i][i];
    }
}

int main(int argc, char **argv)
{
    order = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 60;
    if (order < 1 || order > most)
        return 2;
    matrix_make();
    if (eliminate())
        return 1;
    solve();
    double worst = 0;
    for (int i = 0; i < order; i++)
        worst = absolute(right[i] - 1) > worst ? absolute(right[i] - 1) : worst;
    printf("gauss %d %s\n", order, worst < 1e-6 ? "solved" : "lost");
    return 0;
}
