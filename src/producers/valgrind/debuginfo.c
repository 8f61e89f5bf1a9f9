/* debuginfo.c - keeps Valgrind from reading the program's debug information.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recorder does not need it (clew reads the files itself after the run), and it costs start-up time and memory. Valgrind also ends if it cannot
 * read it: 3.19 does so on DWARF 5 from clang 14 and on split DWARF from gcc 12. The core reports every mapping to its reader with the function that is
 * wrapped here (recorder.mk). Valgrind redirects functions of the program by name only, so without names it redirects none. */
#include "producers/valgrind/recorder.h"

ULong __wrap_vgPlain_di_notify_mmap(Addr address, Bool allow_writable, Int descriptor);
ULong __wrap_vgPlain_di_notify_mmap(Addr address, Bool allow_writable, Int descriptor)
{
    (void)address;
    (void)allow_writable;
    (void)descriptor;
    return 0; /* nothing was read */
}
