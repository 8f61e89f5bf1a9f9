/* fuzz_history.c - any bytes as a history: both ends of each line find it again.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store_check.h"
#include "recording/store/store.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct node node_at(const struct store *store, uint64_t address, uint64_t instance)
{
    struct node node = {0, instance};
    check(store_find_address(store, address, &node.index));
    check(store_exists(store, node));
    return node;
}

static void check_arrow(const struct store *store, const struct wet_arrow *arrow)
{
    struct node user = node_at(store, arrow->user, arrow->user_instance);
    struct node definer = node_at(store, arrow->definer, arrow->definer_instance);
    struct links definers = {0}, users = {0};
    check(store_definers(store, user, NULL, &definers));
    check(store_users(store, definer, NULL, &users));
    check(is_among(&definers, definer, 0));
    check(is_among(&users, user, 0));
    check(!store_at_horizon(store, user));
    links_free(&definers);
    links_free(&users);
}

static void check_arrows(const struct store *store, struct str bytes)
{
    struct wet_reader *reader = wet_reader_open(bytes);
    struct wet_item item;
    uint64_t arrows = 0, problems = 0;
    while (wet_reader_next(reader, &item)) {
        if (item.kind == WET_ITEM_ARROW) {
            check_arrow(store, &item.arrow);
            arrows++;
        } else {
            check(item.kind == WET_ITEM_PROBLEM);
            problems++;
        }
    }
    wet_reader_close(reader);
    check(store_summary(store).dependences == arrows);
    check(store_summary(store).problems == problems);
}

/* The first line makes any input a history. */
static struct str history_of(const uint8_t *data, size_t size)
{
    static const char first[] = "0x1#0 --> 0x2#0\n";
    char *bytes = memory_allocate(sizeof first - 1 + size);
    memcpy(bytes, first, sizeof first - 1);
    if (size)
        memcpy(bytes + sizeof first - 1, data, size);
    return (struct str){bytes, sizeof first - 1 + size};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str bytes = history_of(data, size), copy = history_of(data, size);
    struct store *store;
    struct error error;
    check(store_open_bytes(copy, "input", NULL, &store, &error));
    free((void *)copy.data); /* the store no longer needs the bytes */
    check(store_summary(store).kind == STORE_HISTORY);
    check_store(store);
    check_arrows(store, bytes);
    free((void *)bytes.data);
    store_close(store);
    return 0;
}
