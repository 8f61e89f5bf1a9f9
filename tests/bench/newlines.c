/* newlines.c - counts line ends: the reference that scanning a trace is measured against.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    static char buffer[1 << 18];
    unsigned long count = 0;
    int file = argc > 1 ? open(argv[1], O_RDONLY) : STDIN_FILENO;
    for (ssize_t got; (got = read(file, buffer, sizeof buffer)) > 0;)
        for (char *at = buffer, *end = buffer + got; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
            count++;
    printf("%lu\n", count);
    return 0;
}
