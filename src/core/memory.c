/* memory.c - arenas, growing arrays, hash maps, name pools.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>

static _Noreturn void exhausted(void)
{
    fputs("clew: out of memory\n", stderr);
    abort();
}

void *memory_allocate(size_t size)
{
    void *data = calloc(1, size ? size : 1);
    if (!data)
        exhausted();
    return data;
}

void *memory_resize(void *data, size_t size)
{
    data = realloc(data, size ? size : 1);
    if (!data)
        exhausted();
    return data;
}

char *memory_string(struct str s)
{
    char *string = memory_allocate(s.size + 1);
    if (s.size)
        memcpy(string, s.data, s.size);
    return string;
}

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    _Alignas(max_align_t) char bytes[];
};

enum { ARENA_LEAST = 1024, ARENA_MOST = 64 * 1024 };

/* Blocks grow with the arena, so that a small arena (one row's texts) stays small. */
static size_t usual_block(const struct arena *arena)
{
    if (arena->total < ARENA_LEAST)
        return ARENA_LEAST;
    return arena->total < ARENA_MOST ? arena->total : ARENA_MOST;
}

static struct arena_block *arena_extend(struct arena *arena, size_t need)
{
    size_t usual = usual_block(arena), room = need > usual ? need : usual, bytes;
    if (__builtin_add_overflow(room, sizeof(struct arena_block), &bytes))
        exhausted();
    struct arena_block *block = memory_allocate(bytes);
    block->size = room;
    if (arena->blocks && need > usual) { /* a large piece gets its own block: keep filling the block in front */
        block->next = arena->blocks->next;
        arena->blocks->next = block;
    } else {
        block->next = arena->blocks;
        arena->blocks = block;
    }
    return block;
}

void *arena_allocate(struct arena *arena, size_t size)
{
    size_t need = (size + _Alignof(max_align_t) - 1) & ~(_Alignof(max_align_t) - 1);
    if (need < size)
        exhausted();
    struct arena_block *block = arena->blocks;
    if (!block || block->size - block->used < need)
        block = arena_extend(arena, need);
    char *data = block->bytes + block->used;
    block->used += need;
    arena->total += need;
    return data;
}

char *arena_string(struct arena *arena, struct str s)
{
    char *copy = arena_allocate(arena, s.size + 1);
    if (s.size)
        memcpy(copy, s.data, s.size);
    return copy;
}

struct str arena_copy(struct arena *arena, struct str s)
{
    return (struct str){arena_string(arena, s), s.size};
}

struct str arena_printf(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size < 0) /* above 2 GB */
        return (struct str){"", 0};
    char *data = arena_allocate(arena, (size_t)size + 1);
    va_start(arguments, format);
    vsnprintf(data, (size_t)size + 1, format, arguments);
    va_end(arguments);
    return (struct str){data, (size_t)size};
}

static void free_blocks(struct arena_block *block)
{
    for (struct arena_block *next; block; block = next) {
        next = block->next;
        free(block);
    }
}

void *arena_keep(struct arena *arena, void *scratch, size_t size)
{
    void *copy = arena_allocate(arena, size);
    if (size)
        memcpy(copy, scratch, size);
    free(scratch);
    return copy;
}

void arena_clear(struct arena *arena)
{
    struct arena_block *front = arena->blocks;
    if (!front)
        return;
    free_blocks(front->next);
    memset(front->bytes, 0, front->used);
    front->next = NULL;
    front->used = 0;
    arena->total = 0;
}

void arena_free(struct arena *arena)
{
    free_blocks(arena->blocks);
    *arena = (struct arena){0};
}

void *array_grow(void *data, size_t *capacity, size_t need, size_t element)
{
    if (need <= *capacity)
        return data;
    size_t room = *capacity ? *capacity : 8, bytes;
    while (room < need)
        if (__builtin_mul_overflow(room, 2, &room))
            exhausted();
    if (__builtin_mul_overflow(room, element, &bytes))
        exhausted();
    *capacity = room;
    return memory_resize(data, bytes);
}

/* A fresh key per table keeps chosen input from colliding; without a random source, the table's address must do. */
uint64_t hash_key(const void *table)
{
    uint64_t key;
    if (getrandom(&key, sizeof key, GRND_NONBLOCK) != sizeof key)
        key = (uint64_t)(uintptr_t)table * 0x9e3779b97f4a7c15u;
    return key | 1;
}

/* The finaliser of MurmurHash3 (Appleby, 2011) over the keyed value. */
uint64_t hash_mix(uint64_t value, uint64_t key)
{
    value ^= key;
    value = (value ^ value >> 33) * 0xff51afd7ed558ccdu;
    value = (value ^ value >> 33) * 0xc4ceb9fe1a85ec53u;
    return value ^ value >> 33;
}

/* For maps and pools, many of them small and short-lived: without a system call, from the kernel's random bytes of this process. */
static uint64_t table_key(const void *table)
{
    const void *random = (const void *)(uintptr_t)getauxval(AT_RANDOM);
    uint64_t secret;
    if (!random)
        return hash_key(table);
    memcpy(&secret, random, sizeof secret);
    return hash_mix((uint64_t)(uintptr_t)table, secret) | 1;
}

struct map_slot {
    uint64_t key, value;
    bool used;
};

static struct map_slot *map_slot(const struct map *map, uint64_t key)
{
    size_t at = hash_mix(key, map->key) & (map->capacity - 1);
    while (map->slots[at].used && map->slots[at].key != key)
        at = (at + 1) & (map->capacity - 1);
    return &map->slots[at];
}

bool map_get(const struct map *map, uint64_t key, uint64_t *value)
{
    if (map->count == 0)
        return false;
    const struct map_slot *slot = map_slot(map, key);
    if (slot->used)
        *value = slot->value;
    return slot->used;
}

static void map_widen(struct map *map)
{
    struct map old = *map;
    map->capacity = old.capacity ? old.capacity * 2 : 16;
    map->slots = memory_allocate(map->capacity * sizeof *map->slots);
    if (!map->key)
        map->key = table_key(map);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].used)
            *map_slot(map, old.slots[i].key) = old.slots[i];
    free(old.slots);
}

void map_put(struct map *map, uint64_t key, uint64_t value)
{
    if (map->count * 4 >= map->capacity * 3)
        map_widen(map);
    struct map_slot *slot = map_slot(map, key);
    map->count += !slot->used;
    *slot = (struct map_slot){key, value, true};
}

void map_free(struct map *map)
{
    free(map->slots);
    *map = (struct map){0};
}

struct pool_slot {
    struct str name;
    uint64_t hash;
};

static uint64_t name_hash(struct str name, uint64_t key)
{
    uint64_t hash = key ^ name.size;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * 0x100000001b3u;
    return hash_mix(hash, key);
}

static struct pool_slot *pool_slot(const struct pool *pool, struct str name, uint64_t hash)
{
    size_t at = hash & (pool->capacity - 1);
    while (pool->slots[at].name.data && !(pool->slots[at].hash == hash && str_equal(pool->slots[at].name, name)))
        at = (at + 1) & (pool->capacity - 1);
    return &pool->slots[at];
}

static void pool_widen(struct pool *pool)
{
    struct pool old = *pool;
    pool->capacity = old.capacity ? old.capacity * 2 : 64;
    pool->slots = memory_allocate(pool->capacity * sizeof *pool->slots);
    if (!pool->key)
        pool->key = table_key(pool);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].name.data)
            *pool_slot(pool, old.slots[i].name, old.slots[i].hash) = old.slots[i];
    free(old.slots);
}

struct str pool_name(struct pool *pool, struct str name)
{
    if (!name.data)
        return name;
    if (pool->count * 4 >= pool->capacity * 3)
        pool_widen(pool);
    uint64_t hash = name_hash(name, pool->key);
    struct pool_slot *slot = pool_slot(pool, name, hash);
    if (!slot->name.data) {
        *slot = (struct pool_slot){arena_copy(&pool->arena, name), hash};
        pool->count++;
    }
    return slot->name;
}

void pool_free(struct pool *pool)
{
    arena_free(&pool->arena);
    free(pool->slots);
    *pool = (struct pool){0};
}
