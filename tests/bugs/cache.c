/* cache.c - a cache of pages that drops the least recently used one: a hash table with chains, and a list by use. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 8, MOST_PAGES = 4 };

struct page {
    uint32_t number;
    uint32_t sum;
    struct page *chain;         /* in its bucket */
    struct page *newer, *older; /* in the list by use */
};

struct cache {
    struct page pages[MOST_PAGES];
    struct page *buckets[BUCKETS];
    struct page *newest, *oldest;
    int used;
    int hits, misses;
};

static unsigned bucket_of(uint32_t number)
{
    return (number * 2654435761u) >> 29;
}

static void list_remove(struct cache *cache, struct page *page)
{
    if (page->newer)
        page->newer->older = page->older;
    else
        cache->newest = page->older;
    if (page->older)
        page->older->newer = page->newer;
    else
        cache->oldest = page->newer;
}

static void list_push(struct cache *cache, struct page *page)
{
    page->newer = NULL;
    page->older = cache->newest;
    if (cache->newest)
        cache->newest->newer = page;
    else
        cache->oldest = page;
    cache->newest = page;
}

static struct page *chain_find(struct cache *cache, uint32_t number)
{
    struct page *page = cache->buckets[bucket_of(number)];
    while (page && page->number != number)
        page = page->chain;
    return page;
}

static void chain_remove(struct cache *cache, struct page *page)
{
    struct page **link = &cache->buckets[bucket_of(page->number)];
    while (*link != page)
        link = &(*link)->chain;
    *link = page->chain;
}

static void chain_push(struct cache *cache, struct page *page)
{
    struct page **bucket = &cache->buckets[bucket_of(page->number)];
    page->chain = *bucket;
    *bucket = page;
}

static uint32_t disk_read(uint32_t number)
{
    uint32_t sum = 17;
    for (uint32_t i = 0; i < 8; i++)
        sum = 31 * sum + number * i;
    return sum % 1000;
}

static struct page *page_take(struct cache *cache)
{
    if (cache->used < MOST_PAGES)
        return &cache->pages[cache->used++];
    struct page *page = cache->oldest;
    list_remove(cache, page);
    chain_remove(cache, page);
    return page;
}

static struct page *cache_get(struct cache *cache, uint32_t number)
{
    struct page *page = chain_find(cache, number);
    if (page) {
        cache->hits++;
        list_remove(cache, page);
        list_push(cache, page);
        return page;
    }
    cache->misses++;
    page = page_take(cache);
    page->number = number;
    page->sum = disk_read(number);
    chain_push(cache, page);
    list_push(cache, page);
    return page;
}

/* Adds two pages up: the second must not drop the first. */
static uint32_t pair_sum(struct cache *cache, uint32_t a, uint32_t b)
{
    const struct page *first = cache_get(cache, a);
    const struct page *second = cache_get(cache, b);
    return 1000 * first->sum + second->sum;
}

static uint32_t page_put(struct cache *cache, uint32_t number, uint32_t sum)
{
    struct page *page = cache_get(cache, number);
    uint32_t before = page->sum;
    page->sum = sum;
    return before;
}

static void pair_exchange(struct cache *cache, uint32_t from, uint32_t to)
{
    uint32_t source = cache_get(cache, from)->sum;
    uint32_t before = page_put(cache, to, source);
    page_put(cache, from, source);      /* CAUSE: an exchange puts what was there before */
    (void)before;
}

/* Each argument is A+B, a sum of two pages, A=B, an exchange, or A, a look. */
int main(int argc, char **argv)
{
    static struct cache cache;
    uint32_t total = 0;
    for (int i = 1; i < argc; i++) {
        uint32_t a, b = 0;
        char what = 0;
        if (sscanf(argv[i], "%u%c%u", &a, &what, &b) < 1)
            return 2;
        if (what == '+')
            total += pair_sum(&cache, a, b);
        else if (what == '=')
            pair_exchange(&cache, a, b);
        else
            total += cache_get(&cache, a)->sum;
    }
    printf("%d hits, %d misses\n", cache.hits, cache.misses);
    printf("total: %u\n", total);       /* FAILURE */
    return 0;
}
