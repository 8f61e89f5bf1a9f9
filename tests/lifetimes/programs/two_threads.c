/* Two threads free the same block, one after the other. */
#include <pthread.h>
#include <stdlib.h>

static char *shared;

static void *give_back(void *argument)
{
    free(shared);                               /* FAULT freed-twice 2000 16 9 #1 */
    return argument;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(2000);
    shared[0] = 1;
    char *between = malloc(24);
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, give_back, NULL);
        pthread_join(thread, NULL);
    }
    free(between);
    return 0;
}
