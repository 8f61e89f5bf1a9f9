/* scheduler.c - jobs in a priority queue (a binary heap): the most urgent runs first; prints when each was done. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_JOBS = 32 };

struct job {
    int urgency;                /* small ones first */
    int number;
    int duration;
};

struct queue {
    struct job heap[MOST_JOBS];
    int count;
};

struct clock {
    int now;
    int waited;                 /* by all jobs together, weighted by their number */
};

static void job_swap(struct job *a, struct job *b)
{
    struct job other = *a;
    *a = *b;
    *b = other;
}

static void sift_up(struct queue *queue, int at)
{
    while (at > 0) {
        int parent = (at - 1) / 2;
        if (queue->heap[parent].urgency <= queue->heap[at].urgency)
            return;
        job_swap(&queue->heap[parent], &queue->heap[at]);
        at = parent;
    }
}

static void sift_down(struct queue *queue, int at)
{
    for (;;) {
        int child = 2 * at + 1;
        if (child >= queue->count)
            return;
        if (child + 1 <= queue->count && queue->heap[child + 1].urgency < queue->heap[child].urgency)        /* CAUSE: one beyond the last */
            child++;
        if (queue->heap[at].urgency <= queue->heap[child].urgency)
            return;
        job_swap(&queue->heap[at], &queue->heap[child]);
        at = child;
    }
}

static int queue_put(struct queue *queue, struct job job)
{
    if (queue->count == MOST_JOBS)
        return 0;
    queue->heap[queue->count] = job;
    sift_up(queue, queue->count++);
    return 1;
}

static struct job queue_take(struct queue *queue)
{
    struct job first = queue->heap[0];
    job_swap(&queue->heap[0], &queue->heap[--queue->count]);
    sift_down(queue, 0);
    return first;
}

static void clock_run(struct clock *clock, const struct job *job)
{
    clock->waited += clock->now * job->number;
    clock->now += job->duration;
}

/* Each argument is URGENCY:DURATION. */
static int queue_read(struct queue *queue, int count, char **texts)
{
    for (int i = 0; i < count; i++) {
        struct job job = {.number = i + 1};
        if (sscanf(texts[i], "%d:%d", &job.urgency, &job.duration) != 2 || !queue_put(queue, job))
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    struct queue queue = {.count = 0};
    struct clock clock = {0, 0};
    if (!queue_read(&queue, argc - 1, argv + 1))
        return 2;
    while (queue.count > 0) {
        struct job job = queue_take(&queue);
        clock_run(&clock, &job);
        printf("job %d, urgency %d: done at %d\n", job.number, job.urgency, clock.now);
    }
    printf("waited: %d\n", clock.waited);       /* FAILURE */
    return 0;
}
