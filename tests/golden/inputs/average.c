#include <stdio.h>
#include <stdlib.h>

static int total, skipped;

static void warn(int value)
{
    fprintf(stderr, "odd value %d\n", value);
}

static void clamp(int value)
{
    warn(value);
    total += 100;
}

static void add(int value, int weight)
{
    if (value < 0) {
        if (weight > 4)
            skipped++;
        return;
    }
    if (value > 50 && weight > 1)
        clamp(value);
    total += value * weight;
}

static void (*hook)(int);

static void on_total(int value)
{
    printf("total %d\n", value);
}

static void check(int *where)
{
    if (total > 60)
        *where = total;
    skipped--;
}

int main(int argc, char **argv)
{
    static const int values[] = {10, 60, 3};
    for (int i = 0; i < 3; i++)
        add(values[i], 1);
    switch (argc) {
    case 1: total += 1; break;
    case 2: total += 2; break;
    case 3: total += 3; break;
    case 4: total += 4; break;
    case 5: total += 5; break;
    case 6: clamp(argc); break;
    }
    if (argc > 1) hook = on_total;
    if (hook)
        hook(total);
    if (argc > 2)
        check(NULL);
    if (total > 5)
        exit(3);
    puts("done");
    return 0;
}
