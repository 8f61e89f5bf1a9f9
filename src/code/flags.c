/* flags.c - which flags x86 instructions read and write.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * By the tables of Intel's Software Developer's Manual (volume 1, appendix A); undefined flags count as written, since their old
 * value is gone. Disassembly libraries have such tables too, but with errors (inc that writes CF, shifts that read flags), and
 * every wrong read is a dependence that is not there. What a table does not name neither reads nor writes. */
#include "code/symbols_inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    C = FLAG_CF, P = FLAG_PF, A = FLAG_AF, Z = FLAG_ZF, S = FLAG_SF, O = FLAG_OF, D = FLAG_DF,
    STATUS = C | P | A | Z | S | O,
};

struct entry {
    char mnemonic[12];
    struct flag_use use;
};

/* Sorted by name, as bsearch wants it. */
static const struct entry table[] = {
    {"adc", {C, STATUS}}, {"adcx", {C, C}}, {"add", {0, STATUS}}, {"adox", {O, O}}, {"and", {0, STATUS}},
    {"andn", {0, STATUS}}, {"bextr", {0, STATUS}}, {"blcfill", {0, STATUS}}, {"blci", {0, STATUS}}, {"blcic", {0, STATUS}},
    {"blcmsk", {0, STATUS}}, {"blcs", {0, STATUS}}, {"blsfill", {0, STATUS}}, {"blsi", {0, STATUS}}, {"blsic", {0, STATUS}},
    {"blsmsk", {0, STATUS}}, {"blsr", {0, STATUS}}, {"bsf", {0, STATUS}}, {"bsr", {0, STATUS}}, {"bt", {0, STATUS & ~Z}},
    {"btc", {0, STATUS & ~Z}}, {"btr", {0, STATUS & ~Z}}, {"bts", {0, STATUS & ~Z}}, {"bzhi", {0, STATUS}}, {"clc", {0, C}},
    {"cld", {0, D}}, {"cmc", {C, C}}, {"cmp", {0, STATUS}}, {"cmpxchg", {0, STATUS}}, {"cmpxchg16b", {0, Z}},
    {"cmpxchg8b", {0, Z}}, {"comisd", {0, STATUS}}, {"comiss", {0, STATUS}}, {"dec", {0, STATUS & ~C}}, {"div", {0, STATUS}},
    {"fcmovb", {C, 0}}, {"fcmovbe", {C | Z, 0}}, {"fcmove", {Z, 0}}, {"fcmovnb", {C, 0}}, {"fcmovnbe", {C | Z, 0}},
    {"fcmovne", {Z, 0}}, {"fcmovnu", {P, 0}}, {"fcmovu", {P, 0}}, {"fcomi", {0, STATUS}}, {"fcomip", {0, STATUS}},
    {"fcompi", {0, STATUS}}, {"fucomi", {0, STATUS}}, {"fucomip", {0, STATUS}}, {"fucompi", {0, STATUS}}, {"idiv", {0, STATUS}},
    {"imul", {0, STATUS}}, {"inc", {0, STATUS & ~C}}, {"iret", {0, FLAG_ALL}}, {"iretd", {0, FLAG_ALL}}, {"iretq", {0, FLAG_ALL}},
    {"kortestb", {0, STATUS}}, {"kortestd", {0, STATUS}}, {"kortestq", {0, STATUS}}, {"kortestw", {0, STATUS}},
    {"ktestb", {0, STATUS}}, {"ktestd", {0, STATUS}}, {"ktestq", {0, STATUS}}, {"ktestw", {0, STATUS}},
    {"lahf", {STATUS & ~O, 0}}, {"lar", {0, Z}}, {"loope", {Z, 0}}, {"loopne", {Z, 0}}, {"lsl", {0, Z}}, {"lzcnt", {0, STATUS}},
    {"mul", {0, STATUS}}, {"neg", {0, STATUS}}, {"or", {0, STATUS}}, {"pcmpestri", {0, STATUS}}, {"pcmpestrm", {0, STATUS}},
    {"pcmpistri", {0, STATUS}}, {"pcmpistrm", {0, STATUS}}, {"popcnt", {0, STATUS}}, {"popf", {0, FLAG_ALL}},
    {"popfd", {0, FLAG_ALL}}, {"popfq", {0, FLAG_ALL}}, {"ptest", {0, STATUS}}, {"pushf", {FLAG_ALL, 0}},
    {"pushfd", {FLAG_ALL, 0}}, {"pushfq", {FLAG_ALL, 0}}, {"rcl", {C, C | O}}, {"rcr", {C, C | O}}, {"rdrand", {0, STATUS}},
    {"rdseed", {0, STATUS}}, {"rol", {0, C | O}}, {"ror", {0, C | O}}, {"sahf", {0, STATUS & ~O}}, {"sal", {0, STATUS}},
    {"sar", {0, STATUS}}, {"sbb", {C, STATUS}}, {"shl", {0, STATUS}}, {"shld", {0, STATUS}}, {"shr", {0, STATUS}},
    {"shrd", {0, STATUS}}, {"stc", {0, C}}, {"std", {0, D}}, {"sub", {0, STATUS}}, {"t1mskc", {0, STATUS}}, {"test", {0, STATUS}},
    {"tzcnt", {0, STATUS}}, {"tzmsk", {0, STATUS}}, {"ucomisd", {0, STATUS}}, {"ucomiss", {0, STATUS}}, {"vcomisd", {0, STATUS}},
    {"vcomiss", {0, STATUS}}, {"verr", {0, Z}}, {"verw", {0, Z}}, {"vpcmpestri", {0, STATUS}}, {"vpcmpestrm", {0, STATUS}},
    {"vpcmpistri", {0, STATUS}}, {"vpcmpistrm", {0, STATUS}}, {"vptest", {0, STATUS}}, {"vtestpd", {0, STATUS}},
    {"vtestps", {0, STATUS}}, {"vucomisd", {0, STATUS}}, {"vucomiss", {0, STATUS}}, {"xadd", {0, STATUS}}, {"xor", {0, STATUS}},
    {"xtest", {0, STATUS}},
};

/* The flags that a condition (the end of jcc, setcc, cmovcc) reads; 0: it is none. */
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

struct flag_use flags_of(const char *mnemonic, bool string)
{
    if (string) /* scas and cmps compare, all go by the direction */
        return (struct flag_use){D, strncmp(mnemonic, "cmps", 4) == 0 || strncmp(mnemonic, "scas", 4) == 0 ? STATUS : 0};
    if (mnemonic[0] == 'j')
        return (struct flag_use){condition(mnemonic + 1), 0};
    if (strncmp(mnemonic, "set", 3) == 0)
        return (struct flag_use){condition(mnemonic + 3), 0};
    if (strncmp(mnemonic, "cmov", 4) == 0)
        return (struct flag_use){condition(mnemonic + 4), 0};
    const struct entry *found = bsearch(mnemonic, table, sizeof table / sizeof *table, sizeof *table, compare);
    return found ? found->use : (struct flag_use){0, 0};
}
