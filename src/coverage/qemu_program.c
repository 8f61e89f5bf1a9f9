/* qemu_program.c - which program, which emulator, where its code is.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "coverage/qemu.h"
#include "coverage/qemu_inside.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CLASS32 = 4, CLASS64 = 8, MIPS_N32 = 0x20, CODE_SEGMENTS = 64 };      /* more segments with code no linker makes */

/* QEMU's names of machines, and Debian's of their cross compilers. */
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

/* ---- The headers of the ELF file; what it says is not trusted ---- */

static uint64_t field(struct slice bytes, bool big_endian, uint64_t offset, unsigned size)
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
        struct slice name = slice_cut(program->bytes, offset < program->bytes.size ? (size_t)offset : program->bytes.size, (size_t)file_size);
        program->interpreter = slice_cut(name, 0, slice_find_byte(name, 0));
    }
    if (kind != PT_LOAD || !(flags & PF_X) || size == 0 || address + size - 1 < address || program->code_count == CODE_SEGMENTS)
        return;
    if (program->code_count == 0 || address < program->lowest_code)
        program->lowest_code = address;
    program->code[program->code_count++] = (struct run_span){address, address + size - 1};
}

static bool check_kind(const char *name, struct slice bytes, struct error *error)
{
    if (slice_starts(bytes, "#!"))
        return error_at(error, name, 0, 0, "is a script; an ELF program is needed: name the interpreter, with the script as its argument");
    if (bytes.size < 52 || memcmp(bytes.data, ELFMAG, SELFMAG) != 0)
        return error_at(error, name, 0, 0, "is no program: no ELF file");
    unsigned char class = (unsigned char)bytes.data[EI_CLASS], order = (unsigned char)bytes.data[EI_DATA];
    if ((class != ELFCLASS32 && class != ELFCLASS64) || (order != ELFDATA2LSB && order != ELFDATA2MSB))
        return error_at(error, name, 0, 0, "is a damaged ELF file: neither 32 nor 64 bits, or no byte order");
    return true;
}

static bool read_headers(struct run_program *program, bool *big_endian, uint64_t *flags, struct error *error)
{
    const struct slice bytes = program->bytes;
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

/* ---- Where things are ---- */

static bool find_program(const char *name, struct run_program *program, struct error *error)
{
    struct stat stat_buffer;
    char *path = program_search(name);
    if (!path)
        return program_not_found(name, error);
    program->path = arena_string(&program->arena, slice_of(path));
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
        return error_at(error, program->path, 0, 0, "is a program for a machine without a known emulator (ELF machine %u); name one with --target",
                        program->machine);
    char name[256];
    snprintf(name, sizeof name, "qemu-%s", program->target);
    char *found = strchr(name, '/') ? NULL : program_search(name);
    if (!found)
        return error_set(error, "there is no %s: what emulators QEMU has are in the Debian package qemu-user", name);
    snprintf(program->emulator, sizeof program->emulator, "%s", found);
    free(found);
    return true;
}

static bool is_below(const char *folder, struct slice path)
{
    char name[4096];
    int size = snprintf(name, sizeof name, "%s%.*s", folder, SLICE(path));
    return size > 0 && (size_t)size < sizeof name && access(name, R_OK) == 0;
}

/* The folder that holds the program's dynamic linker: the one that was named, that of the cross compilers, or this machine's own. */
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
                    SLICE(program->interpreter), program->sysroot[0] ? program->sysroot : cross[0] ? cross : "/");
}

bool run_program_open(const struct coverage_run_options *options, struct run_program *program, struct error *error)
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

void run_program_close(struct run_program *program)
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
