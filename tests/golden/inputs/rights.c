/* rights.c - two reasons for one no; a line of which optimized code runs a part.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
enum { READ = 1, WRITE = 2, LOCKED = 8 };
static const unsigned files[] = {READ | WRITE, READ | LOCKED, READ, WRITE, READ | LOCKED};

__attribute__((noinline)) static int may(unsigned flags, unsigned mask)
{
    if (flags & READ)
        return 0;
    if ((flags & mask) == mask)
        return 1;
    return 0;
}

int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 0; i < 5; i++)
        if (may(files[i], argc * 4))
            sum++;
    if (sum > 1 && argv[0]) printf("%d\n", sum);
    return sum;
}
