/* trace_write.c - writes GNATcoverage traces, in the byte order of this machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/trace_inside.h"

#include <time.h>

static void write_bytes(struct text *out, const void *data, size_t size)
{
    text_append(out, (struct slice){data, size});
}

static void write_zeros(struct text *out, size_t count)
{
    while (count--)
        text_byte(out, 0);
}

/* The machine is always high byte first. */
void gnatcov_write_header(struct text *out, enum gnatcov_kind kind, unsigned address_size, unsigned machine)
{
    const unsigned char fields[] = {1, (unsigned char)kind, (unsigned char)address_size, __BYTE_ORDER == __BIG_ENDIAN, (unsigned char)(machine >> 8),
                                    (unsigned char)machine, 0, 0};
    text_add(out, GNATCOV_MAGIC);
    write_bytes(out, fields, sizeof fields);
}

/* A length has 32 bits: of data that is longer the rest is left out. */
void gnatcov_write_info(struct text *out, uint32_t tag, struct slice data)
{
    data = slice_cut(data, 0, UINT32_MAX);
    uint32_t length = (uint32_t)data.size;
    write_bytes(out, &tag, sizeof tag);
    write_bytes(out, &length, sizeof length);
    text_append(out, data);
    write_zeros(out, -length & 3);
}

/* A date that the format has no room for is written as zeros, which readers take for a bad format. */
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
    gnatcov_write_info(out, GNATCOV_DATE, (struct slice){data, sizeof data});
}

void gnatcov_write_entry(struct text *out, unsigned address_size, uint64_t address, uint16_t size, uint8_t op)
{
    uint32_t narrow = (uint32_t)address;
    write_bytes(out, address_size == 4 ? (const void *)&narrow : (const void *)&address, address_size == 4 ? sizeof narrow : sizeof address);
    write_bytes(out, &size, sizeof size);
    text_byte(out, (char)op);
    write_zeros(out, gnatcov_stride(address_size) - address_size - 3);
}
