#include <stdio.h>
#include <string.h>
#include <stdlib.h>

enum colour { RED, GREEN };
struct point { int x, y; };
struct item {
    char name[12];
    struct point at;
    double weight;
    enum colour colour;
    unsigned flag : 3, kind : 2;
    const char *note;
    struct item *next;
    int unused;
};
struct item items[2];
int numbers[6];
double v[4];
char built[16];
int grid[2][3];
short many[300];
union { float f; unsigned char byte[4]; } both;
struct { struct { char c; _Bool ok; } in; long list[2]; } all;
struct point untouched;

static void copy(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}

int main(void)
{
    const char *category = "food";
    const char *odd = "a \"b\" \\ \t\33[31m";
    const char *high = "\303\244 \377 -----------";
    char *heap = malloc(8);
    char line[32];
    copy(items[0].name, "pear");
    items[0].at.x = 3;
    items[0].at.y = -4;
    items[0].weight = 0.25;
    items[0].colour = GREEN;
    items[0].flag = 5;
    items[0].kind = 1;
    items[0].note = category;
    items[0].next = &items[1];
    strcpy(items[1].name, "plum");
    for (int i = 0; i < 5; i++)
        numbers[i] = i < 3 ? 7 : i;
    for (int i = 0; i < 4; i++)
        v[i] = i * 1.5;
    for (int i = 0; i < 5; i++)
        grid[i / 3][i % 3] = i;
    for (int i = 0; i < 300; i++)
        many[i] = i < 100 ? 0 : (short)(i % 90);
    built[0] = 'a';
    built[1] = 'b';
    built[4] = 'c';
    both.f = 1.5f;
    all.in.c = '\'';
    all.in.ok = 1;
    copy(heap, "heap\n");
    snprintf(line, sizeof line, "n=%d", numbers[1]);
    printf("%s %c %s %g %s %s\n", items[0].name, line[2], heap, v[2], odd, high);
    return items[1].name[0] == 'p' ? 0 : built[0];
}
