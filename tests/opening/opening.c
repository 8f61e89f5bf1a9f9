/* opening.c - checks that opening a file neither runs nor writes, with sessions and recordings from every command.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     opening CLEW [SECONDS]
 *
 * Makes saved sessions from the names in the command table (so new commands are included), with arguments that write, run or lead to others, abbreviated,
 * quoted, behind aliases and keys; and traces whose functions and files have such names. Opens them in each of clew's faces, and fails on a call that watch.h
 * forbids. First tries each command once with every argument; then, for SECONDS (10), random sessions. Keeps failures in the folder opening-failures beside
 * clew. */
#include "watch.h"

#include "session/session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 1 << 16 };

struct run {
    const char *clew, *self;
    char folder[64];
    uint64_t random, executions, commands;
    bool failed;
};

/* ---- Chance ---- */

static uint64_t draw(struct run *run, uint64_t below)
{
    run->random ^= run->random << 13;
    run->random ^= run->random >> 7;
    run->random ^= run->random << 17;
    return run->random % below;
}

/* ---- Texts ---- */

/* Arguments of a command: % is another command line. */
static const char *const arguments[] = {
    "",  "made", "! made", "precious", "! precious", "\"made\"", "text made where", "! text precious where", "json made", "csv precious marks", "dot made",
    "where | touch made", "-d X where X touch made", "| touch made", "touch made", "/x/ %", "/./ pipe where | touch made", "lock back against good.wet", "back 20#2 against precious",
    "lock on", "20#2", "0x113e", "max.c:5", "largest", "a 20#1", "a", "1", "+1", "50%", "begin", "$a", "20#1 touch made", "j pipe where | touch made", "j %", "info %", "where %",
    "q pipe where | touch made", "w !touch made", "\"z x\" %", "source-path .", "substitute-path / .", "theme ./precious", "theme light", "grain statement", "hex off", "values on",
    "mouse on", "level insn", "mean.clew", "good.pt", "good.wet as wet", "good.trace", "missing", "-", "/dev/null", "edit", "precious edit", "good.wet mean.clew", "next", "previous", "!",
    "largest if 1 == 1", "1 1", "1 $execution > 2", "20#1 50#0 data depth 2", "not max.c:9", "start", "/s 20#1", "next; touch made", "`touch made`", "$(touch made)", "!touch made",
};
enum { ARGUMENTS = sizeof arguments / sizeof *arguments };

/* Files that a session opens, one of each kind; "" for nothing. */
static const char *const opened[] = {"open good.wet", "open mean.clew", "open good.pt", "open good.trace", "open mean", "", "open good.wet\nopen mean.clew\nopen good.trace"};
enum { OPENED = sizeof opened / sizeof *opened };

struct bytes {
    char text[ROOM];
    size_t size;
};

static void put(struct bytes *bytes, const char *text)
{
    size_t size = strlen(text);
    if (size > sizeof bytes->text - bytes->size)
        size = sizeof bytes->text - bytes->size;
    memcpy(bytes->text + bytes->size, text, size);
    bytes->size += size;
}

/* The name as people write it: whole, as a letter of gdb's, cut, in quotes, after a prompt. */
static void put_name(struct run *run, const struct command *command, bool plain, struct bytes *bytes)
{
    static const char *const before[] = {"", "", "", ":", "\\", " \t", ":\\", "\\:", "::", "\\\\", "\"", "'", "!", "\r", "1 "};
    static const char *const behind[] = {"", "", "", "!", "\"", "\t", "\\\n", ":", "/", "|"};
    char name[64];
    snprintf(name, sizeof name, "%s", command->name);
    if (!plain && draw(run, 4) == 0 && command->aliases[0])
        snprintf(name, sizeof name, "%.*s", (int)strcspn(command->aliases, " "), command->aliases);
    else if (!plain && draw(run, 3) == 0)
        name[1 + draw(run, strlen(name))] = '\0';
    put(bytes, plain ? "" : before[draw(run, sizeof before / sizeof *before)]);
    put(bytes, name);
    put(bytes, plain ? "" : behind[draw(run, sizeof behind / sizeof *behind)]);
    run->commands++;
}

static const struct command *any_command(struct run *run)
{
    size_t count;
    const struct command *table = command_table(&count);
    return &table[draw(run, count)];
}

static void put_line(struct run *run, const struct command *command, size_t argument, bool plain, struct bytes *bytes, int depth)
{
    put_name(run, command, plain, bytes);
    put(bytes, " ");
    for (const char *at = arguments[argument]; *at; at++) {
        char one[] = {*at, '\0'};
        if (*at == '%' && depth < 3 && (at[1] == '\0' || at == arguments[argument]))
            put_line(run, any_command(run), draw(run, ARGUMENTS), plain, bytes, depth + 1);
        else
            put(bytes, one);
    }
    if (depth == 0)
        put(bytes, draw(run, 8) ? "\n" : draw(run, 2) ? "\r\n" : "\\\n");
}

static void begin_session(struct bytes *bytes, const char *opens)
{
    bytes->size = 0;
    put(bytes, "# clew session 1\n");
    put(bytes, opens);
    put(bytes, "\n");
}

/* One command with every argument. `open` of an unreadable file ends a session, so it comes last. */
static void make_each(struct run *run, const struct command *command, const char *opens, struct bytes *bytes)
{
    begin_session(bytes, opens);
    for (size_t i = 0; i < ARGUMENTS; i++)
        put_line(run, command, i, true, bytes, 0);
}

static void make_any(struct run *run, struct bytes *bytes)
{
    static const char *const names[] = {"info", "where", "j", "q", "marks", "open", "mark", "goto", "x"};
    begin_session(bytes, opened[draw(run, OPENED)]);
    for (uint64_t lines = 1 + draw(run, 40); lines; lines--) {
        const char *name = names[draw(run, sizeof names / sizeof *names)];
        if (draw(run, 6) == 0) {
            put(bytes, draw(run, 2) ? "alias " : "bind ");
            put(bytes, name);
            put(bytes, " ");
        }
        put_line(run, any_command(run), draw(run, ARGUMENTS), draw(run, 2), bytes, 0);
        if (draw(run, 10) == 0) {
            put(bytes, name);
            put(bytes, "\n");
        }
        if (draw(run, 20) == 0 && bytes->size)
            bytes->text[draw(run, bytes->size)] = (char)draw(run, 256);
    }
}

/* A trace whose functions and files are such lines. Blanks end a name in the format. */
static void make_trace(struct run *run, struct bytes *bytes)
{
    struct bytes line = {.size = 0};
    char names[2][256];
    for (int i = 0; i < 2; i++) {
        line.size = 0;
        put_line(run, any_command(run), draw(run, ARGUMENTS), draw(run, 2), &line, 1);
        snprintf(names[i], sizeof names[i], "%.*s", (int)(line.size < 200 ? line.size : 200), line.text);
        for (char *at = names[i]; *at; at++)
            if (strchr(" \t\r\n", *at))
                *at = draw(run, 2) ? '_' : '|';
    }
    char text[2048];
    snprintf(text, sizeof text, "2\n10 1 1139 %s %s 4\nSIZE 0\nVALUES 2\n    0:1\n    1:2\n20 1 113e %s %s 5\nSIZE 2\n    0:10 0\n    1:10 1\nNO VALUES\n", names[0], names[1], names[0],
             names[1]);
    bytes->size = 0;
    put(bytes, text);
}

/* ---- Opening it in each face ---- */

enum { FACE_BATCH, FACE_COMMANDS, FACE_PROMPT, FACE_SCREEN, FACE_BESIDE, FACE_INPUT, FACES };

/* Keys and commands that neither write nor run by themselves, unless a session rebinds or renames them. */
static const char pressed[] = "jjkwj\rhdhuhljM\rhQ\rvh\tnt.LLsSoOfcCiI*h:info\r:where\r:marks\r:info line\r:x\r'aUU/x\r:quit!\r";
static const char said[] = "info\nwhere\nj\nx\nmarks\ninfo line\n\nask\nrepeat\nquit!\n";

static void write_file(const char *folder, const char *name, const void *data, size_t size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        printf("Bail out! %s cannot be written: %s\n", path, strerror(errno));
        exit(1);
    }
}

static void keep_failure(struct run *run, const char *name, const char *face, const struct watched *seen)
{
    char command[8192];
    int beside = (int)(strrchr(run->clew, '/') - run->clew);
    snprintf(command, sizeof command, "mkdir -p '%.*s/opening-failures' && cp '%s/%s' '%.*s/opening-failures/%06llu'", beside, run->clew, run->folder, name, beside, run->clew,
             (unsigned long long)run->executions);
    int status = system(command);
    printf("# %s: %s%s%s by %s of opening-failures/%06llu%s\n", seen->late ? "it hangs" : "not allowed", seen->call, seen->path[0] ? " " : "", seen->path, face,
           (unsigned long long)run->executions, status ? " (which was not kept)" : "");
    run->failed = true;
}

static void open_by(struct run *run, int face, const char *name, const struct bytes *bytes)
{
    static const char *const faces[FACES] = {"batch", "open and load", "the prompt", "the screen", "the screen with others", "standard input"};
    char open_it[64], load_it[64];
    snprintf(open_it, sizeof open_it, "open %s", name);
    snprintf(load_it, sizeof load_it, "load %s", name);
    const char *const words[FACES][12] = {
        {run->clew, "-c", "where", "-c", "info line", "-c", "marks", name},
        {run->clew, "-c", open_it, "-c", "info", "-c", load_it, "-c", "ask", "-c", "where"},
        {run->clew, "-i", name},
        {run->clew, name},
        {run->clew, "good.wet", name, "mean.clew"},
        {run->clew, "-c", "where", "-"},
    };
    bool terminal = face == FACE_SCREEN || face == FACE_BESIDE;
    struct watched seen;
    struct watch watch = {.arguments = words[face], .folder = run->folder, .terminal = terminal};
    watch.input = terminal ? pressed : face == FACE_INPUT ? bytes->text : said;
    watch.input_size = terminal ? sizeof pressed - 1 : face == FACE_INPUT ? bytes->size : sizeof said - 1;
    if (!watch_run(&watch, &seen)) {
        printf("Bail out! nothing can be watched here\n");
        exit(1);
    }
    run->executions++;
    if (seen.call[0] || seen.late)
        keep_failure(run, name, faces[face], &seen);
}

static void try(struct run *run, const char *name, const struct bytes *bytes, int face)
{
    write_file(run->folder, name, bytes->text, bytes->size);
    open_by(run, face, name, bytes);
}

/* ---- The files around it ---- */

static void copy(const char *from, const char *folder, const char *name)
{
    char command[512];
    snprintf(command, sizeof command, "cp '%s' '%s/%s'", from, folder, name);
    if (system(command) != 0)
        exit(1);
}

static void make_folder(struct run *run)
{
    snprintf(run->folder, sizeof run->folder, "/tmp/clew-opening-XXXXXX");
    if (!mkdtemp(run->folder))
        exit(1);
    copy("data/wet/good-instance.wet", run->folder, "good.wet");
    copy("data/demo/recorded/mean.clew", run->folder, "mean.clew");
    copy("data/demo/recorded/mean", run->folder, "mean");
    copy("data/csi/good-base.pt", run->folder, "good.pt");
    copy("data/gnatcov/good-2008.trace", run->folder, "good.trace");
    copy("data/demo/mean.c", run->folder, "mean.c");
    write_file(run->folder, "precious", "precious\n", 9);
}

static bool is_precious(const struct run *run)
{
    char path[512], text[16] = "";
    struct stat ignored;
    snprintf(path, sizeof path, "%s/precious", run->folder);
    FILE *file = fopen(path, "r");
    bool same = file && fread(text, 1, sizeof text - 1, file) == 9 && strcmp(text, "precious\n") == 0;
    if (file)
        fclose(file);
    snprintf(path, sizeof path, "%s/made", run->folder);
    return same && stat(path, &ignored) < 0;
}

static void remove_folder(const struct run *run)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", run->folder);
    if (system(command) != 0)
        printf("# %s was left behind\n", run->folder);
}

/* ---- The tests ---- */

static void tell(bool good, const char *what)
{
    printf("%s %s\n", good ? "ok" : "not ok", what);
    fflush(stdout);
}

/* The watch names each forbidden call that this program makes. A program that makes none ends normally. */
static bool sees_calls(const struct run *run)
{
    static const char *const calls[] = {"openat", "open", "creat", "execve", "fork", "vfork", "clone", "socket", "unlink", "rename", "mkdir", "chmod", "truncate", "symlink", "ioctl",
                                        "kill"};
    struct watched seen;
    bool all = true;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const char *const words[] = {run->self, "--provoke", calls[i], NULL};
        bool watched = watch_run(&(struct watch){.arguments = words, .folder = run->folder}, &seen) && strcmp(seen.call, calls[i]) == 0;
        if (!watched)
            printf("# %s is not seen, but \"%s\", status %d\n", calls[i], seen.call, seen.status);
        all = all && watched;
    }
    const char *const words[] = {run->clew, "-c", "where", "good.wet", NULL};
    return watch_run(&(struct watch){.arguments = words, .folder = run->folder}, &seen) && !seen.call[0] && WIFEXITED(seen.status) && WEXITSTATUS(seen.status) == 0 && all;
}

/* The same sessions, run as scripts, do what they say: so it is clew that stops them. So does, on the screen, a key that the user's own clewrc binds. */
static bool sees_what_scripts_do(const struct run *run)
{
    static const struct {
        const char *line, *call;
    } does[] = {{"save! precious", "fchmod"}, {"export text made where", "fchmod"}, {"export! text precious where", "fchmod"}, {"pipe where | touch made", "clone"},
                {"alias info pipe where | touch made\ninfo", "clone"}};
    struct watched seen;
    bool all = true;
    for (size_t i = 0; i < sizeof does / sizeof *does; i++) {
        const char *const words[] = {run->clew, "-x", "script", NULL};
        struct bytes bytes;
        begin_session(&bytes, "open good.wet");
        put(&bytes, does[i].line);
        put(&bytes, "\n");
        write_file(run->folder, "script", bytes.text, bytes.size);
        bool watched = watch_run(&(struct watch){.arguments = words, .folder = run->folder}, &seen) && strcmp(seen.call, does[i].call) == 0;
        if (!watched)
            printf("# %s: seen was \"%s\"\n", does[i].line, seen.call);
        all = all && watched;
    }
    const char *const words[] = {run->clew, "--rc=rc", "good.wet", NULL};
    write_file(run->folder, "rc", "bind j pipe where | touch made\n", 31);
    return watch_run(&(struct watch){.arguments = words, .folder = run->folder, .terminal = true, .input = pressed, .input_size = sizeof pressed - 1}, &seen) &&
           strcmp(seen.call, "clone") == 0 && all;
}

static void try_each(struct run *run)
{
    static struct bytes bytes;
    size_t count;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count && !run->failed; i++) {
        make_each(run, &table[i], opened[i % OPENED], &bytes);
        try(run, "session", &bytes, i % 8 == 7 ? FACE_SCREEN : FACE_BATCH);
    }
}

static void try_any(struct run *run, time_t until)
{
    static struct bytes bytes;
    while (!run->failed && time(NULL) < until) {
        bool trace = draw(run, 4) == 0;
        if (trace)
            make_trace(run, &bytes);
        else
            make_any(run, &bytes);
        try(run, trace ? "trace.wet" : "session", &bytes, draw(run, 3) ? (int)draw(run, FACE_SCREEN) : FACE_SCREEN + (int)draw(run, FACES - FACE_SCREEN));
    }
}

int main(int argc, char **argv)
{
    struct run run = {.random = (uint64_t)time(NULL) * 2654435761u + 1};
    char clew[4096], self[4096];
    if (argc == 3 && strcmp(argv[1], "--provoke") == 0)
        return watch_provoke(argv[2]) ? 0 : 2;
    if (argc < 2 || !realpath(argv[1], clew) || !realpath("/proc/self/exe", self)) {
        fprintf(stderr, "usage: opening CLEW [SECONDS]\n");
        return 2;
    }
    run.clew = clew;
    run.self = self;
    make_folder(&run);
    tell(sees_calls(&run), "the watch sees every call that writes, runs or connects");
    tell(sees_what_scripts_do(&run), "the watch sees what the same lines do in a script");
    time_t until = time(NULL) + (argc > 2 ? atol(argv[2]) : 10);
    try_each(&run);
    if (!run.failed)
        try_any(&run, until);
    printf("# %llu executions, %llu commands in their files\n", (unsigned long long)run.executions, (unsigned long long)run.commands);
    tell(!run.failed && is_precious(&run), "sessions and traces of every command are opened and run and write nothing");
    remove_folder(&run);
    return run.failed;
}
