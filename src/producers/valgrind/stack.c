/* stack.c - makes the program's first stack as the kernel would have made it.  SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind's core makes the program's first stack itself: argument count, arguments, environment and auxiliary vector, then the
 * strings that they point to. It adds its own library to LD_PRELOAD, which only tools that replace functions need. It knows no
 * name of the program except its path, and it blanks unknown entries of the auxiliary vector. So before the program's first
 * instruction this code lays everything out again, in the kernel's order (Linux, fs/exec.c and fs/binfmt_elf.c): arguments,
 * environment, path of the file, at the stack's upper end. The stack pointer does not change. */
#include "recorder.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* The core's variables: the start of the auxiliary vector, and the files that it shows instead of /proc/self/auxv and cmdline. */
extern UWord *VG_(client_auxv);
extern Int VG_(cl_auxv_fd), VG_(cl_cmdline_fd);

enum { AUX_IGNORE = 1, AUX_PLATFORM = 15, AUX_BASE_PLATFORM = 24, AUX_RANDOM = 25, AUX_FILE_NAME = 31, RANDOM_SIZE = 16 };

/* Words from `base` on: count, arguments, 0, environment, 0, pairs of the auxiliary vector up to a pair of type 0. The strings end
 * before `top`. */
struct stack {
    UWord *base;
    UWord arguments, variables, pairs;
    UChar *top;
};

static HChar **stack_arguments(const struct stack *stack)
{
    return (HChar **)(stack->base + 1);
}

static HChar **stack_variables(const struct stack *stack)
{
    return stack_arguments(stack) + stack->arguments + 1;
}

static UWord *stack_pairs(const struct stack *stack)
{
    return (UWord *)(stack_variables(stack) + stack->variables + 1);
}

/* How many bytes on the stack an entry of the auxiliary vector points to; 0: it is not a pointer. */
static SizeT pair_bytes(const UWord *pair)
{
    switch (pair[0]) {
    case AUX_PLATFORM:
    case AUX_BASE_PLATFORM:
    case AUX_FILE_NAME:
        return VG_(strlen)((const HChar *)pair[1]) + 1;
    case AUX_RANDOM:
        return RANDOM_SIZE;
    default:
        return 0;
    }
}

static void reach(struct stack *stack, const void *bytes, SizeT size)
{
    UChar *end = (UChar *)(Addr)bytes + size;
    if (size > 0 && end > stack->top)
        stack->top = end;
}

/* The core knows the environment's address. The argument count is the only word below it that equals the number of words in between. */
static struct stack stack_find(void)
{
    UWord *variables = (UWord *)VG_(client_envp);
    struct stack stack = {variables - 2, 0, 0, 0, NULL};
    for (; *stack.base != stack.arguments; stack.arguments++)
        stack.base--;
    for (UWord i = 0; i < stack.arguments; i++)
        reach(&stack, stack_arguments(&stack)[i], VG_(strlen)(stack_arguments(&stack)[i]) + 1);
    for (; variables[stack.variables] != 0; stack.variables++)
        reach(&stack, (const void *)variables[stack.variables], VG_(strlen)((const HChar *)variables[stack.variables]) + 1);
    for (UWord *pair = stack_pairs(&stack); pair[0] != 0; pair += 2, stack.pairs++)
        reach(&stack, (const void *)pair[1], pair_bytes(pair));
    return stack;
}

/* ---- what Valgrind left on the stack ---- */

static Bool is_variable(const HChar *entry, const HChar *name)
{
    SizeT length = VG_(strlen)(name);
    return VG_(strncmp)(entry, name, length) == 0 && entry[length] == '=';
}

/* Removes Valgrind's library from the list of preloaded ones. False: the list is empty then, so the program did not have the variable. */
static Bool clean_preload(HChar *entry)
{
    HChar *list = entry + VG_(strlen)("LD_PRELOAD=");
    SizeT directory = VG_(strlen)(VG_(libdir));
    if (VG_(strncmp)(list, VG_(libdir), directory) != 0 || VG_(strncmp)(list + directory, "/vgpreload_core", 15) != 0)
        return True;
    HChar *rest = VG_(strchr)(list, ':');
    if (rest == NULL)
        return False;
    VG_(memmove)(list, rest + 1, VG_(strlen)(rest + 1) + 1);
    return True;
}

/* Reads the first variable of a traced exec and returns the name in it. The program may have further variables of that name. */
static const HChar *take_child_variable(const HChar *entry, Bool *bare)
{
    HChar *end;
    if (!is_variable(entry, CHILD_VARIABLE))
        return NULL;
    calls_death_signal = (Int)VG_(strtoll10)(entry + VG_(strlen)(CHILD_VARIABLE "="), &end);
    *bare = *end == '.';
    return *end == ':' || *bare ? end + 1 : NULL;
}

/* Returns the name that a traced exec passed on (child.c), or NULL. bare: the path had no slash. */
static const HChar *clean_variables(struct stack *stack, Bool *bare)
{
    HChar **entries = stack_variables(stack);
    const HChar *name = child_executed() && stack->variables > 0 ? take_child_variable(entries[0], bare) : NULL;
    UWord kept = 0;
    for (UWord i = name == NULL ? 0 : 1; i < stack->variables; i++)
        if (!is_variable(entries[i], "LD_PRELOAD") || clean_preload(entries[i]))
            entries[kept++] = entries[i];
    entries[kept] = NULL;
    return stack->variables = kept, name;
}

/* Moves the auxiliary vector to the end of the shortened environment, without the entries that the core blanked. */
static void clean_pairs(struct stack *stack, const UWord *pairs)
{
    UWord *moved = stack_pairs(stack), kept = 0;
    for (UWord i = 0; i < stack->pairs; i++) {
        UWord type = pairs[2 * i], value = pairs[2 * i + 1];
        if (type == AUX_IGNORE)
            continue;
        moved[2 * kept] = type;
        moved[2 * kept++ + 1] = value;
    }
    moved[2 * kept] = moved[2 * kept + 1] = 0;
    stack->pairs = kept;
}

/* ---- the strings ---- */

struct strings {
    UInt count;
    struct {
        UWord *word;     /* points to it */
        SizeT size;
    } items[];
};

static void add_string(struct strings *strings, UWord *word, SizeT size)
{
    strings->items[strings->count].word = word;
    strings->items[strings->count++].size = size;
}

static void add_list(struct strings *strings, HChar **list, UWord count)
{
    for (UWord i = 0; i < count; i++)
        add_string(strings, (UWord *)&list[i], VG_(strlen)(list[i]) + 1);
}

static void add_pairs(struct strings *strings, const struct stack *stack, Bool file_name)
{
    UWord *pairs = stack_pairs(stack);
    for (UWord i = 0; i < stack->pairs; i++) {
        SizeT size = pair_bytes(pairs + 2 * i);
        if (size > 0 && (pairs[2 * i] == AUX_FILE_NAME) == file_name)
            add_string(strings, &pairs[2 * i + 1], size);
    }
}

/* Lays the strings out one after another, up to the stack's end. There is room, as none was added. */
static void move_strings(const struct strings *strings, UChar *start, UChar *top)
{
    SizeT size = 0;
    UChar *old = VG_(malloc)("recorder.stack", (SizeT)(top - start)), *next;
    VG_(memcpy)(old, start, (SizeT)(top - start));
    for (UInt i = 0; i < strings->count; i++)
        size += strings->items[i].size;
    tl_assert(size <= (SizeT)(top - start));
    next = top - size;
    VG_(memset)(start, 0, (SizeT)(next - start));
    for (UInt i = 0; i < strings->count; i++) {
        UWord *word = strings->items[i].word;
        VG_(memcpy)(next, old + ((UChar *)*word - start), strings->items[i].size);
        *word = (UWord)next;
        next += strings->items[i].size;
    }
    VG_(free)(old);
}

static void arrange_strings(const struct stack *stack)
{
    SizeT room = stack->arguments + stack->variables + stack->pairs;
    struct strings *strings = VG_(malloc)("recorder.strings", sizeof *strings + room * sizeof strings->items[0]);
    strings->count = 0;
    add_pairs(strings, stack, False);
    add_list(strings, stack_arguments(stack), stack->arguments);
    add_list(strings, stack_variables(stack), stack->variables);
    add_pairs(strings, stack, True);
    move_strings(strings, (UChar *)(stack_pairs(stack) + 2 * stack->pairs + 2), stack->top);
    VG_(free)(strings);
}

/* ---- the process as the kernel shows it ---- */

/* Reads the 50 numbers of /proc/self/stat after the program's name; negative ones count as 0. False: unreadable. */
static Bool read_stat(ULong numbers[50])
{
    HChar text[2048], *at;
    Int file = VG_(fd_open)("/proc/self/stat", VKI_O_RDONLY, 0);
    Int size = file < 0 ? -1 : VG_(read)(file, text, sizeof text - 1);
    if (file >= 0)
        VG_(close)(file);
    text[size < 0 ? 0 : size] = '\0';
    at = VG_(strrchr)(text, ')');
    for (Int i = 0; i < 50 && at != NULL; i++) {
        at = VG_(strchr)(at + 1, ' ');
        numbers[i] = at == NULL ? 0 : VG_(strtoull10)(at + 1, NULL);
    }
    return at != NULL;
}

/* Makes ps and /proc/PID/environ show the program's arguments and environment instead of the recorder's (Linux 3.18 and later; if the
 * kernel refuses, only that differs). */
static void show_to_others(const struct stack *stack, Addr end)
{
    enum { SET_MEMORY_MAP = 35, WHOLE_MAP = 14, START_CODE = 23, START_STACK = 25, START_DATA = 42, START_HEAP = 44 };
    ULong numbers[50];
    if (stack->arguments == 0 || !read_stat(numbers))
        return;
    HChar **variables = stack_variables(stack), **arguments = stack_arguments(stack);
    ULong first = stack->variables > 0 ? (ULong)variables[0] : end;
    struct {
        ULong start_code, end_code, start_data, end_data, start_heap, heap, start_stack, arguments, arguments_end, variables, variables_end, auxiliary;
        UInt auxiliary_size;
        Int program;
    } map = {numbers[START_CODE], numbers[START_CODE + 1], numbers[START_DATA], numbers[START_DATA + 1], numbers[START_HEAP],
             bare_call(__NR_brk, 0, 0, 0, 0), numbers[START_STACK], (ULong)arguments[0], first, first, end, 0, 0, -1};
    VG_(prctl)(SET_MEMORY_MAP, WHOLE_MAP, (ULong)(Addr)&map, sizeof map, 0);
}

static void replace_file(Int file, const void *bytes, SizeT size)
{
    if (file >= 0 && bare_call(__NR_ftruncate, (UWord)file, size, 0, 0) == 0)
        bare_call(__NR_pwrite64, (UWord)file, (UWord)bytes, size, 0);
}

static void show_to_itself(const struct stack *stack)
{
    const HChar *last = stack->arguments > 0 ? stack_arguments(stack)[stack->arguments - 1] : NULL;
    VG_(client_auxv) = stack_pairs(stack);
    replace_file(VG_(cl_auxv_fd), stack_pairs(stack), (stack->pairs + 1) * 2 * sizeof(UWord));
    if (last != NULL)
        replace_file(VG_(cl_cmdline_fd), stack_arguments(stack)[0], (SizeT)(last + VG_(strlen)(last) + 1 - stack_arguments(stack)[0]));
}

static void show_name(const HChar *path)
{
    enum { SET_NAME = 15 };
    const HChar *slash = VG_(strrchr)(path, '/');
    VG_(prctl)(SET_NAME, (ULong)(Addr)(slash == NULL ? path : slash + 1), 0, 0, 0);
}

/* Removes the "./" that child.c put before the path: from the file's name, and from the argument that a script's interpreter gets. */
static void shorten_path(const struct stack *stack, UWord *file, Bool script)
{
    enum { LENGTH = 2, LAST = 2 /* after an argument of the interpreter */ };
    HChar **arguments = stack_arguments(stack);
    UWord i = 1;
    while (i < LAST && VG_(strcmp)(arguments[i], (const HChar *)file[1]) != 0)
        i++;
    if (script && i < stack->arguments)
        arguments[i] += LENGTH;
    file[1] += LENGTH;
}

/* Restores the names that a traced exec changed. For a script the interpreter's path comes first, whatever name exec was given. */
static void restore_names(const struct stack *stack, UWord *file, const HChar *name, Bool bare)
{
    Bool script = stack->arguments > 1 && VG_(strcmp)(stack_arguments(stack)[0], (const HChar *)file[1]) != 0;
    if (!script && stack->arguments > 0)
        stack_arguments(stack)[0] = (HChar *)(Addr)name;
    if (bare)
        shorten_path(stack, file, script);
}

void stack_arrange(void)
{
    struct stack stack = stack_find();
    UWord *pairs = stack_pairs(&stack);
    Bool bare = False;
    const HChar *name = clean_variables(&stack, &bare);
    clean_pairs(&stack, pairs);
    UWord *file = stack_pairs(&stack);
    while (file[0] != 0 && file[0] != AUX_FILE_NAME)
        file += 2;
    if (name != NULL && file[0] != 0)
        restore_names(&stack, file, name, bare);
    arrange_strings(&stack);
    show_to_itself(&stack);
    show_to_others(&stack, file[0] != 0 ? (Addr)file[1] : (Addr)stack.top);
    if (file[0] != 0)
        show_name((const HChar *)file[1]);
}
