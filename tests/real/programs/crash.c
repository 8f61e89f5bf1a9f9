/* A tree of which one node is freed and used again: what lies there then is no pointer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tree {
    struct tree *left, *right;
    int key;
};

static struct tree *insert(struct tree *tree, int key)
{
    if (!tree) {
        tree = calloc(1, sizeof *tree);
        tree->key = key;
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static int depth(const struct tree *tree)
{
    if (!tree)
        return 0;
    int left = depth(tree->left), right = depth(tree->right);
    return 1 + (left > right ? left : right);
}

int main(void)
{
    struct tree *tree = NULL;
    for (int i = 0; i < 50; i++)
        tree = insert(tree, i * 17 % 53);
    printf("%d\n", depth(tree));
    fflush(stdout);
    struct tree *gone = tree->right;
    free(gone->left);
    char *name = malloc(sizeof *tree);
    memset(name, 'x', sizeof *tree);
    printf("%d\n", depth(tree));
    return 0;
}
