/* memory.h - arenas, growing arrays and hash maps.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One arena per trace, one per question: everything in it is freed together, nothing singly. If the system refuses memory, the program ends (abort, after one
 * line on standard error). Nothing else in libclew does that; so no caller has to handle it. Sizes follow the bytes read, never a size that a file
 * announces. */
#ifndef CLEW_CORE_MEMORY_H
#define CLEW_CORE_MEMORY_H

#include "core/text.h"

void *memory_allocate(size_t size);                 /* zeroed; free() it */
void *memory_resize(void *data, size_t size);       /* as realloc */
char *memory_string(struct str s);                /* a copy with a NUL behind it; free() it */

/* The caller is about to fill all of this memory, which it has just allocated: the system may give it in large pages. Only speed changes. */
void memory_will_fill(void *data, size_t size);

/* Bytes of memory of the machine, or of the control group that the process is in, if that has less. 0: unknown. Reads some files of the kernel. */
uint64_t memory_of_machine(void);

struct arena_block;
struct arena {                                      /* zeroed is empty */
    struct arena_block *blocks;
    size_t total;                                   /* bytes handed out */
};

void *arena_allocate(struct arena *arena, size_t size);               /* zeroed, aligned for any type; O(size) */
struct str arena_copy(struct arena *arena, struct str s);         /* the copy is followed by a NUL */
char *arena_string(struct arena *arena, struct str s);
struct str arena_printf(struct arena *arena, const char *format, ...) FORMATTED(2, 3);
void *arena_keep(struct arena *arena, void *scratch, size_t size);    /* copies memory from malloc into the arena and frees the original */
void arena_clear(struct arena *arena);                                /* empties it, but keeps one block for reuse; O(its bytes used) */
void arena_free(struct arena *arena);                                 /* leaves it empty and usable */

/* Makes room for `need` elements in a malloced array, doubling; returns the array, updates *capacity.
 *
 *     list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items); */
void *array_grow(void *data, size_t *capacity, size_t need, size_t element);

/* A member array with its count and capacity, and an element added to it:
 *
 *     struct list { ARRAY(struct item, items); };        items, items_count, items_capacity
 *     ARRAY_ADD(list, items, (struct item){7}); */
#define ARRAY(type, name) type *name; size_t name##_count, name##_capacity
#define ARRAY_ADD(owner, name, ...) \
    ((owner)->name##_count == (owner)->name##_capacity \
         ? (void)((owner)->name = array_grow((owner)->name, &(owner)->name##_capacity, (owner)->name##_count + 1, sizeof *(owner)->name)) \
         : (void)0, (void)((owner)->name[(owner)->name##_count++] = __VA_ARGS__))

/* For your own hash tables: an unpredictable key, never 0, and a mix of value and key in which every bit depends on every other. */
uint64_t hash_key(const void *table);
uint64_t hash_mix(uint64_t value, uint64_t key);

/* Hash map from 64-bit keys to 64-bit values; open addressing, keyed so that chosen keys do not collide. Zeroed is empty.
 * Look-ups are O(1) expected; there is no removal and no order. */
struct map_slot;
struct map {
    struct map_slot *slots;
    size_t count, capacity;
    uint64_t key;
};

bool map_get(const struct map *map, uint64_t key, uint64_t *value);
void map_put(struct map *map, uint64_t key, uint64_t value);          /* replaces */
void map_free(struct map *map);

/* Each name once: equal names give the same string, which lives as long as the pool. Zeroed is empty. */
struct pool {
    struct arena arena;
    struct pool_slot *slots;
    size_t count, capacity;
    uint64_t key;
};

struct str pool_name(struct pool *pool, struct str name);         /* the null string stays the null string */
void pool_free(struct pool *pool);

#endif
