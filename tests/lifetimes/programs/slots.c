/* A pool of equal slots without headers: freed slots hold the list of free ones. SET allocators slot_new(32) slot_free(block) slots_open() */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 32, SLOTS = 8 };
static char *chunk;
static void *unused;

__attribute__((noinline)) void slots_open(void)
{
    chunk = malloc(SIZE * SLOTS);
    unused = NULL;
    for (int i = SLOTS - 1; i >= 0; i--) {
        memcpy(chunk + i * SIZE, &unused, sizeof unused);
        unused = chunk + i * SIZE;
    }
}

__attribute__((noinline)) void *slot_new(void)
{
    void *slot = unused;
    if (slot)
        memcpy(&unused, slot, sizeof unused);
    return slot;
}

__attribute__((noinline)) void slot_free(void *slot)
{
    memcpy(slot, &unused, sizeof unused);
    unused = slot;
}

int main(void)
{
    int sum = 0;
    slots_open();
    volatile int *a = slot_new(), *b = slot_new(), *c = slot_new();
    for (int i = 0; i < 8; i++)
        a[i] = b[i] = c[i] = i;
    sum += a[8];                                /* lands in b */
    sum += c[8];                                /* FAULT outside-read 32 38 #0 */
    slot_free((void *)(b));
    sum += b[0];                                /* FAULT freed-read 32 38 43 #0 */
    sum += b[5];                                /* FAULT freed-read 32 38 43 #0 */
    b[7] = 3;                                   /* FAULT freed-write 32 38 43 #0 */
    slot_free((void *)(b));                     /* FAULT freed-twice 32 38 43 #0 */
    volatile int *again = slot_new();
    if (again[3] == 1000)                       /* FAULT unwritten 32 48 #0 */
        puts("found");
    again[0] = 2;
    sum += b[0];                                /* it is again */
    slot_free((void *)(c + 1));                 /* FAULT freed-wrong 32 38 #0 */
    ((volatile char *)chunk)[SIZE * 5] = 1;     /* FAULT outside-write 32 38 #0 */
    free(chunk);
    sum += a[1];                                /* FAULT freed-read 32 38 55 #0 */
    return sum == 0;
}
