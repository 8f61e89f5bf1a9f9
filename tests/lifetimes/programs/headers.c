/* A pool whose blocks have a header of 16 bytes, in memory from mmap. SET allocators take(_, size) give(_, block) */
#include <string.h>
#include <sys/mman.h>

struct header { unsigned long size, magic; };
struct pool { char *memory; unsigned long used; };

__attribute__((noinline)) void *take(struct pool *pool, unsigned long size)
{
    if (!pool->memory)
        pool->memory = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct header *header = (struct header *)(pool->memory + pool->used);
    header->size = size;
    header->magic = 0x5aa5;
    pool->used += sizeof *header + (size + 15) / 16 * 16;
    return header + 1;
}

__attribute__((noinline)) void give(struct pool *pool, void *block)
{
    struct header *header = (struct header *)block - 1;
    if (pool->used)
        header->magic = 0;
    memset(block, 0xdd, header->size);
}

int main(void)
{
    struct pool pool = {0};
    long sum = 0;
    volatile char *a = take(&pool, 20), *b = take(&pool, 40), *c = take(&pool, 24);
    memset((void *)a, 1, 20);
    memset((void *)b, 2, 40);
    memset((void *)c, 3, 24);
    sum += a[20];                               /* FAULT outside-read 20 31 #0 */
    sum += ((struct header *)b - 1)->size;      /* FAULT outside-read 20 31 #0 */
    b[41] = 9;                                  /* FAULT outside-write 40 31 #0 */
    give(&pool, (void *)b);
    sum += b[0];                                /* FAULT freed-read 40 31 38 #0 */
    sum += b[39];                               /* FAULT freed-read 40 31 38 #0 */
    give(&pool, (void *)b);                     /* FAULT freed-twice 40 31 38 #0 */
    return sum == 0;
}
