/* Four threads add up parts of an array, and take turns at a counter. */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, EACH = 500 };

static int numbers[THREADS * EACH];
static long total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *part)
{
    const int *from = part;
    long sum = 0;
    for (int i = 0; i < EACH; i++)
        sum += from[i];
    pthread_mutex_lock(&lock);
    total += sum;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS * EACH; i++)
        numbers[i] = i * 7 % 31;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, add, numbers + i * EACH);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%ld\n", total);
    return total == 0;
}
