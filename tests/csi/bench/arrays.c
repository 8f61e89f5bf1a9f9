/* arrays.c - multiplies matrices: long inner loops, few branches.  SPDX-License-Identifier: GPL-3.0-or-later */
enum { SIZE = 300, ROUNDS = 8 };

static double left[SIZE][SIZE], right[SIZE][SIZE], product[SIZE][SIZE];

static void multiply(void)
{
    for (int i = 0; i < SIZE; i++) {
        for (int k = 0; k < SIZE; k++) {
            double factor = left[i][k];
            for (int j = 0; j < SIZE; j++)
                product[i][j] += factor * right[k][j];
        }
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < SIZE; i++)
        for (int k = 0; k < SIZE; k++)
            left[i][k] = right[k][i] = (i * argc + k) % 10;
    for (int round = 0; round < ROUNDS; round++)
        multiply();
    return product[SIZE / 2][SIZE / 3] > 1e9;
}
