/* Functions that others enter by a jump, and one that calls itself through a pointer, also by a jump. */
volatile int sink;

__attribute__((noipa)) int note(int x)
{
    sink = x;
    return x;
}

__attribute__((noipa)) int work(int a, int b)
{
    note(5);
    return note(6) + 1;
}

__attribute__((noipa)) int wrap(int a, int b)
{
    return work(b * 10, a * 10);
}

int ping(int n, int k);

__attribute__((noipa)) int pong(int n, int k)
{
    note(n);
    return ping(n - 1, k + 100);
}

__attribute__((noipa)) int ping(int n, int k)
{
    note(7);
    if (n == 0)
        return note(8) + 1;
    return pong(n, n * 5);
}

typedef int step(int n, int k, void *next);

__attribute__((noipa)) int again(int n, int k, void *next)
{
    note(9);
    if (n == 0)
        return note(10) + 1;
    return ((step *)next)(n - 1, n * 7, next);
}

int main(void)
{
    return wrap(1, 2) + ping(2, 3) + again(1, 4, again) == 0;
}
