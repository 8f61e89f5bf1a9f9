/* average.c - prints the average of three numbers, wrongly: the loop reads one too many. */
#include <stdio.h>

int numbers[3] = {4, 6, 8};
int other = 9;

int average(const int *v, int n)
{
    int sum = 0;
    for (int i = 0; i <= n; i++)
        sum += v[i];
    return sum / n;
}

int main(void)
{
    int n = 3;
    int mean = average(numbers, n);
    printf("%d\n", mean);
}
