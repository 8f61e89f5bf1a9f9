/* returns.c - functions that return numbers of many types.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdio.h>

enum colour { RED, GREEN = 7 };
struct point { double x; int n; };

static int negative(int x) { return -x; }
static short narrow(int x) { return (short)-x; }
static unsigned great(int x) { return (unsigned)-x; }
static long long wide(int x) { return -x * 10000000000LL; }
static char letter(int i) { return (char)('a' + i); }
static bool odd(int i) { return i & 1; }
static enum colour pick(int i) { return i ? GREEN : RED; }
static int *inside(struct point *p) { return &p->n; }
static double half(int x) { return x / 2.0; }
static float quarter(int x) { return (float)x / 4; }
static double mixed(double x) { return x < 3 ? x * 2 : -half((int)x); }
static double unused(double x) { return x + 1; }
static long double precise(int x) { return x + 0.25L; }
static struct point both(int x) { static struct point p; p.x = x; p.n = 3; return p; } /* its padding is 0 */

int main(int argc, char **argv)
{
    struct point p = {half(argc + 4), 3}, q = both(argc);
    int a = negative(argc + 5), b = narrow(argc), c = pick(argc), *d = inside(&p);
    float f = quarter(argc + 4);
    double g = mixed(1.25), h = mixed(9);
    long double i = precise(argc);
    unused(g);
    printf("%d %d %d %d %u %lld %c %d\n", a, b, c, *d, great(argc), wide(argc), letter(argc), odd(argc));
    printf("%g %g %g %g %g %Lg\n", p.x, q.x, (double)f, g, h, i);
    return 0;
}
