/* live.c - gdb's remote protocol, through vgdb.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "live.h"

#include <elf.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PACKET = 1 << 16 };
#define PREFIX "./vgdb"                 /* of the pipes between Valgrind and vgdb */

struct live {
    pid_t process, relay;
    int to, from, memory;
    uint64_t breakpoint;                /* 0: none */
    bool ended;
    char packet[PACKET];                /* the last answer */
};

/* ---- Packets ---- */

static bool put(struct live *live, const char *bytes, size_t size)
{
    return write(live->to, bytes, size) == (ssize_t)size;
}

static int get(struct live *live)
{
    unsigned char byte;
    return read(live->from, &byte, 1) == 1 ? byte : -1;
}

static bool receive(struct live *live)
{
    size_t size = 0;
    int byte;
    while ((byte = get(live)) != '$')
        if (byte < 0)
            return false;
    while ((byte = get(live)) != '#') {
        if (byte < 0 || size + 1 >= PACKET)
            return false;
        if (byte == '*' && size) {              /* repeats the last one */
            int count = get(live) - 29;
            while (count-- > 0 && size + 1 < PACKET)
                live->packet[size] = live->packet[size - 1], size++;
            continue;
        }
        live->packet[size++] = (char)byte;
    }
    live->packet[size] = '\0';
    return get(live) >= 0 && get(live) >= 0 && put(live, "+", 1);
}

static bool ask(struct live *live, const char *question)
{
    char text[512];
    unsigned sum = 0;
    for (const char *at = question; *at; at++)
        sum += (unsigned char)*at;
    int size = snprintf(text, sizeof text, "$%s#%02x", question, sum & 255);
    if (!put(live, text, (size_t)size) || !receive(live))
        return false;
    while (live->packet[0] == 'O' && live->packet[1] != 'K')        /* what Valgrind says */
        if (!receive(live))
            return false;
    return true;
}

/* ---- Starting and ending ---- */

/* Waits until Valgrind listens: vgdb would look once a second. */
static bool listens(pid_t process)
{
    enum { WAITS = 6000, MILLISECONDS = 10 };
    char pattern[64];
    snprintf(pattern, sizeof pattern, PREFIX "-shared-mem-vgdb-%d-*", (int)process);
    for (unsigned i = 0; i < WAITS; i++) {
        glob_t found;
        bool there = glob(pattern, 0, NULL, &found) == 0;
        globfree(&found);
        if (there || waitpid(process, NULL, WNOHANG) == process)
            return there;
        usleep(MILLISECONDS * 1000);
    }
    return false;
}

static pid_t start_relay(struct live *live, pid_t process)
{
    int to[2], from[2];
    char option[64];
    snprintf(option, sizeof option, "--pid=%d", (int)process);
    if (!listens(process) || pipe(to) || pipe(from))
        return -1;
    pid_t child = fork();
    if (child == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        for (int i = 3; i < 64; i++)
            close(i);
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, 2);
        execlp("vgdb", "vgdb", "--vgdb-prefix=" PREFIX, "--wait=60", option, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    live->to = to[1];
    live->from = from[0];
    return child;
}

/* The recorder as `clew record` starts it, without address randomization. */
static void run_program(const char *recorder, char **arguments)
{
    char *words[64] = {(char *)(uintptr_t)recorder, "--tool=clewrec", "--command-line-only=yes", "--vgdb=full", "--vgdb-error=0", "--vgdb-stop-at=startup", "-q",
                       "--vgdb-prefix=" PREFIX, "--error-exitcode=0", "--stream=3", "--"};
    char *environment[] = {"PATH=/usr/bin:/bin", "VALGRIND_LAUNCHER=/usr/bin/valgrind.bin", NULL};
    size_t count = 11;
    while (*arguments && count < 63)
        words[count++] = *arguments++;
    int nothing = open("/dev/null", O_WRONLY);
    for (int i = 1; i < 4; i++)
        dup2(nothing, i);
    for (int i = 4; i < 64; i++)
        close(i);
    signal(SIGPIPE, SIG_DFL);
    personality(ADDR_NO_RANDOMIZE);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execve(recorder, words, environment);
    _exit(127);
}

/* Gives the process, which has just been executed, the random bytes of tests/oracle/same.c, and lets it go. */
static bool set_random(pid_t process)
{
    char path[64];
    uint64_t pair[2];
    int status;
    if (waitpid(process, &status, 0) != process || !WIFSTOPPED(status))
        return false;
    snprintf(path, sizeof path, "/proc/%d/auxv", (int)process);
    FILE *file = fopen(path, "r");
    while (file && fread(pair, sizeof pair, 1, file) == 1 && pair[0])
        for (uint64_t i = 0; pair[0] == AT_RANDOM && i < 16; i += 8)
            ptrace(PTRACE_POKEDATA, process, (void *)(uintptr_t)(pair[1] + i), (void *)(uintptr_t)(0x123456789abcde00 + i));
    if (file)
        fclose(file);
    return ptrace(PTRACE_DETACH, process, NULL, NULL) == 0;
}

struct live *live_start(const char *recorder, char **arguments)
{
    struct live *live = calloc(1, sizeof *live);
    char path[64];
    if (!live)
        return NULL;
    signal(SIGPIPE, SIG_IGN);
    live->memory = -1;
    live->process = fork();
    if (live->process == 0)
        run_program(recorder, arguments);
    live->relay = live->process > 0 && set_random(live->process) ? start_relay(live, live->process) : -1;
    snprintf(path, sizeof path, "/proc/%d/mem", (int)live->process);
    if (live->relay < 0 || !ask(live, "qSupported") || !ask(live, "?") || (live->memory = open(path, O_RDONLY)) < 0) {
        live_end(live);
        return NULL;
    }
    return live;
}

void live_end(struct live *live)
{
    if (live->process > 0)
        kill(live->process, SIGKILL);
    if (live->relay > 0)
        kill(live->relay, SIGKILL);
    if (live->process > 0)
        waitpid(live->process, NULL, 0);
    if (live->relay > 0)
        waitpid(live->relay, NULL, 0);
    close(live->to);
    close(live->from);
    if (live->memory >= 0)
        close(live->memory);
    free(live);
}

pid_t live_process(const struct live *live)
{
    return live->process;
}

/* ---- Going ---- */

static bool set_breakpoint(struct live *live, uint64_t address)
{
    char text[64];
    if (live->breakpoint) {
        snprintf(text, sizeof text, "z0,%" PRIx64 ",1", live->breakpoint);
        if (!ask(live, text))
            return false;
    }
    snprintf(text, sizeof text, "Z0,%" PRIx64 ",1", address);
    live->breakpoint = address;
    return ask(live, text) && strcmp(live->packet, "OK") == 0;
}

/* Until a breakpoint; passes signals on. */
static bool go_on(struct live *live)
{
    enum { TRAP = 5 };
    char text[8] = "c";
    while (!live->ended && ask(live, text)) {
        unsigned signal = 0;
        if (live->packet[0] != 'T' && live->packet[0] != 'S')
            break;
        sscanf(live->packet + 1, "%2x", &signal);
        if (signal == TRAP)
            return true;
        snprintf(text, sizeof text, "C%02x", signal);
    }
    live->ended = true;
    return false;
}

bool live_go(struct live *live, uint64_t address, uint64_t hits)
{
    if (live->ended || !set_breakpoint(live, address))
        return false;
    for (uint64_t i = 0; i < hits; i++)
        if (!go_on(live))
            return false;
    return true;
}

/* ---- Registers and memory ---- */

static unsigned digit(char c)
{
    return c >= 'a' ? (unsigned)(c - 'a') + 10 : c >= '0' && c <= '9' ? (unsigned)(c - '0') : 0;
}

bool live_registers(struct live *live, struct live_registers *registers)
{
    enum { GENERAL = 16 * 8, FLAGS = GENERAL + 8, X87 = FLAGS + 4 + 6 * 4, CONTROL = X87 + 80, VECTOR = CONTROL + 8 * 4, MXCSR = VECTOR + 16 * 16,
           HIGH = MXCSR + 4 + 8, ALL = HIGH + 16 * 16 };
    static const unsigned order[16] = {0, 3, 1, 2, 6, 7, 5, 4, 8, 9, 10, 11, 12, 13, 14, 15};       /* rax rbx rcx rdx rsi rdi rbp rsp */
    uint8_t bytes[ALL] = {0};
    if (!ask(live, "g"))
        return false;
    size_t size = strlen(live->packet) / 2;
    for (size_t i = 0; i < size && i < ALL; i++)
        bytes[i] = (uint8_t)(digit(live->packet[2 * i]) << 4 | digit(live->packet[2 * i + 1]));
    for (unsigned i = 0; i < 16; i++)
        memcpy(&registers->general[order[i]], bytes + 8 * i, 8);
    memcpy(&registers->instruction, bytes + GENERAL, 8);
    memcpy(&registers->flags, bytes + FLAGS, 4);
    memcpy(registers->st, bytes + X87, 80);
    memcpy(&registers->control, bytes + CONTROL, 4);
    memcpy(&registers->status, bytes + CONTROL + 4, 4);
    memcpy(&registers->tags, bytes + CONTROL + 8, 4);
    memcpy(&registers->mxcsr, bytes + MXCSR, 4);
    registers->has_high = size >= ALL;
    for (unsigned i = 0; i < 16; i++) {
        memcpy(registers->vector[i], bytes + VECTOR + 16 * i, 16);
        memcpy(registers->vector[i] + 16, bytes + HIGH + 16 * i, 16);
    }
    return size >= HIGH;
}

/* Valgrind's own memory: the recorder's file and data from 0x58000000, its allocations from 64 GB to below the program's stack, what the kernel gave it. */
static bool is_valgrinds(const struct live_mapping *mapping)
{
    return (mapping->start >= 0x58000000 && mapping->start < 0x60000000) || (mapping->start >= 0x1000000000 && mapping->start < 0x1ffe000000) ||
           mapping->start >= 0x2000000000;
}

size_t live_mappings(struct live *live, struct live_mapping *mappings, size_t most)
{
    char path[64], line[1024], rights[8];
    size_t count = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)live->process);
    FILE *file = fopen(path, "r");
    while (file && count < most && fgets(line, sizeof line, file)) {
        struct live_mapping *mapping = &mappings[count];
        int at = 0;
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %*s %n", &mapping->start, &mapping->end, rights, &mapping->offset, &at) < 4)
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(mapping->path, sizeof mapping->path, "%s", line + at);
        mapping->writable = rights[1] == 'w';
        mapping->shared = rights[3] == 's';
        count += rights[0] == 'r' && !is_valgrinds(mapping);
    }
    if (file)
        fclose(file);
    return count;
}

bool live_read(struct live *live, uint64_t address, void *bytes, size_t size)
{
    return pread(live->memory, bytes, size, (off_t)address) == (ssize_t)size;
}
