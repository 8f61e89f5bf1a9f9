/* words.c - strings and allocated memory: counts words in a hash table, then hangs them into a tree.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "when a program is traced the trace is long and when a trace is long it is regenerated and not recorded; "
                           "a schema and the significant events of the program are what is left of the trace when the program is done";

struct word { struct word *next, *left, *right; unsigned count; char text[]; };
static struct word *buckets[16];

static unsigned hash(const char *word)
{
    unsigned value = 5381;
    while (*word)
        value = value * 33 + (unsigned char)*word++;
    return value;
}

static struct word *word_find(const char *name)
{
    struct word **at = &buckets[hash(name) % 16];
    for (; *at; at = &(*at)->next)
        if (strcmp((*at)->text, name) == 0)
            return *at;
    size_t length = strlen(name) + 1;
    *at = calloc(1, sizeof **at + length);
    if (!*at)
        exit(1);
    memcpy((*at)->text, name, length);
    return *at;
}

static void count_words(const char *from)
{
    char name[32];
    size_t length = 0;
    do {
        if (isalpha((unsigned char)*from) && length < sizeof name - 1)
            name[length++] = (char)tolower((unsigned char)*from);
        else if (length) {
            name[length] = '\0';
            word_find(name)->count++;
            length = 0;
        }
    } while (*from++);
}

static void insert(struct word **tree, struct word *word)
{
    while (*tree) {
        int order = (int)word->count - (int)(*tree)->count;
        if (order == 0)
            order = strcmp((*tree)->text, word->text);
        tree = order > 0 ? &(*tree)->left : &(*tree)->right;
    }
    *tree = word;
}

static unsigned print(const struct word *tree, unsigned sum)
{
    if (!tree)
        return sum;
    sum = print(tree->left, sum);
    if (tree->count > 3)
        printf("%s %u\n", tree->text, tree->count);
    return print(tree->right, sum * 7 + tree->count * hash(tree->text));
}

static void release(struct word *tree)
{
    if (!tree)
        return;
    release(tree->left);
    release(tree->right);
    free(tree);
}

int main(void)
{
    struct word *tree = NULL;
    count_words(text);
    for (int i = 0; i < 16; i++)
        for (struct word *word = buckets[i]; word; word = word->next)
            insert(&tree, word);
    printf("words %08x\n", print(tree, 1));
    release(tree);
    return 0;
}
