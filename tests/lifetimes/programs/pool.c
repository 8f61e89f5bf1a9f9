/* An allocator of its own, with a pool in blocks of malloc, and a list of free records in a static array.
 *
 * SET allocators pool_open(_) pool_get(pool, size) pool_put(_, block) pool_clear(pool) record_new(24) record_drop(block) grow(block, size) */
#include <stdlib.h>
#include <string.h>

struct chunk { struct chunk *next; size_t used; char bytes[1000]; };
struct pool { struct chunk *chunks; };

__attribute__((noinline)) static void pool_open(struct pool *pool)
{
    pool->chunks = malloc(sizeof *pool->chunks);
    pool->chunks->next = NULL;
    pool->chunks->used = 0;
}

__attribute__((noinline)) static void *pool_get(struct pool *pool, size_t size)
{
    if (pool->chunks->used + size > sizeof pool->chunks->bytes) {
        struct chunk *chunk = malloc(sizeof *chunk);
        chunk->next = pool->chunks;
        chunk->used = 0;
        pool->chunks = chunk;
    }
    pool->chunks->used += (size + 23) / 16 * 16;
    return pool->chunks->bytes + pool->chunks->used - (size + 23) / 16 * 16;
}

__attribute__((noinline)) static void pool_put(struct pool *pool, void *block)
{
    __asm__ volatile("" : : "r"(pool), "r"(block) : "memory");
}

__attribute__((noinline)) static void pool_clear(struct pool *pool)
{
    while (pool->chunks) {
        struct chunk *next = pool->chunks->next;
        free(pool->chunks);
        pool->chunks = next;
    }
}

union record { struct { int number; char name[20]; } data; union record *next; };
static union record records[20], *first;

__attribute__((noinline)) static union record *record_new(void)
{
    static int made;
    union record *record = first;
    if (!record)
        return &records[made++];
    first = record->next;
    return record;
}

__attribute__((noinline)) static void record_drop(union record *record)
{
    record->next = first;
    first = record;
}

__attribute__((noinline)) static void *grow(void *block, size_t size)
{
    return realloc(block, size);
}

int main(void)
{
    struct pool pool;
    int total = 0;
    pool_open(&pool);
    int *a = pool_get(&pool, 24), *b = pool_get(&pool, 24), *c = NULL;
    memset(a, 0, 24);
    for (int i = 0; i <= 6; i++)
        total += a[i];                                  /* FAULT outside-read 24 72 #6 */
    b[0] = 5;
    if (b[1] == 7)                                      /* FAULT unwritten 24 72 #0 */
        total++;
    pool_put(&pool, b);
    total += b[0];                                      /* FAULT freed-read 24 72 79 #0 */
    for (int i = 0; i < 60; i++) {
        c = pool_get(&pool, 40);
        c[9] = i;
        total += c[9];
    }
    pool_clear(&pool);
    total += c[9];                                      /* FAULT freed-read 40 82 86 #0 */
    union record *one = record_new(), *two = record_new();
    one->data.number = 1;
    two->data.number = 2;
    strcpy(two->data.name, "two");
    record_drop(two);
    total += two->data.name[8];                         /* FAULT freed-read 24 88 92 #0 */
    record_drop(two);                                   /* FAULT freed-twice 24 88 92 #0 */
    int *list = grow(NULL, 40);
    list[9] = 3;
    list = grow(list, 80);
    list[10] = list[9];
    total += list[10] + one->data.number;
    free(list);
    return total == 0;
}
