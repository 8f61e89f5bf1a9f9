/* test_code_objdump.c - instructions, conditional branches and targets equal objdump's, on any machine.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compiles programs on the spot. Leaves out machines without a cross compiler; without any, the test is skipped. */
#include "tests/unit/test_code.h"

#include <regex.h>

/* Loops, switches, tail calls, conditional calls, floating point: code that makes compilers use all their branches. */
static const char program[] =
    "int values[16];\n"
    "int (*pointer)(int);\n"
    "int __attribute__((noinline)) leaf(int a) { return a < 0 ? -a * 3 : a ^ 5; }\n"
    "void __attribute__((noinline)) quiet(void) { values[3]++; }\n"
    "int walk(int a, int b, const char *s)\n"
    "{\n"
    "    int t = 0;\n"
    "    for (int i = 0; i < a; i++) {\n"
    "        if (values[i & 15] > b) t += leaf(values[i & 15]); else if (!values[i & 15]) return 3;\n"
    "        switch (s[i] & 15) {\n"
    "        case 0: t++; break;\n"
    "        case 1: t -= 4; break;\n"
    "        case 2: t *= 3; break;\n"
    "        case 3: t ^= 0x12345; break;\n"
    "        case 5: quiet(); break;\n"
    "        case 6: t += b; break;\n"
    "        case 7: return t;\n"
    "        default: if (t & (1 << 20)) t = -t; if ((unsigned)t > 77777u) quiet();\n"
    "        }\n"
    "    }\n"
    "    return t;\n"
    "}\n"
    "int tail(int a) { if (a < 0) return leaf(1); if (a == 7) quiet(); return pointer(a); }\n"
    "void maybe(int a) { if (a > 4) quiet(); }\n"
    "int wide(long long a, long long b) { if (a > b) return leaf((int)a); return a == b; }\n"
    "double point(double a, double b) { if (a < b) return a; while (a > 0) a -= b; return a != b ? a : b; }\n"
    "int none(int a, int *p) { if (!a) return 0; while (*p++) if (*p == a) return 1; return a < 0 ? leaf(a) : 2; }\n"
    "unsigned count(unsigned n) { unsigned c = 0; do c += n & 1; while (n >>= 1); return c; }\n"
    "int main(int n, char **v) { maybe(n); return walk(n, 3, v[0]) + tail(n) + wide(n, 7) + (int)point(n, 2) + none(n, values) + (int)count(n); }\n";

struct machine {
    const char *compiler, *objdump, *options;
    const char *conditional;             /* mnemonics as objdump prints them, an extended regular expression */
};

#define X86 "^((bnd|notrack|data16|ds|cs) )*(j([a-ln-z]|mm)[a-z]*|loop[a-z]*)(,p[nt])?( |$)"
#define CONDITIONS "(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)"
#define ARM "^((cbn?z|(b|bl|bx|blx)" CONDITIONS "(\\.[nw])?) |(pop|ldm[a-z]*)" CONDITIONS "(\\.w)? .*pc\\}|ldr" CONDITIONS "(\\.w)? pc,)"
#define POWER "^(b(eq|ne|lt|gt|le|ge|so|ns|un|nu)(lr|ctr|l|a)*[+-]?|bdn?z[a-z]*[+-]?|b[ft](lr|ctr|l|a)*[+-]?)( |$)"
#define SPARC "^(b(ne|e|g|le|ge|l|gu|leu|cc|cs|pos|neg|vc|vs|geu|lu)|br(l?e?z|nz|g?e?z|lz|gz|lez|gez)|fb[b-z][a-z]*|[cx]wb[a-z]+)(,a)?(,p[nt])? "
#define MIPS "^((beq|bne|beqz|bnez|blez|bgtz|bltz|bgez|bc1[tf])l?|b(lt|ge)zall?) "

static const struct machine machines[] = {
    {"gcc", "objdump", "-O0", X86},
    {"gcc", "objdump", "-O2 -fcf-protection", X86},
    {"gcc", "objdump", "-O3 -mavx512f -mavx512bw -mavx512vl", X86},
    {"gcc", "objdump", "-m32 -O2", X86},
    {"gcc", "objdump", "-m32 -Os", X86},
    {"arm-linux-gnueabihf-gcc", "arm-linux-gnueabihf-objdump", "-marm -O2", ARM},
    {"arm-linux-gnueabihf-gcc", "arm-linux-gnueabihf-objdump", "-marm -Os -mbig-endian -Wl,--be8", ARM},
    {"arm-linux-gnueabihf-gcc", "arm-linux-gnueabihf-objdump", "-mthumb -O2", ARM},
    {"arm-linux-gnueabihf-gcc", "arm-linux-gnueabihf-objdump", "-mthumb -Os", ARM},
    {"aarch64-linux-gnu-gcc", "aarch64-linux-gnu-objdump", "-O2", "^(b\\.(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)|cbn?z|tbn?z) "},
    {"powerpc-linux-gnu-gcc", "powerpc-linux-gnu-objdump", "-O2", POWER},
    {"powerpc64le-linux-gnu-gcc", "powerpc64le-linux-gnu-objdump", "-O2", POWER},
    {"sparc64-linux-gnu-gcc", "sparc64-linux-gnu-objdump", "-O2", SPARC},
    {"mips-linux-gnu-gcc", "mips-linux-gnu-objdump", "-O2 -mno-abicalls -fno-pic", MIPS},
    {"mips-linux-gnu-gcc", "mips-linux-gnu-objdump", "-O2 -mno-abicalls -fno-pic -mbranch-likely -mips2", MIPS},
    {"mipsel-linux-gnu-gcc", "mipsel-linux-gnu-objdump", "-O1 -mno-abicalls -fno-pic", MIPS},
    {"mips64el-linux-gnuabi64-gcc", "mips64el-linux-gnuabi64-objdump", "-O2", MIPS},
};

static bool is_there(const char *program_name)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program_name);
    return system(command) == 0;
}

/* One line of objdump: "  address:\tbytes \tmnemonic operands". */
struct line {
    uint64_t address;
    unsigned size;
    char text[256];
};

static bool read_line(FILE *file, struct line *line)
{
    char buffer[512], *tab, *end;
    while (fgets(buffer, sizeof buffer, file)) {
        line->address = strtoull(buffer, &end, 16);
        if (*end != ':' || end[1] != '\t' || !(tab = strchr(end + 2, '\t')))
            continue;
        line->size = 0;
        for (const char *at = end + 2; at < tab; at++)
            line->size += *at != ' ';
        line->size /= 2;
        tab[strcspn(tab, "\n")] = 0;
        snprintf(line->text, sizeof line->text, "%s", tab + 1);
        for (char *at = line->text; (at = strchr(at, '\t'));)
            *at = ' ';
        return true;
    }
    return false;
}

/* Is the number in the text, as a word of its own? */
static bool has_number(const char *text, uint64_t number)
{
    char digits[32];
    size_t size = (size_t)snprintf(digits, sizeof digits, "%llx", (unsigned long long)number);
    for (const char *at = strstr(text, digits); at; at = strstr(at + 1, digits)) {
        bool begins = at == text || strchr(" ,x", at[-1]), ends = !at[size] || strchr(" ,<", at[size]);
        if (begins && ends)
            return true;
    }
    return false;
}

struct tally {
    size_t instructions, others, conditional, targets;
};

static void compare(struct code_reader *code, const struct line *line, const regex_t *conditional, struct tally *tally)
{
    struct code_instruction instruction;
    bool expected = regexec(conditional, line->text, 0, NULL, 0) == 0;
    if (line->text[0] == '.') { /* a literal pool, which is not code, or a word between functions that no symbol marks as data */
        bool code_here = code_at(code, line->address, &instruction);
        assert_false(code_here && instruction.conditional);
        tally->others += code_here;
        return;
    }
    if (!code_at(code, line->address, &instruction) || !instruction.valid || instruction.size != line->size || instruction.conditional != expected)
        fail_msg("%llx: %s: %u bytes, valid %d, conditional %d", (unsigned long long)line->address, line->text, instruction.size, instruction.valid,
                 instruction.conditional);
    if (instruction.has_target && !has_number(line->text, instruction.target))
        fail_msg("%llx: %s: target %llx", (unsigned long long)line->address, line->text, (unsigned long long)instruction.target);
    tally->instructions++;
    tally->conditional += instruction.conditional;
    tally->targets += instruction.has_target;
}

static void compare_program(const struct machine *machine)
{
    char line[256];
    struct line next;
    struct tally tally = {0};
    regex_t conditional;
    snprintf(line, sizeof line, "%s -g -static -nostdlib -ffreestanding -fno-pie -no-pie -Wl,-e,main", machine->options);
    compile_with(machine->compiler, "program", program, line);
    assert_int_equal(regcomp(&conditional, machine->conditional, REG_EXTENDED | REG_NOSUB), 0);
    struct symbols *symbols = opened("program");
    struct code_reader *code = code_open(symbols);
    const struct code_span *spans;
    size_t count = symbols_spans(symbols, &spans), walked = 0;
    snprintf(line, sizeof line, "%s -d -w -z program", machine->objdump);
    FILE *file = popen(line, "r");
    assert_non_null(file);
    while (read_line(file, &next))
        compare(code, &next, &conditional, &tally);
    pclose(file);
    struct code_instruction instruction;
    for (size_t i = 0; i < count; i++)
        for (uint64_t at = spans[i].address; at - spans[i].address < spans[i].size && code_at(code, at, &instruction); at += instruction.size, walked++)
            assert_true(instruction.valid);
    if (tally.instructions < 100 || tally.conditional < 8 || tally.targets < 8 || walked != tally.instructions + tally.others)
        fail_msg("%s %s: %zu instructions, %zu walked, %zu conditional, %zu targets", machine->compiler, machine->options, tally.instructions, walked,
                 tally.conditional, tally.targets);
    regfree(&conditional);
    code_close(code);
    symbols_close(symbols);
}

static void every_instruction_is_what_objdump_says(void **state)
{
    (void)state;
    size_t compared = 0;
    if (!is_there("objdump"))
        skip();
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (is_there(machines[i].compiler) && is_there(machines[i].objdump)) {
            compare_program(&machines[i]);
            compared++;
        }
    print_message("%zu of %zu machines\n", compared, sizeof machines / sizeof *machines);
    assert_true(compared > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_is_what_objdump_says),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
