#include <stddef.h>
#include <stdio.h>

static int digit(const char *at)
{
    static const int values[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const int *value = NULL;
    if (*at >= '0' && *at <= '9')
        value = &values[*at - '0'];
    return *value;
}

static int number(const char *text, int depth)
{
    int sum = 0;
    for (; *text; text++) {
        if (*text == '+')
            return sum + number(text + 1, depth + 1);
        if (*text == ' ')
            continue;
        sum = 10 * sum + digit(text);
    }
    return sum;
}

int main(void)
{
    static const char *const lines[] = {"1", "1 2+3", "4+56+7x8"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        printf("%d\n", number(lines[i], 0));
    return 0;
}
