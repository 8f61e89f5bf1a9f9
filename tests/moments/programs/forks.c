/* forks.c - children that change their copy of memory, pipes, waitpid.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int numbers[100];
static char told[3][40];

int main(void)
{
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int ends[2], status = 0;
        for (int k = 0; k < 100; k++)
            numbers[k] += i * k;
        if (pipe(ends))
            return 1;
        pid_t child = fork();
        if (child == 0) {
            char text[40];
            for (int k = 0; k < 100; k++)
                numbers[k] = -k;
            snprintf(text, sizeof text, "child %d has %d", i, numbers[7]);
            _exit(write(ends[1], text, sizeof text) == sizeof text ? 3 + i : 1);
        }
        if (read(ends[0], told[i], sizeof told[i]) < 0 || waitpid(child, &status, 0) != child)
            return 1;
        total += WEXITSTATUS(status);
        close(ends[0]);
        close(ends[1]);
    }
    printf("%s %s %s %d\n", told[0], told[1], told[2], total);
    return 0;
}
