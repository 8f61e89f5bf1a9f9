/* effect_x87.c - effects of x87 instructions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers the elements of the stack from its top before the instruction: a pushed value is element 7. Of the control word only the rounding counts, which
 * conversions to narrower numbers and integers use; of the status word only the condition bits, which comparisons write. */
#include "effect_build.h"
#include "effect_rules.h"

#include <string.h>

enum { PUSHED = 7 };

static void use_element(struct effect *e, unsigned element)
{
    use(e, (struct piece){(uint16_t)(FILE_X87 + 8 * (element & 7)), 8, false});
}

static void define_element(struct effect *e, unsigned element)
{
    define(e, (struct piece){(uint16_t)(FILE_X87 + 8 * (element & 7)), 8, false});
}

static void value_element(struct effect *e, unsigned element)       /* numbered from the top after the instruction */
{
    e->value = VALUE_X87;
    e->value_register = (struct piece){(uint16_t)(element & 7), 8, false};
}

static void use_word(struct effect *e, unsigned word)
{
    use(e, (struct piece){(uint16_t)word, 1, false});
}

static unsigned element_of(const cs_x86_op *op)
{
    return op->type == X86_OP_REG && op->reg >= X86_REG_ST0 && op->reg <= X86_REG_ST7 ? op->reg - X86_REG_ST0 : 0;
}

static bool in_memory(const cs_insn *insn)
{
    return insn->detail->x86.op_count && insn->detail->x86.operands[0].type == X86_OP_MEM;
}

static bool loads(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    if (!in_names("fld fild fld1 fldz fldpi fldl2e fldl2t fldlg2 fldln2", mnemonic))
        return false;
    if (in_memory(insn))
        apply_operands(e, insn, "r");
    else if (strcmp(mnemonic, "fld") == 0)
        use_element(e, element_of(&insn->detail->x86.operands[0]));
    define_element(e, PUSHED);
    value_element(e, 0);
    return true;
}

static bool stores(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    if (!in_names("fst fstp fist fistp fisttp", mnemonic))
        return false;
    bool pops = mnemonic[strlen(mnemonic) - 1] == 'p';
    const cs_x86_op *op = &insn->detail->x86.operands[0];
    use_element(e, 0);
    if (!in_memory(insn)) {
        define_element(e, element_of(op));
        value_element(e, element_of(op) - pops);
        return true;
    }
    if (in_names("fist fistp", mnemonic) || (mnemonic[1] == 's' && op->size == 4))
        use_word(e, FILE_CONTROL);
    apply_operands(e, insn, "w");
    e->value = VALUE_MEMORY;
    return true;
}

static bool computes(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    static const char names[] = "fadd fsub fsubr fmul fdiv fdivr faddp fsubp fsubrp fmulp fdivp fdivrp fiadd fisub fisubr fimul fidiv fidivr";
    const cs_x86 *x86 = &insn->detail->x86;
    bool pops = mnemonic[strlen(mnemonic) - 1] == 'p';
    if (!in_names(names, mnemonic))
        return false;
    if (in_memory(insn)) {
        use_element(e, 0);
        apply_operands(e, insn, "r");
        define_element(e, 0);
        value_element(e, 0);
        return true;
    }
    unsigned first = element_of(&x86->operands[0]), second = x86->op_count > 1 ? element_of(&x86->operands[1]) : 0;
    unsigned to = x86->op_count > 1 || pops ? first : 0;
    use_element(e, first);
    use_element(e, second);
    define_element(e, to);
    value_element(e, to - pops);
    return true;
}

static bool changes_top(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    unsigned other = insn->detail->x86.op_count ? element_of(&insn->detail->x86.operands[insn->detail->x86.op_count - 1]) : 1;
    bool exchanges = strcmp(mnemonic, "fxch") == 0, conditional = strncmp(mnemonic, "fcmov", 5) == 0;
    if (!exchanges && !conditional && !in_names("fchs fabs fsqrt frndint", mnemonic))
        return false;
    use_element(e, 0);
    define_element(e, 0);
    value_element(e, 0);
    if (exchanges || conditional)
        use_element(e, other);
    if (exchanges) {
        define_element(e, other);
        value_element(e, other);
    }
    if (conditional)
        e->flags_read = condition_flags(strcmp(mnemonic, "fcmovu") == 0 ? "p" : strcmp(mnemonic, "fcmovnu") == 0 ? "np" : mnemonic + 5);
    if (strcmp(mnemonic, "frndint") == 0)
        use_word(e, FILE_CONTROL);
    return true;
}

static bool compares(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    bool to_flags = in_names("fcomi fcomip fucomi fucomip fcompi fucompi", mnemonic);
    if (!to_flags && !in_names("fcom fcomp fcompp fucom fucomp fucompp ficom ficomp fxam", mnemonic))
        return false;
    const cs_x86 *x86 = &insn->detail->x86;
    use_element(e, 0);
    if (in_memory(insn))
        apply_operands(e, insn, "r");
    else if (strcmp(mnemonic, "fxam") != 0)
        use_element(e, x86->op_count ? element_of(&x86->operands[x86->op_count - 1]) : 1);
    if (to_flags)
        e->flags_written = ALL;
    else
        define(e, (struct piece){FILE_STATUS, 1, false});
    return true;
}

/* The environment, and the vector unit's word. Nothing here keeps tags and exception flags. */
static bool environment(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    bool vector = in_names("ldmxcsr stmxcsr", mnemonic), stores = in_names("fnstenv stmxcsr", mnemonic);
    if (!vector && !in_names("fnstenv fldenv", mnemonic))
        return false;
    for (unsigned word = vector ? FILE_MXCSR : FILE_CONTROL; word <= (vector ? FILE_MXCSR : FILE_STATUS); word++) {
        if (stores)
            use_word(e, word);
        else
            define(e, (struct piece){(uint16_t)word, 1, false});
    }
    apply_operands(e, insn, stores ? "w" : "r");
    e->memory[e->memories - 1].size = vector ? 4 : 28;
    e->value = stores ? VALUE_OTHER : VALUE_NONE;
    return true;
}

static bool words(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    bool status = strcmp(mnemonic, "fnstsw") == 0;
    if (status || strcmp(mnemonic, "fnstcw") == 0) {
        use_word(e, status ? FILE_STATUS : FILE_CONTROL);
        apply_operands(e, insn, "w2");
        value_of_operand(e, insn, 2);
        return true;
    }
    if (strcmp(mnemonic, "fldcw") != 0)
        return false;
    apply_operands(e, insn, "r2");
    define(e, (struct piece){FILE_CONTROL, 1, false});
    return true;
}

bool effect_x87(struct effect *e, const cs_insn *insn, const char *mnemonic)
{
    if (environment(e, insn, mnemonic))
        return true;
    e->x87 = mnemonic[0] == 'f' && (loads(e, insn, mnemonic) || stores(e, insn, mnemonic) || computes(e, insn, mnemonic) || changes_top(e, insn, mnemonic) ||
                                    compares(e, insn, mnemonic) || words(e, insn, mnemonic));
    return e->x87;
}
