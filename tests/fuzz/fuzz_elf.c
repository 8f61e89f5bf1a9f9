/* fuzz_elf.c - hostile executables: every question of symbols.h to any bytes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/symbols.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* A broken promise must be seen by the fuzzer. */
static void promise(bool kept)
{
    if (!kept)
        abort();
}

static void ask_about(struct symbols *symbols, struct decoder *decoder, uint64_t address)
{
    struct source_position position;
    struct slice name;
    struct decoded decoded;
    uint64_t pointer, *addresses;
    size_t index;
    if (symbols_position(symbols, address, &position) && position.file.data) {
        free((symbols_line_addresses(symbols, position.file, position.line, &addresses), addresses));
        promise(position.file.size < SIZE_MAX / 2);
    }
    if (symbols_function_at(symbols, address, &index)) {
        struct symbols_function function = symbols_function(symbols, index);
        promise(address >= function.address && address - function.address < function.size);
        symbols_function_named(symbols, function.name, &index);
    }
    symbols_plt(symbols, address, &name);
    symbols_in_plt(symbols, address);
    symbols_pointer(symbols, address, &pointer);
    symbols_offset_address(symbols, address, &pointer);
    struct slice bytes = symbols_bytes(symbols, address, 15);
    if (decoder_decode(decoder, bytes, address, &decoded))
        promise(decoded.length > 0 && decoded.length <= bytes.size && decoded.operands <= 4);
}

static void ask_everything(struct symbols *symbols, struct decoder *decoder)
{
    struct symbols_summary summary = symbols_summary(symbols);
    uint64_t bias, reached = 0;
    size_t known, count = symbols_function_count(symbols);
    promise(summary.interpreter.size < SIZE_MAX / 2 && symbols_path(symbols).size > 0);
    for (size_t i = 0; i < count; i++) {
        struct symbols_function function = symbols_function(symbols, i);
        promise(function.size > 0 && function.address >= reached);
        reached = function.address + function.size;
        if (i < 64)
            ask_about(symbols, decoder, function.address + function.size / 2);
    }
    for (uint64_t address = 0x1000; address < 0x1400; address += 3)
        ask_about(symbols, decoder, address);
    ask_about(symbols, decoder, UINT64_MAX);
    ask_about(symbols, decoder, 0x401000);
    struct symbols_sample samples[] = {{0x109149, {"main", 4}}, {0x401149, {"main", 4}}};
    symbols_fit(symbols, samples, 2, &bias, &known);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    struct symbols *symbols;
    struct error error;
    int file = memfd_create("fuzz", MFD_CLOEXEC);
    struct decoder *decoder = decoder_open();
    if (file >= 0 && decoder && write(file, data, size) == (ssize_t)size) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        if (symbols_open(path, &symbols, &error)) {
            ask_everything(symbols, decoder);
            symbols_close(symbols);
        }
    }
    decoder_close(decoder);
    if (file >= 0)
        close(file);
    return 0;
}
