/* threads.c - two threads that go different ways through one function.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>

#include "say.h"

static volatile unsigned results[2];

__attribute__((noinline)) static unsigned part(unsigned which)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 2000; i++)
        sum = which ? sum * 5 + i : sum + i * i;
    return sum;
}

static void *thread(void *data)
{
    unsigned which = *(unsigned *)data;
    results[which] = part(which);
    return NULL;
}

int run(int count)
{
    pthread_t threads[2];
    unsigned numbers[2] = {0, 1};
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, thread, &numbers[i]))
            return 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    say("results ", results[0] ^ results[1]);
    return count;
}
