/* inventory.c - a shop's stock: reads movements, keeps quantities, and lists what has to be ordered again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 16, NAME_SIZE = 24 };

struct item {
    char name[NAME_SIZE];
    int quantity;
    int reserved;               /* sold, not yet sent */
    int minimum;                /* at this many free ones it is ordered again */
    int order;                  /* how many are to be ordered */
};

struct inventory {
    struct item items[MOST_ITEMS];
    int count;
};

static struct item *inventory_find(struct inventory *inventory, const char *name)
{
    for (int i = 0; i < inventory->count; i++)
        if (strcmp(inventory->items[i].name, name) == 0)
            return &inventory->items[i];
    return NULL;
}

static struct item *inventory_add(struct inventory *inventory, const char *name, int minimum)
{
    if (inventory->count == MOST_ITEMS)
        return NULL;
    struct item *item = &inventory->items[inventory->count++];
    memset(item, 0, sizeof *item);
    snprintf(item->name, sizeof item->name, "%s", name);
    item->minimum = minimum;
    return item;
}

static int item_free(const struct item *item)
{
    return item->quantity - item->reserved;
}

static void item_plan(struct item *item)
{
    int left = item_free(item);
    if (left < item->minimum) {         /* CAUSE: at the minimum, too */
        int wanted = 2 * item->minimum - left;
        item->order = wanted;           /* NOT RUN */
    }
}

static void item_receive(struct item *item, int amount)
{
    item->quantity += amount;
    item->order = 0;
    item_plan(item);
}

static void item_sell(struct item *item, int amount)
{
    if (amount > item_free(item))
        amount = item_free(item);
    item->reserved += amount;
    item_plan(item);
}

static void item_send(struct item *item)
{
    item->quantity -= item->reserved;
    item->reserved = 0;
}

static void inventory_move(struct inventory *inventory, const char *name, char what, int amount)
{
    struct item *item = inventory_find(inventory, name);
    if (!item)
        item = inventory_add(inventory, name, 5);
    if (!item)
        return;
    switch (what) {
    case '+': item_receive(item, amount); break;
    case '-': item_sell(item, amount); break;
    case '!': item_send(item); break;
    default: fprintf(stderr, "what is %c?\n", what);
    }
}

static int inventory_orders(const struct inventory *inventory)
{
    int orders = 0;
    for (int i = 0; i < inventory->count; i++) {
        const struct item *item = &inventory->items[i];
        if (item->order > 0)
            orders += item->order;
    }
    return orders;
}

/* Each argument is a movement: NAME+12 came, NAME-3 sold, NAME!0 sent. */
int main(int argc, char **argv)
{
    struct inventory inventory = {.count = 0};
    for (int i = 1; i < argc; i++) {
        char name[NAME_SIZE] = "";
        size_t length = strcspn(argv[i], "+-!");
        if (length == 0 || length >= sizeof name || !argv[i][length])
            continue;
        memcpy(name, argv[i], length);
        inventory_move(&inventory, name, argv[i][length], atoi(argv[i] + length + 1));
    }
    for (int i = 0; i < inventory.count; i++) {
        const struct item *item = &inventory.items[i];
        printf("%-10s %3d in stock, %3d free, order %d\n", item->name, item->quantity, item_free(item), item->order);
    }
    printf("to order: %d\n", inventory_orders(&inventory));     /* FAILURE */
    return 0;
}
