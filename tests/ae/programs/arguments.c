/* arguments.c - variable arguments, memory on the stack, structures by value, many parameters.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <alloca.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct triple { int a; short b; char c[5]; };
struct big { int values[20]; };

static unsigned sum = 1;
static void mix(unsigned value) { sum = sum * 37 + value; }

static int add_all(const char *kinds, ...)
{
    va_list list, again;
    int total = 0;
    va_start(list, kinds);
    va_copy(again, list);
    for (const char *kind = kinds; *kind; kind++) {
        if (*kind == 'i')
            total += va_arg(list, int);
        else if (*kind == 'd')
            total += (int)(va_arg(list, double) * 4);
        else if (*kind == 'l')
            total += (int)(va_arg(list, long long) >> 30);
        else
            total += (int)strlen(va_arg(list, const char *));
    }
    if (kinds[0] == 'i')
        total ^= va_arg(again, int);
    va_end(again);
    va_end(list);
    return total;
}

static unsigned reversed(const char *text)
{
    size_t length = strlen(text);
    char *copy = alloca(length + 1);
    for (size_t i = 0; i < length; i++)
        copy[i] = text[length - 1 - i];
    copy[length] = '\0';
    unsigned hash = 5;
    for (char *at = copy; *at; at++)
        hash = hash * 33 ^ (unsigned char)*at;
    return hash;
}

static unsigned triangle(int n)
{
    int row[n], total = 0;                      /* a length that changes from call to call */
    for (int i = 0; i < n; i++)
        row[i] = i * n;
    if (n > 1)
        total = (int)triangle(n - 1);
    for (int i = 0; i < n; i += 2)
        total += row[i];
    return (unsigned)total;
}

static struct big turn(struct big from, int by)
{
    struct big to;
    for (int i = 0; i < 20; i++)
        to.values[i] = from.values[(i + by) % 20];
    return to;
}

static int many(int a, int b, int c, int d, int e, int f, struct triple g, double h, char i)
{
    return a + 2 * b - c + d * e + f + g.a + g.b * 3 + g.c[4] + (int)(h * 2) + i;
}

int main(void)
{
    mix((unsigned)add_all("iidsl", 4, 5, 2.75, "hello", 1LL << 40));
    mix((unsigned)add_all("sd", "", -1.5));
    mix((unsigned)add_all("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8));
    mix((unsigned)add_all(""));
    static const char *const texts[] = {"a", "trace", "significant events", ""};
    for (int i = 0; i < 4; i++)
        mix(reversed(texts[i]));
    mix(triangle(12));
    struct big big;
    for (int i = 0; i < 20; i++)
        big.values[i] = i * i;
    big = turn(turn(big, 3), 9);
    mix((unsigned)(big.values[0] + big.values[19]));
    mix((unsigned)many(1, 2, 3, 4, 5, 6, (struct triple){7, 8, "wxyz"}, 2.5, 'k'));
    printf("arguments %08x\n", sum);
    return (int)(sum % 5);
}
