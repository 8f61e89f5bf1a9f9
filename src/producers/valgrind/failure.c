/* failure.c - what is left to do when Valgrind itself cannot go on.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The core says much on the program's standard error then, and ends the process; what was recorded up to there is lost with the buffer. Two of
 * its functions are replaced with the linker's --wrap (recorder.mk). */
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

/* A list of all mappings, on standard error. */
void __wrap_vgPlain_am_show_nsegments(Int level, const HChar *who)
{
    (void)level, (void)who;
}
