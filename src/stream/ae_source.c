/* ae_source.c - the line one is at in an address stream.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/ae.h"

bool ae_source(struct session *session, struct source_position *position)
{
    return session->trace->ae->has_here && ae_position(session, session->trace->ae->moment.at.instruction, position) && position->line;
}
