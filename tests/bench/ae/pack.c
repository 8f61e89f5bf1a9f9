/* pack.c - a compressor: Lempel, Ziv and Welch, with a hashed table of strings.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     pack [KILOBYTES] */
#include <stdio.h>
#include <stdlib.h>

enum { bits = 12, codes = 1 << bits, slots = 5003, free_slot = -1 };
static int keys[slots];
static unsigned short values[slots];
static unsigned char input[1 << 16], output[1 << 17];
static size_t used;
static unsigned long pending;
static int pending_bits;

static unsigned sum = 1;

static void text_make(size_t size)
{
    static const char *const words[] = {"the ", "trace ", "of ", "a ", "program ", "is ", "long, ", "its ", "schema ", "short; ",
                                       "events ", "and ", "blocks.\n"};
    unsigned state = 7;
    for (size_t i = 0; i < size;) {
        state = state * 1103515245u + 12345u;
        for (const char *word = words[(state >> 16) % 13]; *word && i < size; word++)
            input[i++] = (unsigned char)*word;
    }
}

static void put(int code)
{
    pending |= (unsigned long)code << pending_bits;
    for (pending_bits += bits; pending_bits >= 8; pending_bits -= 8, pending >>= 8) {
        output[used++ % sizeof output] = (unsigned char)pending;
        sum = sum * 31 + (unsigned)(pending & 255);
    }
}

static int find(int key)
{
    int slot = (key >> 4 ^ key << 3) % slots;
    if (slot < 0)
        slot += slots;
    while (keys[slot] != free_slot && keys[slot] != key)
        slot = slot ? slot - 1 : slots - 1;
    return slot;
}

static void clear(void)
{
    for (int i = 0; i < slots; i++)
        keys[i] = free_slot;
}

static void pack(size_t size)
{
    int next = 256, prefix = input[0];
    clear();
    for (size_t i = 1; i < size; i++) {
        int key = prefix << 8 | input[i], slot = find(key);
        if (keys[slot] == key) {
            prefix = values[slot];
            continue;
        }
        put(prefix);
        prefix = input[i];
        if (next < codes) {
            keys[slot] = key;
            values[slot] = (unsigned short)next++;
        } else {
            clear();
            next = 256;
        }
    }
    put(prefix);
}

int main(int argc, char **argv)
{
    size_t kilobytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 256;
    text_make(sizeof input);
    for (; kilobytes >= 64; kilobytes -= 64)
        pack(sizeof input);
    if (kilobytes)
        pack(kilobytes * 1024);
    printf("pack %zu %08x\n", used, sum);
    return 0;
}
