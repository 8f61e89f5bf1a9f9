/* csi_crash.c - a crash that is given as a whole, for tools.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi_crash.h"
#include "session/engine.h"


#include <string.h>

/* Text from clew.gdb names its program itself. */
static bool load_from_gdb(struct session *session, struct error *error)
{
    struct arena arena = {0};
    struct slice text;
    struct debugger_text dump = {0};
    struct answer answer = {0};
    bool done = contents_read("-", NULL, &arena, &text, error);
    if (done)
        debugger_read(text, "gdb", &arena, &dump);
    if (done && !dump.program.size)
        done = error_set(error, "gdb did not say which program it has: `file PROGRAM` tells gdb");
    done = done && csi_open(session, arena_string(&arena, dump.program), error) && session_paste(session, text, "gdb", &answer, error);
    answer_free(&answer);
    arena_free(&arena);
    return done;
}

bool csi_crash_is_meta(const char *path, bool last)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct slice head = {NULL, 0};
    struct file_stat stat;
    if (strcmp(path, "-") == 0)
        return false;
    bool empty = file_stat(path, &stat) && stat.size == 0;
    bool is = !empty && contents_head(path, HEAD, &arena, &head) && (slice_starts(head, "\177ELF") || csi_sniff(head) != CSI_TEXT_NONE);
    arena_free(&arena);
    return is || (empty && !last);
}

static bool open_files(struct session *session, const struct csi_crash *crash, struct error *error)
{
    const char *paths[1 + sizeof crash->more / sizeof *crash->more] = {crash->meta};
    for (size_t i = 0; i < crash->more_count; i++)
        paths[i + 1] = crash->more[i];
    return csi_open_files(session, paths, crash->more_count + 1, error);
}

bool csi_crash_load(struct session *session, const struct csi_crash *crash, struct error *error)
{
    session->crash.prune = crash->prune;
    session->crash.rule = crash->rule;
    if (crash->from_gdb)
        return load_from_gdb(session, error);
    if (!open_files(session, crash, error))
        return false;
    if (crash->core || crash->process)
        return csi_ask_gdb(session, crash->core, crash->process, error);
    return !crash->dump || csi_read_dump(session, crash->dump, error);
}

bool csi_crash_need(const struct session *session, struct error *error)
{
    return csi_need_frames(session, error);
}

size_t csi_crash_frames(const struct session *session)
{
    return session->trace->csi ? session->trace->csi->crash.count : 0;
}

void csi_crash_suffix(struct session *session, size_t frame, struct rows *rows)
{
    csi_rows_of_suffix(session, frame, rows);
}

bool csi_crash_is_bad(const struct session *session)
{
    return session->trace->csi && csi_is_bad(session->trace->csi);
}
