/* fig1.c - the program of figure 1 of Larus 1990, in the C of today.  SPDX-License-Identifier: GPL-3.0-or-later */
int a[100][100];

void sub(int x[], int i);

int main(void)
{
    for (int i = 0; i < 100; i = i + 1)
        sub(a[i], i);
    return 0;
}

void sub(int x[], int i)
{
    for (int j = 0; j < 100; j = j + 1)
        x[j] = i + j;
}
