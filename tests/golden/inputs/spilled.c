/* A float that the compiler keeps on the stack while other functions run. */
volatile int sink;

__attribute__((noinline)) float grow(float x)
{
    sink++;
    return x * 3;
}

__attribute__((noinline)) int use(int n)
{
    float kept = grow((float)n);
    sink += n;
    grow(1);
    sink = (int)(kept * 2);
    return n + sink;
}

int main(void)
{
    return use(2) == 0;
}
