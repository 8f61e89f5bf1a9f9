/* System calls that read and write beyond a block. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    char *text = calloc(1, 30), *input = calloc(1, 24);
    int zeros = open("/dev/zero", O_RDONLY);
    if (write(zeros, text, 40) > 0)             /* FAULT outside-read 30 8 #0 */
        return 1;
    if (read(zeros, input, 26) != 26)           /* FAULT outside-write 24 8 #0 */
        return 2;
    free(text);
    return 0;
}
