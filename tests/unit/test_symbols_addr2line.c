/* test_symbols_addr2line.c - function, file and line of every instruction equal addr2line's, for several compilers, levels and kinds of DWARF.
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compiles programs on the spot; leaves out missing compilers, and is skipped without binutils. Intended differences: clew omits the return type from a
 * template's name; a file without known lines is unknown to clew, while addr2line takes it from a symbol of type FILE; of several symbols at one address, each
 * chooses another one (start-up code; the test compares functions without DWARF nowhere else). With DWARF 5, binutils 2.40 gives the unit's own file for
 * functions of headers that are not inlined: the test compares such units at levels that inline, or in version 4. binutils misses some inlined C++ functions
 * that llvm-addr2line sees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "code/code.h"

static const char header[] =
    "static inline int clamp(int v, int low, int high)\n{\n    if (v < low)\n        return low;\n    return v > high ? high : v;\n}\n"
    "static inline __attribute__((always_inline)) int both(int v)\n{\n    int r = clamp(v, 3, 90);\n    return r * 2;\n}\n";
static const char first[] =
    "#include \"../a/util.h\"\n#include <stdlib.h>\n__attribute__((noinline, cold)) static void fail(int n) { if (n > 1000000) abort(); }\n"
    "int NAME(int n)\n{\n    int s = 0;\n    for (int i = 0; i < n; i++) {\n        s += both(i * 7);\n        if (__builtin_expect(s > 500000, 0))\n"
    "            fail(s), s -= 3, s *= 2;\n    }\n    return s;\n}\n";
static const char main_c[] =
    "#include <stdio.h>\n#include <string.h>\nextern int work(int), rest(int);\nstatic int tail(const char *s) { return (int)strlen(s) + s[0]; }\n"
    "int main(int argc, char **argv)\n{\n    char line[64];\n    snprintf(line, sizeof line, \"%d\", work(argc + 20));\n"
    "    printf(\"%s %d %d\\n\", line, rest(9), tail(line));\n    return 0;\n}\n";
static const char cpp[] =
    "#include <vector>\n#include <algorithm>\n#include <cstdio>\n"
    "namespace shapes {\nstruct base { virtual ~base() {} virtual int area() const = 0; };\n"
    "template <typename T> struct box : base {\n    T w, h;\n    box(T a, T b) : w(a), h(b) {}\n    int area() const override { return (int)(w * h); }\n"
    "    template <typename U> U scale(U by) { w *= by; return (U)w; }\n};\n"
    "static int twice(int n) { return n + n; }\nstatic int twice(double n) { return (int)(n + n); }\nnamespace { int hidden(int x) { return x * 3; } }\n"
    "inline namespace v1 { int versioned(int x) { return hidden(x) + 1; } }\nint operator+(const box<int> &a, int b) { return a.area() + b; }\n}\n"
    "int main(int argc, char **argv)\n{\n    shapes::box<int> b(argc, 4);\n    shapes::base *p = &b;\n    std::vector<int> v;\n"
    "    for (int i = 0; i < 5; i++)\n        v.push_back(i * p->area());\n    auto add = [&](int x) { return x + argc; };\n"
    "    std::sort(v.begin(), v.end(), [](int a, int c) { return a > c; });\n"
    "    printf(\"%d %d %d %d %d %d\\n\", add(v[0]), shapes::twice(3), shapes::twice(2.5), shapes::versioned(2), b + 3, b.scale<int>(2));\n    return 0;\n}\n";

static char folder[] = "/tmp/clew-addr2line-XXXXXX";

/* Commands that make `program` in the folder; `optimised` commands are for llvm-addr2line. */
static const char *const optimised[] = {
    "g++ -w -g -O2 -gdwarf-4 t.cc -o program",
    "g++ -w -g -O2 -gdwarf-5 t.cc -o program",
    "clang++ -w -g -O1 t.cc -o program",
};
static const char *const builds[] = {
#define OF_C(compiler, flags) \
    compiler " -w " flags " -c b/one.c -DNAME=rest -o b.o && " compiler " -w " flags " -c a/one.c -DNAME=work -o a.o && " compiler " " flags " main.c a.o b.o -o program"
    OF_C("gcc", "-g -O0 -gdwarf-4"),
    OF_C("gcc", "-g -O2 -gdwarf-3"),
    OF_C("gcc", "-g -O2 -gdwarf-5"),
    OF_C("gcc", "-O2 -g1"),
    OF_C("gcc", "-g -Os -gz -no-pie -fno-pie"),
    OF_C("gcc", "-g -O2 -ffunction-sections -Wl,--gc-sections"),
    OF_C("gcc", "-g -O3 -flto -gdwarf-4"),
    OF_C("clang", "-g -O0"),
    OF_C("clang", "-g -O2 -gdwarf-4"),
    OF_C("clang", "-g -O2 -gdwarf-5"),
    OF_C("clang", "-g1 -O2"),
    "g++ -w -g -O0 -gdwarf-4 t.cc -o program",
    "gcc -w -g -O2 main.c -Dwork=rest b/one.c -DNAME=rest -o program && objcopy --only-keep-debug program program.debug && strip program && "
     "objcopy --add-gnu-debuglink=program.debug program",
};

static int shell(const char *format, ...) FORMATTED(1, 2);
static int shell(const char *format, ...)
{
    char command[2048];
    va_list arguments;
    int size = snprintf(command, sizeof command, "cd %s && ", folder);
    va_start(arguments, format);
    vsnprintf(command + size, sizeof command - (size_t)size, format, arguments);
    va_end(arguments);
    return system(command);
}

static FILE *open_in_folder(const char *name, const char *mode)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, mode);
    assert_non_null(file);
    return file;
}

static void write_text(const char *name, const char *text)
{
    FILE *file = open_in_folder(name, "w");
    fputs(text, file);
    fclose(file);
}

static int write_sources(void **state)
{
    (void)state;
    if (!mkdtemp(folder) || shell("mkdir a b") != 0)
        return -1;
    write_text("a/util.h", header);
    write_text("a/one.c", first);
    write_text("b/one.c", first);
    write_text("main.c", main_c);
    write_text("t.cc", cpp);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

struct answer {
    char function[4096], file[4096];
    uint64_t line;                      /* 0: unknown */
};

/* The innermost of the frames behind an address: "0x...", then pairs of lines. */
static bool read_answer(FILE *file, char next[4096], struct answer *answer)
{
    char position[4096];
    if (!next[0] || !fgets(answer->function, sizeof answer->function, file) || !fgets(position, sizeof position, file))
        return false;
    do
        if (!fgets(next, 4096, file))
            next[0] = 0;
    while (next[0] && strncmp(next, "0x", 2) != 0);
    answer->function[strcspn(answer->function, "\n")] = 0;
    char *colon = strrchr(position, ':');
    assert_non_null(colon);
    *colon = 0;
    answer->line = strtoull(colon + 1, NULL, 10);
    snprintf(answer->file, sizeof answer->file, "%s", position);
    return true;
}

static bool is_function(struct str name, const char *expected)
{
    size_t size = strlen(expected);
    if (!name.data)
        return strcmp(expected, "??") == 0;
    if (strncmp(expected, "_Z", 2) == 0) {      /* literally; LLVM writes lambdas differently */
        struct arena arena = {0};
        bool same = str_equal(name, demangle(str_of(expected), DEMANGLE_NO_RETURN, &arena));
        arena_free(&arena);
        return same;
    }
    return str_is(name, expected) || (size > name.size && expected[size - name.size - 1] == ' ' && str_is(name, expected + size - name.size));
}

static bool is_file(const struct source_position *position, const char *expected)
{
    struct text path = {0};
    if (!position->file.data)
        return strcmp(expected, "??") == 0;
    if (position->file.data[0] != '/')
        text_printf(&path, "%.*s/", STR(position->folder));
    text_append(&path, position->file);
    bool same = str_is(text_str(&path), expected);
    text_free(&path);
    return same;
}

static void compare(struct symbols *symbols, uint64_t address, const struct answer *answer, const char *command, size_t *lines)
{
    struct source_position position;
    bool known = symbols_position(symbols, address, &position);
    if (!known)
        position = (struct source_position){0};
    if (position.line == 0 && answer->line == 0)
        return;
    ++*lines;
    if (position.line != answer->line || !is_file(&position, answer->file) || !is_function(position.function, answer->function))
        fail_msg("%s: 0x%llx is in %.*s, %.*s:%llu; addr2line says %s, %s:%llu", command, (unsigned long long)address, STR(position.function),
                 STR(position.file), (unsigned long long)position.line, answer->function, answer->file, (unsigned long long)answer->line);
}

/* The start of every instruction, except padding between functions, which addr2line assigns to the function before. */
static size_t list_addresses(struct symbols *symbols, FILE *file)
{
    const struct code_span *spans;
    size_t count = symbols_spans(symbols, &spans), listed = 0;
    struct code_reader *code = code_open(symbols);
    struct code_instruction instruction;
    for (size_t i = 0; i < count; i++)
        for (uint64_t at = spans[i].address; at < spans[i].address + spans[i].size && code_at(code, at, &instruction); at += instruction.size)
            if (!code_is_padding(code, &instruction)) {
                fprintf(file, "0x%llx\n", (unsigned long long)at);
                listed++;
            }
    code_close(code);
    return listed;
}

static void compare_build(const char *command, const char *tool)
{
    char path[128], next[4096] = "";
    struct symbols *symbols;
    struct error error;
    struct answer answer;
    size_t answers = 0, lines = 0;
    snprintf(path, sizeof path, "%s/program", folder);
    if (!symbols_open(path, &symbols, &error))
        fail_msg("%s: %s", command, error.message);
    FILE *file = open_in_folder("addresses", "w");
    size_t count = list_addresses(symbols, file);
    fclose(file);
    assert_int_equal(shell("%s -a -f -i -e program <addresses | sed 's/ (discriminator [0-9]*)$//' >answers", tool), 0);
    file = open_in_folder("answers", "r");
    assert_non_null(fgets(next, sizeof next, file));
    for (uint64_t address; (address = strtoull(next, NULL, 16)) && read_answer(file, next, &answer); answers++)
        compare(symbols, address, &answer, command, &lines);
    fclose(file);
    symbols_close(symbols);
    assert_int_equal(answers, count);
    assert_true(lines > 50);
}

static void compare_all(const char *tool, const char *const *commands, size_t count)
{
    size_t compared = 0;
    char words[32];
    snprintf(words, sizeof words, "%.*s", (int)strcspn(tool, " "), tool);
    if (shell("(command -v %s && command -v strip && command -v objcopy) >/dev/null 2>&1", words) != 0)
        skip();
    for (size_t i = 0; i < count; i++)
        if (shell("rm -f program; (%s) 2>/dev/null", commands[i]) == 0) {
            compare_build(commands[i], tool);
            compared++;
        } else
            print_message("# passed over, since it cannot be compiled: %s\n", commands[i]);
    if (compared == 0)
        skip();
}

static void positions_are_those_of_addr2line(void **state)
{
    (void)state;
    compare_all("addr2line -C", builds, sizeof builds / sizeof *builds);
}

static void positions_are_those_of_llvm(void **state)
{
    (void)state;
    compare_all("llvm-addr2line", optimised, sizeof optimised / sizeof *optimised);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(positions_are_those_of_addr2line), cmocka_unit_test(positions_are_those_of_llvm)};
    return cmocka_run_group_tests(tests, write_sources, remove_folder);
}
