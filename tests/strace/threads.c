#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>
#include <time.h>
#include <sys/syscall.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;
static void *work(void *a) { (void)a; pthread_mutex_lock(&mutex); ready = 1; pthread_cond_signal(&cond); pthread_mutex_unlock(&mutex); write(1, "worker\n", 7); return NULL; }
int main(void)
{
    pthread_t t;
    struct timespec ts;
    pthread_mutex_lock(&mutex);
    pthread_create(&t, NULL, work, NULL);
    while (!ready) pthread_cond_wait(&cond, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    clock_gettime(CLOCK_REALTIME, &ts); ts.tv_nsec += 1000000; if (ts.tv_nsec > 999999999) ts.tv_nsec = 0;
    pthread_mutex_lock(&mutex); pthread_cond_timedwait(&cond, &mutex, &ts); pthread_mutex_unlock(&mutex);
    syscall(SYS_futex, &ready, 0, 5, NULL); syscall(SYS_futex, &ready, 129, 1); syscall(SYS_futex, &ready, 1, 1);
    syscall(SYS_membarrier, 0, 0, 0);
    syscall(999, 1, 2); 
    write(2, "end\n", 4);
    return 0;
}
