/* test_gnatcov_session.h - a program of known addresses, and sessions with coverage traces of it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * main calls f three times in a loop. g, bare and spare do not run, and bare has no lines. Run from the project's root. */
#ifndef CLEW_TESTS_TEST_GNATCOV_SESSION_H
#define CLEW_TESTS_TEST_GNATCOV_SESSION_H

#include "session_fixture.h"

#include <stdio.h>

#include "coverage/coverage.h"

enum { MAIN = 0x401040, F = 0x401060, G = 0x401070, BARE = 0x401080, X86_64 = 62 };

static const char program[] =
    "int zero; void spare(void) { zero = 1; for (;;); }\n"
    "asm(\".text\\n .balign 64\\n .globl main\\n .type main,@function\\nmain:\\n\"\n"
    "    \".loc 1 3\\n xor %eax,%eax\\n\"\n"                                                    /* 401040 */
    "    \".loc 1 4\\n 1: call f\\n\"\n"                                                        /* 401042 */
    "    \".loc 1 5\\n add $1,%eax\\n cmp $3,%eax\\n .loc 1 5 9\\n jl 1b\\n\"\n" /* 401047 40104a 40104d; two statements of a line */
    "    \".loc 1 6\\n mov $60,%eax\\n syscall\\n .size main,.-main\\n\"\n"                     /* 40104f 401054 */
    "    \".balign 16\\n .type f,@function\\nf:\\n\"\n"
    "    \".loc 1 10\\n test %eax,%eax\\n je 2f\\n\"\n"                                         /* 401060 401062 */
    "    \".loc 1 11\\n nop\\n\"\n"                                                             /* 401064 */
    "    \".loc 1 12\\n 2: ret\\n .size f,.-f\\n\"\n"                                           /* 401065 */
    "    \".balign 16\\n .type g,@function\\ng:\\n\"\n"
    "    \".loc 1 13\\n nop\\n test %eax,%eax\\n je 3f\\n\"\n"                                  /* 401070 401071 401073 */
    "    \".loc 1 14\\n nop\\n nop\\n\"\n"                                                      /* 401075 401076 */
    "    \".loc 1 15\\n 3: ret\\n .size g,.-g\\n\");\n";                                        /* 401077 */

static const char bare[] = " .text\n .balign 16\n .globl bare\n .type bare,@function\nbare: nop\n ret\n .size bare,.-bare\n";

static char folder[] = "/tmp/clew-session-XXXXXX", executable[64];

static inline void compile(void)
{
    write_file(executable, program);            /* the file has a name only for a moment */
    char command[1024];
    char source[32], assembly[32];
    strcpy(source, executable);
    write_file(assembly, bare);
    snprintf(command, sizeof command,
             "mv %s %s/prog.c && mv %s %s/bare.s && cd %s && as -o bare.o bare.s 2>&1 && gcc -w -nostdlib -static -no-pie -O1 -g -gdwarf-4 "
             "-fcf-protection=none -fno-asynchronous-unwind-tables -fno-stack-protector -fno-toplevel-reorder -z noexecstack "
             "-Wl,--build-id=none,-Ttext=0x401000,-e,main -o prog prog.c bare.o", source, folder, assembly, folder, folder);
    assert_int_equal(system(command), 0);
    snprintf(executable, sizeof executable, "%s/prog", folder);
}

static inline int make_program(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    compile();
    return 0;
}

static inline int remove_program(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* ---- Traces ---- */

struct step {
    unsigned address, size, op;
};

static const struct step flat_steps[] = {{0x401040, 7, 0x11}, {0x401060, 4, 0x11}, {0x401065, 1, 0x11}, {0x401047, 8, 0x11},
                                         {0x401042, 5, 0x11}, {0x401047, 8, 0x12}, {0x40104f, 7, 0x10}};
enum { FLAT_STEPS = sizeof flat_steps / sizeof *flat_steps };

static const struct step round_steps[] = {{0x401040, 7, 0x11}, {0x401060, 4, 0x11}, {0x401065, 1, 0x11}, {0x401047, 8, 0x11},
                                          {0x401042, 5, 0x11}, {0x401060, 4, 0x11}, {0x401065, 1, 0x11}, {0x401047, 8, 0x11},
                                          {0x401042, 5, 0x11}, {0x401060, 4, 0x11}, {0x401065, 1, 0x11}, {0x401047, 8, 0x12}, {0x40104f, 7, 0x10}};
enum { ROUND_STEPS = sizeof round_steps / sizeof *round_steps };

static inline void put_string(struct text *out, uint32_t tag, const char *string)
{
    gnatcov_write_info(out, tag, str_of(string));
}

static inline void put_infos(struct text *out)
{
    gnatcov_write_header(out, GNATCOV_INFO, 8, X86_64);
    put_string(out, GNATCOV_EXECUTABLE, executable);
    put_string(out, GNATCOV_USER_DATA, "a \033[31mtag");
    put_string(out, GNATCOV_END, "");
}

static inline void put_steps(struct text *out, enum gnatcov_kind kind, const struct step *steps, size_t count)
{
    gnatcov_write_header(out, kind, 8, X86_64);
    for (size_t i = 0; i < count; i++)
        gnatcov_write_entry(out, 8, steps[i].address, (uint16_t)steps[i].size, (uint8_t)steps[i].op);
}

/* Opens a session with these bytes, and takes them. */
static inline struct fixture *open_bytes(struct text *bytes, const struct session_options *options)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    write_bytes(fixture->path, bytes->data, bytes->size);
    text_free(bytes);
    fixture->session = session_open(options);
    if (!session_load(fixture->session, fixture->path, &fixture->error))
        fail_msg("%s", fixture->error.message);
    unlink(fixture->path);
    return fixture;
}

static inline struct fixture *open_steps(enum gnatcov_kind kind, const struct step *steps, size_t count)
{
    struct text bytes = {0};
    put_infos(&bytes);
    put_steps(&bytes, kind, steps, count);
    return open_bytes(&bytes, NULL);
}

static inline int open_flat(void **state)
{
    *state = open_steps(GNATCOV_FLAT, flat_steps, FLAT_STEPS);
    return 0;
}

static inline int open_history(void **state)
{
    *state = open_steps(GNATCOV_HISTORY, round_steps, ROUND_STEPS);
    return 0;
}

static inline void end(struct fixture *fixture)
{
    void *state = fixture;
    (void)close_it(&state);
}

/* ---- Asking ---- */

/* The current place, as `mark` keeps it. */
static inline struct place place_here(struct fixture *fixture)
{
    struct answer answer = {0};
    struct row row = {0};
    assert_true(session_run(fixture->session, "mark w", &answer, &fixture->error));
    assert_true(rows_get(&answer.rows, 0, &row));
    struct place place = row.place;
    row_free(&row);
    answer_free(&answer);
    return place;
}

/* The current place as text that can be typed. */
static inline const char *here(struct fixture *fixture)
{
    static char text[64];
    struct text out = {0};
    struct place place = place_here(fixture);
    place_text(&place, &out);
    snprintf(text, sizeof text, "%s", text_string(&out));
    text_free(&out);
    return text;
}

static inline void goes(struct fixture *fixture, const char *line, const char *place)
{
    must_run(fixture, line);
    if (strcmp(here(fixture), place) != 0)
        fail_msg("%s: at %s, not %s", line, here(fixture), place);
}

/* The current entry; between its ends, also the address in it. */
static inline void stands(struct fixture *fixture, uint64_t entry, uint64_t address)
{
    struct text status = {0};
    char at[64], number[64];
    session_status(fixture->session, &status);
    snprintf(at, sizeof at, "0x%llx ", (unsigned long long)address);
    snprintf(number, sizeof number, " - @%llu of ", (unsigned long long)entry);
    if (strncmp(text_string(&status), at, strlen(at)) != 0 || !strstr(text_string(&status), number))
        fail_msg("at %s, not %s%s", text_string(&status), at, number);
    text_free(&status);
}

static inline bool has_notice(struct fixture *fixture, const char *text)
{
    struct text line = {0};
    bool found = false;
    while (!found && session_notice(fixture->session, &line))
        found = strstr(text_string(&line), text) != NULL;
    text_free(&line);
    return found;
}

static inline void assert_json(const struct rows *rows, uint64_t i, const char *json)
{
    struct row row = {0};
    struct text text = {0};
    assert_true(rows_get(rows, i, &row));
    batch_json(&row, &text);
    assert_string_equal(text_string(&text), json);
    text_free(&text);
    row_free(&row);
}

#define FLAT(test) cmocka_unit_test_setup_teardown(test, open_flat, close_it)

#endif
