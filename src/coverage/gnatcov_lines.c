/* gnatcov_lines.c - what a coverage trace knows about the lines of a source file: marks of object coverage.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov.h"
#include "session/engine.h"

bool gnatcov_source(struct session *session, struct source_position *position)
{
    const struct gnatcov_session *own = gnatcov_of(session);
    return gnatcov_position(session, own->here.unit, own->here.address, position) && position->line;
}

static enum line_state state_of(enum object_mark mark)
{
    return mark == OBJECT_COVERED ? LINE_RAN : mark == OBJECT_NOT ? LINE_NEVER : mark == OBJECT_NO_CODE ? LINE_NO_CODE : LINE_PARTLY;
}

static void add_file(const struct gnatcov_unit *unit, const struct object_file *file, struct line_table *table)
{
    for (size_t i = 0; i < file->line_count; i++) {
        struct line_fact *fact = line_table_grow(table, file->lines[i].line);
        enum line_state state = state_of(file->lines[i].mark);
        if (!fact || (fact->state != LINE_UNKNOWN && fact->state != LINE_NEVER))
            continue;
        *fact = (struct line_fact){.state = state, .place = line_place(file->name, file->lines[i].line)};
        if (gnatcov_line_of_copy(unit, file, &file->lines[i])) {
            fact->state = LINE_MAYBE;
            fact->why = "its function ran as an instrumented copy, which has no lines";
        }
    }
}

void gnatcov_lines(struct session *session, struct str file, struct line_table *table)
{
    const struct gnatcov_session *own = gnatcov_of(session);
    for (size_t unit = 0; !own->is_map && unit < own->input.unit_count; unit++) {
        struct object_coverage *coverage = gnatcov_coverage(session, unit);
        const struct object_file *files;
        size_t count;
        if (!coverage || !object_coverage_files(coverage, &session->options.progress, &files, &count))
            continue;
        for (size_t i = 0; i < count; i++)
            if (traces_same_file(files[i].name, file))
                add_file(gnatcov_unit(session, unit), &files[i], table);
    }
}
