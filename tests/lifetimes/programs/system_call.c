/* System calls read bytes that nothing wrote: of a block, of the stack, in a vector. */
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

__attribute__((noinline)) static void leave(void)
{
    volatile char old[256];
    for (int i = 0; i < 256; i++)
        old[i] = 'x';
}

__attribute__((noinline)) static long from_stack(int out)
{
    char line[64];
    memcpy(line, "hello", 5);
    return write(out, line, 9);                         /* FAULT unwritten #0 */
}

int main(void)
{
    int ends[2], both = pipe(ends);
    char *block = malloc(24), *whole = malloc(24), *again = calloc(3, 8);
    memset(block, 'a', 10);
    memset(whole, 'b', 24);
    long sum = both + write(ends[1], block, 10) + write(ends[1], again, 24);
    sum += write(ends[1], block, 24);                   /* FAULT unwritten 24 24 #0 */
    leave();
    sum += from_stack(ends[1]);
    struct iovec parts[2] = {{whole, 24}, {block + 12, 4}};
    sum += writev(ends[1], parts, 2);                   /* FAULT unwritten 24 24 #0 */
    free(whole);
    sum += write(ends[1], whole, 24);                   /* FAULT freed-read 24 24 33 #0 */
    sum += write(ends[1], again, 30);                   /* FAULT outside-read 24 24 #0 */
    sum += read(ends[0], whole, 3);                     /* FAULT freed-write 24 24 33 #0 */
    sum += read(ends[0], block, 24) + write(ends[1], block, 24);
    free(block);
    free(again);
    return sum == 0;
}
