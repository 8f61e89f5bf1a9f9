/* flood.c - more than a megabyte of significant events: a list of pointers walked again and again.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

enum { count = 1000, rounds = 220 };
static struct node { struct node *next; unsigned value; } nodes[count];

static void shuffle(void)
{
    for (unsigned i = 0; i < count; i++)
        nodes[i] = (struct node){&nodes[(i * 377 + 610) % count], i};
}

static unsigned walk(const struct node *node, unsigned sum)
{
    for (unsigned i = 0; i < count; i++, node = node->next)
        sum = sum * 3 + node->value;
    return sum;
}

int main(void)
{
    unsigned sum = 1;
    shuffle();
    for (unsigned i = 0; i < rounds; i++)
        sum = walk(&nodes[i % count], sum);
    printf("flood %08x\n", sum);
    return 0;
}
