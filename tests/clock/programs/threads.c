/* threads.c - two threads beside the first, which waits for them; and threads that run one after the other.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static unsigned long fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void pass(void)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}

static void *recurse(void *argument)
{
    unsigned long *sum = argument;
    pass();
    *sum = fibonacci(11);
    return NULL;
}

static void *count(void *argument)
{
    unsigned long *sum = argument;
    pass();
    for (unsigned long i = 0; i < 1000; i++)
        *sum += i * i % 7;
    return NULL;
}

static void *add(void *argument)
{
    unsigned long *sum = argument;
    *sum += 17;
    return NULL;
}

static void *multiply(void *argument)
{
    unsigned long *sum = argument;
    *sum *= 17;
    pthread_exit(NULL);
}

int main(void)
{
    unsigned long a = 0, b = 0;
    pthread_t first, second;
    pthread_mutex_lock(&gate);          /* so that neither ends before the other begins */
    if (pthread_create(&first, NULL, recurse, &a) || pthread_create(&second, NULL, count, &b))
        return 1;
    pthread_mutex_unlock(&gate);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    printf("%lu %lu\n", a, b);
    if (pthread_create(&first, NULL, add, &a) || pthread_join(first, NULL) || pthread_create(&second, NULL, multiply, &a) || pthread_join(second, NULL))
        return 1;
    printf("%lu\n", a);
    return 0;
}
