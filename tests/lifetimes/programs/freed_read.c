/* A list is freed with its next pointers read from freed nodes. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int number;
};

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 4; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->number = i;
        list = node;
    }
    for (struct node *node = list; node;) {
        struct node *gone = node;
        printf("%d\n", node->number);
        node = NULL;
        free(gone);
        if (gone->number != 7)                  /* FAULT freed-read 16 14 23 #0 */
            break;
    }
    return 0;
}
