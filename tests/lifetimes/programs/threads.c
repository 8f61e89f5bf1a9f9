/* Threads that allocate and end; one reads what another freed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int *shared;

static void *work(void *argument)
{
    int *mine[20], sum = 0;
    for (int i = 0; i < 20; i++) {
        mine[i] = malloc(40);
        mine[i][0] = i;
    }
    for (int i = 0; i < 20; i++) {
        sum += mine[i][0];
        free(mine[i]);
    }
    if (argument) {
        free(shared);
        sum++;
    }
    return (void *)(long)sum;
}

int main(void)
{
    pthread_t threads[3];
    shared = calloc(10, sizeof *shared);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, i == 2 ? &threads : NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", shared[9]);                  /* FAULT freed-read 40 29 20 #0 */
    return 0;
}
