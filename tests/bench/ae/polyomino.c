/* polyomino.c - a puzzle: in how many ways do pentominoes fill a rectangle of five rows?  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     polyomino [COLUMNS]        1 to 12: as many of the twelve pieces as fit */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { rows = 5, most_columns = 12, pieces = 12, most_turns = 8, stride = most_columns + 1 };
struct shape { int cells[5]; };
static const char *const drawings[pieces] = {
    "xxxxx", "xxxx/x...", "xxxx/.x..", "xxx/xx.", "xxx/x.x", "xxx/x../x..", "xxx/.x./.x.",
    "xx./.xx/..x", "xx./.x./.xx", "xx.../.xxxx", ".xx/xx./.x.", ".x./xxx/.x."};
static struct shape shapes[pieces][most_turns];
static int turns[pieces];
static unsigned char board[(rows + 1) * stride + 5];
static int columns, taken[pieces];
static unsigned long solutions, tries;

struct cell { int row, column; };

static int by_place(const void *left, const void *right)
{
    const struct cell *l = left, *r = right;
    return l->column != r->column ? l->column - r->column : l->row - r->row;
}

/* The shape relative to its first cell in the order in which the board is filled: column by column. */
static struct shape shape_of(struct cell cells[5])
{
    struct shape shape;
    qsort(cells, 5, sizeof *cells, by_place);
    for (int i = 0; i < 5; i++)
        shape.cells[i] = (cells[i].row - cells[0].row) * stride + cells[i].column - cells[0].column;
    return shape;
}

static void piece_read(int piece)
{
    struct cell cells[5];
    int count = 0, row = 0, column = 0;
    for (const char *at = drawings[piece]; *at; at++, column++)
        if (*at == '/')
            row++, column = -1;
        else if (*at == 'x' && count < 5)
            cells[count++] = (struct cell){row, column};
    for (int turn = 0; turn < most_turns; turn++) {
        struct cell turned[5];
        for (int i = 0; i < 5; i++) {
            struct cell c = cells[i];
            int r = turn & 1 ? c.column : c.row, k = turn & 1 ? c.row : c.column;
            turned[i] = (struct cell){turn & 2 ? -r : r, turn & 4 ? -k : k};
        }
        struct shape shape = shape_of(turned);
        int known = 0;
        for (int i = 0; i < turns[piece]; i++)
            known |= memcmp(&shapes[piece][i], &shape, sizeof shape) == 0;
        if (!known)
            shapes[piece][turns[piece]++] = shape;
    }
}

static int fits(const struct shape *shape, int at)
{
    for (int i = 0; i < 5; i++) {
        int cell = at + shape->cells[i];
        if (cell < 0 || cell >= (int)sizeof board || board[cell])
            return 0;
    }
    return 1;
}

static void fill(const struct shape *shape, int at, unsigned char with)
{
    for (int i = 0; i < 5; i++)
        board[at + shape->cells[i]] = with;
}

static void search(int row, int column)
{
    while (column < columns && board[row * stride + column])
        if (++row == rows)
            row = 0, column++;
    if (column == columns) {
        solutions++;
        return;
    }
    int at = row * stride + column;
    for (int piece = 0; piece < pieces; piece++)
        for (int turn = 0; !taken[piece] && turn < turns[piece]; turn++) {
            const struct shape *shape = &shapes[piece][turn];
            tries++;
            if (!fits(shape, at))
                continue;
            fill(shape, at, (unsigned char)(piece + 1));
            taken[piece] = 1;
            search(row, column);
            taken[piece] = 0;
            fill(shape, at, 0);
        }
}

int main(int argc, char **argv)
{
    columns = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 4;
    if (columns < 1 || columns > most_columns)
        return 2;
    for (int i = 0; i < (int)sizeof board; i++)
        board[i] = i / stride >= rows || i % stride >= columns;
    for (int piece = 0; piece < pieces; piece++)
        piece_read(piece);
    search(0, 0);
    printf("polyomino %lu ways, %lu tries\n", solutions, tries);
    return 0;
}
