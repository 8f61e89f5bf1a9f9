/* No faults: what looks like one to a simple tool. */
#include <alloca.h>
#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct padded {
    char kind;
    int number;
    unsigned flag : 1, mode : 3;
    short last;
};

static jmp_buf place;
static volatile sig_atomic_t seen;

static void handle(int signal)
{
    char *text = malloc(30);
    snprintf(text, 30, "signal %d", signal);
    seen += (int)strlen(text);
    free(text);
}

static int deep(int level)
{
    int here[8];
    here[level % 8] = level;
    if (level == 9)
        longjmp(place, 1);
    return deep(level + 1) + here[level % 8];
}

int main(void)
{
    struct padded *one = malloc(sizeof *one), two, *many = malloc(5 * sizeof *many);
    void *aligned = NULL;
    one->kind = 'x';
    one->number = 4;
    one->flag = 1;
    one->mode = 2;
    one->last = 3;
    two = *one;
    memcpy(many, one, sizeof *one);
    many = realloc(many, 50 * sizeof *many);
    many[1] = two;
    if (many[1].flag && many[0].mode == 2 && many[0].last == 3)
        puts("equal");
    if (posix_memalign(&aligned, 64, 1000) == 0)
        memset(aligned, 1, 1000);
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    if (!setjmp(place))
        deep(0);
    char *local = alloca(200), *text = strdup("some text, which is long enough for vectors of thirty-two bytes, and more");
    strcpy(local, text);
    if (strchr(local, 'z') || strcmp(local, text) || strlen(local) != strlen(text) || !strstr(text, "vectors"))
        puts("strings");
    char *huge = malloc(1 << 20);
    huge[(1 << 20) - 1] = 1;
    huge = realloc(huge, 1 << 22);
    printf("%d %d\n", huge[(1 << 20) - 1], (int)seen);
    free(huge);
    free(text);
    free(aligned);
    free(one);
    free(many);
    void *exact = aligned_alloc(32, 64), *zero = malloc(0);
#ifdef PVALLOC                                  /* gives whole pages; memcheck ends the program there */
    char *page = pvalloc(10);
    page[4095] = 1;
    free(page);
#endif
    free(exact);
    free(zero);
    qsort(calloc(10, 4), 10, 4, (int (*)(const void *, const void *))strcmp);
    return 0;
}
