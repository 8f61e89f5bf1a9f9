/* tasks.c - tasks that wait for each other: lists in a pool whose records are wiped when they are given back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TASKS = 12, WIPED = 0xdd };

struct task {
    struct task *next;
    int number, seconds;
    int urgent;
};

struct pool {
    struct task tasks[MOST_TASKS];
    struct task *free[MOST_TASKS];
    int free_count;
};

struct list {
    struct task *first, *last;
};

struct plan {
    struct pool pool;
    struct list waiting;
    int seconds, done;
};

static void pool_begin(struct pool *pool)
{
    for (int i = 0; i < MOST_TASKS; i++)
        pool->free[pool->free_count++] = &pool->tasks[i];
}

static struct task *pool_take(struct pool *pool)
{
    if (pool->free_count == 0)
        return NULL;
    return pool->free[--pool->free_count];
}

static void pool_give(struct pool *pool, struct task *task)
{
    unsigned char *bytes = (unsigned char *)task;
    for (size_t i = 0; i < sizeof *task; i++)
        bytes[i] = WIPED;
    pool->free[pool->free_count++] = task;
}

static void list_append(struct list *list, struct task *task)
{
    task->next = NULL;
    if (list->last)
        list->last->next = task;
    else
        list->first = task;
    list->last = task;
}

static void list_unlink(struct list *list, struct task *task)
{
    struct task *before = NULL;
    for (struct task *at = list->first; at != task; at = at->next)
        before = at;
    if (before)
        before->next = task->next;
    else
        list->first = task->next;
    if (list->last == task)
        list->last = before;
}

static void task_run(struct plan *plan, const struct task *task)
{
    plan->seconds += task->seconds;
    plan->done++;
    printf("task %d done after %d s\n", task->number, plan->seconds);
}

static void task_finish(struct plan *plan, struct task *task)
{
    list_unlink(&plan->waiting, task);
    pool_give(&plan->pool, task);
}

static void plan_urgent(struct plan *plan)
{
    for (struct task *task = plan->waiting.first; task; task = task->next) {
        if (!task->urgent)              /* FAILURE */
            continue;
        task_run(plan, task);
        task_finish(plan, task);        /* CAUSE: its next is needed once more */
    }
}

static void plan_rest(struct plan *plan)
{
    while (plan->waiting.first) {
        struct task *task = plan->waiting.first;
        task_run(plan, task);
        task_finish(plan, task);
    }
}

/* Each argument is a task: SECONDS, with a ! behind it where it is urgent. */
int main(int argc, char **argv)
{
    static struct plan plan;
    pool_begin(&plan.pool);
    for (int i = 1; i < argc; i++) {
        struct task *task = pool_take(&plan.pool);
        if (!task)
            break;
        char *end;
        task->number = i;
        task->seconds = (int)strtol(argv[i], &end, 10);
        task->urgent = *end == '!';
        list_append(&plan.waiting, task);
    }
    plan_urgent(&plan);
    plan_rest(&plan);
    printf("%d done in %d s\n", plan.done, plan.seconds);
    return 0;
}
