/* test_resume.c - the state that clew keeps at the end of a session for the next `clew FILE`.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A folder of its own, with the trace, the states, and perhaps a clewrc. */
static char folder[64], state[96], configuration[96];

static void shell(const char *command)
{
    assert_int_equal(system(command), 0);
}

static int begin(void **unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/clew-resume-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s/state", folder);
    snprintf(configuration, sizeof configuration, "XDG_CONFIG_HOME=%s", folder);
    setenv("FOLDER", folder, 1);
    return system("cp tests/screens/data/average.wet tests/screens/data/average.c $FOLDER") == 0 ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    return system("rm -r $FOLDER") == 0 ? 0 : -1;
}

static struct terminal *start(const char *option)
{
    struct terminal_options options = {.rows = 24, .columns = 80, .folder = folder, .environment = {state, configuration}};
    struct terminal *terminal = terminal_start(&options, "average.wet", option, NULL);
    terminal_wait(terminal, option && strcmp(option, "-i") == 0 ? "(clew)" : "0x40");
    return terminal;
}

static void say(struct terminal *terminal, const char *command)
{
    terminal_press(terminal, ":");
    terminal_press(terminal, command);
    terminal_press(terminal, "\r");
}

/* Goes to 6#3, sets a mark there and a note at 6#2, and quits. */
static void leave_something(void)
{
    struct terminal *terminal = start(NULL);
    say(terminal, "goto 6#3");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    say(terminal, "mark a");
    terminal_wait_row(terminal, -1, "mark a is");
    say(terminal, "note 6#2 the sum is wrong here");
    terminal_wait_row(terminal, -1, "noted at 0x40120c#2");
    terminal_press(terminal, "q");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    terminal_wait(terminal, "kept for the next time: 1 mark, 1 note, your place");
    terminal_free(terminal);
}

static void the_next_time_goes_on_there(void **unused)
{
    (void)unused;
    leave_something();
    struct terminal *terminal = start(NULL);
    terminal_wait_row(terminal, -2, "0x40120c#3");
    terminal_wait_row(terminal, -1, "average.wet: restored what you left: 1 mark, 1 note, your place");
    say(terminal, "goto 6#1");
    terminal_wait_row(terminal, -2, "0x40120c#1");
    terminal_press(terminal, "'a");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    say(terminal, "notes");
    terminal_wait(terminal, "the sum is wrong here");
    say(terminal, "undo");
    terminal_wait_row(terminal, -1, "nothing to undo");
    terminal_quit(terminal);
}

static void only_the_user_may_read_it(void **unused)
{
    (void)unused;
    leave_something();
    shell("test $(stat -c %a $FOLDER/state/clew/resume) = 700 && test $(stat -c %a $FOLDER/state/clew/resume/*.place) = 600 && test $(ls -A $FOLDER/state/clew/resume | wc -l) = 1");
}

static void nothing_is_kept_of_a_look(void **unused)
{
    (void)unused;
    struct terminal *terminal = start(NULL);
    say(terminal, "goto 6#3");
    terminal_wait_row(terminal, -2, "0x40120c#3");
    terminal_quit(terminal);
    shell("! test -e $FOLDER/state");
}

static void what_is_deleted_is_not_kept(void **unused)
{
    (void)unused;
    leave_something();
    struct terminal *terminal = start(NULL);
    terminal_wait_row(terminal, -1, "restored what you left");
    say(terminal, "unmark");
    say(terminal, "note 6#2");
    terminal_wait_row(terminal, -1, "removed the note");
    terminal_quit(terminal);
    shell("test $(ls -A $FOLDER/state/clew/resume | wc -l) = 0");
}

static void another_trace_of_that_name_gets_nothing(void **unused)
{
    (void)unused;
    leave_something();
    shell("cp $FOLDER/average.wet $FOLDER/other && echo >> $FOLDER/other && mv $FOLDER/other $FOLDER/average.wet");
    struct terminal *terminal = start(NULL);
    terminal_wait_row(terminal, -1, "average.wet changed since you left it: clew does not restore its marks and notes");
    terminal_wait_row(terminal, -2, "0x401110#0");
    terminal_quit(terminal);
    shell("test $(ls -A $FOLDER/state/clew/resume | wc -l) = 1");
}

static void a_clewrc_turns_it_off(void **unused)
{
    (void)unused;
    leave_something();
    shell("mkdir $FOLDER/clew && echo set resume off > $FOLDER/clew/clewrc && cp -a $FOLDER/state $FOLDER/before");
    struct terminal *terminal = start(NULL);
    terminal_wait_row(terminal, -2, "0x401110#0");
    say(terminal, "note 6#1 lost");
    terminal_wait_row(terminal, -1, "noted at 0x40120c#1");
    say(terminal, "q");
    terminal_wait_row(terminal, -1, "1 note not saved: `save FILE`, or `q` again");
    say(terminal, "q");
    assert_int_equal(terminal_end(terminal), 0);
    shell("diff -r $FOLDER/state $FOLDER/before");
}

static void quit_at_once_keeps_what_was_kept(void **unused)
{
    (void)unused;
    leave_something();
    shell("cp -a $FOLDER/state $FOLDER/before");
    struct terminal *terminal = start(NULL);
    terminal_wait_row(terminal, -1, "restored what you left");
    say(terminal, "unmark a");
    say(terminal, "quit!");
    assert_int_equal(terminal_end(terminal), 0);
    shell("diff -r $FOLDER/state $FOLDER/before");
}

static void what_cannot_be_written_is_no_error(void **unused)
{
    (void)unused;
    shell("echo > $FOLDER/state");
    struct terminal *terminal = start(NULL);
    say(terminal, "mark a");
    terminal_wait_row(terminal, -1, "mark a is");
    terminal_quit(terminal);
}

static void the_prompt_keeps_it_too(void **unused)
{
    (void)unused;
    struct terminal *terminal = start("-i");
    terminal_press(terminal, "goto 6#3\rmark b\rnote here it is\r\004");
    assert_int_equal(terminal_wait_exit(terminal), 0);
    terminal_wait(terminal, "kept for the next time: 1 mark, 1 note, your place");
    terminal_free(terminal);
    terminal = start("-i");
    terminal_wait(terminal, "restored what you left: 1 mark, 1 note, your place");
    terminal_press(terminal, "where\r");
    terminal_wait(terminal, "note: here it is");
    terminal_press(terminal, "q\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void a_place_that_is_named_stands(void **unused)
{
    (void)unused;
    leave_something();
    struct terminal *terminal = start("--at=6#1");
    terminal_wait_row(terminal, -1, "restored what you left: 1 mark, 1 note");
    terminal_wait_row(terminal, -2, "0x40120c#1");
    terminal_quit(terminal);
}

static void a_hang_up_loses_nothing(void **unused)
{
    (void)unused;
    struct terminal *terminal = start(NULL);
    say(terminal, "note 6#2 in the middle of it");
    terminal_wait_row(terminal, -1, "noted at 0x40120c#2");
    terminal_signal(terminal, SIGTERM);
    assert_int_equal(terminal_end(terminal), 128 + SIGTERM);
    terminal = start(NULL);
    terminal_wait_row(terminal, -1, "restored what you left: 1 note, your place");
    terminal_quit(terminal);
}

/* Others can write the file: clew treats it as a stranger's session. */
static void it_obeys_the_white_list(void **unused)
{
    (void)unused;
    leave_something();
    shell("echo 'export! out.txt\npipe where | touch touched\nsave! other\nset resume off\nalias where quit' >> $FOLDER/state/clew/resume/*.place");
    struct terminal *terminal = start(NULL);
    terminal_wait_row(terminal, -2, "0x40120c#3");
    say(terminal, "mark z");
    terminal_wait_row(terminal, -1, "mark z is");
    terminal_quit(terminal);
    shell("! ls $FOLDER/out.txt $FOLDER/touched $FOLDER/other 2>&- && grep -q '^mark z' $FOLDER/state/clew/resume/*.place");
}

/* A session from somebody else names the user's own trace: the user's saved state for it stays. The state that a session left gives way to the next one's. */
static void a_saved_session_leaves_ones_own(void **unused)
{
    (void)unused;
    shell("printf '# clew session 1\nopen average.wet\nmark b 6#1\ngoto 6#1\n' >$FOLDER/sent");
    struct terminal_options options = {.rows = 24, .columns = 80, .folder = folder, .environment = {state, configuration}};
    for (int left = 0; left < 2; left++) {
        if (left)
            leave_something();
        struct terminal *terminal = terminal_start(&options, "sent", NULL, NULL);
        terminal_wait_row(terminal, -2, "0x40120c#1");
        say(terminal, "mark c");
        terminal_wait_row(terminal, -1, "mark c is");
        terminal_quit(terminal);
        shell(left ? "! grep -q '^mark [bc]' $FOLDER/state/clew/resume/*.place" : "grep -q '^mark c' $FOLDER/state/clew/resume/*.place && rm -r $FOLDER/state");
    }
    struct terminal *terminal = start(NULL);
    terminal_wait_row(terminal, -1, "restored what you left: 1 mark, 1 note, your place");
    terminal_quit(terminal);
}

static struct terminal *start_crash(void)
{
    struct terminal_options options = {.rows = 24, .columns = 80, .folder = folder, .environment = {state, configuration}};
    struct terminal *terminal = terminal_start(&options, "digits.debug_PT", NULL);
    terminal_wait(terminal, "[csi digits.debug_PT]");
    return terminal;
}

static void mark_in_frames(struct terminal *terminal)
{
    terminal_wait_row(terminal, -2, "#0 digits");
    say(terminal, "mark a");
    terminal_wait_row(terminal, -1, "mark a is");
    say(terminal, "note here it counts");
    terminal_wait_row(terminal, -1, "noted at");
    terminal_press(terminal, "q");
}

static void places_in_a_text_of_no_file_are_not_promised(void **unused)
{
    (void)unused;
    shell("cp tests/screens/data/digits.* $FOLDER");
    struct terminal *terminal = start_crash();
    terminal_press(terminal, "\033[200~#0  digits (size=3) at digits.c:8\r__PT_counter_arr = {1, 3, 7, 0, 0, 0, 0, 0, 0, -1}\r__PT_counter_idx = 2\r"
                             "__PT_current_path = 3\r\033[201~");
    mark_in_frames(terminal);
    terminal_wait_row(terminal, -1, "1 note not saved");
    terminal_quit(terminal);
    shell("! test -e $FOLDER/state");
}

static void what_cannot_be_taken_up_stays(void **unused)
{
    (void)unused;
    shell("cp tests/screens/data/digits.* $FOLDER");
    struct terminal *terminal = start_crash();
    say(terminal, "paste digits.gdb");
    mark_in_frames(terminal);
    assert_int_equal(terminal_wait_exit(terminal), 0);
    terminal_free(terminal);
    shell("mv $FOLDER/digits.gdb $FOLDER/away");
    terminal = start_crash();
    terminal_wait(terminal, "messages");
    terminal_quit(terminal);
    shell("mv $FOLDER/away $FOLDER/digits.gdb");
    terminal = start_crash();
    terminal_wait_row(terminal, -1, "restored what you left: 1 mark, 1 note, your place");
    terminal_quit(terminal);
}

static void so_many_are_kept(void **unused)
{
    (void)unused;
    shell("mkdir -p $FOLDER/state/clew/resume && cd $FOLDER/state/clew/resume && for i in $(seq 300); do echo > $i.place; done && touch -d 2001-01-01 7.place");
    leave_something();
    shell("test $(ls $FOLDER/state/clew/resume | wc -l) = 256 && ! test -e $FOLDER/state/clew/resume/7.place");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_next_time_goes_on_there, begin, end),
        cmocka_unit_test_setup_teardown(only_the_user_may_read_it, begin, end),
        cmocka_unit_test_setup_teardown(nothing_is_kept_of_a_look, begin, end),
        cmocka_unit_test_setup_teardown(what_is_deleted_is_not_kept, begin, end),
        cmocka_unit_test_setup_teardown(another_trace_of_that_name_gets_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_clewrc_turns_it_off, begin, end),
        cmocka_unit_test_setup_teardown(quit_at_once_keeps_what_was_kept, begin, end),
        cmocka_unit_test_setup_teardown(what_cannot_be_written_is_no_error, begin, end),
        cmocka_unit_test_setup_teardown(the_prompt_keeps_it_too, begin, end),
        cmocka_unit_test_setup_teardown(a_place_that_is_named_stands, begin, end),
        cmocka_unit_test_setup_teardown(a_hang_up_loses_nothing, begin, end),
        cmocka_unit_test_setup_teardown(it_obeys_the_white_list, begin, end),
        cmocka_unit_test_setup_teardown(a_saved_session_leaves_ones_own, begin, end),
        cmocka_unit_test_setup_teardown(places_in_a_text_of_no_file_are_not_promised, begin, end),
        cmocka_unit_test_setup_teardown(what_cannot_be_taken_up_stays, begin, end),
        cmocka_unit_test_setup_teardown(so_many_are_kept, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
