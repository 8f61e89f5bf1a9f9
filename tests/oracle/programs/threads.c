/* threads.c - threads one after the other and two at a time, where their order does not matter.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Those that run at the same time run functions of their own and share nothing but a sum behind a mutex, which they only add to. What the C library stores
 * for a thread that ends, or is waited for, depends upon who comes first: so threads read a byte that release.c sends when main waits for them, and one has
 * ended before that. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int released;                /* a FIFO */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[8] = {5, 3, 8, 1, 9, 2, 7, 4}, total;

struct part {
    int from, to, result;
};

static void *add_up(void *argument)
{
    struct part *part = argument;
    for (int i = part->from; i < part->to; i++)
        part->result += items[i];
    pthread_mutex_lock(&lock);
    total += part->result;
    pthread_mutex_unlock(&lock);
    char byte;
    read(released, &byte, 1);
    return part;
}

static int start[2];                /* a pipe: both at once begin when both are there */

static void *find_largest(void *argument)
{
    static int largest;
    char byte;
    read(start[0], &byte, 1);
    (void)argument;
    for (int i = 0; i < 8; i++)
        if (items[i] > largest)
            largest = items[i];
    return &largest;
}

static void *find_smallest(void *argument)
{
    int smallest = 100;
    char byte;
    read(released, &byte, 1);
    read(start[0], &byte, 1);
    for (int i = 0; i < 8; i++)
        if (items[i] < smallest)
            smallest = items[i];
    *(int *)argument = smallest;
    pthread_exit(argument);
}

int main(void)
{
    pthread_t one, two;
    struct part parts[3] = {{0, 3, 0}, {3, 5, 0}, {5, 8, 0}};
    released = open("released", O_RDONLY);
    for (int i = 0; i < 3; i++) {
        void *back;
        pthread_create(&one, NULL, add_up, &parts[i]);
        pthread_join(one, &back);
        items[i] += ((struct part *)back)->result;
    }
    int smallest;
    void *largest;
    pipe(start);
    pthread_create(&one, NULL, find_largest, NULL);
    pthread_create(&two, NULL, find_smallest, &smallest);
    write(start[1], "go", 2);
    pthread_join(two, NULL);
    pthread_join(one, &largest);
    printf("%d %d %d\n", total, smallest, *(int *)largest);
    return total;
}
