/* words.c - text through scanf, sscanf, fgets, strcpy, memmove, qsort, strtok.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { char name[16]; int number; double weight; };
enum { ITEMS = 24 };                    /* below 1 KB: for more, qsort asks how much memory is free */
static struct item items[ITEMS];
static char line[200];

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct item *)a)->name, ((const struct item *)b)->name);
}

int main(int count, char **arguments)
{
    size_t used = 0;
    double all = 0;
    FILE *file = fopen(count > 1 ? arguments[1] : "/usr/share/common-licenses/BSD", "r");
    while (file && used < ITEMS && fgets(line, sizeof line, file)) {
        for (char *word = strtok(line, " \n\t,."); word && used < ITEMS; word = strtok(NULL, " \n\t,.")) {
            struct item *item = &items[used++];
            char text[40];
            word[0] = (char)toupper((unsigned char)word[0]);
            snprintf(text, sizeof text, "%.10s %zu %.2f", word, strlen(word), (double)strlen(word) / 3);
            if (sscanf(text, "%15s %d %lf", item->name, &item->number, &item->weight) != 3)
                return 1;
            all += item->weight;
            memmove(items + used / 2, items + used / 2 + 1, sizeof *items);
        }
    }
    qsort(items, used, sizeof *items, by_name);
    for (size_t i = 0; i < used; i++)
        printf("%-16s %3d %6.2f\n", items[i].name, items[i].number, items[i].weight);
    printf("%.3f\n", all);
    return 0;
}
