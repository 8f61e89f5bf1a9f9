/* written.h - the note a recording has of what its program wrote last.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     written_text(&written, &text); ... store_writer_note(writer, "written", text_slice(&text));       the recorder
 *     struct slice rest = store_note(store, "written");
 *     while (written_parse(&rest, &written)) ...                                                         the reader
 *
 * What stands there is what system calls wrote to files and sockets, in order: the last ones to standard output and the error output, and the last ones to
 * others. Each has six fields, parted by a blank, - for what is not known:
 *
 *     descriptor  size  by    argument  parts                                text
 *     1           12    31#0  0x4a72a0  0x4a72a0+5=17#0,0x4a72a5+7=23#1      73756d203d...
 *
 * `by` is the shown instruction that made the call or led to it, as ID#INSTANCE, `argument` the call's second one: of write the address of the bytes. Parts
 * are what was written, the end of it: address, size, and which shown instruction wrote these bytes there last, or led to the code that did. So text that the
 * C library buffered leads to the printf that it came from. The text is that of all parts, in hexadecimal.
 *
 * Recordings made before there was such a note have none; that of a program that wrote nothing is "-". */
#ifndef CLEW_RECORDING_STORE_WRITTEN_H
#define CLEW_RECORDING_STORE_WRITTEN_H

#include "core/core.h"

enum {
    WRITTEN_PARTS = 32,             /* of one call */
    WRITTEN_TEXT = 512              /* bytes of one call */
};

struct written_by {
    uint64_t id, instance;          /* id 0: not known, or nothing that is shown */
};

struct store_written {
    uint64_t descriptor, size, argument;
    struct written_by by;
    struct {
        uint64_t address, size;
        struct written_by by;
    } parts[WRITTEN_PARTS];
    size_t part_count;
    unsigned char text[WRITTEN_TEXT];
    size_t text_size;               /* as the parts' sizes add up to */
};

void written_text(const struct store_written *written, struct text *out);

/* Takes the first off a note, which may be of any bytes. False: no more, or what comes makes no sense. */
CHECKED bool written_parse(struct slice *rest, struct store_written *written);

#endif
