/* threads.c - threads one after the other beside one that waits, each with variables and a stack of its own.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where threads wake each other, what the C library leaves in memory depends on who is faster. So they rarely do. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 150 };
static sem_t never;
static char shared[64];
static __thread unsigned own, history[20] = {1, 2, 3};

static void *wait_here(void *argument)
{
    own = 7;
    sem_wait(&never);
    return argument;
}

static void *work(void *argument)
{
    unsigned number = *(unsigned *)argument;
    char text[40];
    for (unsigned round = 0; round < ROUNDS; round++) {
        own += round * number;
        history[round % 20] += own;
        snprintf(text, sizeof text, "thread %u round %u", number, round);
        strcpy(shared, text);
    }
    return argument;
}

int main(void)
{
    static unsigned numbers[THREADS] = {0, 1, 2, 3};
    pthread_t waiting, thread;
    sem_init(&never, 0, 0);
    pthread_create(&waiting, NULL, wait_here, NULL);
    usleep(300000);                     /* by then it waits */
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_create(&thread, NULL, work, &numbers[i]);
        pthread_join(thread, NULL);
        own += i;
    }
    printf("%s %u\n", shared, own);
    return 0;
}
