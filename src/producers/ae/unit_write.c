/* unit_write.c - writes the assembly of a unit with both images of its functions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The original image is gcc's unchanged text, in gcc's sections, under other names. It never runs, but the trace and the debug information use its addresses.
 * Tables of labels lead into the instrumented image, which runs. */
#include "unit.h"

/* "\t.word\t$L5" -> "\t.word\t$L5$ae", for labels of code. */
static void write_data(struct unit *unit, struct str text, struct text *out)
{
    for (size_t at = 0; at < text.size;) {
        struct str name = unit_label_name(str_cut(text, at, text.size));
        if (name.size == 0) {
            text_byte(out, text.data[at++]);
            continue;
        }
        uint32_t symbol = unit_find(unit, name);
        text_append(out, name);
        if (symbol != NONE && unit->symbols[symbol].function != NONE && !unit->symbols[symbol].is_function)
            text_add(out, "$ae");
        at += name.size;
    }
    text_byte(out, '\n');
}

static void write_line(struct unit *unit, const struct line *line, struct text *out)
{
    const struct function *function = line->kind == LINE_KEPT || line->kind == LINE_DATA ? NULL : &unit->functions[line->function];
    if (line->kind == LINE_DATA) {
        write_data(unit, line->text, out);
        return;
    }
    if (!function || function->count == 0) {
        text_append(out, line->text);
        text_byte(out, '\n');
        return;
    }
    struct str name = function->name;
    if (line->kind == LINE_ENT)
        text_printf(out, "\t.globl\t__aeo_%.*s\n\t.ent\t__aeo_%.*s\n\t.type\t__aeo_%.*s, @function\n", STR(name), STR(name), STR(name));
    else if (line->kind == LINE_LABEL)
        text_printf(out, "__aeo_%.*s:\n", STR(name));
    else if (line->kind == LINE_END)
        text_printf(out, "\t.end\t__aeo_%.*s\n", STR(name));
    else if (line->kind == LINE_SIZE)
        text_printf(out, "\t.size\t__aeo_%.*s, .-__aeo_%.*s\n", STR(name), STR(name));
}

/* Writes names for the unit's own data that the schema mentions, if its own name is not in the executable or another unit uses the same. */
static void write_names(struct unit *unit, struct text *out)
{
    for (size_t i = 0; i < unit->symbol_count; i++) {
        const struct symbol *symbol = &unit->symbols[i];
        struct str plain = unit_schema_name(unit, symbol->name, false);
        if (symbol->exported && (symbol->defined || plain.size != symbol->name.size))
            text_printf(out, "\t.globl\t__aed_u%u_%.*s\n__aed_u%u_%.*s = %.*s\n", unit->tag, STR(plain), unit->tag, STR(plain), STR(symbol->name));
    }
}

void unit_write(struct unit *unit, struct str images, struct text *out)
{
    for (size_t i = 0; i < unit->line_count; i++)
        write_line(unit, &unit->lines[i], out);
    text_add(out, "\t.section\t.aetext,\"ax\",@progbits\n\t.set\tpush\n\t.set\tnoreorder\n\t.set\tnomacro\n\t.set\tnoat\n\t.set\tnomips16\n\t.set\tnomicromips\n");
    text_append(out, images);
    text_add(out, "\t.set\tpop\n");
    write_names(unit, out);
}
