/* sums.c - lines that ran and lines that did not, a function that calls itself, wide characters, tabs. */
#include <stdio.h>

static int sum_to(int n)
{
    int below = 0;
    if (n > 0)
        below = sum_to(n - 1);
    int sum = below + n;
    return sum;
}

static int hidden(int n)
{
    return n * 3;
}

int main(int argc, char **argv)
{
	int total = 0;	/* 漢字: wide, café: combining */
	for (int i = 1; i <= 3; i++)
		total += sum_to(i);
	if (argc > 1)
		printf("%s\n", argv[1]);	/* "漢字" */
	total = hidden(total);
	printf("%d\n", total);
	return 0;
}
