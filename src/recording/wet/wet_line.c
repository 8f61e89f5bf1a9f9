/* wet_line.c - single lines of WET text: reading, writing, and the wording of their problems.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet_reader.h"

#include <inttypes.h>

/* ---- File, function and line behind the address of a static line ----
 *
 * The format separates three optional fields by blanks, and names may contain blanks themselves. These rules (1.2) read the output of known
 * writers; clew-formats(5) lists the cases that stay ambiguous. */

static const char *const source_endings[] = {
    "c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "c++", "C", "H", "ipp", "tcc", "inc", "def", "y", "l", "s", "S", "asm", "m", "mm",
    "f", "F", "for", "f77", "f90", "f95", "rs", "go", "d", "ads", "adb", "pas", "swift", "zig", NULL
};

static bool is_source_name(struct str field)
{
    size_t dot = str_find_last_byte(field, '.');
    if (dot == SIZE_MAX)
        return false;
    struct str ending = str_cut(field, dot + 1, field.size);
    for (size_t i = 0; source_endings[i]; i++)
        if (str_is(ending, source_endings[i]))
            return true;
    return false;
}

static bool is_unknown(struct str name)
{
    return name.size == 0 || str_is(name, "?") || str_is(name, "??");
}

static struct str name_of(struct str s)
{
    return is_unknown(s) ? (struct str){0} : s;
}

static bool is_digits(struct str s)
{
    for (size_t i = 0; i < s.size; i++)
        if (s.data[i] < '0' || s.data[i] > '9')
            return false;
    return s.size > 0;
}

static struct str last_field(struct str s)
{
    size_t from = s.size;
    while (from > 0 && s.data[from - 1] != ' ' && s.data[from - 1] != '\t')
        from--;
    return str_cut(s, from, s.size);
}

static bool has_three_fields(struct str rest)
{
    struct str field;
    return str_field(&rest, &field) && str_field(&rest, &field) && str_field(&rest, &field);
}

static bool has_single_gaps(struct str s)
{
    for (size_t i = 1; i < s.size; i++)
        if ((s.data[i] == ' ' || s.data[i] == '\t') && (s.data[i - 1] == ' ' || s.data[i - 1] == '\t'))
            return false;
    return true;
}

/* Rule 1: takes the source line off the end of *left. */
static void take_line(struct str *left, struct wet_block *block)
{
    struct str last = last_field(*left);
    if (is_digits(last)) {
        if (!str_decimal(last, &block->line))
            block->line = 0;
    } else if (!((str_is(last, "?") || str_is(last, "??")) && has_three_fields(*left))) {
        return;
    }
    *left = wet_trim(str_cut(*left, 0, left->size - last.size));
}

/* Rule 6: where the file ends in left. */
static size_t file_end(struct str left)
{
    struct str rest = left, field;
    size_t first = 0;
    while (str_field(&rest, &field)) {
        size_t end = (size_t)(field.data - left.data) + field.size;
        if (first == 0)
            first = end;
        if (is_source_name(field))
            return end;
    }
    return first;
}

/* Rules 4 to 6. */
static void split_names(struct str left, struct wet_block *block)
{
    struct str rest = left, first;
    str_field(&rest, &first);
    size_t file = first.size;
    if (!is_unknown(first) && first.size < left.size)
        file = file_end(left);
    else if (!is_unknown(first) && str_find_byte(first, '/') == SIZE_MAX && !is_source_name(first))
        file = 0;
    block->file = name_of(str_cut(left, 0, file));
    block->function = name_of(wet_trim(str_cut(left, file, left.size)));
}

void wet_names_read(struct str line, size_t address_end, struct wet_block *block)
{
    struct str rest = str_cut(line, address_end, line.size), left = wet_trim(rest);
    block->file = block->function = (struct str){0};
    block->line = 0;
    bool empty_file = str_starts(rest, "  ") && rest.size - left.size == 2 && has_single_gaps(left) &&
                      has_single_gaps(str_cut(line, 0, address_end));
    take_line(&left, block);
    if (left.size == 0)
        return;
    if (empty_file)
        block->function = name_of(left);
    else
        split_names(left, block);
}

/* ---- The shapes that single lines of WET files have ---- */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

struct str wet_trim(struct str s)
{
    size_t from = 0, to = s.size;
    while (from < to && is_blank(s.data[from]))
        from++;
    while (to > from && is_blank(s.data[to - 1]))
        to--;
    return str_cut(s, from, to - from);
}

struct str wet_without_mark(struct str bytes)
{
    return str_starts(bytes, "\xef\xbb\xbf") ? str_cut(bytes, 3, bytes.size) : bytes;
}

static uint64_t column_of(struct str line, struct str part)
{
    return (uint64_t)(part.data - line.data) + 1;
}

/* X and instance are at most 2^64-2, so a count of them fits into 64 bits. */
static bool parse_ordinal(struct str s, uint64_t *value)
{
    return str_decimal(s, value) && *value != UINT64_MAX;
}

bool wet_line_number(struct str line, uint64_t *number)
{
    return str_decimal(line, number);
}

bool wet_line_block(struct str line, struct wet_block *block, uint64_t *ports_column)
{
    struct str rest = line, id, ports, address;
    *block = (struct wet_block){0};
    if (!str_field(&rest, &id) || !str_field(&rest, &ports) || !str_field(&rest, &address))
        return false;
    if (!str_decimal(id, &block->id) || !str_decimal(ports, &block->ports) || !str_hex(address, &block->address))
        return false;
    *ports_column = column_of(line, ports);
    block->address_column = column_of(line, address);
    wet_names_read(line, (size_t)block->address_column - 1 + address.size, block);
    return true;
}

bool wet_line_list(struct str line, const char *keyword, uint64_t *size, uint64_t *column)
{
    struct str rest = line, word;
    if (!str_field(&rest, &word) || !str_is(word, keyword))
        return false;
    rest = wet_trim(rest);
    if (!str_decimal(rest, size))
        return false;
    *column = column_of(line, rest);
    return true;
}

bool wet_line_no_values(struct str line)
{
    struct str rest = line, word;
    return str_field(&rest, &word) && str_is(word, "NO") && str_is(wet_trim(rest), "VALUES");
}

/* X ":" at the front of a line; *rest: the text behind it. */
static bool parse_x(struct str line, uint64_t *x, struct str *rest)
{
    size_t colon = str_find_byte(line, ':');
    if (colon == SIZE_MAX || !parse_ordinal(wet_trim(str_cut(line, 0, colon)), x))
        return false;
    *rest = wet_trim(str_cut(line, colon + 1, line.size));
    return true;
}

bool wet_line_entry(struct str line, struct wet_entry *entry)
{
    struct str rest, id;
    if (!parse_x(line, &entry->x, &rest) || !str_field(&rest, &id))
        return false;
    rest = wet_trim(rest);
    if (!str_decimal(id, &entry->id) || !parse_ordinal(rest, &entry->instance))
        return false;
    entry->id_column = column_of(line, id);
    entry->instance_column = column_of(line, rest);
    return true;
}

static bool is_hex_digit(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

bool wet_hex_digits(struct str s, struct str *digits)
{
    if (str_starts(s, "0x") || str_starts(s, "0X"))
        s = str_cut(s, 2, s.size);
    for (size_t i = 0; i < s.size; i++)
        if (!is_hex_digit(s.data[i]))
            return false;
    while (s.size > 1 && s.data[0] == '0')
        s = str_cut(s, 1, s.size);
    *digits = s;
    return s.size >= 1 && s.size <= WET_VALUE_DIGITS;
}

bool wet_line_value(struct str line, struct wet_value *value)
{
    struct str rest;
    return parse_x(line, &value->x, &rest) && wet_hex_digits(rest, &value->digits);
}

/* address "#" instance, no blanks inside. */
static bool parse_node(struct str s, uint64_t *address, uint64_t *instance)
{
    size_t hash = str_find_byte(s, '#');
    return hash != SIZE_MAX && str_hex(str_cut(s, 0, hash), address) && parse_ordinal(str_cut(s, hash + 1, s.size), instance);
}

bool wet_line_arrow(struct str line, struct wet_arrow *arrow)
{
    size_t at = str_find(line, str_of("-->"));
    if (at == SIZE_MAX)
        return false;
    return parse_node(wet_trim(str_cut(line, 0, at)), &arrow->user, &arrow->user_instance) &&
           parse_node(wet_trim(str_cut(line, at + 3, line.size)), &arrow->definer, &arrow->definer_instance);
}

/* ---- Is a file WET text? ---- */

/* Number of lines to look at: a damaged start must not hide a trace, nor one lucky line make one. */
enum { SNIFFED_LINES = 16 };

static bool has_zero_byte(struct str head)
{
    return str_find_byte(head, 0) != SIZE_MAX;
}

/* Is it a line that only a comprehensive trace has? A lone number may be anything. */
static bool is_wet_line(struct str line)
{
    struct wet_block block;
    uint64_t number, column;
    return wet_line_block(line, &block, &column) || wet_line_list(line, "SIZE", &number, &column) ||
           wet_line_list(line, "VALUES", &number, &column) || wet_line_no_values(line);
}

static bool is_history_line(struct str line)
{
    struct wet_arrow arrow;
    return wet_line_arrow(line, &arrow);
}

/* Does one of the first lines have this shape? *lone: there is only one line, a number. */
static bool has_line(struct str head, bool (*is_shape)(struct str line), bool *lone)
{
    struct str line;
    uint64_t number;
    *lone = false;
    for (unsigned seen = 0; seen < SNIFFED_LINES && str_line(&head, &line);) {
        line = wet_trim(line);
        if (line.size == 0)
            continue;
        if (is_shape(line))
            return true;
        *lone = seen++ == 0 && wet_line_number(line, &number);
    }
    return false;
}

bool wet_sniff(struct str head)
{
    bool lone;
    if (has_zero_byte(head) || wet_kind(head) != WET_COMPREHENSIVE)
        return false;
    return has_line(wet_without_mark(head), is_wet_line, &lone) || lone;
}

bool wet_history_sniff(struct str head)
{
    bool lone;
    return !has_zero_byte(head) && wet_kind(head) == WET_HISTORY && has_line(wet_without_mark(head), is_history_line, &lone);
}

/* ---- Names and wording of a WET trace's problems ---- */

const char *wet_problem_name(enum wet_problem kind)
{
    static const char *const names[WET_PROBLEMS] = {
        [WET_MISSING_COUNT] = "missing-count",   [WET_COUNT_MISMATCH] = "count-mismatch",
        [WET_BAD_LINE] = "bad-line",             [WET_PORTS_MISMATCH] = "ports-mismatch",
        [WET_SIZE_MISMATCH] = "size-mismatch",   [WET_MISSING_VALUES] = "missing-values",
        [WET_TRUNCATED] = "truncated",           [WET_X_ORDER] = "x-order",
        [WET_X_DUPLICATE] = "x-duplicate",       [WET_DUPLICATE_ID] = "duplicate-id",
        [WET_DUPLICATE_ADDRESS] = "duplicate-address", [WET_DANGLING_ID] = "dangling-id",
        [WET_INSTANCE_RANGE] = "instance-range",
    };
    return kind < WET_PROBLEMS ? names[kind] : "unknown";
}

static void tell_number(struct text *out, const char *before, uint64_t number, const char *after)
{
    text_printf(out, "%s%" PRIu64 "%s", before, number, after);
}

/* "1 entry follows", "3 entries follow" */
static void add_count(struct text *out, uint64_t number, const char *one, const char *many)
{
    tell_number(out, "", number, number == 1 ? one : many);
}

static void add_mismatch(struct text *out, const struct wet_finding *finding)
{
    uint64_t first = finding->first, second = finding->second, third = finding->third;
    if (finding->kind == WET_COUNT_MISMATCH) {
        text_add(out, "header says ");
        add_count(out, first, " instruction block", " instruction blocks");
        tell_number(out, ", the file has ", second, "");
    } else if (finding->kind == WET_PORTS_MISMATCH) {
        tell_number(out, "instruction ", first, " announces ");
        add_count(out, second, " port, ", " ports, ");
        add_count(out, third, " SIZE list follows", " SIZE lists follow");
    } else {
        tell_number(out, third ? "VALUES says " : "SIZE says ", first, ", ");
        add_count(out, second, " entry follows", " entries follow");
    }
}

static void add_address(struct text *out, const struct wet_finding *finding)
{
    text_add(out, "address ");
    text_hex(out, finding->first);
    tell_number(out, " belongs to id ", finding->second, " too (line ");
    tell_number(out, "", finding->third, ")");
}

static void add_range(struct text *out, const struct wet_finding *finding)
{
    tell_number(out, "execution ", finding->first, " of id ");
    tell_number(out, "", finding->second, ": the trace has ");
    add_count(out, finding->third, " execution", " executions");
}

static void add_duplicate(struct text *out, const struct wet_finding *finding)
{
    tell_number(out, "id ", finding->first, " has a block already (line ");
    tell_number(out, "", finding->second, "); clew drops this block");
}

void wet_problem_text(const struct wet_finding *finding, struct text *out)
{
    switch (finding->kind) {
    case WET_MISSING_COUNT: text_add(out, "first line must be the number of instruction blocks"); break;
    case WET_COUNT_MISMATCH:
    case WET_PORTS_MISMATCH:
    case WET_SIZE_MISMATCH: add_mismatch(out, finding); break;
    case WET_BAD_LINE: text_add(out, "not a line of a WET trace"); break;
    case WET_MISSING_VALUES: tell_number(out, "instruction ", finding->first, " has neither VALUES nor NO VALUES"); break;
    case WET_TRUNCATED:
        if (finding->third)
            text_add(out, "the file ends inside a line");
        else
            tell_number(out, "the file ends inside the block of instruction ", finding->first, "");
        break;
    case WET_X_ORDER:
        tell_number(out, "X ", finding->first, " after X ");
        tell_number(out, "", finding->second, "");
        break;
    case WET_X_DUPLICATE: tell_number(out, "X ", finding->first, " a second time in this list"); break;
    case WET_DUPLICATE_ID: add_duplicate(out, finding); break;
    case WET_DUPLICATE_ADDRESS: add_address(out, finding); break;
    case WET_DANGLING_ID: tell_number(out, "id ", finding->first, " has no instruction block"); break;
    case WET_INSTANCE_RANGE: add_range(out, finding); break;
    case WET_PROBLEMS: break;
    }
}

/* ---- WET text in canonical form ----
 *
 * These functions format numbers by hand: a trace is almost nothing but numbers, and printf would take most of the time. */

static void add_number(struct text *out, uint64_t value, unsigned base)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[value % base];
    while (value /= base);
    text_append(out, (struct str){digits + at, sizeof digits - at});
}

static void add_decimal(struct text *out, uint64_t value)
{
    add_number(out, value, 10);
}

void wet_write_count(struct text *out, uint64_t blocks, bool by_instance)
{
    add_decimal(out, blocks);
    if (by_instance)
        text_add(out, WET_INSTANCE_MARK);
    text_byte(out, '\n');
}

/* Adds a name, with `blank` for each blank and line end in it; NUL keeps them. */
static void add_name(struct text *out, struct str name, char blank)
{
    text_byte(out, ' ');
    if (name.size == 0)
        text_byte(out, '?');
    for (size_t i = 0; i < name.size; i++) {
        char byte = name.data[i];
        bool is_gap = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
        text_byte(out, is_gap && blank ? blank : byte);
    }
}

static bool has_line_end(struct str name)
{
    return str_find_byte(name, '\n') != SIZE_MAX || str_find_byte(name, '\r') != SIZE_MAX;
}

static bool has_blank(struct str name)
{
    return str_find_byte(name, ' ') != SIZE_MAX || str_find_byte(name, '\t') != SIZE_MAX || has_line_end(name);
}

/* Does 1.2 read the same names out of the line just written? "?" means unknown on both sides. */
static bool reads_back(struct str line, size_t address_end, const struct wet_block *block)
{
    struct wet_block back;
    wet_names_read(line, address_end, &back);
    struct str file = str_is(block->file, "?") || str_is(block->file, "??") ? (struct str){0} : block->file;
    struct str function = str_is(block->function, "?") || str_is(block->function, "??") ? (struct str){0} : block->function;
    return str_equal(back.file, file) && str_equal(back.function, function) && back.line == block->line;
}

static void add_names(struct text *out, const struct wet_block *block, char blank)
{
    add_name(out, block->file, blank);
    add_name(out, block->function, blank);
    text_byte(out, ' ');
    add_decimal(out, block->line);
}

bool wet_write_block(struct text *out, const struct wet_block *block)
{
    size_t start = out->size;
    add_decimal(out, block->id);
    text_byte(out, ' ');
    add_decimal(out, block->ports);
    text_byte(out, ' ');
    add_number(out, block->address, 16);
    size_t address_end = out->size;
    add_names(out, block, 0);
    struct str line = str_cut(text_str(out), start, out->size);
    bool replaced = false;
    if (has_line_end(block->file) || has_line_end(block->function) || !reads_back(line, address_end - start, block)) {
        replaced = has_blank(block->file) || has_blank(block->function);
        out->size = address_end;
        add_names(out, block, '_');
    }
    text_byte(out, '\n');
    return replaced;
}

static void add_list(struct text *out, const char *keyword, uint64_t size)
{
    text_add(out, keyword);
    add_decimal(out, size);
    text_byte(out, '\n');
}

void wet_write_port(struct text *out, uint64_t size)
{
    add_list(out, "SIZE ", size);
}

static void add_x(struct text *out, uint64_t x)
{
    text_append(out, (struct str){"    ", 4});
    add_decimal(out, x);
    text_byte(out, ':');
}

void wet_write_entry(struct text *out, uint64_t x, uint64_t id, uint64_t instance)
{
    add_x(out, x);
    add_decimal(out, id);
    text_byte(out, ' ');
    add_decimal(out, instance);
    text_byte(out, '\n');
}

void wet_write_values(struct text *out, uint64_t size)
{
    add_list(out, "VALUES ", size);
}

void wet_write_value(struct text *out, uint64_t x, uint64_t value)
{
    add_x(out, x);
    add_number(out, value, 16);
    text_byte(out, '\n');
}

void wet_write_wide_value(struct text *out, uint64_t x, struct str digits)
{
    while (digits.size > 1 && digits.data[0] == '0')
        digits = str_cut(digits, 1, digits.size);
    add_x(out, x);
    for (size_t i = 0; i < digits.size; i++) {
        char byte = digits.data[i];
        text_byte(out, byte >= 'A' && byte <= 'F' ? (char)(byte - 'A' + 'a') : byte);
    }
    text_byte(out, '\n');
}

void wet_write_no_values(struct text *out)
{
    text_add(out, "NO VALUES\n");
}

static void add_node(struct text *out, uint64_t address, uint64_t instance)
{
    text_append(out, (struct str){"0x", 2});
    add_number(out, address, 16);
    text_byte(out, '#');
    add_decimal(out, instance);
}

void wet_write_arrow(struct text *out, const struct wet_arrow *arrow)
{
    add_node(out, arrow->user, arrow->user_instance);
    text_append(out, (struct str){" --> ", 5});
    add_node(out, arrow->definer, arrow->definer_instance);
    text_byte(out, '\n');
}
