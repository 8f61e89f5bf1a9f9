/* strings.c - repeated string instructions, a file read line by line, printf by way of the PLT.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Not rep lods, which Valgrind 3.19 runs once only, nor repne cmps, which it does not know. */
#include <stdio.h>
#include <string.h>

static void move(char *to, const char *from, size_t size)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

static void move_down(char *to, const char *from, size_t size)
{
    __asm__ volatile("std\n\trep movsb\n\tcld" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

static void fill(unsigned long *to, unsigned long value, size_t count)
{
    __asm__ volatile("rep stosq" : "+D"(to), "+c"(count) : "a"(value) : "memory");
}

/* How many are left behind the first difference. */
static size_t same(const char *a, const char *b, size_t size)
{
    __asm__ volatile("repe cmpsb" : "+D"(a), "+S"(b), "+c"(size) : : "memory", "cc");
    return size;
}

/* How many are left behind the first such byte. */
static size_t find(const char *in, char byte, size_t size)
{
    __asm__ volatile("repne scasb" : "+D"(in), "+c"(size) : "a"(byte) : "memory", "cc");
    return size;
}

/* How many are left behind the first other byte. */
static size_t skip(const char *in, char byte, size_t size)
{
    __asm__ volatile("repe scasb" : "+D"(in), "+c"(size) : "a"(byte) : "memory", "cc");
    return size;
}

static size_t same_words(const int *a, const int *b, size_t count)
{
    __asm__ volatile("repe cmpsl" : "+D"(a), "+S"(b), "+c"(count) : : "memory", "cc");
    return count;
}

/* Again and again the same instruction, with nothing but a jump between. */
static size_t dribble(char *to, const char *from, size_t times)
{
    size_t count = 2;
    __asm__ volatile("1: mov $2, %%ecx\n\trep movsb\n\tdec %3\n\tjnz 1b" : "+D"(to), "+S"(from), "+c"(count), "+r"(times) : : "memory", "cc");
    return times;
}

int main(int argc, char **argv)
{
    char line[200], copy[400] = "";
    unsigned long numbers[40], sum = 0;
    const int ones[] = {1, 1, 1, 1, 1}, others[] = {1, 1, 1, 1, 2};
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        size_t size = strlen(line);
        move(copy, line, size);
        move_down(copy + 200 + size - 1, line + size - 1, size);
        fill(numbers, sum, size % 40);
        sum += same(copy, line, size) + find(copy, 'e', size);
        printf("%zu %lu\n", size, sum);
    }
    for (size_t i = 0; i < 3; i++) {
        move(copy, line, i);
        sum += same("ab", "ab", i) + same("ab", "ax", i) + find("ab", 'b', i) + find("ab", 'x', i);
    }
    sum += skip("    x", ' ', 5) + skip("     ", ' ', 5) + same_words(ones, others, 5) + same_words(ones, others, 4);
    dribble(copy, "0123456789abcdef", 8);
    printf("%lu %s\n", sum, copy);
    return file ? fclose(file) : 1;
}
