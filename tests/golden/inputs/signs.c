/* signs.c - numbers that read differently by their types.  SPDX-License-Identifier: GPL-3.0-or-later */
static long total;

static int less(int a, int b)
{
    int c = a - b;
    return c;
}

int main(void)
{
    double mean = 10.0 / 4;
    float half = 0.5f;
    unsigned big = 4294967192u;
    int low = less(1, 105);
    total += 4294960684;
    return mean > half && big && low ? 0 : 1;
}
