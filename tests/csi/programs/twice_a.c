/* twice_a.c - with twice_b.c: static functions of one name, and block numbers that start again.  SPDX-License-Identifier: GPL-3.0-or-later */
int other(int n);

static volatile int state = 1;

__attribute__((noinline)) static int step(int n)
{
    int r = 0;
    while (n > 0) {
        if (n % 4 == 0)
            r += other(n / 2);
        else if (n % 4 == 1)
            r++;
        n -= 3;
        state += n & 1;
    }
    return r;
}

int main(int argc, char **argv)
{
    (void)argv;
    int r = 0;
    for (int i = argc; i < 60; i++) {
        if (state > 0)
            r += step(i);
        if (r > 100)
            r /= 2;
    }
    return r;
}
