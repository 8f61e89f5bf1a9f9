/* fuzz_crash.c - any metadata and any debugger output in a session: explains, walks, prints.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines "=" separate the parts of the input: commands, a debugger's output, then texts of path tracing, function, call-site and statement coverage. A
 * single such text is a text file, several are sections of an ELF file. Promises: no row has a control character; each row stays the same when asked for
 * again, also from another place; the position of a place leads back to it. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 12, ROWS = 80, PARTS = 4, PATH_SIZE = 64 };

/* The last commands of every session. */
static const char *const questions[] = {
    "where", "bt", "suffix all", "candidates", "candidate 2", "graph", "coverage", "coverage all", "coverage lines", "coverage frame", "coverage frames",
    "thread", "snapshot", "info functions", "info path", "info trace", "problems", "gdb-commands", "rc", "step", "up", "list", "set prune", "suffix all",
    "set bbc completed", "coverage", "snapshot 1", "bt", "back", "history", "marks",
};

static void check_safe(struct str text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < 0x20 || text.data[i] == 0x7f)
            abort();                        /* no control character may reach a terminal */
}

/* The current place. */
static bool here(struct session *session, struct place *place)
{
    struct answer answer = {0};
    struct error error;
    struct row row = {0};
    bool found = session_run(session, "mark z", &answer, &error) && rows_get(&answer.rows, 0, &row);
    *place = row.place;
    row_free(&row);
    answer_free(&answer);
    return found;
}

/* The place of a row, written as a position and read again, is the same place. */
static void check_place(struct session *session, const struct place *target)
{
    struct place now, read, again;
    struct text text = {0};
    struct error error;
    if (!target->has || !session_go(session, target, &error) || !here(session, &now))
        return;
    place_text(&now, &text);
    if (text.size && place_parse(text_str(&text), &read, &error)) {
        if (!session_go(session, &read, &error) || !here(session, &again) || !place_equal(&now, &again))
            abort();
    }
    text_free(&text);
}

static void show(const struct rows *rows)
{
    struct row row = {0};
    struct text json = {0}, first = {0};
    check_safe(rows->title);
    if (rows->count && rows->focus >= rows->count)
        abort();
    for (uint64_t i = 0; i < rows->count && i < ROWS && rows_get(rows, i, &row); i++) {
        check_safe(text_str(&row.text));
        text_clear(&json);
        batch_json(&row, &json);
        check_safe(text_str(&json));
        text_clear(&first);
        text_append(&first, text_str(&row.text));
        if (!rows_get(rows, i, &row) || !str_equal(text_str(&first), text_str(&row.text)))
            abort();
    }
    text_free(&json);
    text_free(&first);
    row_free(&row);
}

static void visit(struct session *session, const struct rows *rows)
{
    struct row row = {0};
    for (uint64_t i = 0; i < rows->count && i < 8 && rows_get(rows, i, &row); i++)
        check_place(session, &row.place);
    row_free(&row);
}

static void say(struct session *session, const char *line)
{
    struct answer answer = {0};
    struct error error;
    struct text text = {0};
    uint64_t opened = session_opened(session), version = session_version(session);
    if (session_run(session, line, &answer, &error)) {
        show(&answer.rows);
        struct answer other = {0};              /* a list stays valid while you move */
        if (session_opened(session) == opened && session_run(session, "up", &other, &error))
            show(&answer.rows);
        answer_free(&other);
    } else {
        error_text(&error, &text);
        check_safe(text_str(&text));
    }
    text_free(&text);
    answer_free(&answer);
    for (enum view view = 0; view < VIEWS && session_version(session) != version; view++) {
        struct rows rows = {0};
        if (!session_view(session, view, &rows, &error))
            continue;
        show(&rows);
        if (view == VIEW_FRAMES || view == VIEW_GRAPH)
            visit(session, &rows);
        rows_free(&rows);
    }
}

static bool may_say(struct str line)
{
    struct str arguments, word = command_word(line, &arguments);
    static const char *const files[] = {"o", "so", "pa", "co"};     /* open, source, paste, core read files of any name, or run gdb */
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (str_starts(word, files[i]) && !str_starts(word, "cov") && !str_starts(word, "con"))
            return false;
    return !memchr(line.data, 0, line.size);
}

/* The text up to a line "=". */
static struct str next_part(struct str *rest)
{
    if (str_starts(*rest, "=\n")) {
        *rest = str_cut(*rest, 2, SIZE_MAX);
        return (struct str){NULL, 0};
    }
    size_t end = str_find(*rest, str_of("\n=\n"));
    struct str part = str_cut(*rest, 0, end == SIZE_MAX ? SIZE_MAX : end + 1);
    *rest = end == SIZE_MAX ? (struct str){NULL, 0} : str_cut(*rest, end + 3, SIZE_MAX);
    return part;
}

static void put(FILE *file, const void *bytes, size_t size)
{
    if (size && fwrite(bytes, size, 1, file) != 1)
        abort();
}

/* An object file with only these sections. */
static void write_elf(FILE *file, const struct str *parts)
{
    static const char names[] = "\0.debug_PT\0.debug_FC\0.debug_CC\0.debug_BBC\0.shstrtab";
    static const Elf64_Word name_at[PARTS + 1] = {1, 11, 21, 31, 42};
    Elf64_Shdr headers[PARTS + 2] = {{0}};
    Elf64_Off at = sizeof(Elf64_Ehdr);
    for (int i = 0; i < PARTS + 1; i++) {
        size_t size = i < PARTS ? parts[i].size : sizeof names;
        headers[i + 1] = (Elf64_Shdr){.sh_name = name_at[i], .sh_type = i < PARTS ? SHT_PROGBITS : SHT_STRTAB, .sh_offset = at, .sh_size = size, .sh_addralign = 1};
        at += size;
    }
    Elf64_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT}, .e_type = ET_REL, .e_machine = EM_X86_64,
                         .e_version = EV_CURRENT, .e_shoff = at, .e_ehsize = sizeof header, .e_shentsize = sizeof *headers, .e_shnum = PARTS + 2,
                         .e_shstrndx = PARTS + 1};
    put(file, &header, sizeof header);
    for (int i = 0; i < PARTS; i++)
        put(file, parts[i].data, parts[i].size);
    put(file, names, sizeof names);
    put(file, headers, sizeof headers);
}

static bool load(struct session *session, struct str rest)
{
    char path[PATH_SIZE];
    struct error error;
    struct str parts[PARTS];
    for (int i = 0; i < PARTS; i++)
        parts[i] = next_part(&rest);
    snprintf(path, sizeof path, "/dev/shm/fuzz-crash-%d", (int)getpid());
    FILE *file = fopen(path, "w");
    if (!file)
        abort();
    if (parts[1].size + parts[2].size + parts[3].size)
        write_elf(file, parts);
    else
        put(file, parts[0].data, parts[0].size);
    if (fclose(file) != 0)
        abort();
    bool done = session_load(session, path, &error);
    unlink(path);
    return done && session_kinds(session) == KIND_CSI;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str rest = {(const char *)data, size}, commands = next_part(&rest), dump = next_part(&rest), line;
    struct session *session = session_open(NULL);
    struct answer answer = {0};
    struct text notice = {0}, status = {0};
    struct error error;
    struct arena arena = {0};
    if (load(session, rest)) {
        if (session_paste(session, dump, "a \"dump\"", &answer, &error))
            show(&answer.rows);
        for (int i = 0; i < LINES && str_line(&commands, &line); i++)
            if (may_say(line))
                say(session, arena_string(&arena, line));
        for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
            say(session, questions[i]);
        while (session_notice(session, &notice))
            check_safe(text_str(&notice));
        session_status(session, &status);
        check_safe(text_str(&status));
    }
    answer_free(&answer);
    session_close(session);
    text_free(&notice);
    text_free(&status);
    arena_free(&arena);
    return 0;
}
