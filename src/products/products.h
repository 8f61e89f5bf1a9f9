/* products.h - the lists that name every product.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     kinds.c        the kinds of traces (session_all_kinds, session/kind.h)
 *     commands.c     the commands, with their help (command_table, session/session.h)
 *     formats.c      the formats, recognised by content (session/formats.h)
 *     opening.c      which files form one trace, and which product opens it (session_load_files)
 *     refuse.c       advice when a trace cannot answer (session/refuse.h)
 *     other_kind.c   the true content of a file taken for a trace
 *
 * The engine declares these, and this room defines them, since it stands above all products. It has no other interface. A new product adds a line to each list
 * that concerns it. */
#ifndef CLEW_PRODUCTS_PRODUCTS_H
#define CLEW_PRODUCTS_PRODUCTS_H

#include "session/engine.h"

#endif
