/* arguments.c - argv, a file read, memory from malloc, words counted.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    struct word *next;
    int count;
    char text[];
};

static struct word *find(struct word **list, const char *text)
{
    for (struct word *word = *list; word; word = word->next)
        if (strcmp(word->text, text) == 0)
            return word;
    struct word *word = malloc(sizeof *word + strlen(text) + 1);
    strcpy(word->text, text);
    word->count = 0;
    word->next = *list;
    return *list = word;
}

int main(int count, char **arguments)
{
    static _Alignas(64) char line[64];       /* string functions read more or less beyond the end, as it is aligned */
    struct word *list = NULL;
    FILE *file = count > 1 ? fopen(arguments[1], "r") : NULL;
    while (file && fscanf(file, "%63s", line) == 1) {
        for (char *c = line; *c; c++)
            *c = (char)tolower(*c);
        find(&list, line)->count++;
    }
    if (file)
        fclose(file);
    int total = count > 2 ? atoi(arguments[2]) : 0;
    for (struct word *word = list; word; word = word->next) {
        printf("%s %d\n", word->text, word->count);
        total += word->count;
    }
    while (list) {
        struct word *next = list->next;
        free(list);
        list = next;
    }
    return total;
}
