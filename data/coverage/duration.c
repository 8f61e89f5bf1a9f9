/* duration.c - adds up durations such as 90s, 1h30m or 2d12h and prints the sum in seconds. One of its units is wrong. */
#include <stdio.h>
#include <stdlib.h>

static long unit_seconds(char unit)
{
    if (unit == 's')
        return 1;
    if (unit == 'm')
        return 60;
    if (unit == 'h')
        return 60 * 60;
    if (unit == 'd')
        return 24 * 60;
    return 0;
}

/* The duration in seconds; -1 if the text is none. */
static long duration(const char *text)
{
    long sum = 0;
    while (*text) {
        char *end;
        long number = strtol(text, &end, 10);
        long seconds = unit_seconds(*end);
        if (end == text || seconds == 0)
            return -1;
        sum += number * seconds;
        text = end + 1;
    }
    return sum;
}

int main(int argc, char **argv)
{
    long total = 0;
    for (int i = 1; i < argc; i++) {
        long seconds = duration(argv[i]);
        if (seconds < 0) {
            fprintf(stderr, "duration: %s: no duration\n", argv[i]);
            return 1;
        }
        total += seconds;
    }
    printf("%ld s\n", total);
    return 0;
}
