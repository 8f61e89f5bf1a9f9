/* debuginfo.c - keeps Valgrind from reading the debug information of the program.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recorder does not need it (clew reads files itself, when the run is over), it costs start-up time and memory, and Valgrind ends where it cannot
 * read it: 3.19 does so on DWARF 5 by clang 14 and on split DWARF by gcc 12. The core tells its reader of every mapping with the function that is
 * wrapped here (recorder.mk). Functions of the program are redirected by their names only, so that none is. */
#include "producers/valgrind/recorder.h"

ULong __wrap_vgPlain_di_notify_mmap(Addr address, Bool allow_writable, Int descriptor);
ULong __wrap_vgPlain_di_notify_mmap(Addr address, Bool allow_writable, Int descriptor)
{
    (void)address;
    (void)allow_writable;
    (void)descriptor;
    return 0; /* nothing was read */
}
