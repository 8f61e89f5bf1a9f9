/* mips.c - tables for MIPS o32: registers, instructions, options of gcc.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Another machine needs another such file (Larus 1990, appendix B). mips_parse refuses an instruction that is not in the table, because nobody knows what
 * it defines. So the table leaves out macros of the assembler, which become several instructions. */
#include "mips.h"

#include <stdlib.h>
#include <string.h>

/* ---- Options ---- */

const char *const mips_gcc_options[] = {
    "-fno-delayed-branch", "-mabicalls", "-mplt", "-fno-pic", "-fno-pie", "-no-pie", "-mno-shared", "-static", "-G0", "-ffixed-23", "-fno-reorder-functions",
    "-fno-optimize-sibling-calls", "-fno-reorder-blocks-and-partition", "-fno-toplevel-reorder", "-fno-align-loops", "-fno-align-jumps", "-fno-align-labels",
    "-fno-lto", NULL,
};
const char *const mips_old_options[] = {"-mfp32", NULL};

bool mips_option_is_old(const char *option)
{
    static const char *const old[] = {"-mips1", "-march=mips1", "-march=r2000", "-march=r3000", "-march=r3900"};
    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        if (strcmp(option, old[i]) == 0)
            return true;
    return false;
}

const char *mips_option_refused(const char *option)
{
    static const struct { const char *option, *reason; } refused[] = {
        {"-shared", "ae-cc cannot trace shared libraries: link a program"},
        {"-static-pie", "ae-cc cannot trace programs at changing addresses"},
        {"-mno-abicalls", "code without -mabicalls does not fit the static C library"},
        {"-mips16", "ae-cc cannot trace MIPS16 code"},
        {"-mmicromips", "ae-cc cannot trace microMIPS code"},
        {"-pg", "ae-cc cannot trace a program that is profiled"},
        {"-p", "ae-cc cannot trace a program that is profiled"},
        {"-wrapper", "ae-cc uses the wrapper itself"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(option, refused[i].option) == 0)
            return refused[i].reason;
    if (strncmp(option, "-flto", 5) == 0)
        return "link-time optimisation leaves nothing to instrument before linking";
    if (strncmp(option, "-mabi=", 6) == 0 && strcmp(option, "-mabi=32") != 0)
        return "ae-cc can trace only -mabi=32";
    if (strncmp(option, "-fuse-ld=", 9) == 0 && strcmp(option, "-fuse-ld=bfd") != 0)
        return "only GNU ld (bfd) can place the instrumented code";
    return NULL;
}

bool mips_option_overridden(const char *option)
{
    static const char *const overridden[] = {"-fPIC", "-fpic", "-fPIE", "-fpie", "-pie", "-fdelayed-branch", "-mshared", "-mno-plt", "-foptimize-sibling-calls"};
    for (size_t i = 0; i < sizeof overridden / sizeof *overridden; i++)
        if (strcmp(option, overridden[i]) == 0)
            return true;
    return false;
}

/* ---- Instructions ---- */

/* A mnemonic with its kind; binary: the operator of a MIPS_COMPUTE. */
struct shape {
    const char *name;
    enum mips_kind kind;
    const char *binary;
};

static const struct shape shapes[] = {
    {"lb", MIPS_LOAD, NULL}, {"lbu", MIPS_LOAD, NULL}, {"lh", MIPS_LOAD, NULL}, {"lhu", MIPS_LOAD, NULL}, {"lw", MIPS_LOAD, NULL}, {"lwl", MIPS_LOAD, NULL},
    {"lwr", MIPS_LOAD, NULL}, {"ll", MIPS_LOAD, NULL}, {"lwc1", MIPS_LOAD, NULL}, {"ldc1", MIPS_LOAD, NULL}, {"l.s", MIPS_LOAD, NULL},
    {"lwxc1", MIPS_LOAD, NULL}, {"ldxc1", MIPS_LOAD, NULL},
    {"sb", MIPS_STORE, NULL}, {"sh", MIPS_STORE, NULL}, {"sw", MIPS_STORE, NULL}, {"swl", MIPS_STORE, NULL}, {"swr", MIPS_STORE, NULL}, {"sc", MIPS_STORE, NULL},
    {"swc1", MIPS_STORE, NULL}, {"sdc1", MIPS_STORE, NULL}, {"s.s", MIPS_STORE, NULL}, {"swxc1", MIPS_STORE, NULL}, {"sdxc1", MIPS_STORE, NULL},
    {"beq", MIPS_BRANCH, NULL}, {"bne", MIPS_BRANCH, NULL}, {"beqz", MIPS_BRANCH, NULL}, {"bnez", MIPS_BRANCH, NULL}, {"blez", MIPS_BRANCH, NULL},
    {"bgtz", MIPS_BRANCH, NULL}, {"bltz", MIPS_BRANCH, NULL}, {"bgez", MIPS_BRANCH, NULL}, {"bc1t", MIPS_BRANCH, NULL}, {"bc1f", MIPS_BRANCH, NULL},
    {"b", MIPS_JUMP, NULL}, {"j", MIPS_JUMP, NULL}, {"jr", MIPS_JUMP, NULL}, {"jal", MIPS_CALL, NULL}, {"jalr", MIPS_CALL, NULL},
    {"move", MIPS_COMPUTE, NULL}, {"li", MIPS_COMPUTE, NULL}, {"lui", MIPS_COMPUTE, NULL},
    {"addiu", MIPS_COMPUTE, "+"}, {"addu", MIPS_COMPUTE, "+"}, {"add", MIPS_COMPUTE, "+"}, {"addi", MIPS_COMPUTE, "+"}, {"subu", MIPS_COMPUTE, "-"},
    {"sub", MIPS_COMPUTE, "-"}, {"mul", MIPS_COMPUTE, "*"}, {"and", MIPS_COMPUTE, "&"}, {"andi", MIPS_COMPUTE, "&"}, {"or", MIPS_COMPUTE, "|"},
    {"ori", MIPS_COMPUTE, "|"}, {"xor", MIPS_COMPUTE, "^"}, {"xori", MIPS_COMPUTE, "^"}, {"sll", MIPS_COMPUTE, "<<"}, {"sllv", MIPS_COMPUTE, "<<"},
    {"srl", MIPS_COMPUTE, ">>"}, {"srlv", MIPS_COMPUTE, ">>"}, {"sra", MIPS_COMPUTE, ">>>"}, {"srav", MIPS_COMPUTE, ">>>"},
    {"nor", MIPS_DEFINE, NULL}, {"not", MIPS_DEFINE, NULL}, {"neg", MIPS_DEFINE, NULL}, {"negu", MIPS_DEFINE, NULL}, {"slt", MIPS_DEFINE, NULL},
    {"slti", MIPS_DEFINE, NULL}, {"sltu", MIPS_DEFINE, NULL}, {"sltiu", MIPS_DEFINE, NULL}, {"mfhi", MIPS_DEFINE, NULL}, {"mflo", MIPS_DEFINE, NULL},
    {"mfc1", MIPS_DEFINE, NULL}, {"mfhc1", MIPS_DEFINE, NULL}, {"cfc1", MIPS_DEFINE, NULL}, {"ext", MIPS_DEFINE, NULL}, {"ins", MIPS_DEFINE, NULL},
    {"seb", MIPS_DEFINE, NULL}, {"seh", MIPS_DEFINE, NULL}, {"wsbh", MIPS_DEFINE, NULL}, {"rotr", MIPS_DEFINE, NULL}, {"rotrv", MIPS_DEFINE, NULL},
    {"ror", MIPS_DEFINE, NULL}, {"clz", MIPS_DEFINE, NULL}, {"clo", MIPS_DEFINE, NULL}, {"movn", MIPS_DEFINE, NULL}, {"movz", MIPS_DEFINE, NULL},
    {"movt", MIPS_DEFINE, NULL}, {"movf", MIPS_DEFINE, NULL}, {"rdhwr", MIPS_DEFINE, NULL},
    {"nop", MIPS_PLAIN, NULL}, {"ssnop", MIPS_PLAIN, NULL}, {"ehb", MIPS_PLAIN, NULL}, {"mult", MIPS_PLAIN, NULL}, {"multu", MIPS_PLAIN, NULL},
    {"div", MIPS_PLAIN, NULL}, {"divu", MIPS_PLAIN, NULL}, {"madd", MIPS_PLAIN, NULL}, {"maddu", MIPS_PLAIN, NULL}, {"msub", MIPS_PLAIN, NULL},
    {"msubu", MIPS_PLAIN, NULL}, {"mthi", MIPS_PLAIN, NULL}, {"mtlo", MIPS_PLAIN, NULL}, {"mtc1", MIPS_PLAIN, NULL}, {"mthc1", MIPS_PLAIN, NULL},
    {"ctc1", MIPS_PLAIN, NULL}, {"teq", MIPS_PLAIN, NULL}, {"tne", MIPS_PLAIN, NULL}, {"break", MIPS_PLAIN, NULL}, {"sync", MIPS_PLAIN, NULL},
    {"pref", MIPS_PLAIN, NULL},
};

/* Arithmetic between floating-point registers: name and format, "madd.s"; conversions have two formats, "cvt.d.w". */
static const char *const float_shapes[] = {
    "abs", "add", "sub", "mul", "div", "neg", "sqrt", "mov", "madd", "msub", "nmadd", "nmsub", "recip", "rsqrt", "movt", "movf", "movn", "movz", "cvt.s", "cvt.d",
    "cvt.w", "cvt.l", "trunc.w", "trunc.l", "round.w", "round.l", "ceil.w", "ceil.l", "floor.w", "floor.l", "c.f", "c.un", "c.eq", "c.ueq", "c.olt", "c.ult",
    "c.ole", "c.ule", "c.sf", "c.ngle", "c.seq", "c.ngl", "c.lt", "c.nge", "c.le", "c.ngt",
};

static bool is_float_shape(struct str name)
{
    size_t dot = str_find_last_byte(name, '.');
    if (dot == SIZE_MAX || dot + 2 != name.size || !strchr("sdwl", name.data[dot + 1]))
        return false;
    for (size_t i = 0; i < sizeof float_shapes / sizeof *float_shapes; i++)
        if (str_is(str_cut(name, 0, dot), float_shapes[i]))
            return true;
    return false;
}

static const struct shape *find_shape(struct str name)
{
    static const struct shape of_floats = {"", MIPS_PLAIN, NULL};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (str_is(name, shapes[i].name))
            return &shapes[i];
    return is_float_shape(name) ? &of_floats : NULL;
}

/* ---- Operands ---- */

/* Reads a general register, as gcc and people write it: "$4", "$sp", "$fp". False: something else, for example $f0. */
static bool read_register(struct str text, unsigned *reg)
{
    static const char *const names[MIPS_REGISTERS] = {"zero", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7",
                                                      "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "sp", "fp", "ra"};
    uint64_t number;
    if (text.size < 2 || text.data[0] != '$')
        return false;
    text = str_cut(text, 1, text.size - 1);
    if (str_decimal(text, &number) && number < MIPS_REGISTERS) {
        *reg = (unsigned)number;
        return true;
    }
    for (unsigned i = 0; i < MIPS_REGISTERS; i++)
        if (str_is(text, names[i]) || (i == 30 && str_is(text, "s8"))) {
            *reg = i;
            return true;
        }
    return false;
}

static bool read_integer(struct str text, int64_t *value)
{
    uint64_t number;
    bool negative = text.size > 0 && text.data[0] == '-';
    if (!str_number(str_cut(text, negative ? 1 : 0, text.size), &number) || number > UINT32_MAX)
        return false;
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

void mips_part_symbol(struct str expression, struct str *name, struct str *added)
{
    size_t end = 0;
    while (end < expression.size && expression.data[end] != '+' && expression.data[end] != '-')
        end++;
    *name = str_cut(expression, 0, end);
    *added = end < expression.size ? str_cut(expression, end, expression.size) : (struct str){NULL, 0};
}

/* Is it NAME, NAME+4 or NAME-8? Operands of a schema allow no other expressions. */
static bool is_symbol(struct str expression)
{
    struct str name, added;
    int64_t value;
    mips_part_symbol(expression, &name, &added);
    if (name.size == 0 || (name.data[0] >= '0' && name.data[0] <= '9') || str_find_byte(name, '(') != SIZE_MAX || str_find_byte(name, ' ') != SIZE_MAX)
        return false;
    return !added.data || read_integer(str_cut(added, added.data[0] == '+' ? 1 : 0, added.size), &value);
}

static struct mips_operand read_operand(struct str text)
{
    struct mips_operand operand = {.sort = SORT_NONE};
    bool high = str_starts(text, "%hi("), low = str_starts(text, "%lo(");
    if (read_register(text, &operand.reg)) {
        operand.sort = SORT_REGISTER;
    } else if (read_integer(text, &operand.value)) {
        operand.sort = SORT_INTEGER;
    } else if ((high || low) && str_ends(text, ")") && is_symbol(str_cut(text, 4, text.size - 5))) {
        operand.sort = high ? SORT_HIGH : SORT_LOW;
        operand.symbol = str_cut(text, 4, text.size - 5);
    }
    return operand;
}

/* Splits the operands at commas outside parentheses. */
static size_t split_operands(struct str text, struct str operands[MIPS_OPERANDS])
{
    size_t count = 0, start = 0;
    int depth = 0;
    for (size_t i = 0; i <= text.size; i++) {
        char c = i < text.size ? text.data[i] : ',';
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c != ',' || depth > 0)
            continue;
        struct str operand = str_trim(str_cut(text, start, i - start));
        if (i == text.size && operand.size == 0 && count == 0)
            break;
        if (count == MIPS_OPERANDS)
            return MIPS_OPERANDS + 1;
        operands[count++] = operand;
        start = i + 1;
    }
    return count;
}

static uint32_t mentioned(struct str text)
{
    uint32_t mask = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != '$')
            continue;
        size_t end = i + 1;
        unsigned reg;
        while (end < text.size && (text.data[end] == '_' || text.data[end] == '.' || text.data[end] == '$' || (text.data[end] >= '0' && text.data[end] <= '9') ||
                                   ((text.data[end] | 32) >= 'a' && (text.data[end] | 32) <= 'z')))
            end++;
        if (read_register(str_cut(text, i, end - i), &reg))
            mask |= 1u << reg;
        i = end - 1;
    }
    return mask;
}

/* ---- Statements ---- */

static bool refuse(struct error *error, const char *what, struct str text)
{
    return error_set(error, "%s: '%.*s'", what, STR(text));
}

/* Reads offset and base: "8($sp)", "%lo(x)($2)", "$4($5)". */
static bool read_address(struct instruction *it, const struct str *operands, size_t count, struct error *error)
{
    struct str address = count == 2 ? operands[1] : (struct str){NULL, 0};
    size_t open = str_find_last_byte(address, '(');
    unsigned reg;
    if (open == SIZE_MAX || !str_ends(address, ")") || !read_register(str_cut(address, open + 1, address.size - open - 2), &it->base))
        return refuse(error, "cannot trace a load or store whose address is not a register and an offset", it->text);
    struct str offset = str_trim(str_cut(address, 0, open));
    it->first = offset.size ? read_operand(offset) : (struct mips_operand){.sort = SORT_INTEGER};
    if (it->first.sort == SORT_NONE || it->first.sort == SORT_HIGH)
        return refuse(error, str_find(offset, str_of("tprel")) != SIZE_MAX ? "cannot trace a thread-local variable: the schema cannot tell its address"
                                                                              : "cannot trace an address with an operator other than %lo", it->text);
    bool conditional = str_starts(it->text, "sc") && !str_starts(it->text, "sc1");
    if ((it->kind == MIPS_LOAD || conditional) && read_register(operands[0], &reg))
        it->defined = 1u << reg;
    return true;
}

static bool read_control(struct instruction *it, const struct str *operands, size_t count, struct error *error)
{
    unsigned link;
    if (count == 0)
        return refuse(error, "jump without a target", it->text);
    struct str last = operands[count - 1];
    bool by_register = read_register(last, &it->reg);
    if (it->kind == MIPS_JUMP && by_register)
        it->kind = it->reg == MIPS_LINK ? MIPS_RETURN : MIPS_JUMP_REGISTER;
    else if (it->kind == MIPS_CALL && by_register)
        it->kind = MIPS_CALL_REGISTER;
    else
        it->target = last;
    if (it->kind == MIPS_CALL_REGISTER && count == 2 && (!read_register(operands[0], &link) || link != MIPS_LINK))
        return refuse(error, "cannot trace a call that returns through a register other than 31", it->text);
    if (it->kind == MIPS_CALL || it->kind == MIPS_CALL_REGISTER)
        it->defined = MIPS_CALL_DEFINES;
    return true;
}

/* A schema can express the operation if all operands are registers, integers or halves of addresses. Otherwise the program must record the result. */
static void read_compute(struct instruction *it, const struct shape *shape, const struct str *operands, size_t count)
{
    size_t from = shape->binary && count == 2 ? 0 : 1;      /* "addiu $sp,-8" is short for "addiu $sp,$sp,-8" */
    bool bits = shape->binary && strchr("&|^", shape->binary[0]);
    it->kind = MIPS_DEFINE;
    if (count != from + (shape->binary ? 2u : 1u))
        return;
    it->first = read_operand(operands[from]);
    it->second = shape->binary ? read_operand(operands[from + 1]) : (struct mips_operand){.sort = SORT_INTEGER};
    if (strcmp(shape->name, "lui") == 0 && it->first.sort == SORT_INTEGER)
        it->first.value = (int64_t)(uint32_t)(it->first.value << 16);
    if (it->first.sort == SORT_NONE || it->second.sort == SORT_NONE || (bits && it->second.sort == SORT_LOW))
        return;
    it->binary = shape->binary;
    it->kind = MIPS_COMPUTE;
}

/* Instructions that write HI and LO; some forms write a general register too ("mul $2,$4,$5" is another mnemonic). */
static bool read_plain(struct instruction *it, struct str name, const struct str *operands, size_t count, struct error *error)
{
    unsigned reg;
    bool general = count > 0 && read_register(operands[0], &reg);
    bool divides = str_starts(name, "div") && str_find_byte(name, '.') == SIZE_MAX;
    if (divides && !(count == 2 || (count == 3 && general && reg == 0)))
        return refuse(error, "cannot trace a division that the assembler turns into several instructions", it->text);
    if (count == 3 && general && (str_starts(name, "mult") || str_is(name, "madd") || str_is(name, "maddu"))) {
        it->kind = MIPS_DEFINE;
        it->defined = 1u << reg;
    }
    if (str_starts(name, "trunc.") && count != 2)
        return refuse(error, "cannot trace a conversion that the assembler turns into several instructions (use -march=mips2 or later)", it->text);
    return true;
}

bool mips_parse(struct str text, struct arena *arena, struct instruction *it, struct error *error)
{
    struct str rest = text, name, operands[MIPS_OPERANDS];
    *it = (struct instruction){.text = arena_copy(arena, text), .mentions = mentioned(text)};
    if (!str_field(&rest, &name))
        return error_set(error, "empty statement");
    const struct shape *shape = find_shape(name);
    if (!shape)
        return refuse(error, "unknown instruction", text);
    size_t count = split_operands(str_trim(rest), operands);
    if (count > MIPS_OPERANDS)
        return refuse(error, "instruction with too many operands", text);
    it->kind = shape->kind;
    it->nop = str_is(name, "nop");
    for (size_t i = 0; i < count; i++)      /* points into the copy, which outlives `text` */
        operands[i].data = it->text.data + (operands[i].data - text.data);
    if (it->kind == MIPS_LOAD || it->kind == MIPS_STORE)
        return read_address(it, operands, count, error);
    if (it->kind == MIPS_BRANCH || it->kind == MIPS_JUMP || it->kind == MIPS_CALL)
        return read_control(it, operands, count, error);
    if (it->kind == MIPS_PLAIN)
        return read_plain(it, name, operands, count, error);
    unsigned reg;
    if (count == 0 || !read_register(operands[0], &reg))
        return refuse(error, "cannot trace an instruction that defines no general register", text);
    it->defined = 1u << reg & ~1u;
    if (it->kind == MIPS_COMPUTE)
        read_compute(it, shape, operands, count);
    return true;
}

bool mips_is_control(const struct instruction *it)
{
    return it->kind >= MIPS_BRANCH && it->kind <= MIPS_CALL_REGISTER;
}

bool mips_ends_block(const struct instruction *it)
{
    return it->kind >= MIPS_BRANCH && it->kind <= MIPS_RETURN;
}
