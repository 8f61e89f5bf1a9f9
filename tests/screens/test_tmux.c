/* test_tmux.c - the full screen in a real tmux, which runs on our terminal.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tmux knows its terminals' modes, answers like a terminal, and is not part of our tests. test_manners checks clew with an emulated terminal; this file checks
 * the same with one that people use. Skipped if tmux is not installed. */
#include "terminal.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

static char folder[] = "/tmp/clew-tmux-XXXXXX";
static unsigned servers;                    /* started servers; each test has its own */

/* ---- Folder, scripts, servers ---- */

static void write_script(const char *name, const char *text)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_true(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* ended: runs clew, and prints how it ended and the terminal's state according to tmux and the terminal's driver. */
static int begin(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    setenv("FOLDER", folder, 1);
    unsetenv("TMUX");                       /* if we already run in tmux */
    write_script("ended", "ulimit -c 0\n"
                          "stty -g >$FOLDER/before\n"
                          "sh -c 'echo $$ >$FOLDER/pid; exec \"$CLEW\" '\"$1\"\n"
                          "echo \"status $?\"\n"
                          "stty -g >$FOLDER/after\n"
                          "cmp -s $FOLDER/before $FOLDER/after && echo modes kept\n"
                          "tmux display-message -p 'alternate #{alternate_on} cursor #{cursor_flag} keypad #{keypad_flag}#{keypad_cursor_flag} mouse #{mouse_any_flag}.'\n"
                          "read line\n");
    write_script("editor", "cat digits.gdb >\"$1\"\n");
    return 0;
}

static int end(void **state)
{
    (void)state;
    char command[128];
    for (unsigned i = 1; i <= servers; i++) {               /* a failed test leaves one */
        snprintf(command, sizeof command, "tmux -L clew-%d-%u kill-server 2>/dev/null", (int)getpid(), i);
        if (system(command) < 0)
            return -1;
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* Asks the server of this test. */
static void ask_tmux(const char *what)
{
    char command[512];
    snprintf(command, sizeof command, "tmux -L clew-%d-%u %s", (int)getpid(), servers, what);
    assert_int_equal(system(command), 0);
}

/* A window of tmux, without its status line, with a shell. */
static struct terminal *window(const char *shell)
{
    char command[512];
    if (system("tmux -V >/dev/null 2>&1") != 0)
        skip();
    snprintf(command, sizeof command, "exec tmux -u -L clew-%d-%u -f /dev/null new-session '%s' ';' set -g status off ';' set -s escape-time 0", (int)getpid(), ++servers,
             shell);
    return terminal_start(&(struct terminal_options){.rows = 24, .columns = 80, .program = "/bin/sh", .environment = {"ENV="}}, "-c",
                          command, NULL);
}

/* An interactive shell that leaves the terminal's modes to the programs that change them. */
static struct terminal *shell(void)
{
    struct terminal *terminal = window("PS1=\"$ \" HISTFILE= exec bash --norc --noprofile --noediting -i");
    terminal_wait(terminal, "$");
    return terminal;
}

static void leave(struct terminal *terminal)
{
    terminal_press(terminal, "exit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static pid_t clew_process(void)
{
    char path[64];
    int pid = 0;
    snprintf(path, sizeof path, "%s/pid", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &pid), 1);
    fclose(file);
    return pid;
}

/* ---- Tests ---- */

static void colours_are_foreground_colours_unless_refused(void **state)
{
    (void)state;
    struct terminal *terminal = window("exec \"$CLEW\" average.wet");
    terminal_wait_end(terminal, -2, "?=help", 79);
    assert_true(terminal_has_colour(terminal));
    assert_false(terminal_has_background(terminal));
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
    terminal = window("NO_COLOR=1 exec \"$CLEW\" average.wet");
    terminal_wait_end(terminal, -2, "?=help", 79);
    assert_false(terminal_has_colour(terminal));
    assert_false(terminal_has_background(terminal));
    assert_true(terminal_is_reversed(terminal, -2, 1));
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void it_is_suspended_and_continued(void **state)
{
    (void)state;
    struct terminal *terminal = shell();
    terminal_press(terminal, "echo be\"\"fore\r");
    terminal_wait(terminal, "before");
    terminal_press(terminal, "\"$CLEW\" average.wet\r");
    terminal_wait(terminal, "links of the statement");
    terminal_wait_gone(terminal, "before");
    terminal_press(terminal, "\032");
    terminal_wait(terminal, "Stopped");
    terminal_wait(terminal, "before");                      /* the first screen is restored */
    terminal_wait_gone(terminal, "links of the statement");
    terminal_resize(terminal, 50, 200);
    terminal_press(terminal, "fg; echo \"ended $?\"\r");
    terminal_wait(terminal, "┬─[ links of the statement ]─");
    terminal_press(terminal, "\r");
    terminal_wait_row(terminal, -1, ":goto 0x401109#0");
    terminal_press(terminal, ":quit\r");
    terminal_wait(terminal, "ended 0");
    leave(terminal);
}

static void dies_restored(int signal)
{
    char status[32];
    struct terminal *terminal = window("exec sh $FOLDER/ended average.wet");
    terminal_wait_end(terminal, -2, "?=help", 79);
    terminal_press(terminal, ":half a comma");
    terminal_wait_row(terminal, -1, ":half a comma");
    assert_int_equal(kill(clew_process(), signal), 0);
    snprintf(status, sizeof status, "status %d", 128 + signal);
    terminal_wait(terminal, status);
    terminal_wait(terminal, "modes kept");
    terminal_wait(terminal, "alternate 0 cursor 1 keypad 00 mouse 0.");
    terminal_press(terminal, "\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void signals_and_crashes_give_the_terminal_back(void **state)
{
    (void)state;
    dies_restored(SIGTERM);
    dies_restored(SIGQUIT);
    dies_restored(SIGSEGV);
    dies_restored(SIGABRT);
}

static void a_pasted_text_is_taken_as_text(void **state)
{
    (void)state;
    struct terminal *terminal = window("exec sh $FOLDER/ended digits.debug_PT");
    terminal_wait_row(terminal, -2, "[csi digits.debug_PT]");
    ask_tmux("load-buffer tests/screens/data/digits.gdb ';' paste-buffer -p");
    terminal_wait_row(terminal, -2, "#0 digits digits.c:");
    ask_tmux("set-buffer 'q\003\004:quit' ';' paste-buffer -p");
    terminal_wait_row(terminal, -1, "pasted text: neither a stack frame");
    terminal_press(terminal, ":quit\r");
    terminal_wait(terminal, "status 0");
    terminal_wait(terminal, "modes kept");
    terminal_press(terminal, "\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void an_editor_has_the_terminal_in_between(void **state)
{
    (void)state;
    struct terminal *terminal = window("EDITOR=\"sh $FOLDER/editor\" VISUAL= exec sh $FOLDER/ended digits.debug_PT");
    terminal_wait_row(terminal, -2, "[csi digits.debug_PT]");
    terminal_press(terminal, ":paste edit\r");
    terminal_wait_row(terminal, -2, "#0 digits digits.c:");
    terminal_wait_end(terminal, -2, "?=help", 79);
    terminal_press(terminal, ":quit\r");
    terminal_wait(terminal, "status 0");
    terminal_wait(terminal, "modes kept");
    terminal_wait(terminal, "alternate 0 cursor 1 keypad 00 mouse 0.");
    terminal_press(terminal, "\r");
    assert_int_equal(terminal_end(terminal), 0);
}

static void terminals_of_other_names_show_the_same(void **state)
{
    (void)state;
    static const char *const names[] = {"xterm-256color", "xterm", "screen", "screen-256color", "tmux-256color", "linux", "vt100", "ansi"};
    char command[128];
    struct terminal *terminal = shell();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(command, sizeof command, "clear; TERM=%s \"$CLEW\" average.wet; echo \"%s $?\"\r", names[i], names[i]);
        terminal_press(terminal, command);
        terminal_wait_end(terminal, -2, "?=help", 79);
        terminal_wait(terminal, "[ links of the statement ]");
        terminal_press(terminal, "\033[B");
        terminal_wait_row(terminal, -1, ":line-down 1");
        terminal_press(terminal, "\033OS");
        terminal_wait(terminal, "[ instructions  average.wet ]");
        terminal_press(terminal, ":quit\r");
        snprintf(command, sizeof command, "%s 0", names[i]);
        terminal_wait(terminal, command);
    }
    terminal_press(terminal, "clear; TERM=dumb \"$CLEW\" average.wet; echo \"dumb $?\"\r");
    terminal_wait(terminal, "dumb 2");
    terminal_wait(terminal, "use -i (commands");
    leave(terminal);
}

/* The terminal is gone: the process ends. */
static void ends_when_the_window_is_closed(const char *shell_command)
{
    struct terminal *terminal = window(shell_command);
    terminal_wait_end(terminal, -2, "?=help", 79);
    int watch = pidfd_open(clew_process(), 0);
    assert_true(watch >= 0);
    ask_tmux("kill-server");
    struct pollfd file = {.fd = watch, .events = POLLIN};
    assert_int_equal(poll(&file, 1, TERMINAL_PATIENCE), 1);
    close(watch);
    terminal_wait_exit(terminal);
    terminal_free(terminal);
}

static void it_ends_with_its_window(void **state)
{
    (void)state;
    ends_when_the_window_is_closed("exec sh $FOLDER/ended average.wet");
    ends_when_the_window_is_closed("trap \"\" HUP; exec sh $FOLDER/ended average.wet");
}

static void it_follows_the_size_of_its_window(void **state)
{
    (void)state;
    struct terminal *terminal = window("exec \"$CLEW\" average.wet");
    terminal_wait_end(terminal, -2, "?=help", 79);
    terminal_resize(terminal, 50, 200);
    terminal_wait_end(terminal, -2, "?=help", 199);
    terminal_resize(terminal, 10, 40);
    terminal_wait_end(terminal, -2, "?=help", 39);
    ask_tmux("split-window -h -l 20 'exec cat'");
    terminal_wait_row(terminal, 0, "│");
    ask_tmux("kill-pane");
    terminal_wait_end(terminal, -2, "?=help", 39);
    terminal_press(terminal, ":quit\r");
    assert_int_equal(terminal_end(terminal), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_foreground_colours_unless_refused),
        cmocka_unit_test(it_is_suspended_and_continued),
        cmocka_unit_test(signals_and_crashes_give_the_terminal_back),
        cmocka_unit_test(a_pasted_text_is_taken_as_text),
        cmocka_unit_test(an_editor_has_the_terminal_in_between),
        cmocka_unit_test(terminals_of_other_names_show_the_same),
        cmocka_unit_test(it_ends_with_its_window),
        cmocka_unit_test(it_follows_the_size_of_its_window),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
