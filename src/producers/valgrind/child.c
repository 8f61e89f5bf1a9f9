/* child.c - programs that a recorded program executes.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * With --trace-children=yes Valgrind's core replaces an exec by an exec of its launcher, with its own options and the program's
 * path and arguments. The linker's --wrap replaces six of its functions (recorder.mk):
 *
 * vgPlain_should_we_trace_this_child decides. Programs that Valgrind cannot run would die under it, so they run natively.
 *
 * vgPlain_env_setenv is called with VALGRIND_LIB for the environment of such an exec, and after the decision for nothing else.
 * The launcher is the recorder itself. It needs its own path in VALGRIND_LAUNCHER, and the name by which the program is called,
 * which the core loses. Both variables come before the program's own, which may have the same names. The core and stack.c
 * remove them before that program runs.
 *
 * vgPlain_env_remove_valgrind_env_stuff removes Valgrind's variables from the environment of any exec. The program has none, unless it
 * set them itself, so this function must do nothing.
 *
 * vgPlain_pre_exec_check tests whether an exec can succeed, as the core cannot go back once it has begun. It does not
 * test for a missing dynamic linker or for arguments that are too long.
 *
 * vgPlain_do_syscall executes. Without a correction /proc/self/exe would be the recorder, and a path might look like an option.
 *
 * vgPlain_open opens, among other files, the file of messages, which all processes share. */
#include "recorder.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include <elf.h>

extern const HChar *VG_(name_of_launcher);
extern Int VG_(fd_soft_limit), VG_(fd_hard_limit);
extern Int VG_(cl_exec_fd); /* the program's file */

extern Bool __real_vgPlain_should_we_trace_this_child(const HChar *path, const HChar **arguments);
extern Bool __wrap_vgPlain_should_we_trace_this_child(const HChar *path, const HChar **arguments);
extern HChar **__real_vgPlain_env_setenv(HChar ***environment, const HChar *name, const HChar *value);
extern HChar **__wrap_vgPlain_env_setenv(HChar ***environment, const HChar *name, const HChar *value);
extern void __wrap_vgPlain_env_remove_valgrind_env_stuff(HChar **environment, Bool read_only, void (*release)(void *));
extern SysRes __real_vgPlain_pre_exec_check(const HChar *path, Int *descriptor, Bool allow_set_user);
extern SysRes __wrap_vgPlain_pre_exec_check(const HChar *path, Int *descriptor, Bool allow_set_user);

extern SysRes __real_vgPlain_do_syscall(UWord number, UWord, UWord, UWord, UWord, UWord, UWord, UWord, UWord);
extern SysRes __wrap_vgPlain_do_syscall(UWord number, UWord, UWord, UWord, UWord, UWord, UWord, UWord, UWord);
extern SysRes __real_vgPlain_open(const HChar *path, Int flags, Int mode);
extern SysRes __wrap_vgPlain_open(const HChar *path, Int flags, Int mode);

static HChar recorder_path[4096]; /* "": nothing is traced */
static struct {
    Addr path, arguments, variables; /* of the next exec, as the program passed them: they may be invalid */
} coming;

static void find_recorder(HChar path[4096])
{
    SSizeT size = VG_(readlink)("/proc/self/exe", path, 4095);
    path[size < 0 ? 0 : size] = '\0';
}

void child_trace(void)
{
    find_recorder(recorder_path);
    VG_(name_of_launcher) = recorder_path;
}

static Bool announced; /* this process is not recorded */

void child_announce(void)
{
    announced = True;
    VG_(umsg)("clewrec: forked\n");
}

/* clew itself passes another launcher name. */
Bool child_executed(void)
{
    HChar path[4096];
    find_recorder(path);
    return VG_(strcmp)(VG_(name_of_launcher), path) == 0;
}

void child_called(Addr path, Addr arguments, Addr variables)
{
    coming.path = path;
    coming.arguments = arguments;
    coming.variables = variables;
}

/* Entry `i` of a list that ends with NULL; also NULL outside the program's memory. */
static const HChar *list_entry(Addr list, UWord i)
{
    Addr at = list + i * sizeof(HChar *);
    return list != 0 && VG_(am_is_valid_for_client)(at, sizeof(HChar *), VKI_PROT_READ) ? *(const HChar **)at : NULL;
}

/* ---- what the kernel would do ---- */

enum { HEAD = 256, SCRIPTS = 5, PATH_ROOM = 4096 };

struct program {
    HChar head[HEAD + 1]; /* ended by a zero */
    Int file, size;
    UInt mode;
};

static Bool program_open(struct program *program, const HChar *path)
{
    struct vg_stat about;
    program->file = VG_(fd_open)(path, VKI_O_RDONLY, 0);
    if (program->file < 0)
        return False;
    program->size = VG_(read)(program->file, program->head, HEAD);
    program->size = program->size < 0 ? 0 : program->size;
    program->head[program->size] = '\0';
    program->mode = VG_(fstat)(program->file, &about) >= 0 ? about.mode : 0;
    return True;
}

/* The path after #!. False: not a script, or it names no interpreter. */
static Bool script_interpreter(const struct program *program, HChar path[HEAD + 1])
{
    const HChar *from = program->head + 2;
    Int length = 0;
    if (program->head[0] != '#' || program->head[1] != '!')
        return False;
    while (*from == ' ' || *from == '\t')
        from++;
    for (; from[length] != '\0' && from[length] != '\n' && from[length] != ' ' && from[length] != '\t'; length++)
        path[length] = from[length];
    path[length] = '\0';
    return length > 0;
}

static Bool elf_header(const struct program *program, Elf64_Ehdr *header)
{
    if (program->size < (Int)sizeof *header)
        return False;
    VG_(memcpy)(header, program->head, sizeof *header);
    return VG_(memcmp)(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_machine == EM_X86_64 &&
           header->e_phentsize == sizeof(Elf64_Phdr) && (header->e_type == ET_EXEC || header->e_type == ET_DYN);
}

static Bool read_at(Int file, ULong offset, void *to, UInt size)
{
    return offset < 1ull << 62 && bare_call(__NR_pread64, (UWord)file, (UWord)to, size, offset) == size;
}

/* Does the file name a dynamic linker that does not exist? */
static Bool lacks_linker(const struct program *program)
{
    Elf64_Ehdr header;
    Elf64_Phdr part;
    HChar path[PATH_ROOM];
    struct vg_stat ignored;
    if (!elf_header(program, &header))
        return False;
    for (UInt i = 0; i < header.e_phnum; i++) {
        if (!read_at(program->file, header.e_phoff + i * sizeof part, &part, sizeof part))
            return False;
        if (part.p_type != PT_INTERP)
            continue;
        if (part.p_filesz == 0 || part.p_filesz >= PATH_ROOM || !read_at(program->file, part.p_offset, path, (UInt)part.p_filesz))
            return False;
        path[part.p_filesz] = '\0';
        return sr_isError(VG_(stat)(path, &ignored)) && sr_Err(VG_(stat)(path, &ignored)) == VKI_ENOENT;
    }
    return False;
}

enum { STRING_MOST = 32 * 4096, STACK_MOST = 6 << 20, OWN = 8192 };

/* The size of a list's strings and pointers in bytes; `most` if the kernel would not accept it. */
static SizeT list_size(Addr list, SizeT most)
{
    const HChar *entry;
    SizeT size = 0;
    for (UWord i = 0; size < most && (entry = list_entry(list, i)) != NULL; i++) {
        SizeT length = string_size((Addr)entry);
        size = length > STRING_MOST ? most : size + length + sizeof entry;
    }
    return size < most ? size : most;
}

/* Arguments and environment may take a quarter of the stack's limit (execve(2)). Always counts the words that a recorded exec adds
 * to them. */
static Bool is_too_long(void)
{
    struct vki_rlimit limit;
    SizeT most = STACK_MOST;
    if (VG_(getrlimit)(VKI_RLIMIT_STACK, &limit) == 0 && limit.rlim_cur / 4 < most)
        most = limit.rlim_cur / 4 > STRING_MOST ? limit.rlim_cur / 4 : STRING_MOST;
    return list_size(coming.arguments, most) + list_size(coming.variables, most) + OWN > most;
}

/* Does the program get the rights of another user or group? Valgrind does not run such programs. */
static Bool changes_user(const struct program *program)
{
    enum { SET_USER = 04000, SET_GROUP = 02000 };
    return (program->mode & (SET_USER | SET_GROUP)) != 0;
}

/* Goes from script to interpreter up to a program, and leaves that open. False: there is none. */
static Bool program_find(struct program *program, const HChar *path, Bool *changes)
{
    HChar interpreter[HEAD + 1];
    *changes = False;
    for (Int scripts = 0; scripts < SCRIPTS && program_open(program, path); scripts++) {
        *changes = *changes || changes_user(program);
        if (!script_interpreter(program, interpreter))
            return True;
        VG_(close)(program->file);
        path = interpreter;
    }
    return False;
}

/* ---- Valgrind's functions ---- */

static Bool can_be_recorded(const HChar *path)
{
    struct program program;
    Elf64_Ehdr header;
    Bool changes;
    if (!program_find(&program, path, &changes))
        return False;
    VG_(close)(program.file);
    return !changes && elf_header(&program, &header);
}

Bool __wrap_vgPlain_should_we_trace_this_child(const HChar *path, const HChar **arguments)
{
    return recorder_path[0] != '\0' && __real_vgPlain_should_we_trace_this_child(path, arguments) && can_be_recorded(path);
}

static HChar *make_variable(const HChar *name, const HChar *number, const HChar *value)
{
    SizeT size = VG_(strlen)(name) + VG_(strlen)(number) + VG_(strlen)(value) + 2;
    HChar *variable = VG_(malloc)("recorder.variable", size);
    VG_(snprintf)(variable, (Int)size, "%s=%s%s", name, number, value);
    return variable;
}

static Bool path_has_slash(Addr path)
{
    SizeT size = string_size(path);
    for (SizeT i = 0; i < size; i++)
        if (((const HChar *)path)[i] == '/')
            return True;
    return size == 0;
}

/* Frees nothing: an exec follows. */
static void put_in_front(HChar ***environment, HChar *first, HChar *second)
{
    UWord count = 0;
    while (*environment != NULL && (*environment)[count] != NULL)
        count++;
    HChar **more = VG_(malloc)("recorder.environment", (count + 3) * sizeof *more);
    more[0] = first;
    more[1] = second;
    if (count > 0)
        VG_(memcpy)(more + 2, *environment, count * sizeof *more);
    more[count + 2] = NULL;
    *environment = more;
}

HChar **__wrap_vgPlain_env_setenv(HChar ***environment, const HChar *name, const HChar *value)
{
    HChar number[16];
    if (recorder_path[0] == '\0' || VG_(strcmp)(name, "VALGRIND_LIB") != 0)
        return __real_vgPlain_env_setenv(environment, name, value);
    const HChar *called = list_entry(coming.arguments, 0);
    VG_(snprintf)(number, sizeof number, "%d%c", calls_death_signal, path_has_slash(coming.path) ? ':' : '.');
    put_in_front(environment, make_variable("VALGRIND_LAUNCHER", "", recorder_path), make_variable(CHILD_VARIABLE, number, called != NULL ? called : ""));
    return NULL;
}

void __wrap_vgPlain_env_remove_valgrind_env_stuff(HChar **environment, Bool read_only, void (*release)(void *))
{
    (void)environment, (void)read_only, (void)release;
}

static Bool is_own_program(const HChar *path)
{
    HChar numbered[32];
    VG_(snprintf)(numbered, sizeof numbered, "/proc/%d/exe", VG_(getpid)());
    return VG_(strcmp)(path, "/proc/self/exe") == 0 || VG_(strcmp)(path, "/proc/thread-self/exe") == 0 || VG_(strcmp)(path, numbered) == 0;
}

/* Returns the path of the program's own file instead of /proc/self/exe. */
static const HChar *executed_path(const HChar *path)
{
    static HChar own[PATH_ROOM];
    HChar link[32];
    if (!is_own_program(path))
        return path;
    VG_(snprintf)(link, sizeof link, "/proc/self/fd/%d", VG_(cl_exec_fd));
    SSizeT size = VG_(readlink)(link, own, sizeof own - 1);
    own[size < 0 ? 0 : size] = '\0';
    return size > 0 ? own : path;
}

static const HChar *path_in_folder(const HChar *name)
{
    SizeT size = VG_(strlen)(name) + 3;
    HChar *path = VG_(malloc)("recorder.path", size);
    VG_(snprintf)(path, (Int)size, "./%s", name);
    return path;
}

/* The core's list holds a name, its options, the path, and the program's arguments. Returns a copy with a path that does not look like an option and that the
 * core does not search for in PATH. */
static const HChar **executed_list(const HChar **list)
{
    UWord count = 0, path = 1 + (UWord)(VG_(sizeXA)(VG_(args_for_valgrind)) - VG_(args_for_valgrind_noexecpass));
    while (list[count] != NULL)
        count++;
    if (path >= count)
        return list;
    const HChar **copy = VG_(malloc)("recorder.arguments", (count + 1) * sizeof *copy);
    VG_(memcpy)(copy, list, (count + 1) * sizeof *copy);
    copy[path] = VG_(strchr)(list[path], '/') == NULL ? path_in_folder(list[path]) : executed_path(list[path]);
    return copy;
}

/* The kernel's soft limit of descriptors is a dozen higher than the program's. The executed program must find the program's limit. A soft limit equal to the
 * hard one stays: it was so from the start. */
static SysRes execute_limited(UWord path, UWord arguments, UWord variables)
{
    struct vki_rlimit before, limited;
    Bool limits = VG_(getrlimit)(VKI_RLIMIT_NOFILE, &before) == 0 && (before.rlim_cur != before.rlim_max || VG_(fd_soft_limit) != VG_(fd_hard_limit));
    limited = before;
    limited.rlim_cur = (UWord)VG_(fd_soft_limit);
    if (limits)
        VG_(setrlimit)(VKI_RLIMIT_NOFILE, &limited);
    SysRes result = __real_vgPlain_do_syscall(__NR_execve, path, arguments, variables, 0, 0, 0, 0, 0);
    if (limits)
        VG_(setrlimit)(VKI_RLIMIT_NOFILE, &before);
    return result;
}

SysRes __wrap_vgPlain_do_syscall(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f, UWord g, UWord h)
{
    if (number == __NR_execve && VG_(strcmp)((const HChar *)a, recorder_path) == 0)
        b = (UWord)executed_list((const HChar **)b);
    else if (number == __NR_execve && a != 0)
        a = (UWord)executed_path((const HChar *)a);
    if (number == __NR_execve && announced && a != 0)
        VG_(umsg)("clewrec: executes %s\n", (const HChar *)a);
    if (number == __NR_execve)
        return execute_limited(a, b, c);
    return __real_vgPlain_do_syscall(number, a, b, c, d, e, f, g, h);
}

/* The file of messages is in the memory of the recording clew process. Has that process gone? Then its number may belong to another process. */
static Bool is_gone(const HChar *path)
{
    static const HChar messages[] = "/memfd:clew-record";
    HChar link[sizeof messages];
    if (VG_(strncmp)(path, "/proc/", 6) != 0)
        return False;
    SSizeT size = VG_(readlink)(path, link, sizeof link - 1);
    return size < (SSizeT)sizeof link - 1 || VG_(strncmp)(link, messages, sizeof link - 1) != 0;
}

/* The core would truncate the file of messages, although the process that executed this one may have written to it. The core opens no other file with these
 * flags. If the file cannot be opened, for example after a chroot, the core would give up: its messages get lost instead. */
SysRes __wrap_vgPlain_open(const HChar *path, Int flags, Int mode)
{
    SysRes result = {VKI_ENOENT, True};
    if (flags != (VKI_O_CREAT | VKI_O_WRONLY | VKI_O_TRUNC))
        return __real_vgPlain_open(path, flags, mode);
    if (!is_gone(path))
        result = __real_vgPlain_open(path, (flags & ~VKI_O_TRUNC) | VKI_O_APPEND, mode);
    if (sr_isError(result))
        result = __real_vgPlain_do_syscall(__NR_memfd_create, (UWord) "lost", 0, 0, 0, 0, 0, 0, 0);
    return result;
}

SysRes __wrap_vgPlain_pre_exec_check(const HChar *path, Int *descriptor, Bool allow_set_user)
{
    struct program program;
    Bool changes, lacks;
    SysRes result = __real_vgPlain_pre_exec_check(path, descriptor, allow_set_user);
    if (sr_isError(result) || !program_find(&program, path, &changes))
        return result;
    lacks = lacks_linker(&program);
    VG_(close)(program.file);
    result._isError = lacks || is_too_long();
    if (result._isError)
        result._val = lacks ? VKI_ENOENT : VKI_E2BIG;
    return result;
}
