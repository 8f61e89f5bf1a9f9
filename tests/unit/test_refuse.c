/* test_refuse.c - commands that a refusal suggests work for the open trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/coverage.h"
#include "crash/crash.h"
#include "recording/recording.h"
#include "session/engine.h"
#include "stream/stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static const unsigned kinds[] = {KIND_WET, KIND_WET | KIND_RECORDING, KIND_CSI, KIND_AE, KIND_GNATCOV};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

/* In the same order. */
static const struct session_kind *const tables[KIND_COUNT] = {&kind_of_wet, &kind_of_recording, &kind_of_csi, &kind_of_ae, &kind_of_gnatcov};

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || byte == '-';
}

/* How many commands in a text work for this kind of trace. */
static size_t count_commands(const char *text, unsigned kind)
{
    struct error error;
    size_t found = 0;
    for (const char *at = text; *at;) {
        size_t size = 0;
        while (is_letter(at[size]))
            size++;
        struct str word = {at, size};
        at += size ? size : 1;
        if (size < 4 || !command_is_exact(word))
            continue;
        const struct command *command = command_find(word, &error);
        assert_non_null(command);
        if (command->kinds && !(command->kinds & kind))
            continue;
        found++;
    }
    return found;
}

static void every_refusal_names_a_command_that_is_answered(void **state)
{
    (void)state;
    size_t count;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < KIND_COUNT; k++) {
            if (!table[i].kinds || table[i].kinds & kinds[k])
                continue;
            const char *instead = refuse_instead(table[i].name, kinds[k]);
            if (count_commands(instead ? instead : tables[k]->asks, kinds[k]) == 0)
                fail_msg("%s is refused without a next step: %s", table[i].name, instead);
        }
}

/* Only cache, pp, index, and commands that the kinds' own lists describe better, have no word of their own. */
static void questions_of_debuggers_have_an_answer_of_their_own(void **state)
{
    (void)state;
    static const char *const asked[] = {"watch", "rwatch", "awatch", "break", "print", "x", "backtrace", "find", NULL};
    size_t count;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < KIND_COUNT; k++)
            for (size_t a = 0; asked[a]; a++)
                if (strcmp(table[i].name, asked[a]) == 0 && table[i].kinds && !(table[i].kinds & kinds[k]))
                    assert_non_null(refuse_instead(asked[a], kinds[k]));
}

static void watching_a_text_points_to_find_value(void **state)
{
    (void)state;
    const char *instead = refuse_instead("watch", KIND_WET);
    assert_non_null(instead);
    assert_non_null(strstr(instead, "find-value"));
    assert_null(refuse_instead("watch", KIND_WET | KIND_RECORDING));
    assert_null(refuse_instead("quit", KIND_WET));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refusal_names_a_command_that_is_answered),
        cmocka_unit_test(questions_of_debuggers_have_an_answer_of_their_own),
        cmocka_unit_test(watching_a_text_points_to_find_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
