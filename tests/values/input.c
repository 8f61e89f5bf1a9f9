/* Values that library code and the kernel leave in variables: sscanf, strcpy, memcpy, read, waitpid, qsort, strtok. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct item {
    int id;
    char name[12];
    double price;
    short counts[3];
};

static struct item stock[6];
static int total;
static long checks[4];

static int by_id(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int order = x->id - y->id;
    return order;
}

static int parse(const char *line, struct item *item)
{
    char name[12] = "none";
    int id = -1, fields;
    double price = 0.5;
    fields = sscanf(line, "%d %11s %lf", &id, name, &price);
    if (fields < 3)
        return fields;
    memset(item, 0, sizeof *item);
    item->id = id;
    item->price = price;
    strcpy(item->name, name);
    for (int i = 0; i < 3; i++)
        item->counts[i] = (short)(id * (i + 1));
    return fields;
}

static long through_pipe(const long *numbers, int count)
{
    long got[4] = {1, 2, 3, 4}, sum = 0;
    int ends[2], length = 0;
    if (pipe(ends))
        return -1;
    length = (int)write(ends[1], numbers, (size_t)count * sizeof *numbers);
    length = (int)read(ends[0], got, sizeof got);
    for (int i = 0; i < length / (int)sizeof *got; i++)
        sum += got[i];
    close(ends[0]);
    close(ends[1]);
    return sum;
}

static int child(int code)
{
    int status = 77;
    pid_t pid = fork();
    if (pid == 0)
        _exit(code);
    waitpid(pid, &status, 0);
    int exited = WEXITSTATUS(status);
    return exited + 1;
}

int main(void)
{
    static const char text[] = "5 pear 0.25\n3 fig 1.5\nnothing here\n9 plum 2.75\n1 apple 0.125\n";
    char copy[sizeof text], *rest = copy, *line;
    int count = 0, bad = 0;
    memcpy(copy, text, sizeof text);
    while ((line = strsep(&rest, "\n")) && count < 6) {
        int fields = parse(line, &stock[count]);
        if (fields == 3)
            count++;
        else
            bad++;
    }
    qsort(stock, (size_t)count, sizeof *stock, by_id);
    for (int i = 0; i < count; i++) {
        struct item copied = stock[i];
        total += copied.counts[2];
        checks[i % 4] = through_pipe((const long[]){i, copied.id, total}, 3);
    }
    int left = child(3);
    char *out = malloc(64);
    int written = snprintf(out, 64, "%d items, %d bad, %d, first %s", count, bad, total, stock[0].name);
    puts(out);
    free(out);
    return written + left > 500;
}
