/* ae_tool.c - what the tools of Abstract Execution share.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/ae_tool.h"
#include "tools/tools.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool ae_tool_open(struct ae_tool *run, const char *const *paths, size_t count, struct error *error)
{
    if (!ae_input_open(paths, count, &run->input, error)) {
        command_add_kind(error->source, (const char *const[]){"events", "schema", "elf", NULL}, error);
        return false;
    }
    if (regenerator_open(run->input.program, run->input.events, run->input.events_name, &run->regenerator, error))
        return true;
    ae_input_close(&run->input);
    return false;
}

size_t ae_tool_next(struct ae_tool *run)
{
    return regenerator_run(run->regenerator, run->batch, REGENERATED_BATCH);
}

int ae_tool_close(struct ae_tool *run)
{
    struct error error;
    int status = regenerator_problem(run->regenerator, &error) ? tool_complain(&error) : TOOL_DONE;
    regenerator_close(run->regenerator);
    ae_input_close(&run->input);
    return status;
}

/* ---- Where an address is ---- */

struct spot {
    struct slice function, file;
    uint64_t line;
};

static struct spot spot_of(const struct abstract *program, uint32_t address)
{
    struct source_position position = {0};
    struct spot spot = {0};
    uint32_t function;
    if (abstract_function_at(program, address, &function))
        spot.function = program->functions[function].name;
    if (symbols_position(program->symbols, address, &position) && position.file.data && position.line) {
        spot.file = position.file;
        spot.line = position.line;
    }
    return spot;
}

void ae_tool_where(const struct abstract *program, uint32_t address, struct text *out)
{
    struct spot spot = spot_of(program, address);
    text_hex(out, address);
    if (spot.function.data) {
        text_byte(out, ' ');
        text_safe(out, spot.function);
    }
    if (spot.line) {
        text_byte(out, ' ');
        text_safe(out, spot.file);
        text_printf(out, ":%" PRIu64, spot.line);
    }
}

void ae_tool_quoted(struct slice name, struct text *out)
{
    if (name.data)
        text_quoted(out, name);
    else
        text_add(out, "null");
}

void ae_tool_where_json(const struct abstract *program, uint32_t address, struct text *out)
{
    struct spot spot = spot_of(program, address);
    text_printf(out, "\"address\":\"0x%" PRIx32 "\",\"function\":", address);
    ae_tool_quoted(spot.function, out);
    text_add(out, ",\"file\":");
    ae_tool_quoted(spot.file, out);
    if (spot.line)
        text_printf(out, ",\"line\":%" PRIu64, spot.line);
    else
        text_add(out, ",\"line\":null");
}

int ae_tool_print(const struct text *text)
{
    struct error error;
    if (fwrite(text->data ? text->data : "", 1, text->size, stdout) == text->size && fflush(stdout) == 0)
        return TOOL_DONE;
    if (errno == EPIPE)
        return TOOL_FAILED;
    error_set(&error, "standard output could not be written: %s", strerror(errno));
    return tool_complain(&error);
}
