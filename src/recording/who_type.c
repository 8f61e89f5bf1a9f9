/* who_type.c - types with their members and enumerators, for `whatis`.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/who.h"

#include <inttypes.h>

/* "int v[3];", "char *name;", "unsigned int flag : 3;", of Rust "[i32; 3] v;", made safe. */
static void add_member(struct symbols *symbols, struct str name, const struct variable_part *part, struct text *out)
{
    struct text type = {0};
    symbols_type_text(symbols, part->type, &type);
    struct str whole = text_str(&type);
    struct type known;
    bool rust = symbols_type(symbols, part->type, &known) && known.rust;
    size_t bracket = rust ? SIZE_MAX : str_find(whole, str_of("*)"));
    size_t sizes = rust ? SIZE_MAX : bracket == SIZE_MAX ? str_find(whole, str_of(" [")) : bracket + 1;
    text_append(out, str_cut(whole, 0, sizes));
    if (name.size) {
        text_add(out, bracket != SIZE_MAX || (sizes == SIZE_MAX && str_ends(whole, "*")) ? "" : " ");
        text_safe(out, name);
    }
    text_append(out, sizes == SIZE_MAX ? (struct str){NULL, 0} : str_cut(whole, sizes + (bracket == SIZE_MAX), SIZE_MAX));
    if (part->bits)
        text_printf(out, " : %u", part->bits);
    text_byte(out, ';');
    text_free(&type);
}

/* For a structure, or a pointer that leads to one: its members and their offsets, a row each. */
static void add_members(struct symbols *symbols, type_number number, struct rows *rows)
{
    enum { MOST = 1000, LEADS = 64 /* a damaged type may lead to itself */ };
    struct str name;
    struct variable_part part;
    struct type type;
    for (int i = 0; i < LEADS && symbols_type(symbols, number, &type) && (type.kind == TYPE_POINTER || type.kind == TYPE_REFERENCE || type.kind == TYPE_ARRAY); i++)
        number = type.target;
    for (size_t i = 0; i < MOST && symbols_member_at(symbols, number, i, &name, &part); i++) {
        struct row *row = rows_add(rows, str_of("    "));
        add_member(symbols, name, &part, &row->text);
        row_string(row, "member", str_trim(text_str(&row->text)));
        if (part.size) {
            row_number(row, "offset", part.offset);
            row_number(row, "size", part.size);
            row_style(row, STYLE_DIM);
            text_printf(&row->text, "  at %" PRIu64 ", %" PRIu64 " byte%s", part.offset, part.size, part.size == 1 ? "" : "s");
        } else {
            row_null(row, "offset"), row_null(row, "size");
        }
    }
}

/* "    GREEN = 5" */
static void add_enumerators(struct symbols *symbols, type_number number, const struct type *type, struct rows *rows)
{
    enum { MOST = 1000 };
    struct str name;
    uint64_t value;
    for (size_t i = 0; i < MOST && type->kind == TYPE_ENUM && symbols_enumerator(symbols, number, i, &name, &value); i++) {
        struct row *row = rows_add(rows, str_of("    "));
        text_safe(&row->text, name);
        row_string(row, "enumerator", str_trim(text_str(&row->text)));
        text_printf(&row->text, type->is_signed ? " = %" PRId64 : " = %" PRIu64, value);
        row_value_number(row, "value", value);
    }
}

/* "type = hue", behind it what a typedef stands for, "= enum color", then members or enumerators. */
void who_show_type(struct session *session, type_number number, struct rows *rows)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct row *row = rows_add(rows, str_of("type = "));
    struct type type = {0}, real = {0};
    type_number behind = symbols_type_real(symbols, number);
    size_t begin = row->text.size;
    symbols_type_text(symbols, number, &row->text);
    row_string(row, "type", str_cut(text_str(&row->text), begin, SIZE_MAX));
    bool known = symbols_type(symbols, number, &type) && symbols_type(symbols, behind, &real);
    bool nameless = (real.kind == TYPE_STRUCT || real.kind == TYPE_UNION || real.kind == TYPE_ENUM) && !real.name.data;
    if (known && type.name.data && !str_equal(type.name, real.name) && !nameless) {
        row_style(row, STYLE_DIM);
        text_add(&row->text, "  = ");
        begin = row->text.size;
        symbols_type_text(symbols, behind, &row->text);
        row_string(row, "stands_for", str_cut(text_str(&row->text), begin, SIZE_MAX));
    }
    add_members(symbols, number, rows);
    if (known)
        add_enumerators(symbols, behind, &type, rows);
}
