/* For record_select.t: what is shown is chosen by name. */
#include <string.h>

#define ALONE __attribute__((noinline, noclone))

int n = 2, total;
char from[8], to[8];

ALONE static int inner(int x)
{
    return x * 7 + n;
}

ALONE int outer(int x)
{
    return inner(x) + 1;
}

ALONE int last(int x)
{
    total = x;
    return x;
}

int main(void)
{
    void *(*volatile copy)(void *, const void *, size_t) = memcpy;
    for (int i = 0; i < 3; i++)
        n = outer(n);
    from[0] = (char)n;
    copy(to, from, sizeof to);
    return last(to[0]) & 63;
}
