/* temporary.c - the core's temporary files.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * At start the core makes two, for the contents of /proc/self/cmdline and auxv, and removes their names at once. It gives up if it cannot make them, for
 * example if TMPDIR is not a writable folder. So this code makes them in memory: the linker's --wrap replaces vgPlain_mkstemp and vgPlain_unlink
 * (recorder.mk). */
#include "recorder.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vkiscnums.h"

extern Int VG_(safe_fd)(Int descriptor); /* moves it out of the program's range */

extern Int __wrap_vgPlain_mkstemp(HChar *part_of_name, HChar *full_name);
extern Int __real_vgPlain_unlink(const HChar *path);
extern Int __wrap_vgPlain_unlink(const HChar *path);

static const HChar nameless[] = "memfd"; /* the core's own paths have a slash */

Int __wrap_vgPlain_mkstemp(HChar *part_of_name, HChar *full_name)
{
    UWord descriptor = bare_call(__NR_memfd_create, (UWord)part_of_name, 0, 0, 0);
    VG_(strcpy)(full_name, nameless);
    return (Word)descriptor < 0 ? -1 : VG_(safe_fd)((Int)descriptor);
}

Int __wrap_vgPlain_unlink(const HChar *path)
{
    return VG_(strcmp)(path, nameless) == 0 ? 0 : __real_vgPlain_unlink(path);
}
