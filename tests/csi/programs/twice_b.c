/* twice_b.c - the other half of twice_a.c: divides by zero at the end.  SPDX-License-Identifier: GPL-3.0-or-later */
static volatile int divisor = 70;

__attribute__((noinline)) static int step(int n)
{
    int r = 0;
    for (int i = n; i > 0; i--) {
        if (i % 3 == 0) {
            r += n / divisor;
            divisor -= 1;
        }
        if (r > 50)
            break;
    }
    return r;
}

int other(int n);
int other(int n)
{
    int r = 1;
    if (n > 4)
        r += step(n);
    do {
        r += n;
        n /= 3;
    } while (n > 1 && r < 1000);
    return r;
}
