/* parse.c - compares the speed of parsing a text trace with that of counting its lines.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     parse FILE [ROUNDS]
 *
 * Reads the file into memory. Every round (7 by default) counts and parses it in turn, in pieces of 1 MiB: by batches on each path, and line by line. For
 * each way, prints the median GB/s of processor time, and the median ratio to the count of the same round. Asserts nothing. */
#include "recording/wet/wet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PIECE = 1 << 20, ROUNDS_MAX = 101, WAYS = 4 };

static const char *const names[WAYS] = {"count of lines", "batches, AVX2", "batches, scalar", "line by line"};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint64_t lines_count(struct str bytes)
{
    uint64_t count = 0;
    for (const char *at = bytes.data, *end = at + bytes.size; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        count++;
    return count;
}

/* Adds up a little of each line, so that the compiler drops nothing. */
static uint64_t piece_read(struct wet_reader *reader, bool batches)
{
    static struct wet_batch batch;
    struct wet_item item;
    uint64_t sum = 0;
    for (;;) {
        if (batches && wet_reader_batch(reader, &batch, WET_BATCH))
            sum += batch.kind == WET_ITEM_ARROW ? batch.arrow[batch.count - 1].user : batch.x[batch.count - 1];
        else if (wet_reader_next(reader, &item))
            sum += item.line;
        else
            return sum;
    }
}

static uint64_t file_read_pieces(struct str bytes, unsigned way)
{
    struct wet_reader *reader = wet_reader_start(wet_kind(bytes), WET_FROM_FILE);
    uint64_t sum = 0;
    if (!wet_reader_use(reader, way == 1 ? WET_PATH_AVX2 : WET_PATH_SCALAR))
        fprintf(stderr, "parse: this machine has no AVX2\n");
    for (size_t at = 0, next; at < bytes.size; at = next) {
        next = bytes.size;
        if (bytes.size - at > PIECE) {
            const char *feed = memrchr(bytes.data + at, '\n', PIECE);
            next = feed ? (size_t)(feed - bytes.data) + 1 : bytes.size;
        }
        wet_reader_feed(reader, str_cut(bytes, at, next - at), next == bytes.size);
        sum += piece_read(reader, way < 3);
    }
    wet_reader_close(reader);
    return sum;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare);
    return numbers[count / 2];
}

static void measure(struct str bytes, int rounds)
{
    static double speed[WAYS][ROUNDS_MAX], ratio[WAYS][ROUNDS_MAX];
    uint64_t sum = 0;
    for (int round = 0; round < rounds; round++)
        for (unsigned way = 0; way < WAYS; way++) {
            double start = seconds();
            sum += way == 0 ? lines_count(bytes) : file_read_pieces(bytes, way);
            speed[way][round] = (double)bytes.size / 1e9 / (seconds() - start);
            ratio[way][round] = speed[0][round] / speed[way][round];
        }
    for (unsigned way = 0; way < WAYS; way++)
        printf("%-16s %6.2f GB/s   %6.2f times the count\n", names[way], median(speed[way], rounds), median(ratio[way], rounds));
    printf("(%llx)\n", (unsigned long long)sum);
}

int main(int count, char **arguments)
{
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    int rounds = count > 2 ? atoi(arguments[2]) : 7;
    if (!file || rounds < 1 || rounds > ROUNDS_MAX || fseek(file, 0, SEEK_END) != 0) {
        fprintf(stderr, "usage: parse FILE [ROUNDS]\n");
        return 1;
    }
    size_t size = (size_t)ftell(file);
    char *bytes = calloc(1, size + WET_SLACK);
    rewind(file);
    if (!bytes || fread(bytes, 1, size, file) != size)
        return 1;
    fclose(file);
    measure((struct str){bytes, size}, rounds);
    free(bytes);
    return 0;
}
