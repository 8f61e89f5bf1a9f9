/* wet_line.c - single lines of WET text: read, written, and the wording of what is wrong with them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet_reader.h"

#include <inttypes.h>

/* ---- File, function and line behind the address of a static line ----
 *
 * The format parts three optional fields by blanks, and names may hold blanks themselves. These rules (1.2) read what writers are
 * known to print; what stays ambiguous is listed in clew-formats(5). */

static const char *const source_endings[] = {
    "c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "c++", "C", "H", "ipp", "tcc", "inc", "def", "y", "l", "s", "S", "asm", "m", "mm",
    "f", "F", "for", "f77", "f90", "f95", "rs", "go", "d", "ads", "adb", "pas", "swift", "zig", NULL
};

static bool is_source_name(struct slice field)
{
    size_t dot = slice_find_last_byte(field, '.');
    if (dot == SIZE_MAX)
        return false;
    struct slice ending = slice_cut(field, dot + 1, field.size);
    for (size_t i = 0; source_endings[i]; i++)
        if (slice_is(ending, source_endings[i]))
            return true;
    return false;
}

static bool is_unknown(struct slice name)
{
    return name.size == 0 || slice_is(name, "?") || slice_is(name, "??");
}

static struct slice name_of(struct slice s)
{
    return is_unknown(s) ? (struct slice){0} : s;
}

static bool is_digits(struct slice s)
{
    for (size_t i = 0; i < s.size; i++)
        if (s.data[i] < '0' || s.data[i] > '9')
            return false;
    return s.size > 0;
}

static struct slice last_field(struct slice s)
{
    size_t from = s.size;
    while (from > 0 && s.data[from - 1] != ' ' && s.data[from - 1] != '\t')
        from--;
    return slice_cut(s, from, s.size);
}

static bool has_three_fields(struct slice rest)
{
    struct slice field;
    return slice_field(&rest, &field) && slice_field(&rest, &field) && slice_field(&rest, &field);
}

static bool has_single_gaps(struct slice s)
{
    for (size_t i = 1; i < s.size; i++)
        if ((s.data[i] == ' ' || s.data[i] == '\t') && (s.data[i - 1] == ' ' || s.data[i - 1] == '\t'))
            return false;
    return true;
}

/* Rule 1: takes the source line off the end of *left. */
static void take_line(struct slice *left, struct wet_block *block)
{
    struct slice last = last_field(*left);
    if (is_digits(last)) {
        if (!slice_decimal(last, &block->line))
            block->line = 0;
    } else if (!((slice_is(last, "?") || slice_is(last, "??")) && has_three_fields(*left))) {
        return;
    }
    *left = wet_trim(slice_cut(*left, 0, left->size - last.size));
}

/* Rule 6: where the file ends in left. */
static size_t file_end(struct slice left)
{
    struct slice rest = left, field;
    size_t first = 0;
    while (slice_field(&rest, &field)) {
        size_t end = (size_t)(field.data - left.data) + field.size;
        if (first == 0)
            first = end;
        if (is_source_name(field))
            return end;
    }
    return first;
}

/* Rules 4 to 6. */
static void split_names(struct slice left, struct wet_block *block)
{
    struct slice rest = left, first;
    slice_field(&rest, &first);
    size_t file = first.size;
    if (!is_unknown(first) && first.size < left.size)
        file = file_end(left);
    else if (!is_unknown(first) && slice_find_byte(first, '/') == SIZE_MAX && !is_source_name(first))
        file = 0;
    block->file = name_of(slice_cut(left, 0, file));
    block->function = name_of(wet_trim(slice_cut(left, file, left.size)));
}

void wet_names_read(struct slice line, size_t address_end, struct wet_block *block)
{
    struct slice rest = slice_cut(line, address_end, line.size), left = wet_trim(rest);
    block->file = block->function = (struct slice){0};
    block->line = 0;
    bool empty_file = slice_starts(rest, "  ") && rest.size - left.size == 2 && has_single_gaps(left) &&
                      has_single_gaps(slice_cut(line, 0, address_end));
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

struct slice wet_trim(struct slice s)
{
    size_t from = 0, to = s.size;
    while (from < to && is_blank(s.data[from]))
        from++;
    while (to > from && is_blank(s.data[to - 1]))
        to--;
    return slice_cut(s, from, to - from);
}

struct slice wet_without_mark(struct slice bytes)
{
    return slice_starts(bytes, "\xef\xbb\xbf") ? slice_cut(bytes, 3, bytes.size) : bytes;
}

static uint64_t column_of(struct slice line, struct slice part)
{
    return (uint64_t)(part.data - line.data) + 1;
}

/* X and instance are at most 2^64-2, so that a count of them fits into 64 bits. */
static bool parse_ordinal(struct slice s, uint64_t *value)
{
    return slice_decimal(s, value) && *value != UINT64_MAX;
}

bool wet_line_number(struct slice line, uint64_t *number)
{
    return slice_decimal(line, number);
}

bool wet_line_block(struct slice line, struct wet_block *block, uint64_t *ports_column)
{
    struct slice rest = line, id, ports, address;
    *block = (struct wet_block){0};
    if (!slice_field(&rest, &id) || !slice_field(&rest, &ports) || !slice_field(&rest, &address))
        return false;
    if (!slice_decimal(id, &block->id) || !slice_decimal(ports, &block->ports) || !slice_hex(address, &block->address))
        return false;
    *ports_column = column_of(line, ports);
    block->address_column = column_of(line, address);
    wet_names_read(line, (size_t)block->address_column - 1 + address.size, block);
    return true;
}

bool wet_line_list(struct slice line, const char *keyword, uint64_t *size, uint64_t *column)
{
    struct slice rest = line, word;
    if (!slice_field(&rest, &word) || !slice_is(word, keyword))
        return false;
    rest = wet_trim(rest);
    if (!slice_decimal(rest, size))
        return false;
    *column = column_of(line, rest);
    return true;
}

bool wet_line_no_values(struct slice line)
{
    struct slice rest = line, word;
    return slice_field(&rest, &word) && slice_is(word, "NO") && slice_is(wet_trim(rest), "VALUES");
}

/* X ":" at the front of a line; rest is what follows. */
static bool parse_x(struct slice line, uint64_t *x, struct slice *rest)
{
    size_t colon = slice_find_byte(line, ':');
    if (colon == SIZE_MAX || !parse_ordinal(wet_trim(slice_cut(line, 0, colon)), x))
        return false;
    *rest = wet_trim(slice_cut(line, colon + 1, line.size));
    return true;
}

bool wet_line_entry(struct slice line, struct wet_entry *entry)
{
    struct slice rest, id;
    if (!parse_x(line, &entry->x, &rest) || !slice_field(&rest, &id))
        return false;
    rest = wet_trim(rest);
    if (!slice_decimal(id, &entry->id) || !parse_ordinal(rest, &entry->instance))
        return false;
    entry->id_column = column_of(line, id);
    entry->instance_column = column_of(line, rest);
    return true;
}

static bool is_hex_digit(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

bool wet_hex_digits(struct slice s, struct slice *digits)
{
    if (slice_starts(s, "0x") || slice_starts(s, "0X"))
        s = slice_cut(s, 2, s.size);
    for (size_t i = 0; i < s.size; i++)
        if (!is_hex_digit(s.data[i]))
            return false;
    while (s.size > 1 && s.data[0] == '0')
        s = slice_cut(s, 1, s.size);
    *digits = s;
    return s.size >= 1 && s.size <= WET_VALUE_DIGITS;
}

bool wet_line_value(struct slice line, struct wet_value *value)
{
    struct slice rest;
    return parse_x(line, &value->x, &rest) && wet_hex_digits(rest, &value->digits);
}

/* address "#" instance, no blanks inside. */
static bool parse_node(struct slice s, uint64_t *address, uint64_t *instance)
{
    size_t hash = slice_find_byte(s, '#');
    return hash != SIZE_MAX && slice_hex(slice_cut(s, 0, hash), address) && parse_ordinal(slice_cut(s, hash + 1, s.size), instance);
}

bool wet_line_arrow(struct slice line, struct wet_arrow *arrow)
{
    size_t at = slice_find(line, slice_of("-->"));
    if (at == SIZE_MAX)
        return false;
    return parse_node(wet_trim(slice_cut(line, 0, at)), &arrow->user, &arrow->user_instance) &&
           parse_node(wet_trim(slice_cut(line, at + 3, line.size)), &arrow->definer, &arrow->definer_instance);
}

/* ---- Is a file such a text? ---- */

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

bool wet_sniff(struct slice head)
{
    bool lone;
    if (has_zero_byte(head) || wet_kind(head) != WET_COMPREHENSIVE)
        return false;
    return has_line(wet_without_mark(head), is_wet_line, &lone) || lone;
}

bool wet_history_sniff(struct slice head)
{
    bool lone;
    return !has_zero_byte(head) && wet_kind(head) == WET_HISTORY && has_line(wet_without_mark(head), is_history_line, &lone);
}

/* ---- Names and wording of the problems a WET trace can have ---- */

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
    tell_number(out, "instance ", finding->first, " of id ");
    tell_number(out, "", finding->second, ": the trace has ");
    add_count(out, finding->third, " execution", " executions");
}

static void add_duplicate(struct text *out, const struct wet_finding *finding)
{
    tell_number(out, "id ", finding->first, " has a block already (line ");
    tell_number(out, "", finding->second, "); this block is dropped");
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
 * Numbers are formatted by hand: a trace is almost nothing but numbers, and printf takes most of the time otherwise. */

static void add_number(struct text *out, uint64_t value, unsigned base)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[value % base];
    while (value /= base);
    text_append(out, (struct slice){digits + at, sizeof digits - at});
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

/* A name, each blank and line end of it as `blank`; the NUL leaves them as they are. */
static void add_name(struct text *out, struct slice name, char blank)
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

static bool has_line_end(struct slice name)
{
    return slice_find_byte(name, '\n') != SIZE_MAX || slice_find_byte(name, '\r') != SIZE_MAX;
}

static bool has_blank(struct slice name)
{
    return slice_find_byte(name, ' ') != SIZE_MAX || slice_find_byte(name, '\t') != SIZE_MAX || has_line_end(name);
}

/* Do the names that 1.2 reads out of the line just written equal those that were meant? "?" means unknown on both sides. */
static bool reads_back(struct slice line, size_t address_end, const struct wet_block *block)
{
    struct wet_block back;
    wet_names_read(line, address_end, &back);
    struct slice file = slice_is(block->file, "?") || slice_is(block->file, "??") ? (struct slice){0} : block->file;
    struct slice function = slice_is(block->function, "?") || slice_is(block->function, "??") ? (struct slice){0} : block->function;
    return slice_equal(back.file, file) && slice_equal(back.function, function) && back.line == block->line;
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
    struct slice line = slice_cut(text_slice(out), start, out->size);
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
    text_append(out, (struct slice){"    ", 4});
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

void wet_write_wide_value(struct text *out, uint64_t x, struct slice digits)
{
    while (digits.size > 1 && digits.data[0] == '0')
        digits = slice_cut(digits, 1, digits.size);
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
    text_append(out, (struct slice){"0x", 2});
    add_number(out, address, 16);
    text_byte(out, '#');
    add_decimal(out, instance);
}

void wet_write_arrow(struct text *out, const struct wet_arrow *arrow)
{
    add_node(out, arrow->user, arrow->user_instance);
    text_append(out, (struct slice){" --> ", 5});
    add_node(out, arrow->definer, arrow->definer_instance);
    text_byte(out, '\n');
}
