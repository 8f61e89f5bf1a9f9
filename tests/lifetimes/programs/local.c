/* A variable that only one branch sets. */
#include <stdio.h>

static int parse(const char *text)
{
    int found;
    if (text[0] == 'y')
        found = 1;
    if (found == 1)                             /* FAULT unwritten #0 */
        return 10;
    return 20;
}

int main(int count, char **words)
{
    printf("%d\n", parse(count > 5 ? words[5] : "no"));
    return 0;
}
