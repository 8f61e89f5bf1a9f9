/* instructions.c - x86 instructions by their mnemonics: flags, operations, traits.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/arch/x86_64/x86_64.h"

#include <stdlib.h>
#include <string.h>

bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (**names == *name && strcmp(name, *names) == 0)
            return true;
    return false;
}

bool starts_with_one(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (**names == *name && strncmp(name, *names, strlen(*names)) == 0)
            return true;
    return false;
}

/* ---- The table: flags read and written, operation, traits ----
 *
 * Flags follow the tables of Intel's Software Developer's Manual (volume 1, appendix A). Undefined flags count as written, since their old value is gone.
 * Disassembly libraries have such tables too, but with errors (inc that writes CF, shifts that read flags), and every wrong read gives a false dependence. An
 * instruction missing from the table neither reads nor writes flags. */

enum {
    C = FLAG_CF, P = FLAG_PF, A = FLAG_AF, Z = FLAG_ZF, S = FLAG_SF, O = FLAG_OF, D = FLAG_DF,
    STATUS = C | P | A | Z | S | O,
};

enum { FIRST = TRAIT_FIRST_ALONE, MANY = TRAIT_SEVERAL, ONLY = TRAIT_READS, FLAG = TRAIT_FLAGS, FETCH = TRAIT_FETCHES, CARRY = TRAIT_CARRIES };

struct entry {
    char mnemonic[12];
    uint8_t read, written;
    uint8_t operation;
    uint16_t traits;
};

#define I(mnemonic, read, written, operation, traits) {#mnemonic, read, written, OPERATION_##operation, traits}

/* sorted by name, for bsearch */
static const struct entry table[] = {
    I(adc, C, STATUS, OTHER, FIRST), I(adcx, C, C, OTHER, 0), I(add, 0, STATUS, ADD, FIRST), I(addsd, 0, 0, OTHER, FIRST), I(addss, 0, 0, OTHER, FIRST),
    I(adox, O, O, OTHER, 0), I(and, 0, STATUS, AND, FIRST), I(andn, 0, STATUS, OTHER, 0), I(bextr, 0, STATUS, OTHER, 0), I(blcfill, 0, STATUS, OTHER, 0),
    I(blci, 0, STATUS, OTHER, 0), I(blcic, 0, STATUS, OTHER, 0), I(blcmsk, 0, STATUS, OTHER, 0), I(blcs, 0, STATUS, OTHER, 0),
    I(blsfill, 0, STATUS, OTHER, 0), I(blsi, 0, STATUS, OTHER, 0), I(blsic, 0, STATUS, OTHER, 0), I(blsmsk, 0, STATUS, OTHER, 0),
    I(blsr, 0, STATUS, OTHER, 0), I(bsf, 0, STATUS, OTHER, FIRST), I(bsr, 0, STATUS, OTHER, FIRST), I(bt, 0, STATUS & ~Z, BIT_TEST, FIRST | ONLY),
    I(btc, 0, STATUS & ~Z, OTHER, 0), I(btr, 0, STATUS & ~Z, OTHER, 0), I(bts, 0, STATUS & ~Z, OTHER, 0), I(bzhi, 0, STATUS, OTHER, 0),
    I(call, 0, 0, OTHER, ONLY), I(cdqe, 0, 0, WIDEN, 0), I(clc, 0, C, OTHER, 0), I(cld, 0, D, OTHER, 0), I(cldemote, 0, 0, OTHER, ONLY),
    I(clflush, 0, 0, OTHER, ONLY), I(clflushopt, 0, 0, OTHER, ONLY), I(clwb, 0, 0, OTHER, ONLY), I(cmc, C, C, OTHER, 0),
    I(cmp, 0, STATUS, COMPARE, FIRST | FLAG | ONLY), I(cmpxchg, 0, STATUS, OTHER, FLAG | MANY), I(cmpxchg16b, 0, Z, OTHER, 0),
    I(cmpxchg8b, 0, Z, OTHER, FLAG), I(comisd, 0, STATUS, OTHER, FIRST | FLAG | ONLY), I(comiss, 0, STATUS, OTHER, FIRST | FLAG | ONLY),
    I(cvtsd2ss, 0, 0, OTHER, FIRST), I(cvtsi2sd, 0, 0, OTHER, FIRST), I(cvtsi2ss, 0, 0, OTHER, FIRST), I(cvtss2sd, 0, 0, OTHER, FIRST),
    I(cvttsd2si, 0, 0, OTHER, FIRST), I(cvttss2si, 0, 0, OTHER, FIRST), I(dec, 0, STATUS & ~C, INCREMENT, FIRST), I(div, 0, STATUS, DIVIDE, MANY | ONLY),
    I(divsd, 0, 0, OTHER, FIRST), I(divss, 0, 0, OTHER, FIRST), I(endbr32, 0, 0, LANDING, FIRST), I(endbr64, 0, 0, LANDING, FIRST), I(fcmovb, C, 0, OTHER, 0), I(fcmovbe, C | Z, 0, OTHER, 0),
    I(fcmove, Z, 0, OTHER, 0), I(fcmovnb, C, 0, OTHER, 0), I(fcmovnbe, C | Z, 0, OTHER, 0), I(fcmovne, Z, 0, OTHER, 0), I(fcmovnu, P, 0, OTHER, 0),
    I(fcmovu, P, 0, OTHER, 0), I(fcomi, 0, STATUS, OTHER, 0), I(fcomip, 0, STATUS, OTHER, 0), I(fcompi, 0, STATUS, OTHER, 0),
    I(fucomi, 0, STATUS, OTHER, 0), I(fucomip, 0, STATUS, OTHER, 0), I(fucompi, 0, STATUS, OTHER, 0), I(fxrstor, 0, 0, OTHER, ONLY),
    I(fxrstor64, 0, 0, OTHER, ONLY), I(idiv, 0, STATUS, DIVIDE, MANY | ONLY), I(imul, 0, STATUS, MULTIPLY, 0), I(inc, 0, STATUS & ~C, INCREMENT, FIRST),
    I(iret, 0, FLAG_ALL, OTHER, 0), I(iretd, 0, FLAG_ALL, OTHER, 0), I(iretq, 0, FLAG_ALL, OTHER, 0), I(jmp, 0, 0, OTHER, ONLY),
    I(kortestb, 0, STATUS, OTHER, 0), I(kortestd, 0, STATUS, OTHER, 0), I(kortestq, 0, STATUS, OTHER, 0), I(kortestw, 0, STATUS, OTHER, 0),
    I(ktestb, 0, STATUS, OTHER, 0), I(ktestd, 0, STATUS, OTHER, 0), I(ktestq, 0, STATUS, OTHER, 0), I(ktestw, 0, STATUS, OTHER, 0),
    I(lahf, STATUS & ~O, 0, OTHER, 0), I(lar, 0, Z, OTHER, 0), I(ldmxcsr, 0, 0, OTHER, ONLY), I(lea, 0, 0, ADDRESS, FIRST),
    I(leave, 0, 0, LEAVE, CARRY), I(loope, Z, 0, OTHER, 0), I(loopne, Z, 0, OTHER, 0), I(lsl, 0, Z, OTHER, 0), I(lzcnt, 0, STATUS, OTHER, FIRST),
    I(mov, 0, 0, MOVE, FIRST | FETCH), I(movabs, 0, 0, MOVE, FIRST), I(movaps, 0, 0, OTHER, FIRST), I(movd, 0, 0, OTHER, FIRST),
    I(movq, 0, 0, OTHER, FIRST | FETCH), I(movsd, 0, 0, OTHER, FETCH), I(movss, 0, 0, OTHER, FIRST | FETCH), I(movsx, 0, 0, EXTEND, FIRST),
    I(movsxd, 0, 0, EXTEND, FIRST), I(movups, 0, 0, OTHER, FIRST), I(movzx, 0, 0, EXTEND, FIRST), I(mul, 0, STATUS, OTHER, MANY | ONLY),
    I(mulsd, 0, 0, OTHER, FIRST), I(mulss, 0, 0, OTHER, FIRST), I(neg, 0, STATUS, NEGATE, FIRST), I(nop, 0, 0, NOTHING, FIRST | ONLY),
    I(not, 0, 0, NEGATE, FIRST), I(or, 0, STATUS, OR, FIRST), I(pcmpestri, 0, STATUS, OTHER, 0), I(pcmpestrm, 0, STATUS, OTHER, 0),
    I(pcmpistri, 0, STATUS, OTHER, 0), I(pcmpistrm, 0, STATUS, OTHER, 0), I(pop, 0, 0, POP, FIRST | MANY), I(popcnt, 0, STATUS, OTHER, FIRST),
    I(popf, 0, FLAG_ALL, OTHER, 0), I(popfd, 0, FLAG_ALL, OTHER, 0), I(popfq, 0, FLAG_ALL, OTHER, 0), I(ptest, 0, STATUS, OTHER, FLAG | ONLY),
    I(push, 0, 0, PUSH, FIRST | ONLY), I(pushf, FLAG_ALL, 0, OTHER, 0), I(pushfd, FLAG_ALL, 0, OTHER, 0), I(pushfq, FLAG_ALL, 0, OTHER, 0),
    I(pxor, 0, 0, OTHER, FIRST), I(rcl, C, C | O, OTHER, 0), I(rcr, C, C | O, OTHER, 0), I(rdrand, 0, STATUS, OTHER, 0), I(rdseed, 0, STATUS, OTHER, 0),
    I(rol, 0, C | O, OTHER, 0), I(ror, 0, C | O, OTHER, 0), I(sahf, 0, STATUS & ~O, OTHER, 0), I(sal, 0, STATUS, SHIFT_LEFT, FIRST),
    I(sar, 0, STATUS, SHIFT_RIGHT, FIRST), I(sbb, C, STATUS, OTHER, FIRST), I(shl, 0, STATUS, SHIFT_LEFT, FIRST), I(shld, 0, STATUS, OTHER, 0),
    I(shr, 0, STATUS, SHIFT_RIGHT, FIRST), I(shrd, 0, STATUS, OTHER, 0), I(stc, 0, C, OTHER, 0), I(std, 0, D, OTHER, 0), I(sub, 0, STATUS, SUBTRACT, FIRST),
    I(subsd, 0, 0, OTHER, FIRST), I(subss, 0, 0, OTHER, FIRST), I(syscall, 0, 0, SYSTEM_CALL, 0), I(t1mskc, 0, STATUS, OTHER, 0),
    I(test, 0, STATUS, TEST, FIRST | FLAG | ONLY), I(tzcnt, 0, STATUS, OTHER, FIRST), I(tzmsk, 0, STATUS, OTHER, 0),
    I(ucomisd, 0, STATUS, OTHER, FIRST | FLAG | ONLY), I(ucomiss, 0, STATUS, OTHER, FIRST | FLAG | ONLY), I(vcomisd, 0, STATUS, OTHER, FLAG | ONLY),
    I(vcomiss, 0, STATUS, OTHER, FLAG | ONLY), I(verr, 0, Z, OTHER, ONLY), I(verw, 0, Z, OTHER, ONLY), I(vldmxcsr, 0, 0, OTHER, ONLY),
    I(vmovq, 0, 0, OTHER, FETCH), I(vmovsd, 0, 0, OTHER, FETCH), I(vmovss, 0, 0, OTHER, FETCH), I(vpcmpestri, 0, STATUS, OTHER, 0),
    I(vpcmpestrm, 0, STATUS, OTHER, 0), I(vpcmpistri, 0, STATUS, OTHER, 0), I(vpcmpistrm, 0, STATUS, OTHER, 0), I(vptest, 0, STATUS, OTHER, ONLY),
    I(vtestpd, 0, STATUS, OTHER, ONLY), I(vtestps, 0, STATUS, OTHER, ONLY), I(vucomisd, 0, STATUS, OTHER, FLAG | ONLY),
    I(vucomiss, 0, STATUS, OTHER, FLAG | ONLY), I(xadd, 0, STATUS, OTHER, MANY), I(xchg, 0, 0, EXCHANGE, MANY), I(xor, 0, STATUS, XOR, FIRST),
    I(xtest, 0, STATUS, OTHER, 0),
};

#undef I

/* The flags that a condition (the end of jcc, setcc, cmovcc) reads; 0: not a condition. */
static uint8_t condition(const char *name)
{
    static const struct {
        char name[4];
        uint8_t flags;
    } conditions[] = {
        {"o", O}, {"b", C}, {"c", C}, {"ae", C}, {"nae", C}, {"nb", C}, {"nc", C}, {"e", Z}, {"z", Z}, {"be", C | Z}, {"na", C | Z},
        {"a", C | Z}, {"nbe", C | Z}, {"s", S}, {"p", P}, {"pe", P}, {"po", P}, {"l", S | O}, {"nge", S | O}, {"ge", S | O},
        {"nl", S | O}, {"le", Z | S | O}, {"ng", Z | S | O}, {"g", Z | S | O}, {"nle", Z | S | O}, {"no", O}, {"ne", Z}, {"nz", Z},
        {"ns", S}, {"np", P},
    };
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (strcmp(conditions[i].name, name) == 0)
            return conditions[i].flags;
    return 0;
}

static int compare(const void *key, const void *entry)
{
    return strcmp(key, ((const struct entry *)entry)->mnemonic);
}

static void take_flags(struct decoded *decoded, uint8_t read, uint8_t written)
{
    decoded->flags_read = read;
    decoded->flags_written = written;
}

/* ---- Families: mnemonics with a common beginning, sorted by name ---- */

static const struct {
    char begin[9];
    uint8_t operation;
    uint16_t traits, but;               /* `but`: traits that shorter beginnings in this table add and that do not hold here */
} families[] = {
    {"cdq", 0, TRAIT_CARRIES, 0}, {"cmov", OPERATION_MOVE_IF, TRAIT_FIRST_ALONE, 0}, {"cqo", 0, TRAIT_CARRIES, 0}, {"cwde", 0, TRAIT_CARRIES, 0},
    {"fxrstor", 0, TRAIT_OTHER_VECTORS, 0}, {"insertps", 0, TRAIT_VECTOR_PART, 0}, {"lddqu", 0, TRAIT_CARRIES, 0},
    {"mov", 0, TRAIT_MOVES | TRAIT_CARRIES, 0}, {"movh", 0, TRAIT_VECTOR_PART, 0}, {"movmsk", 0, 0, TRAIT_MOVES | TRAIT_CARRIES},
    {"pcmpestr", 0, TRAIT_OTHER_VECTORS, 0}, {"pcmpistr", 0, TRAIT_OTHER_VECTORS, 0}, {"pinsr", 0, TRAIT_VECTOR_PART, 0},
    {"pop", 0, TRAIT_POPS | TRAIT_CARRIES, 0}, {"popcnt", 0, 0, TRAIT_POPS | TRAIT_CARRIES}, {"prefetch", 0, TRAIT_READS, 0}, {"push", 0, TRAIT_PUSHES | TRAIT_CARRIES, 0},
    {"set", OPERATION_SET, TRAIT_FIRST_ALONE, 0}, {"vgather", 0, TRAIT_OTHER_VECTORS, 0}, {"vinsert", 0, TRAIT_VECTOR_PART, 0},
    {"vmov", 0, TRAIT_CARRIES, 0}, {"vmovh", 0, TRAIT_VECTOR_PART, 0}, {"vpcmpestr", 0, TRAIT_OTHER_VECTORS, 0},
    {"vpcmpistr", 0, TRAIT_OTHER_VECTORS, 0}, {"vpgather", 0, TRAIT_OTHER_VECTORS, 0}, {"vpinsr", 0, TRAIT_VECTOR_PART, 0},
    {"vptest", 0, TRAIT_FLAGS, 0}, {"vtest", 0, TRAIT_FLAGS, 0}, {"vzeroall", 0, TRAIT_OTHER_VECTORS, 0}, {"xrstor", 0, TRAIT_OTHER_VECTORS | TRAIT_READS, 0},
};

static void take_families(struct decoded *decoded)
{
    const char *name = decoded->mnemonic;
    for (size_t i = 0; i < sizeof families / sizeof *families && families[i].begin[0] <= name[0]; i++)
        if (families[i].begin[0] == name[0] && strncmp(name, families[i].begin, strlen(families[i].begin)) == 0) {
            decoded->operation = families[i].operation ? families[i].operation : decoded->operation;
            decoded->traits = (decoded->traits | families[i].traits) & ~(uint32_t)families[i].but;
        }
}

/* x87 instructions and a few others have one operand, with the same name for loads and stores. */
static bool reads_x87(const char *name)
{
    static const char *const stores[] = {"fst", "fnst", "fist", "fbst", "fnsave", "fxsave", NULL};
    return name[0] == 'f' && !starts_with_one(name, stores);
}

static enum arch_condition condition_of(const char *name)
{
    static const char names[][4] = {[ARCH_ABOVE] = "ja", [ARCH_NOT_BELOW] = "jae", [ARCH_BELOW] = "jb", [ARCH_NOT_ABOVE] = "jbe"};
    for (size_t i = ARCH_ABOVE; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return (enum arch_condition)i;
    return ARCH_OTHER;
}

/* scas and cmps compare; all of them use the direction flag. movsd and cmpsd are also names of vector instructions. */
static void classify_string(struct decoded *decoded)
{
    bool compares = strncmp(decoded->mnemonic, "cmps", 4) == 0;
    take_flags(decoded, D, compares || strncmp(decoded->mnemonic, "scas", 4) == 0 ? STATUS : 0);
    decoded->traits = (decoded->traits & ~(uint32_t)(TRAIT_FIRST_ALONE | TRAIT_SINGLE)) | (decoded->operands == 2 ? TRAIT_STRING : 0) | (compares ? TRAIT_FLAGS : 0) |
                      (strncmp(decoded->text, "rep", 3) == 0 ? TRAIT_REPEATED : 0);
}

void x86_classify(struct decoded *decoded, bool string)
{
    const char *name = decoded->mnemonic;
    size_t length = strlen(name);
    if (name[0] == 'j') {
        decoded->condition = condition_of(name);
        take_flags(decoded, condition(name + 1), 0);
    }
    const struct entry *found = bsearch(name, table, sizeof table / sizeof *table, sizeof *table, compare);
    if (found) {
        decoded->operation = found->operation;
        decoded->traits = found->traits;
        take_flags(decoded, found->read, found->written);
    }
    take_families(decoded);
    if (decoded->operation == OPERATION_SET || decoded->operation == OPERATION_MOVE_IF)
        take_flags(decoded, condition(name + (decoded->operation == OPERATION_SET ? 3 : 4)), 0);
    if (reads_x87(name))
        decoded->traits |= TRAIT_READS;
    if (decoded->operation == OPERATION_MULTIPLY)
        decoded->traits |= decoded->operands == 1 ? TRAIT_READS | TRAIT_SEVERAL : TRAIT_FIRST_ALONE;
    if (length > 2 && (strcmp(name + length - 2, "ss") == 0 || strcmp(name, "movd") == 0))
        decoded->traits |= TRAIT_SINGLE;
    if (string)
        classify_string(decoded);
    else if (decoded->operands == 2 && strcmp(name, "movsd") == 0)
        decoded->traits |= TRAIT_FIRST_ALONE;
}
