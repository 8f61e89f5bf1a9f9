#include <stdio.h>

struct pair { int first, second; };

static inline int sum(const struct pair *pair)
{
    static int calls = 5;
    calls++;
    return pair->first + pair->second + calls;
}

static inline int last(int *numbers, int count)
{
    return numbers[count - 1];
}

__attribute__((noipa)) static int both(int n)
{
    struct pair pair = {n, n * 2};
    int added = sum(&pair);
    return added;
}

__attribute__((noipa)) static double mean(float low, double high, long count)
{
    double half = 0.5;
    float times = (float)count;
    double total = (low + high) * half;
    int whole = (int)total;
    printf("%d\n", whole);
    printf("%f\n", total);
    return total + times;
}

__attribute__((noipa)) static int rows(int n, int m)
{
    int squares[n];
    char letters[n][m];
    int (*first)[n] = &squares;
    for (int i = 0; i < n; i++) {
        squares[i] = i * i;
        for (int k = 0; k < m; k++)
            letters[i][k] = (char)('a' + i);
    }
    printf("%d %.*s\n", last(squares, n), m, letters[1]);
    return (*first)[1];
}

int main(int argc, char **argv)
{
    (void)argv;
    printf("%d\n", both(argc + 4) + rows(argc + 3, argc + 1));
    return mean(1.5f, 2.5, argc + 300) < 0;
}
