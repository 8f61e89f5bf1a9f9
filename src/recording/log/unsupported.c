/* unsupported.c - instructions that Valgrind cannot execute.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/log/log_reader.h"
#include "recording/log/sites.h"
#include "recording/log/unsupported.h"


#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void unsupported_add(struct unsupported *unsupported, struct slice payload)
{
    struct unsupported_code code = {0};
    if (payload.size < sizeof code.address || unsupported->count == UNSUPPORTED_MAX)
        return;
    code.address = log_number((const uint8_t *)payload.data, sizeof code.address);
    payload = slice_cut(payload, sizeof code.address, payload.size);
    code.size = (uint8_t)(payload.size < UNSUPPORTED_BYTES ? payload.size : UNSUPPORTED_BYTES);
    memcpy(code.bytes, payload.data, code.size);
    unsupported->items = array_grow(unsupported->items, &unsupported->capacity, unsupported->count + 1, sizeof code);
    unsupported->items[unsupported->count++] = code;
}

void unsupported_reach(struct unsupported *unsupported, uint64_t address)
{
    for (size_t i = unsupported->count; i-- > 0;)   /* the newest, where code changed */
        if (unsupported->items[i].address == address) {
            unsupported->reached = unsupported->items[i];
            unsupported->is_reached = true;
            return;
        }
}

/* EVEX, the prefix of AVX-512, is 62 in 64-bit code; nothing else begins so. */
static bool is_avx512(const struct unsupported_code *code)
{
    return code->size > 0 && code->bytes[0] == 0x62;
}

bool unsupported_describe(const struct unsupported *unsupported, const struct sites *sites, char *message, size_t size)
{
    const struct unsupported_code *code = &unsupported->reached;
    struct text line = {0};
    struct decoded decoded = {0};
    if (!unsupported->is_reached)
        return false;
    struct decoder *decoder = decoder_open();
    bool known = decoder && decoder_decode(decoder, (struct slice){(const char *)code->bytes, code->size}, code->address, &decoded);
    sites_say_place(sites, code->address, &line);
    text_printf(&line, ": %s (", known ? decoded.text : "no known instruction");
    for (size_t i = 0; i < (known ? decoded.length : code->size); i++)
        text_printf(&line, i ? " %02x" : "%02x", code->bytes[i]);
    text_add(&line, is_avx512(code) ? "): Valgrind knows no AVX-512; compile the program for a processor without it (-march=x86-64-v3)"
                                    : "): Valgrind does not know this instruction");
    snprintf(message, size, "%s", text_string(&line));
    text_free(&line);
    if (decoder)
        decoder_close(decoder);
    return true;
}
