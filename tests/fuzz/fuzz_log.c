/* fuzz_log.c - the recorder's stream: cuts it, reads definitions, makes templates.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/log/log.h"
#include "recording/log/template.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OPERATIONS = 512 };

/* Like reconstruct.c with a definition: turns every instruction's operations into steps. */
static void define(struct decoder *decoder, const struct log_record *record)
{
    struct log_operation operations[OPERATIONS];
    struct str payload = {(const char *)record->data + 4, record->size - 4};
    struct steps steps = {0};
    bool damaged = false;
    size_t count = 0;
    while (count < OPERATIONS && log_operation(&payload, &operations[count], &damaged))
        count++;
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && operations[to].letter != 'I';)
            to++;
        struct decoded decoded;
        bool known = operations[from].letter == 'I' &&
                     decoder_decode(decoder, (struct str){(const char *)operations[from].bytes, operations[from].length}, operations[from].address, &decoded);
        template_append(known ? &decoded : NULL, operations + from, to - from, true, &steps);
    }
    for (size_t i = 0; i < steps.count; i++) {
        const struct step *step = &steps.items[i];
        bool in_file = (step->kind == STEP_USE || step->kind == STEP_DEFINE);
        if (in_file && (step->byte + step->size > REGISTER_BYTES || step->size == 0))
            abort();
    }
    free(steps.items);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct decoder *decoder;
    if (!decoder)
        decoder = decoder_open();
    int descriptor = memfd_create("log", MFD_CLOEXEC);
    struct log_header header = {LOG_MAGIC, LOG_VERSION, sizeof header, 0, 1, 0, LOG_ORIGIN_START};
    if (write(descriptor, &header, sizeof header) != sizeof header || write(descriptor, data, size) != (ssize_t)size)
        abort();
    lseek(descriptor, 0, SEEK_SET);
    struct log_reader *reader;
    struct log_record record;
    struct error error;
    if (!log_open(descriptor, &reader, &error))
        abort();
    while (log_next(reader, &record, &error))
        if (record.kind == LOG_SEGMENT)
            define(decoder, &record);
    log_close(reader);
    close(descriptor);
    return 0;
}
