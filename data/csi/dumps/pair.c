/* pair.c - two threads with the variables of CSI written by hand: see README.md. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *wait_here(void *argument)
{
    volatile long __PT_pathArr[4] = {1, 1, 1, -1}, __PT_arrIndex = 3, __PT_curPath = 2;
    (void)argument;
    pause();
    return (void *)(__PT_pathArr[0] + __PT_arrIndex + __PT_curPath);
}

int main(void)
{
    volatile long __PT_pathArr[4] = {7, 8, 9, -1}, __PT_arrIndex = 3, __PT_curPath = 0;
    pthread_t thread;
    pthread_create(&thread, NULL, wait_here, NULL);
    usleep(200000);
    abort();
    return (int)(__PT_pathArr[0] + __PT_arrIndex + __PT_curPath);
}
