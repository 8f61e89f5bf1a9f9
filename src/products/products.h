/* products.h - the lists that name every product.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     kinds.c        the kinds of traces (session_all_kinds, session/kind.h)
 *     commands.c     the commands, with their help (command_table, session/session.h)
 *     formats.c      the formats, told by their content (session/formats.h)
 *     opening.c      which files are one trace, and who opens it (session_load_files)
 *     refuse.c       what a trace that cannot answer says instead (session/refuse.h)
 *     other_kind.c   what a file is that was taken for a trace
 *
 * The engine declares these, and this room defines them, since it stands above all products. It has no other interface. A new product adds a line to each list
 * that concerns it. */
#ifndef CLEW_PRODUCTS_PRODUCTS_H
#define CLEW_PRODUCTS_PRODUCTS_H

#include "session/engine.h"

#endif
