/* fuzz_skeleton.c - any bytes as a text that clew shows before it has read it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A provisional store answers every question; if the text has no problems, it answers like the real one. Fuzzers rarely make lists that are long enough to
 * jump over, so each "#" in the input stands for 700 lines of a list.
 *
 *     clang -fsanitize=fuzzer,address,undefined ... fuzz_skeleton.c; ./fuzz_skeleton -dict=tests/fuzz/wet.dict tests/fuzz/corpus/skeleton */
#include "store_check.h"

#include "recording/store/store.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RUN = 700, RUNS_MAX = 24 };

/* The input with its runs of lines expanded. The byte after "#" chooses their kind. */
static void expand(const uint8_t *data, size_t size, struct text *text)
{
    unsigned runs = 0;
    for (size_t i = 0; i < size; i++) {
        uint8_t kind = i + 1 < size ? data[i + 1] : 0;
        if (data[i] != '#' || runs++ >= RUNS_MAX) {
            text_byte(text, (char)data[i]);
            continue;
        }
        uint64_t first = kind >> 2 & 7, step = 1 + (kind & 3) % 3;
        for (uint64_t k = 0; k < RUN; k++)
            text_printf(text, kind & 32 ? "    %" PRIu64 ":%" PRIx64 "\n" : "    %" PRIu64 ":1 %" PRIu64 "\n", first + k * step, kind & 64 ? k * 77777 : 0);
        i++;
    }
}

static void check_node(const struct store *guess, const struct store *real, struct node node, bool same)
{
    struct links links = {0}, expected = {0};
    uint64_t first, other, values = store_instruction(guess, node.index).values, count = store_values_of(guess, node, &first);
    check(store_definers(guess, node, NULL, &links));
    check(count <= values && first <= values - count);
    if (count)
        check(store_value(guess, node.index, first).size > 0);
    if (same) {
        check(store_definers(real, node, NULL, &expected));
        check(links.count == expected.count);
        for (size_t i = 0; i < links.count; i++)
            check(links.items[i].node.index == expected.items[i].node.index && links.items[i].node.instance == expected.items[i].node.instance &&
                  links.items[i].port == expected.items[i].port);
        check(count == store_values_of(real, node, &other) && first == other);
        for (uint64_t k = first; k < first + count && k < first + 3; k++) {
            struct value a = store_value(guess, node.index, k), b = store_value(real, node.index, k);
            check(a.instance == b.instance && a.size == b.size && memcmp(a.digits, b.digits, a.size) == 0);
        }
    }
    links_free(&expected);
    links_free(&links);
}

static void check_both(const struct store *guess, const struct store *real)
{
    bool same = store_summary(real).problems == 0;
    check(!same || (store_provision(guess).whole && store_count(guess) == store_count(real)));
    for (uint64_t index = 0; index < store_count(guess) && index < NODES; index++) {
        struct instruction instruction = store_instruction(guess, index);
        uint64_t last = instruction.executions - 1;
        check(instruction.executions > 0);
        uint64_t instances[] = {0, 1, 2, last / 2, last - 1, last, last + 1, UINT64_MAX};
        for (size_t i = 0; i < sizeof instances / sizeof *instances; i++)
            check_node(guess, real, (struct node){index, instances[i]}, same);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text text = {0};
    struct store *guess, *real;
    struct error error;
    char path[64];
    int file = memfd_create("skeleton", MFD_CLOEXEC);
    struct store_options options = {.index = STORE_INDEX_NEVER};
    expand(data, size, &text);
    check(file >= 0 && (text.size == 0 || write(file, text.data, text.size) == (ssize_t)text.size));
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (store_open_provisional(path, &options, 60000, &guess, &error)) {
        check(store_open(path, &options, &real, &error));
        check_both(guess, real);
        store_close(guess);
        store_close(real);
    }
    close(file);
    text_free(&text);
    return 0;
}
