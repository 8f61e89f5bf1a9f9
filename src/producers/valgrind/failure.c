/* failure.c - saves the log when Valgrind itself cannot go on.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The core would then print long messages on the program's standard error and end the process; the log in the buffer would be lost. The
 * linker's --wrap replaces two of its functions (recorder.mk). */
#include "recorder.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"

extern void __wrap_vgPlain_out_of_memory_NORETURN(const HChar *who, SizeT size);
extern void __wrap_vgPlain_am_show_nsegments(Int level, const HChar *who);

void __wrap_vgPlain_out_of_memory_NORETURN(const HChar *who, SizeT size)
{
    VG_(umsg)("clewrec: out of memory: %lu more bytes needed (%s)\n", size, who);
    stream_flush();
    VG_(exit)(1);
}

/* The core would print a list of all mappings on standard error. */
void __wrap_vgPlain_am_show_nsegments(Int level, const HChar *who)
{
    (void)level, (void)who;
}
