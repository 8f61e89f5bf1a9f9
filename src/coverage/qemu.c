/* qemu.c - runs a program under QEMU: finds program and emulator, starts it, waits for it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/qemu.h"
#include "code/code.h"
#include "coverage/trace.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CLASS32 = 4, CLASS64 = 8, MIPS_N32 = 0x20, CODE_SEGMENTS = 64 };      /* no linker makes more segments with code */

/* Machines: QEMU's names, and those of Debian's cross compilers. */
static const struct machine {
    unsigned machine, address_size;
    bool big_endian;
    const char *target, *triplet;
} machines[] = {
    {EM_386, CLASS32, false, "i386", "i686-linux-gnu"},
    {EM_X86_64, CLASS64, false, "x86_64", "x86_64-linux-gnu"},
    {EM_ARM, CLASS32, false, "arm", "arm-linux-gnueabihf"},
    {EM_ARM, CLASS32, true, "armeb", NULL},
    {EM_AARCH64, CLASS64, false, "aarch64", "aarch64-linux-gnu"},
    {EM_AARCH64, CLASS64, true, "aarch64_be", NULL},
    {EM_MIPS, CLASS32, true, "mips", "mips-linux-gnu"},
    {EM_MIPS, CLASS32, false, "mipsel", "mipsel-linux-gnu"},
    {EM_MIPS, CLASS64, true, "mips64", "mips64-linux-gnuabi64"},
    {EM_MIPS, CLASS64, false, "mips64el", "mips64el-linux-gnuabi64"},
    {EM_PPC, CLASS32, true, "ppc", "powerpc-linux-gnu"},
    {EM_PPC64, CLASS64, true, "ppc64", "powerpc64-linux-gnu"},
    {EM_PPC64, CLASS64, false, "ppc64le", "powerpc64le-linux-gnu"},
    {EM_SPARC, CLASS32, true, "sparc", NULL},
    {EM_SPARC32PLUS, CLASS32, true, "sparc32plus", NULL},
    {EM_SPARCV9, CLASS64, true, "sparc64", "sparc64-linux-gnu"},
    {EM_RISCV, CLASS32, false, "riscv32", NULL},
    {EM_RISCV, CLASS64, false, "riscv64", "riscv64-linux-gnu"},
    {EM_S390, CLASS64, true, "s390x", "s390x-linux-gnu"},
    {EM_68K, CLASS32, true, "m68k", "m68k-linux-gnu"},
    {EM_SH, CLASS32, false, "sh4", "sh4-linux-gnu"},
    {EM_SH, CLASS32, true, "sh4eb", NULL},
    {EM_PARISC, CLASS32, true, "hppa", "hppa-linux-gnu"},
};

/* ---- The headers of the ELF file, read without trust ---- */

static uint64_t field(struct str bytes, bool big_endian, uint64_t offset, unsigned size)
{
    uint64_t value = 0;
    if (offset > bytes.size || size > bytes.size - offset)
        return 0;
    for (unsigned i = 0; i < size; i++)
        value = value << 8 | (unsigned char)bytes.data[offset + (big_endian ? i : size - 1 - i)];
    return value;
}

static void read_segment(struct run_program *program, bool big, uint64_t at)
{
    bool wide = program->address_size == 8;
    unsigned word = program->address_size;
    uint64_t kind = field(program->bytes, big, at, 4), flags = field(program->bytes, big, at + (wide ? 4 : 24), 4);
    uint64_t offset = field(program->bytes, big, at + (wide ? 8 : 4), word), address = field(program->bytes, big, at + (wide ? 16 : 8), word);
    uint64_t file_size = field(program->bytes, big, at + (wide ? 32 : 16), word), size = field(program->bytes, big, at + (wide ? 40 : 20), word);
    if (kind == PT_INTERP) {
        struct str name = str_cut(program->bytes, offset < program->bytes.size ? (size_t)offset : program->bytes.size, (size_t)file_size);
        program->interpreter = str_cut(name, 0, str_find_byte(name, 0));
    }
    if (kind != PT_LOAD || !(flags & PF_X) || size == 0 || address + size - 1 < address || program->code_count == CODE_SEGMENTS)
        return;
    if (program->code_count == 0 || address < program->lowest_code)
        program->lowest_code = address;
    program->code[program->code_count++] = (struct run_span){address, address + size - 1};
}

static bool check_kind(const char *name, struct str bytes, struct error *error)
{
    if (str_starts(bytes, "#!"))
        return error_at(error, name, 0, 0, "is a script, not an ELF program: run its interpreter, with the script as its argument");
    if (bytes.size < 52 || memcmp(bytes.data, ELFMAG, SELFMAG) != 0)
        return error_at(error, name, 0, 0, "is not a program: not an ELF file");
    unsigned char class = (unsigned char)bytes.data[EI_CLASS], order = (unsigned char)bytes.data[EI_DATA];
    if ((class != ELFCLASS32 && class != ELFCLASS64) || (order != ELFDATA2LSB && order != ELFDATA2MSB))
        return error_at(error, name, 0, 0, "is a damaged ELF file: neither 32 nor 64 bits, or no byte order");
    return true;
}

static bool read_headers(struct run_program *program, bool *big_endian, uint64_t *flags, struct error *error)
{
    const struct str bytes = program->bytes;
    if (!check_kind(program->path, bytes, error))
        return false;
    bool big = bytes.data[EI_DATA] == ELFDATA2MSB, wide = bytes.data[EI_CLASS] == ELFCLASS64;
    uint64_t type = field(bytes, big, 16, 2), table = field(bytes, big, wide ? 32 : 28, wide ? 8 : 4);
    uint64_t entry = field(bytes, big, wide ? 54 : 42, 2), count = field(bytes, big, wide ? 56 : 44, 2);
    if (type != ET_EXEC && type != ET_DYN)
        return error_at(error, program->path, 0, 0, "is an ELF file, but not a program");
    program->machine = (unsigned)field(bytes, big, 18, 2);
    program->address_size = wide ? 8 : 4;
    program->position_independent = type == ET_DYN;
    program->code = arena_allocate(&program->arena, CODE_SEGMENTS * sizeof *program->code);
    *big_endian = big;
    *flags = field(bytes, big, wide ? 48 : 36, 4);
    for (uint64_t i = 0; i < count && entry >= (wide ? 56 : 32) && table < bytes.size; i++)
        read_segment(program, big, table + i * entry);
    return program->code_count > 0 || error_at(error, program->path, 0, 0, "has no segment with code");
}

/* ---- Finding program, emulator and libraries ---- */

static bool find_program(const char *name, struct run_program *program, struct error *error)
{
    struct stat stat_buffer;
    char *path = program_search(name);
    if (!path)
        return program_not_found(name, error);
    program->path = arena_string(&program->arena, str_of(path));
    free(path);
    if (stat(program->path, &stat_buffer) < 0)
        return error_at(error, program->path, 0, 0, "cannot be run: %s", strerror(errno));
    if (S_ISDIR(stat_buffer.st_mode))
        return error_at(error, program->path, 0, 0, "is a folder, not a program");
    if (access(program->path, X_OK) < 0)
        return error_at(error, program->path, 0, 0, "cannot be run: %s", strerror(errno));
    file_stat(program->path, &program->stat);
    return file_read(program->path, &program->arena, &program->bytes, error);
}

/* Plugins link to functions of the emulator, so an emulator with plugin support contains their names. */
bool qemu_takes_plugins(const char *emulator)
{
    struct arena arena = {0};
    struct error error;
    struct str bytes;
    bool takes = !file_read(emulator, &arena, &bytes, &error) || !str_starts(bytes, "\177ELF") ||
                 str_find(bytes, str_of("qemu_plugin_register_vcpu_tb_trans_cb")) != SIZE_MAX;
    arena_free(&arena);
    return takes;
}

static bool find_emulator(const struct coverage_run_options *options, struct run_program *program, bool big_endian, uint64_t flags, struct error *error)
{
    bool narrow_mips = program->machine == EM_MIPS && program->address_size == 4 && flags & MIPS_N32;
    const struct machine *end = machines + sizeof machines / sizeof machines[0], *machine = machines;
    while (machine < end && (machine->machine != program->machine || machine->address_size != program->address_size || machine->big_endian != big_endian))
        machine++;
    if (machine < end) {
        program->target = narrow_mips ? big_endian ? "mipsn32" : "mipsn32el" : machine->target;
        program->triplet = narrow_mips ? NULL : machine->triplet;
    }
    if (options->target)
        program->target = strncmp(options->target, "qemu-", 5) == 0 ? options->target + 5 : options->target;
    if (!program->target)
        return error_at(error, program->path, 0, 0, "is for a machine without a known emulator (ELF machine %u): name one with --target",
                        program->machine);
    char name[256];
    snprintf(name, sizeof name, "qemu-%s", program->target);
    char *found = strchr(name, '/') ? NULL : program_search(name);
    if (!found)
        return error_set(error, "no %s: the Debian package qemu-user has QEMU's emulators", name);
    snprintf(program->emulator, sizeof program->emulator, "%s", found);
    free(found);
    return qemu_takes_plugins(program->emulator) ||
           error_set(error, "%s was built without plugins, which clew run-coverage needs: put one built with --enable-plugins, like Debian 12's, first in PATH",
                     program->emulator);
}

static bool is_below(const char *folder, struct str path)
{
    char name[4096];
    int size = snprintf(name, sizeof name, "%s%.*s", folder, STR(path));
    return size > 0 && (size_t)size < sizeof name && access(name, R_OK) == 0;
}

/* The folder with the program's dynamic linker: the given one, else the cross compilers', else this machine's own. */
static bool find_sysroot(const struct coverage_run_options *options, struct run_program *program, struct error *error)
{
    char cross[256] = "";
    if (program->triplet)
        snprintf(cross, sizeof cross, "/usr/%s", program->triplet);
    if (options->sysroot)
        snprintf(program->sysroot, sizeof program->sysroot, "%s", options->sysroot);
    else if (program->interpreter.size && cross[0] && is_below(cross, program->interpreter))
        snprintf(program->sysroot, sizeof program->sysroot, "%s", cross);
    if (!program->interpreter.size || is_below(program->sysroot, program->interpreter) || is_below("", program->interpreter))
        return true;
    return error_at(error, program->path, 0, 0, "needs %.*s, which is not in %s: name the folder of its libraries with --sysroot, or link with -static",
                    STR(program->interpreter), program->sysroot[0] ? program->sysroot : cross[0] ? cross : "/");
}

static void run_program_close(struct run_program *program);

/* Finds the program as the shell would, the emulator, and the libraries it needs. Closes everything if it fails. */
static bool run_program_open(const struct coverage_run_options *options, struct run_program *program, struct error *error)
{
    bool big_endian = false;
    uint64_t flags = 0;
    *program = (struct run_program){0};
    if (find_program(options->arguments[0], program, error) && read_headers(program, &big_endian, &flags, error) &&
        find_emulator(options, program, big_endian, flags, error) && find_sysroot(options, program, error) &&
        symbols_open(program->path, &program->symbols, error)) {
        program->reader = code_open(program->symbols);
        return true;
    }
    run_program_close(program);
    return false;
}

static void run_program_close(struct run_program *program)
{
    if (program->reader)
        code_close(program->reader);
    if (program->symbols)
        symbols_close(program->symbols);
    arena_free(&program->arena);
    *program = (struct run_program){0};
}

bool run_program_holds(const struct run_program *program, uint64_t address, uint64_t size)
{
    for (size_t i = 0; i < program->code_count; i++)
        if (address >= program->code[i].first && address <= program->code[i].last && size - 1 <= program->code[i].last - address)
            return true;
    return false;
}

/* ---- Starting the emulator with the plugin, and waiting for it ---- */

static char *coverage_plugin(void)
{
    return part_search("CLEW_COVERAGE_PLUGIN", "gnatcov-qemu.so", R_OK);
}

/* A copy that stays open in the emulator until the plugin closes it. It has a high number, so that the emulator's own files keep their usual numbers. */
static int descriptor_pass(int descriptor)
{
    int copy = fcntl(descriptor, F_DUPFD, 500);
    return copy >= 0 ? copy : fcntl(descriptor, F_DUPFD, 3);
}

/* "PLUGIN,log=500,history=501"; QEMU wants commas in names doubled. */
static void plugin_option(const char *plugin, const struct run_log *log, struct text *out)
{
    for (const char *at = plugin; *at; at++) {
        text_byte(out, *at);
        if (*at == ',')
            text_byte(out, ',');
    }
    text_printf(out, ",log=%d", descriptor_pass(log->descriptor));
    if (log->history_descriptor >= 0)
        text_printf(out, ",history=%d", descriptor_pass(log->history_descriptor));
}

/* In the child, between fork and exec; does not return. */
static _Noreturn void become_emulator(const struct coverage_run_options *options, const struct run_program *program, const struct run_log *log,
                                      const char *plugin)
{
    struct text option = {0};
    size_t count = 0, used = 0;
    plugin_option(plugin, log, &option);
    while (options->arguments[count])
        count++;
    const char **all = memory_allocate((count + 8) * sizeof *all);
    all[used++] = program->emulator;
    all[used++] = "-plugin";
    all[used++] = text_string(&option);
    all[used++] = "-0";
    all[used++] = options->arguments[0];
    if (program->sysroot[0]) {
        all[used++] = "-L";
        all[used++] = program->sysroot;
    }
    all[used++] = program->path;
    for (size_t i = 1; i < count; i++)
        all[used++] = options->arguments[i];
    all[used] = NULL;
    execv(program->emulator, (char *const *)(uintptr_t)all);
    _exit(127);
}

/* Waits for the program's end. Passes SIGTERM and SIGHUP on to it, so that clew still writes the trace. */
static int wait_for(pid_t process, const sigset_t *signals)
{
    int status = 0;
    siginfo_t info;
    for (;;) {
        pid_t ended = waitpid(process, &status, WNOHANG);
        if (ended == process || (ended < 0 && errno != EINTR))
            return status;
        if (sigwaitinfo(signals, &info) > 0 && info.si_signo != SIGCHLD)
            kill(process, info.si_signo);
    }
}

/* ---- Running ---- */
static bool run_emulator(const struct coverage_run_options *options, const struct run_program *program, const struct run_log *log, int *status, struct error *error)
{
    char *plugin = coverage_plugin();
    if (!plugin)
        return error_set(error, "the QEMU plugin is missing (libexec/clew/gnatcov-qemu.so): build clew again (make)");
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t process = fork();
    if (process == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        prctl(PR_SET_PDEATHSIG, SIGTERM);       /* when clew dies, the program ends too */
        become_emulator(options, program, log, plugin);
    }
    int number = errno;
    free(plugin);
    if (process > 0) {
        void (*child)(int) = signal(SIGCHLD, SIG_DFL);          /* with SIGCHLD ignored, waitpid would miss the end */
        void (*interrupt)(int) = signal(SIGINT, SIG_IGN), (*quit)(int) = signal(SIGQUIT, SIG_IGN);
        *status = wait_for(process, &signals);
        signal(SIGINT, interrupt);
        signal(SIGQUIT, quit);
        signal(SIGCHLD, child);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return process > 0 || error_set(error, "cannot start the emulator: %s", strerror(number));
}

/* ---- The whole run ---- */

/* The default name: PROGRAM.trace in the current folder. */
static bool name_output(const struct coverage_run_options *options, const struct run_program *program, struct coverage_run_result *result, struct error *error)
{
    int size;
    if (options->output)
        size = snprintf(result->output, sizeof result->output, "%s", options->output);
    else
        size = snprintf(result->output, sizeof result->output, "%.*s.trace", STR(str_basename(str_of(options->arguments[0]))));
    if (size < 0 || (size_t)size >= sizeof result->output)
        return error_set(error, "the name of the trace is too long");
    struct stat executable, trace;
    if (stat(program->path, &executable) == 0 && stat(result->output, &trace) == 0 && executable.st_dev == trace.st_dev && executable.st_ino == trace.st_ino)
        return error_at(error, result->output, 0, 0, "is the program to run: name another file with -o");
    return true;
}

/* Where a position independent executable was loaded. */
static bool find_bias(struct run *run, struct error *error)
{
    uint64_t start = run->log->head->start_code;
    if (!run->program->position_independent)
        return true;
    if (start == 0)
        return error_at(error, run->program->path, 0, 0, "is position-independent, and this QEMU does not report where it loaded it: link it with -no-pie");
    run->result->bias = (start - run->program->lowest_code) & run->mask;
    return true;
}

/* Writes the log of an ended program as a trace. */
static bool write_log(struct run *run, struct output_file *output, struct error *error)
{
    const struct coverage_log_head *head = run->log->head;
    run->result->lost = head->lost;
    run->result->threads = head->lanes > 1;
    run->alone = head->lanes <= 1;
    run->mask = run->program->address_size == 8 ? UINT64_MAX : UINT32_MAX;
    if (!head->started || !head->order) {
        output_drop(output);
        return error_at(error, run->program->path, 0, 0, "%s %s it (status %d)", run->program->emulator,
                        head->started ? "could not run" : "did not load clew's plugin, and did not start",
                        WIFEXITED(run->result->status) ? WEXITSTATUS(run->result->status) : 128 + WTERMSIG(run->result->status));
    }
    if (!find_bias(run, error)) {
        output_drop(output);
        return false;
    }
    run_blocks_read(run);
    run_trace_write(run, output->file);
    free(run->blocks);
    return output_finish(output, true, run->result->output, error);
}

static bool run_with(struct run *run, struct error *error)
{
    struct output_file output;
    if (!output_may_hold(run->result->output, gnatcov_sniff, "exists and is not a coverage trace, so clew does not overwrite it: name another file with -o", error) || !output_open(&output, run->result->output, error))
        return false;
    if (run_emulator(run->options, run->program, run->log, &run->result->status, error))
        return write_log(run, &output, error);
    output_drop(&output);
    return false;
}

bool coverage_run(const struct coverage_run_options *options, struct coverage_run_result *result, struct error *error)
{
    struct run_program program;
    struct run_log log;
    struct run run = {.options = options, .program = &program, .log = &log, .result = result};
    *result = (struct coverage_run_result){0};
    if (!run_program_open(options, &program, error))
        return false;
    bool good = name_output(options, &program, result, error) &&
                run_log_open(options->history, options->limit ? options->limit : COVERAGE_RUN_LIMIT, &log, error);
    if (good) {
        good = run_with(&run, error);
        run_log_close(&log);
    }
    run_program_close(&program);
    return good;
}
