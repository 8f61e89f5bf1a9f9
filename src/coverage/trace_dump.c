/* trace_dump.c - writes GNATcoverage traces, as text and in their format.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/trace.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

/* the names in dumps */
static const char *const gnatcov_tag_names[GNATCOV_TAGS] = {
    "INFO_END", "EXEC_FILE_NAME", "COVERAGE_OPTIONS", "USER_DATA", "DATE_TIME", "KERNEL_FILE_NAME", "EXEC_FILE_SIZE", "EXEC_FILE_TIME_STAMP",
    "EXEC_FILE_CRC32", "COVERAGE_CONTEXT", "EXEC_CODE_SIZE",
};

const struct gnatcov_info *gnatcov_info_find(const struct gnatcov_info *infos, size_t count, uint32_t tag)
{
    for (size_t i = 0; i < count; i++)
        if (infos[i].tag == tag)
            return &infos[i];
    return NULL;
}

bool gnatcov_info_number(const struct gnatcov_info *info, uint64_t *number)
{
    if (!info)
        return false;
    struct str digits = info->data;
    while (digits.size && digits.data[0] == ' ')
        digits = str_cut(digits, 1, digits.size);
    while (digits.size && digits.data[digits.size - 1] == ' ')
        digits.size--;
    return str_decimal(digits, number);
}

static unsigned month_days(unsigned year, unsigned month)
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[month - 1];
}

/* u16 year, u8 month, day, hour, minute, second, 0; any year */
bool gnatcov_info_date(const struct gnatcov_info *info, struct text *out)
{
    if (info->data.size != GNATCOV_DATE_SIZE)
        return false;
    unsigned year = gnatcov_u16(info->data.data, info->big_endian);
    const unsigned char *rest = (const unsigned char *)info->data.data + 2;
    unsigned month = rest[0], day = rest[1], hour = rest[2], minute = rest[3], second = rest[4];
    if (month < 1 || month > 12 || day < 1 || day > month_days(year, month) || hour > 23 || minute > 59 || second > 59)
        return false;
    text_printf(out, "%04u-%02u-%02u %02u:%02u:%02u", year, month, day, hour, minute, second);
    return true;
}

void gnatcov_info_name(uint32_t tag, struct text *out)
{
    if (tag < GNATCOV_TAGS)
        text_add(out, gnatcov_tag_names[tag]);
    else
        text_printf(out, "UNKNOWN (%" PRIu32 ")", tag);
}

/* ---- Related files ---- */

static bool is_source_trace(struct str head)
{
    static const char magic[32] = "GNATcov source trace file";
    return head.size >= sizeof magic && memcmp(head.data, magic, sizeof magic) == 0;
}

bool gnatcov_foreign(struct str head, char name[64])
{
    enum { VERSION = 32, ORDER = 37 };
    struct text text = {0};
    if (is_source_trace(head)) {
        text_add(&text, "a GNATcov source trace file");
        if (head.size > ORDER)
            text_printf(&text, ", version %" PRIu32, gnatcov_u32(head.data + VERSION, head.data[ORDER] == 1));
    } else if (str_starts(head, "\x81" "rforpl\xff"))
        text_add(&text, "an LLVM raw profile");
    bool found = text.size > 0;
    if (found)
        memcpy(name, text_string(&text), text.size + 1);        /* the longest has 47 bytes */
    text_free(&text);
    return found;
}

bool gnatcov_sniff(struct str head)
{
    char name[64];
    return str_starts(head, GNATCOV_MAGIC) || gnatcov_foreign(head, name);
}

/* ---- Dumps, as the user's guide prints them ----
 *
 *     { "Tag  : " name NL "Len  : " length NL "Data :" data NL [ date NL ] NL }  [ "Traces:" NL ]  { entry NL } */

/* PAGE: a part ends after the line that reaches this size; PIECE: bytes of one info's data at a time */
enum { PAGE = 32 * 1024, PIECE = 8 * 1024 };

static const char digits[] = "0123456789abcdef";

/* ---- Infos in a dump ---- */

/* clew prints data as text if every byte is graphic in Latin-1. */
static bool is_graphic(struct str data)
{
    for (size_t i = 0; i < data.size; i++) {
        unsigned char byte = (unsigned char)data.data[i];
        if (byte < 0x20 || (byte >= 0x7f && byte < 0xa0))
            return false;
    }
    return true;
}

static void hex_append(struct str data, struct text *out)
{
    for (size_t i = 0; i < data.size; i++) {
        unsigned char byte = (unsigned char)data.data[i];
        const char shown[] = {' ', digits[byte >> 4], digits[byte & 15]};
        text_append(out, (struct str){shown, sizeof shown});
    }
}

void gnatcov_info_data(const struct gnatcov_info *info, struct text *out)
{
    if (!is_graphic(info->data)) {
        hex_append(info->data, out);
        return;
    }
    text_byte(out, ' ');
    text_append(out, info->data);
}

static void info_begin(struct gnatcov_dump *dump, const struct gnatcov_info *info, struct text *out)
{
    text_add(out, "Tag  : ");
    gnatcov_info_name(info->tag, out);
    text_add(out, info->tag == GNATCOV_USER_DATA ? " (User_Tag)" : info->tag == GNATCOV_DATE ? " (Date)" : "");
    text_printf(out, "\nLen  : %zu\nData :", info->data.size);
    dump->hex = !is_graphic(info->data);
    if (!dump->hex)
        text_byte(out, ' ');
}

static void info_end(const struct gnatcov_info *info, struct text *out)
{
    text_byte(out, '\n');
    if (info->tag == GNATCOV_DATE) {
        text_add(out, "       ");
        if (!gnatcov_info_date(info, out))
            text_add(out, "!Bad Format!");
        text_byte(out, '\n');
    }
    text_byte(out, '\n');
}

/* Appends the next piece of the current info. */
static void info_dump(struct gnatcov_dump *dump, struct text *out)
{
    const struct gnatcov_info *info = &dump->trace->infos[dump->info];
    struct str piece = str_cut(info->data, dump->at, PIECE);
    if (dump->at == 0)
        info_begin(dump, info, out);
    if (dump->hex)
        hex_append(piece, out);
    else
        text_append(out, piece);
    dump->at += piece.size;
    if (dump->at < info->data.size)
        return;
    info_end(info, out);
    dump->info++;
    dump->at = 0;
}

/* ---- Entries in a dump ---- */

static char *address_put(char *at, unsigned address_size, uint64_t address)
{
    unsigned count = address_size == 4 ? 8 : 16;
    for (unsigned i = count; i-- > 0; address >>= 4)
        at[i] = digits[address & 15];
    return at + count;
}

static char *string_put(char *at, const char *string, size_t size)
{
    memcpy(at, string, size);
    return at + size;
}

void gnatcov_line(unsigned address_size, uint64_t first, uint64_t last, uint8_t op, struct text *out)
{
    char line[80], *at = address_put(line, address_size, first);
    *at++ = '-';
    at = string_put(address_put(at, address_size, last), " ?: ", 4);
    *at++ = digits[op >> 4];
    *at++ = digits[op & 15];
    *at++ = ' ';
    for (unsigned bit = 8; bit; bit >>= 1)
        *at++ = op & bit ? 't' : '-';
    if (op & GNATCOV_BLOCK)
        at = string_put(at, " block", 6);
    if (op & GNATCOV_FAULT)
        at = string_put(at, " fault", 6);
    text_append(out, (struct str){line, (size_t)(at - line)});
}

static void address_append(const struct gnatcov *trace, uint64_t address, struct text *out)
{
    text_printf(out, "%0*" PRIx64, trace->second.address_size == 4 ? 8 : 16, address);
}

static void special_dump(const struct gnatcov *trace, const struct gnatcov_entry *entry, struct text *out)
{
    if (entry->special == GNATCOV_LOADED && entry->address != 0) {
        text_add(out, "Kernel was loaded at: ");
        address_append(trace, entry->address, out);
        text_byte(out, '\n');
    } else if (entry->special == GNATCOV_OBJECT_LOADED && entry->object) {
        const struct gnatcov_object *object = &trace->objects[entry->object - 1];
        text_add(out, "Loading shared object ");
        text_append(out, object->name);
        text_add(out, "\n   at ");
        address_append(trace, object->base, out);
        text_add(out, " .. ");
        address_append(trace, object->base + object->size - 1, out);
        text_byte(out, '\n');
    }
}

static void entry_dump(const struct gnatcov_dump *dump, const struct gnatcov_entry *entry, struct text *out)
{
    unsigned address_size = dump->trace->second.address_size;
    uint64_t first = dump->raw ? entry->address : entry->relative;
    if (!dump->raw && !entry->relocated)
        return;
    gnatcov_line(address_size, first, first + entry->size - 1, entry->op, out);
    text_byte(out, '\n');
}

/* "Traces:" comes before the entries, and at the end of a file that ends after its infos. */
static void entries_begin(struct gnatcov_dump *dump, struct text *out)
{
    const struct gnatcov *trace = dump->trace;
    if (trace->has_entries || (trace->has_infos && trace->second.offset == trace->bytes.size))
        text_add(out, "Traces:\n");
    gnatcov_begin(trace, &dump->cursor);
    dump->began = true;
}

bool gnatcov_dump(struct gnatcov_dump *dump, struct text *out)
{
    size_t before = out->size;
    struct gnatcov_entry entry;
    while (dump->info < dump->trace->info_count) {
        if (out->size - before >= PAGE)
            return true;
        info_dump(dump, out);
    }
    if (!dump->began)
        entries_begin(dump, out);
    while (out->size - before < PAGE) {
        if (!gnatcov_next(&dump->cursor, &entry))
            return false;
        if (entry.special)
            special_dump(dump->trace, &entry, out);
        else
            entry_dump(dump, &entry, out);
    }
    return true;
}

/* ---- Writing, in the byte order of this machine ---- */

static void write_bytes(struct text *out, const void *data, size_t size)
{
    text_append(out, (struct str){data, size});
}

static void write_zeros(struct text *out, size_t count)
{
    while (count--)
        text_byte(out, 0);
}

/* The machine field always has its high byte first. */
void gnatcov_write_header(struct text *out, enum gnatcov_kind kind, unsigned address_size, unsigned machine)
{
    const unsigned char fields[] = {1, (unsigned char)kind, (unsigned char)address_size, __BYTE_ORDER == __BIG_ENDIAN, (unsigned char)(machine >> 8),
                                    (unsigned char)machine, 0, 0};
    text_add(out, GNATCOV_MAGIC);
    write_bytes(out, fields, sizeof fields);
}

/* A length has 32 bits: leaves out the rest of longer data. */
void gnatcov_write_info(struct text *out, uint32_t tag, struct str data)
{
    data = str_cut(data, 0, UINT32_MAX);
    uint32_t length = (uint32_t)data.size;
    write_bytes(out, &tag, sizeof tag);
    write_bytes(out, &length, sizeof length);
    text_append(out, data);
    write_zeros(out, -length & 3);
}

/* Writes zeros for a date that does not fit the format; readers then report a bad format. */
void gnatcov_write_date(struct text *out, int64_t seconds)
{
    char data[GNATCOV_DATE_SIZE] = {0};
    time_t time = (time_t)seconds;
    struct tm date;
    if (gmtime_r(&time, &date) && date.tm_year >= -1900 && date.tm_year <= UINT16_MAX - 1900) {
        uint16_t year = (uint16_t)(date.tm_year + 1900);
        const int fields[] = {date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec};
        memcpy(data, &year, sizeof year);
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
            data[2 + i] = (char)fields[i];
    }
    gnatcov_write_info(out, GNATCOV_DATE, (struct str){data, sizeof data});
}

void gnatcov_write_entry(struct text *out, unsigned address_size, uint64_t address, uint16_t size, uint8_t op)
{
    uint32_t narrow = (uint32_t)address;
    write_bytes(out, address_size == 4 ? (const void *)&narrow : (const void *)&address, address_size == 4 ? sizeof narrow : sizeof address);
    write_bytes(out, &size, sizeof size);
    text_byte(out, (char)op);
    write_zeros(out, gnatcov_stride(address_size) - address_size - 3);
}
