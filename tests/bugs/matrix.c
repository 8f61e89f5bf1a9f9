/* matrix.c - matrices of any shape: products, transposes, and the fit of a line through points by normal equations. */
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    int rows, columns;
    double *cells;
};

static struct matrix matrix_make(int rows, int columns)
{
    struct matrix matrix = {rows, columns, calloc((size_t)(rows * columns), sizeof(double))};
    if (!matrix.cells)
        exit(2);
    return matrix;
}

static void matrix_free(struct matrix *matrix)
{
    free(matrix->cells);
    matrix->cells = NULL;
}

static double *cell(const struct matrix *matrix, int row, int column)
{
    return &matrix->cells[row * matrix->columns + column];
}

static struct matrix matrix_transpose(const struct matrix *matrix)
{
    struct matrix result = matrix_make(matrix->columns, matrix->rows);
    for (int row = 0; row < matrix->rows; row++)
        for (int column = 0; column < matrix->columns; column++)
            *cell(&result, column, row) = *cell(matrix, row, column);
    return result;
}

static struct matrix matrix_product(const struct matrix *left, const struct matrix *right)
{
    if (left->columns != right->rows)
        exit(2);
    struct matrix result = matrix_make(left->rows, right->columns);
    for (int row = 0; row < left->rows; row++)
        for (int column = 0; column < right->columns; column++)
            for (int i = 0; i < left->columns; i++)
                *cell(&result, row, column) += *cell(left, row, i) * *cell(right, i, column);
    return result;
}

/* The inverse of a matrix of 2 x 2; false: it has none. */
static int matrix_invert(const struct matrix *matrix, struct matrix *inverse)
{
    double a = *cell(matrix, 0, 0), b = *cell(matrix, 0, 1);
    double c = *cell(matrix, 1, 0), d = *cell(matrix, 1, 1);
    double determinant = a * d - b * c;
    if (determinant == 0)
        return 0;
    *inverse = matrix_make(2, 2);
    *cell(inverse, 0, 0) = d / determinant;
    *cell(inverse, 0, 1) = -b / determinant;
    *cell(inverse, 1, 0) = -c / determinant;
    *cell(inverse, 1, 1) = d / determinant;     /* CAUSE: a belongs here */
    return 1;
}

static struct matrix design_of(const struct matrix *points)
{
    struct matrix design = matrix_make(points->rows, 2);
    for (int i = 0; i < points->rows; i++) {
        *cell(&design, i, 0) = 1;
        *cell(&design, i, 1) = *cell(points, i, 0);
    }
    return design;
}

static struct matrix values_of(const struct matrix *points)
{
    struct matrix values = matrix_make(points->rows, 1);
    for (int i = 0; i < points->rows; i++)
        *cell(&values, i, 0) = *cell(points, i, 1);
    return values;
}

static int fit(const struct matrix *points, double *offset, double *slope)
{
    struct matrix design = design_of(points), values = values_of(points), inverse;
    struct matrix turned = matrix_transpose(&design);
    struct matrix squares = matrix_product(&turned, &design);
    if (!matrix_invert(&squares, &inverse))
        return 0;
    struct matrix moments = matrix_product(&turned, &values);
    struct matrix line = matrix_product(&inverse, &moments);
    *offset = *cell(&line, 0, 0);
    *slope = *cell(&line, 1, 0);
    struct matrix *all[] = {&design, &values, &turned, &squares, &inverse, &moments, &line};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        matrix_free(all[i]);
    return 1;
}

/* Each argument is a point X:Y. */
int main(int argc, char **argv)
{
    struct matrix points = matrix_make(argc > 1 ? argc - 1 : 1, 2);
    double offset, slope;
    for (int i = 0; i < points.rows && i + 1 < argc; i++)
        if (sscanf(argv[i + 1], "%lf:%lf", cell(&points, i, 0), cell(&points, i, 1)) != 2)
            return 2;
    if (!fit(&points, &offset, &slope))
        return 2;
    printf("offset: %.3f\n", offset);
    printf("slope: %.3f\n", slope);     /* FAILURE */
    matrix_free(&points);
    return 0;
}
