/* trace_info.c - the infos of a GNATcoverage trace: names, numbers, dates.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/trace_inside.h"

#include <inttypes.h>

const char *const gnatcov_tag_names[GNATCOV_TAGS] = {
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
    struct slice digits = info->data;
    while (digits.size && digits.data[0] == ' ')
        digits = slice_cut(digits, 1, digits.size);
    while (digits.size && digits.data[digits.size - 1] == ' ')
        digits.size--;
    return slice_decimal(digits, number);
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

/* ---- Kin ---- */

static bool is_source_trace(struct slice head)
{
    static const char magic[32] = "GNATcov source trace file";
    return head.size >= sizeof magic && memcmp(head.data, magic, sizeof magic) == 0;
}

bool gnatcov_foreign(struct slice head, char name[64])
{
    enum { VERSION = 32, ORDER = 37 };
    struct text text = {0};
    if (is_source_trace(head)) {
        text_add(&text, "a GNATcov source trace file");
        if (head.size > ORDER)
            text_printf(&text, ", version %" PRIu32, gnatcov_u32(head.data + VERSION, head.data[ORDER] == 1));
    } else if (slice_starts(head, "\x81" "rforpl\xff"))
        text_add(&text, "an LLVM raw profile");
    bool found = text.size > 0;
    if (found)
        memcpy(name, text_string(&text), text.size + 1);        /* the longest has 47 bytes */
    text_free(&text);
    return found;
}

bool gnatcov_sniff(struct slice head)
{
    char name[64];
    return slice_starts(head, GNATCOV_MAGIC) || gnatcov_foreign(head, name);
}
