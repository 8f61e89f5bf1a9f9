/* A block that realloc made smaller, and its old end. */
#include <stdlib.h>
#include <string.h>

static char *read_line(size_t *size)
{
    char *line = malloc(200);
    memset(line, 'x', 200);
    *size = 40;
    return realloc(line, *size);
}

int main(void)
{
    size_t size;
    char *line = read_line(&size);
    int sum = 0;
    for (size_t i = 0; i < 150; i += 50)
        sum += line[i];                         /* FAULT freed-read 200 7 10 #1 */
    line[size] = '\0';                          /* FAULT outside-write 40 10 #0 */
    free(line);
    return sum == 0;
}
