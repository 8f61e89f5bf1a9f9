/* Texts without room for their end, and texts in freed memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *name = malloc(8), *copy = malloc(8), *gone = malloc(100);
    strcpy(name, "Heathrow");                   /* FAULT outside-write 8 8 #0 */
    printf("%d\n", (int)strlen(name));          /* FAULT outside-read 8 8 #0 */
    strcpy(copy, "Orly");
    printf("%d\n", strcmp(copy, "Orly"));
    memset(gone, 'x', 99);
    gone[99] = 0;
    free(gone);
    printf("%d\n", (int)strlen(gone));          /* FAULT freed-read 100 8 15 #0 */
    return 0;
}
