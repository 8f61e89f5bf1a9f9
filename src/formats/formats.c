/* formats.c - the formats clew reads and how to tell them by their content.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/formats.h"
#include "formats/wet_line.h"

/* So many lines are looked at: a damaged start must not hide what a file is, nor one lucky line make a trace of it. */
enum { SNIFFED_LINES = 16 };

static bool has_zero_byte(struct slice head)
{
    return slice_find_byte(head, 0) != SIZE_MAX;
}

/* A line that only a comprehensive trace has; a lone number may be anything. */
static bool is_wet_line(struct slice line)
{
    struct wet_block block;
    uint64_t number, column;
    return wet_line_block(line, &block, &column) || wet_line_list(line, "SIZE", &number, &column) ||
           wet_line_list(line, "VALUES", &number, &column) || wet_line_no_values(line);
}

static bool is_history_line(struct slice line)
{
    struct wet_arrow arrow;
    return wet_line_arrow(line, &arrow);
}

/* Does one of the first lines have this shape? *lone: there is just one line, and it is a number. */
static bool has_line(struct slice head, bool (*is_shape)(struct slice line), bool *lone)
{
    struct slice line;
    uint64_t number;
    *lone = false;
    for (unsigned seen = 0; seen < SNIFFED_LINES && slice_line(&head, &line);) {
        line = wet_trim(line);
        if (line.size == 0)
            continue;
        if (is_shape(line))
            return true;
        *lone = seen++ == 0 && wet_line_number(line, &number);
    }
    return false;
}

static bool sniff_wet(struct slice head)
{
    bool lone;
    if (has_zero_byte(head) || wet_kind(head) != WET_COMPREHENSIVE)
        return false;
    return has_line(wet_without_mark(head), is_wet_line, &lone) || lone;
}

static bool sniff_history(struct slice head)
{
    bool lone;
    return !has_zero_byte(head) && wet_kind(head) == WET_HISTORY && has_line(wet_without_mark(head), is_history_line, &lone);
}

/* store/paged.h */
static bool sniff_recording(struct slice head)
{
    return slice_starts(head, "clew store\n");
}

static bool sniff_csi(struct slice head)
{
    return csi_sniff(head) != CSI_TEXT_NONE;
}

static bool sniff_elf(struct slice head)
{
    return slice_starts(head, "\x7f" "ELF");
}

const struct format formats[] = {
    {"wet", "WET trace: instructions with dependences and values", sniff_wet},
    {"recording", "clew recording: a WET trace in one compact file, with the order of execution", sniff_recording},
    {"history", "WET history: the last dependences of a run", sniff_history},
    {"csi", "CSI metadata: control-flow graphs or coverage probes, the text of a debug section", sniff_csi},
    {"schema", "AE schema: what a program does that its events do not say (Abstract Execution)", ae_schema_sniff},
    {"events", "AE events: the values and ways of one run that a schema leaves open", ae_events_sniff},
    {"gnatcov", "GNATcoverage trace: which code an emulator saw executed, and how its branches went", gnatcov_sniff},
    {"elf", "ELF file: an executable, library or object, perhaps with CSI metadata in its debug sections", sniff_elf},
    {NULL, NULL, NULL},
};

const struct format *format_sniff(struct slice head)
{
    for (const struct format *format = formats; format->name; format++)
        if (format->sniff(head))
            return format;
    return NULL;
}

const struct format *format_named(struct slice name)
{
    for (const struct format *format = formats; format->name; format++)
        if (slice_is(name, format->name))
            return format;
    return NULL;
}
