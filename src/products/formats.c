/* formats.c - the formats that clew reads, recognised by content.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/coverage.h"
#include "crash/crash.h"
#include "session/engine.h"
#include "stream/stream.h"
static bool sniff_csi(struct str head)
{
    return csi_sniff(head) != CSI_TEXT_NONE;
}

static bool sniff_elf(struct str head)
{
    return str_starts(head, "\x7f" "ELF");
}

const struct format formats[] = {
    {"wet", "a WET trace (instructions with dependences and values)", wet_sniff},
    {"recording", "a clew recording (a WET trace in one compact file, with the order of execution)", store_sniff},
    {"history", "a WET history (the last dependences of a run)", wet_history_sniff},
    {"csi", "CSI metadata (control-flow graphs or coverage probes, the text of a debug section)", sniff_csi},
    {"schema", "an AE schema (what clew needs to regenerate addresses from the events of Abstract Execution)", ae_schema_sniff},
    {"events", "AE events (the values and branches of one run that a schema leaves open)", ae_events_sniff},
    {"gnatcov", "a GNATcoverage trace (which code an emulator executed, and which way its branches went)", gnatcov_sniff},
    {"elf", "an ELF file (an executable, library or object, perhaps with CSI metadata in its debug sections)", sniff_elf},
    {NULL, NULL, NULL},
};

const struct format *format_sniff(struct str head)
{
    for (const struct format *format = formats; format->name; format++)
        if (format->sniff(head))
            return format;
    return NULL;
}

const struct format *format_named(struct str name)
{
    for (const struct format *format = formats; format->name; format++)
        if (str_is(name, format->name))
            return format;
    return NULL;
}
