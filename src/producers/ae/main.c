/* main.c - ae-cc: compiles C for MIPS so that a run can be traced by Abstract Execution.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver.h"
#include "mips.h"
#include "../worker.h"

#include <errno.h>
#include <libiberty/libiberty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] =
    "usage: clew ae-cc [--plain] [GCC-ARGUMENT...]\n"
    "\n"
    "Compiles and links like mips-linux-gnu-gcc. Linking instruments the program: when it runs, it writes its significant\n"
    "events to ae.out, from which clew regenerates every address of the run. Works as CC in a Makefile.\n"
    "\n"
    "  --plain               link the same code at the same addresses, without instrumentation\n"
    "  --help, --help-gcc    print this text, or that of gcc\n"
    "\n"
    "Linking OUT also writes the schema OUT.sma. Environment: CLEW_MIPS_CC names the compiler; when the program runs,\n"
    "AE_OUT names the event file. See clew-ae-cc(1).\n";

#ifdef __SANITIZE_ADDRESS__
/* Allocations live as long as the process, as in other compilers: the leak checker would report them. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return 1;
}
#endif

/* ---- The command ---- */

static bool in_path(const char *program)
{
    const char *path = getenv("PATH");
    if (strchr(program, '/'))
        return access(program, X_OK) == 0;
    for (path = path ? path : "/usr/bin:/bin"; *path; path += *path == ':') {
        size_t size = strcspn(path, ":");
        char *candidate = print("%.*s/%s", (int)size, path, program);
        bool found = access(candidate, X_OK) == 0;
        free(candidate);
        if (found)
            return true;
        path += size;
    }
    return false;
}

struct request {
    struct words arguments;         /* for gcc */
    bool plain, help, old;
};

/* Is it an option whose value is the next word? ae-cc does not interpret that word. */
static bool takes_word(const char *option)
{
    static const char *const options[] = {"-o", "-x", "-I", "-D", "-U", "-L", "-l", "-T", "-u", "-z", "-MF", "-MT", "-MQ", "-include", "-imacros", "-isystem",
                                          "-iquote", "-idirafter", "-iprefix", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-aux-info", "-B", "-e", "--param", "-G"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(option, options[i]) == 0)
            return true;
    return false;
}

/* Takes out ae-cc's own options, refuses unsupported ones, and drops -pipe, which only saves a file. */
static bool read_arguments(int count, char **words, struct request *request)
{
    for (int i = 1; i < count; i++) {
        const char *word = words[i], *reason = mips_option_refused(word);
        if (reason) {
            complain("error: %s: %s", word, reason);
            return false;
        }
        if (mips_option_overridden(word))
            complain("note: %s is overridden: traced programs lie at fixed addresses", word);
        request->old |= mips_option_is_old(word);
        if (strcmp(word, "--plain") == 0)
            request->plain = true;
        else if (strcmp(word, "--help") == 0)
            request->help = true;
        else if (strcmp(word, "--help-gcc") == 0)
            words_add(&request->arguments, "--help");
        else if (strcmp(word, "-pipe") != 0)
            words_add(&request->arguments, word);
        if (takes_word(word) && i + 1 < count)
            words_add(&request->arguments, words[++i]);
    }
    return true;
}

/* Makes gcc's command. It names ae-cc by a link in the folder, as gcc splits the words of -wrapper at commas. */
static struct words make_command(const struct request *request, const char *folder)
{
    struct words command = {0};
    words_add(&command, compiler_name());
    words_print(&command, "-wrapper");
    words_print(&command, "%s/ae-cc,--step,%s,%s", folder, folder, request->plain ? "plain" : "traced");
    for (size_t i = 0; i < request->arguments.count; i++)
        words_add(&command, request->arguments.items[i]);
    for (size_t i = 0; request->old && mips_old_options[i]; i++)
        words_add(&command, mips_old_options[i]);
    for (size_t i = 0; mips_gcc_options[i]; i++)
        words_add(&command, mips_gcc_options[i]);
    return command;
}

/* ---- Two processes: gcc works, this one cleans up ---- */

static char *make_folder(void)
{
    const char *place = getenv("TMPDIR");
    if (!place || !*place || strpbrk(place, ",\"\\\n"))
        place = "/tmp";
    char absolute[4096], own[4096];
    char *folder = print("%s/ae-cc-XXXXXX", realpath(place, absolute) && !strpbrk(absolute, ",\"\\\n") ? absolute : "/tmp");
    ssize_t size = readlink("/proc/self/exe", own, sizeof own - 1);
    if (size < 0 || !mkdtemp(folder)) {
        complain("%s: %s", folder, strerror(errno));
        return NULL;
    }
    own[size] = '\0';
    char *name = print("%s/ae-cc", folder);
    bool linked = symlink(own, name) == 0;
    if (!linked)
        complain("%s: %s", name, strerror(errno));
    free(name);
    return linked ? folder : NULL;
}

static int become_gcc(void *context)
{
    const struct words *command = context;
    execvp(command->items[0], command->items);
    return 127;
}

static int work(const struct request *request, const char *folder)
{
    struct words command = make_command(request, folder);
    int status = worker_run(become_gcc, &command, folder);
    if (WIFSIGNALED(status))
        worker_end_as(WTERMSIG(status));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* gcc runs "ae-cc --step FOLDER plain|traced TOOL ARGUMENTS". */
static int run_step(int argc, char **argv)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    struct step step = {.folder = argv[2], .plain = strcmp(argv[3], "plain") == 0};
    for (int i = 4; i < argc; i++)
        words_add(&step.command, argv[i]);
    return step_run(&step);
}

int main(int argc, char **argv)
{
    struct request request = {0};
    if (argc > 4 && strcmp(argv[1], "--step") == 0)
        return run_step(argc, argv);
    expandargv(&argc, &argv);
    if (!read_arguments(argc, argv, &request))
        return 1;
    if (request.help) {
        fputs(usage, stdout);
        return 0;
    }
    if (!in_path(compiler_name())) {
        if (getenv("CLEW_MIPS_CC"))
            complain("CLEW_MIPS_CC names no compiler: %s", compiler_name());
        else
            complain("%s is not in $PATH. Install a cross compiler for MIPS (Debian packages gcc-mips-linux-gnu, libc6-dev-mips-cross), or name one in "
                     "CLEW_MIPS_CC", compiler_name());
        return 1;
    }
    char *folder = make_folder();
    return folder ? work(&request, folder) : 1;
}
