/* locations.c - where a variable lies, by DWARF's location expressions, and the value of one that has no place.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/cursor.h"
#include "code/rangelists.h"
#include "code/variable_tables.h"

/* ---- Places ----
 *
 * Expressions are programs for a stack machine (DWARF 5, 2.5 and 2.6). Compilers nearly always write one of a few: an address, an offset from the frame, a
 * register, an offset from a register. clew recognises these; symbols_compute runs the others. */

/* DW_OP_...: DWARF 5, 7.7.1, and those of GNU. */
enum {
    OP_ADDR = 0x03, OP_DEREF = 0x06, OP_CONST1U = 0x08, OP_CONST4U = 0x0c, OP_CONST8U = 0x0e, OP_CONST8S = 0x0f, OP_CONSTU = 0x10, OP_CONSTS = 0x11,
    OP_DUP = 0x12, OP_DROP, OP_OVER, OP_PICK, OP_SWAP, OP_ROT, OP_ABS = 0x19, OP_AND, OP_DIV, OP_MINUS, OP_MOD, OP_MUL, OP_NEG, OP_NOT, OP_OR, OP_PLUS,
    OP_PLUS_UCONST, OP_SHL, OP_SHR, OP_SHRA, OP_XOR, OP_BRA, OP_EQ, OP_GE, OP_GT, OP_LE, OP_LT, OP_NE, OP_SKIP, OP_LIT0 = 0x30, OP_LIT31 = 0x4f,
    OP_REG0 = 0x50, OP_REG31 = 0x6f, OP_BREG0 = 0x70, OP_BREG31 = 0x8f, OP_REGX, OP_FBREG, OP_BREGX, OP_PIECE, OP_DEREF_SIZE, OP_XDEREF_SIZE, OP_NOP,
    OP_CALL2 = 0x98, OP_CALL4, OP_FORM_TLS_ADDRESS = 0x9b, OP_CALL_FRAME_CFA, OP_BIT_PIECE, OP_IMPLICIT_VALUE, OP_STACK_VALUE, OP_IMPLICIT_POINTER, OP_ADDRX,
    OP_CONSTX, OP_ENTRY_VALUE, OP_CONST_TYPE, OP_REGVAL_TYPE, OP_DEREF_TYPE, OP_CONVERT = 0xa8, OP_REINTERPRET, OP_GNU_PUSH_TLS_ADDRESS = 0xe0,
    OP_GNU_UNINIT = 0xf0, OP_GNU_IMPLICIT_POINTER = 0xf2, OP_GNU_ENTRY_VALUE, OP_GNU_CONST_TYPE, OP_GNU_REGVAL_TYPE, OP_GNU_DEREF_TYPE, OP_GNU_CONVERT,
    OP_GNU_REINTERPRET = 0xf9, OP_GNU_ADDR_INDEX = 0xfb,
};

enum { LIST_ENTRIES_MAX = 4096 };

/* System V ABI, figure 3.36. */
static int location_register(uint64_t number)
{
    static const int general[] = {0, 2, 1, 3, 6, 7, 5, 4};
    if (number > 32 || number == 16)
        return -1;
    return number < 8 ? general[number] : number < 16 ? (int)number : (int)number - 1;
}

static int register_of(const struct range_unit *unit, uint64_t number)
{
    return unit->elf->address_size == 8 ? location_register(number) : -1;
}

static struct placed somewhere(enum variable_place place)
{
    return (struct placed){.place = place, .reg = -1};
}

/* The first operation of an expression. */
static struct placed operation(const struct range_unit *unit, struct cursor *cursor)
{
    struct placed placed = somewhere(VARIABLE_OTHER);
    uint64_t code = cursor_take(cursor, 1);
    if (code == OP_ADDR || code == OP_ADDRX || code == OP_GNU_ADDR_INDEX) {
        placed.place = VARIABLE_STATIC;
        if (code == OP_ADDR)
            placed.address = cursor_take(cursor, unit->elf->address_size);
        else if (!unit_address(unit, cursor_take_leb(cursor, false), &placed.address))
            cursor->failed = true;
    } else if (code == OP_FBREG || code == OP_CALL_FRAME_CFA) {
        placed.place = VARIABLE_FRAME;
        placed.offset = code == OP_FBREG ? (int64_t)cursor_take_leb(cursor, true) : 0;
        placed.based = code == OP_FBREG;
    } else if (code >= OP_REG0 && code <= OP_REG31) {
        placed.place = VARIABLE_REGISTER;
        placed.reg = register_of(unit, code - OP_REG0);
    } else if (code >= OP_BREG0 && code <= OP_BREG31) {
        placed.place = VARIABLE_AT_REGISTER;
        placed.reg = register_of(unit, code - OP_BREG0);
        placed.offset = (int64_t)cursor_take_leb(cursor, true);
    } else if (code == OP_CONST4U || code == OP_CONST8U) {
        placed.place = VARIABLE_CONSTANT;       /* computed; but see thread_local */
        placed.offset = (int64_t)cursor_take(cursor, code == OP_CONST4U ? 4 : 8);
    } else {
        cursor->at = 0;
    }
    return placed;
}

/* lit0..31, const1u..const8s (unsigned and signed for each size), constu and consts. */
static bool location_constant(struct cursor *cursor, uint64_t *number)
{
    uint64_t code = cursor_take(cursor, 1);
    if (code >= OP_LIT0 && code <= OP_LIT31) {
        *number = code - OP_LIT0;
    } else if (code >= OP_CONST1U && code <= OP_CONST8S) {
        unsigned size = 1u << (code - OP_CONST1U) / 2, unused = 64 - 8 * size;
        *number = cursor_take(cursor, size) << unused;
        *number = (code - OP_CONST1U) % 2 ? (uint64_t)((int64_t)*number >> unused) : *number >> unused;
    } else if (code == OP_CONSTU || code == OP_CONSTS) {
        *number = cursor_take_leb(cursor, code == OP_CONSTS);
    } else {
        return false;
    }
    return !cursor->failed;
}

/* A constant that is the value itself, or the bytes of one. */
static bool is_constant(const struct range_unit *unit, struct str expression, uint64_t *number)
{
    struct cursor cursor = {.bytes = expression, .little_endian = unit->elf->little_endian};
    if ((unsigned char)expression.data[0] != OP_IMPLICIT_VALUE)
        return location_constant(&cursor, number) && cursor.at + 1 == expression.size && (unsigned char)expression.data[cursor.at] == OP_STACK_VALUE;
    cursor_take(&cursor, 1);
    uint64_t size = cursor_take_leb(&cursor, false);
    if (cursor.failed || !size || size > sizeof *number || size != expression.size - cursor.at)
        return false;
    *number = cursor_take(&cursor, (size_t)size);
    return !cursor.failed;
}

/* Does the expression give the value instead of the place? */
static bool says_value(struct str expression)
{
    unsigned char first = (unsigned char)expression.data[0], last = (unsigned char)expression.data[expression.size - 1];
    return first == OP_IMPLICIT_VALUE || first == OP_IMPLICIT_POINTER || first == OP_GNU_IMPLICIT_POINTER || last == OP_STACK_VALUE;
}

/* Passes one operation with its operands, of an expression for 8-byte addresses. False: clew does not know it, or the expression ends. */
static bool pass_operation(struct cursor *cursor, unsigned *code)
{
    enum { OFFSET = 4 /* of a 32-bit DWARF */ };
    *code = (unsigned)cursor_take(cursor, 1);
    if (*code == OP_ADDR)
        cursor_take(cursor, 8);
    else if (*code >= OP_CONST1U && *code <= OP_CONST8S)
        cursor_take(cursor, 1u << (*code - OP_CONST1U) / 2);
    else if (*code == OP_PICK || *code == OP_DEREF_SIZE || *code == OP_XDEREF_SIZE)
        cursor_take(cursor, 1);
    else if (*code == OP_BRA || *code == OP_SKIP)
        cursor_take(cursor, 2);
    else if (*code == OP_IMPLICIT_POINTER || *code == OP_GNU_IMPLICIT_POINTER)
        cursor_take(cursor, OFFSET), cursor_take_leb(cursor, true);
    else if (*code == OP_IMPLICIT_VALUE || *code == OP_ENTRY_VALUE || *code == OP_GNU_ENTRY_VALUE)
        cursor_take_bytes(cursor, cursor_take_leb(cursor, false));
    else if (*code == OP_CONST_TYPE || *code == OP_GNU_CONST_TYPE)
        cursor_take_leb(cursor, false), cursor_take_bytes(cursor, cursor_take(cursor, 1));
    else if (*code == OP_DEREF_TYPE || *code == OP_GNU_DEREF_TYPE)
        cursor_take(cursor, 1), cursor_take_leb(cursor, false);
    else if (*code == OP_BREGX || *code == OP_BIT_PIECE || *code == OP_REGVAL_TYPE || *code == OP_GNU_REGVAL_TYPE)
        cursor_take_leb(cursor, false), cursor_take_leb(cursor, false);
    else if (*code == OP_CONSTU || *code == OP_CONSTS || *code == OP_PLUS_UCONST || (*code >= OP_BREG0 && *code <= OP_FBREG) || *code == OP_PIECE ||
             *code == OP_ADDRX || *code == OP_CONSTX || *code == OP_CONVERT || *code == OP_GNU_CONVERT || *code == OP_REINTERPRET ||
             *code == OP_GNU_REINTERPRET || *code == OP_GNU_ADDR_INDEX)
        cursor_take_leb(cursor, false);
    else if (*code < OP_ADDR || (*code >= OP_CALL2 && *code < OP_FORM_TLS_ADDRESS) || *code > OP_GNU_UNINIT ||
             (*code > OP_REINTERPRET && *code < OP_GNU_PUSH_TLS_ADDRESS))
        return false;
    return !cursor->failed;
}

/* Does the expression give the places of pieces? */
static bool in_pieces(struct str expression)
{
    struct cursor cursor = {.bytes = expression, .little_endian = true};
    unsigned code = 0;
    while (cursor.at < expression.size && code != OP_PIECE)
        if (!pass_operation(&cursor, &code))
            return false;
    return code == OP_PIECE;
}

static struct placed expression_place(const struct range_unit *unit, struct str expression)
{
    struct cursor cursor = {.bytes = expression, .little_endian = unit->elf->little_endian};
    if (expression.size == 0)
        return somewhere(VARIABLE_GONE);
    struct placed placed = operation(unit, &cursor);
    if (!cursor.failed && cursor.at > 0 && cursor.at == expression.size && placed.place != VARIABLE_CONSTANT)
        return placed;
    if (!cursor.failed && cursor.at > 0 && cursor.at + 1 == expression.size && placed.place == VARIABLE_CONSTANT) {
        uint64_t next = cursor_take(&cursor, 1);
        if (next == OP_GNU_PUSH_TLS_ADDRESS || next == OP_FORM_TLS_ADDRESS)
            return (struct placed){.place = VARIABLE_THREAD, .offset = placed.offset, .reg = -1};
    }
    if (is_constant(unit, expression, &placed.number))
        return (struct placed){.place = VARIABLE_CONSTANT, .reg = -1, .has_number = true, .number = placed.number};
    placed = somewhere(in_pieces(expression) ? VARIABLE_PIECES : says_value(expression) ? VARIABLE_COMPUTED : VARIABLE_AT_COMPUTED);
    placed.expression = expression;
    return placed;
}

static struct placed list_place(const struct range_unit *unit, const struct location *location, uint64_t address)
{
    struct range_list list;
    struct str expression, fallback = {NULL, 0};
    uint64_t low, high;
    if (!location_list_open(unit, location->list, location->kind == LOCATION_INDEXED_LIST, &list))
        return somewhere(VARIABLE_OTHER);
    while (list.entries < LIST_ENTRIES_MAX && location_list_next(&list, &low, &high, &expression)) {
        if (low == 0 && high == UINT64_MAX)
            fallback = expression;
        else if (address >= low && address < high)
            return expression_place(unit, expression);
    }
    if (list.entries >= LIST_ENTRIES_MAX)
        return somewhere(VARIABLE_OTHER);
    return expression_place(unit, fallback);
}

static struct placed place_at(const struct range_unit *unit, const struct location *location, uint64_t address)
{
    switch (location->kind) {
    case LOCATION_EXPRESSION: return expression_place(unit, location->expression);
    case LOCATION_LIST:
    case LOCATION_INDEXED_LIST: return list_place(unit, location, address);
    case LOCATION_CONSTANT:
        return (struct placed){.place = VARIABLE_CONSTANT, .reg = -1, .has_number = location->has_number, .number = location->number};
    default: return somewhere(VARIABLE_GONE);
    }
}

/* "CFA + constant": the frame bases of LLVM 20. */
static bool is_cfa_and(const struct range_unit *unit, struct str expression, int64_t *offset)
{
    struct cursor cursor = {.bytes = expression, .little_endian = unit->elf->little_endian};
    uint64_t number;
    if (cursor_take(&cursor, 1) != OP_CALL_FRAME_CFA || !location_constant(&cursor, &number))
        return false;
    *offset = (int64_t)number;
    return cursor_take(&cursor, 1) == OP_PLUS && !cursor.failed && cursor.at == expression.size;
}

/* The function's frame base, from which OP_FBREG counts: mostly the CFA, or a register. */
static struct placed on_frame(const struct range_unit *unit, const struct location *frame, uint64_t address, int64_t offset)
{
    struct placed base = frame ? place_at(unit, frame, address) : somewhere(VARIABLE_OTHER);
    if (base.based)
        return somewhere(VARIABLE_OTHER);
    if (base.place == VARIABLE_REGISTER)
        base = (struct placed){.place = VARIABLE_AT_REGISTER, .reg = base.reg};
    if (base.place == VARIABLE_AT_COMPUTED && is_cfa_and(unit, base.expression, &base.offset))
        base = (struct placed){.place = VARIABLE_FRAME, .offset = base.offset, .reg = -1};
    if (base.place != VARIABLE_FRAME && base.place != VARIABLE_AT_REGISTER)
        return somewhere(VARIABLE_OTHER);
    base.based = base.place == VARIABLE_AT_REGISTER;
    base.offset = (int64_t)((uint64_t)base.offset + (uint64_t)offset);
    return base;
}

struct placed location_find(const struct range_unit *unit, const struct location *location, const struct location *frame, int8_t pointer, uint64_t address)
{
    struct placed placed = place_at(unit, location, address);
    if (placed.based)
        placed = on_frame(unit, frame, address, placed.offset);
    if (placed.place == VARIABLE_COMPUTED || placed.place == VARIABLE_AT_COMPUTED || placed.place == VARIABLE_PIECES) {
        struct placed base = on_frame(unit, frame, address, 0);
        placed.based = base.place == VARIABLE_FRAME;
        placed.offset = placed.based ? base.offset : 0;
    }
    if (placed.place == VARIABLE_AT_REGISTER && pointer != NO_REGISTER && placed.reg == pointer) {
        placed.place = VARIABLE_FRAME;
        placed.offset = (int64_t)((uint64_t)placed.offset - 16);
    }
    return placed;
}

/* ---- The values of variables without a place, computed from registers ----
 *
 * Expressions are programs for a stack machine (DWARF 5, 2.5). clew runs those that gcc and clang write for x86-64 at -O2: constants, registers, their values
 * at function entry, addresses in the frame, memory, 64-bit arithmetic, comparisons and jumps. There are no types. A run ends with the expression's last byte,
 * or fails after so many steps. */

enum { STACK = 32, STEPS_MAX = 1000 };

struct machine {
    struct cursor cursor;
    const struct expression_world *world;
    const struct variable *variable;
    struct error *error;
    uint64_t stack[STACK];
    unsigned depth, steps;
    bool failed;                        /* the error says why: a specific one, or the general one that symbols_compute sets first */
};

static void push(struct machine *machine, uint64_t number)
{
    machine->failed |= machine->depth == STACK;
    if (!machine->failed)
        machine->stack[machine->depth++] = number;
}

static uint64_t pop(struct machine *machine)
{
    machine->failed |= machine->depth == 0;
    return machine->failed ? 0 : machine->stack[--machine->depth];
}

static void refuse(struct machine *machine, unsigned code)
{
    if (!machine->failed)
        error_set(machine->error, "it is computed by a DWARF operation that clew does not support (0x%02x)", code);
    machine->failed = true;
}

static void push_register(struct machine *machine, uint64_t number, bool at_entry, uint64_t added)
{
    uint64_t value = 0;
    int reg = location_register(number);
    if (machine->failed)
        return;
    machine->failed = reg < 0 || !machine->world->reg(machine->world->context, reg, at_entry, &value, machine->error);
    push(machine, value + added);
}

/* The value of a register at function entry; the block holds that one operation. */
static void push_entry(struct machine *machine, unsigned code)
{
    struct str block = cursor_take_bytes(&machine->cursor, cursor_take_leb(&machine->cursor, false));
    unsigned first = block.size == 1 ? (unsigned char)block.data[0] : 0;
    if (first < OP_REG0 || first > OP_REG31)
        refuse(machine, code);
    else
        push_register(machine, first - OP_REG0, true, 0);
}

/* The CFA, or the function's frame base. */
static void push_frame(struct machine *machine, unsigned code)
{
    uint64_t cfa, offset = code == OP_FBREG ? (uint64_t)machine->variable->offset + cursor_take_leb(&machine->cursor, true) : 0;
    if (code == OP_FBREG && !machine->variable->based)
        refuse(machine, code);
    machine->failed = machine->failed || !machine->world->frame(machine->world->context, &cfa, machine->error);
    push(machine, machine->failed ? 0 : cfa + offset);
}

static void push_memory(struct machine *machine, unsigned size)
{
    uint64_t value = 0, address = pop(machine);
    if (!machine->failed)
        machine->failed = !machine->world->load(machine->world->context, address, size, &value, machine->error);
    push(machine, value);
}

/* Supports only shifts by less than 64, and divisions that have a result. */
static void compute_two(struct machine *machine, unsigned code)
{
    uint64_t b = pop(machine), a = pop(machine), out = 0;
    int64_t x = (int64_t)a, y = (int64_t)b;
    bool divides = code == OP_DIV || code == OP_MOD, shifts = code == OP_SHL || code == OP_SHR || code == OP_SHRA;
    if ((divides && (b == 0 || (code == OP_DIV && y == -1))) || (shifts && b >= 64)) {
        refuse(machine, code);
        return;
    }
    switch (code) {
    case OP_AND: out = a & b; break;
    case OP_DIV: out = (uint64_t)(x / y); break;
    case OP_MINUS: out = a - b; break;
    case OP_MOD: out = a % b; break;
    case OP_MUL: out = a * b; break;
    case OP_OR: out = a | b; break;
    case OP_PLUS: out = a + b; break;
    case OP_SHL: out = a << b; break;
    case OP_SHR: out = a >> b; break;
    case OP_SHRA: out = (uint64_t)(x >> b); break;
    case OP_XOR: out = a ^ b; break;
    case OP_EQ: out = x == y; break;
    case OP_GE: out = x >= y; break;
    case OP_GT: out = x > y; break;
    case OP_LE: out = x <= y; break;
    case OP_LT: out = x < y; break;
    default: out = x != y; break;
    }
    push(machine, out);
}

static void move(struct machine *machine, unsigned code)
{
    unsigned deep = code == OP_DUP ? 0 : code == OP_OVER ? 1 : code == OP_PICK ? (unsigned)cursor_take(&machine->cursor, 1) : 0;
    uint64_t a, b, c;
    if (code == OP_DUP || code == OP_OVER || code == OP_PICK) {
        machine->failed |= deep >= machine->depth;
        push(machine, machine->failed ? 0 : machine->stack[machine->depth - 1 - deep]);
        return;
    }
    a = pop(machine);
    if (code == OP_DROP)
        return;
    b = pop(machine);
    c = code == OP_ROT ? pop(machine) : 0;
    push(machine, a);
    if (code == OP_ROT)
        push(machine, c);
    push(machine, b);                   /* the top becomes second or third */
}

/* Goes on so many bytes behind the operation, or before it; to the end of the expression at most. */
static void jump(struct machine *machine, unsigned code)
{
    struct cursor *cursor = &machine->cursor;
    int64_t to = (int16_t)cursor_take(cursor, 2);
    bool taken = code == OP_SKIP || pop(machine) != 0;
    to += (int64_t)cursor->at;
    machine->failed |= to < 0 || (uint64_t)to > cursor->bytes.size;
    if (taken && !machine->failed)
        cursor->at = (size_t)to;
}

static void step(struct machine *machine)
{
    struct cursor *cursor = &machine->cursor;
    unsigned code = (unsigned)cursor_take(cursor, 1);
    uint64_t number;
    if ((code >= OP_CONST1U && code <= OP_CONSTS) || (code >= OP_LIT0 && code <= OP_LIT31)) {
        cursor->at--;
        machine->failed |= !location_constant(cursor, &number);
        push(machine, machine->failed ? 0 : number);
    } else if (code >= OP_BREG0 && code <= OP_BREG31) {
        push_register(machine, code - OP_BREG0, false, cursor_take_leb(cursor, true));
    } else if (code == OP_FBREG || code == OP_CALL_FRAME_CFA) {
        push_frame(machine, code);
    } else if (code == OP_ADDR) {
        push(machine, cursor_take(cursor, 8) + machine->world->bias);
    } else if (code == OP_BRA || code == OP_SKIP) {
        jump(machine, code);
    } else if (code == OP_ENTRY_VALUE || code == OP_GNU_ENTRY_VALUE) {
        push_entry(machine, code);
    } else if (code == OP_DEREF || code == OP_DEREF_SIZE) {
        push_memory(machine, code == OP_DEREF ? 8 : (unsigned)cursor_take(cursor, 1));
    } else if (code >= OP_DUP && code <= OP_ROT) {
        move(machine, code);
    } else if (code == OP_NEG || code == OP_NOT || code == OP_ABS) {
        number = pop(machine);
        push(machine, code == OP_NOT ? ~number : code == OP_NEG || number >> 63 ? 0 - number : number);
    } else if (code == OP_PLUS_UCONST) {
        number = cursor_take_leb(cursor, false);
        push(machine, pop(machine) + number);
    } else if ((code >= OP_AND && code <= OP_XOR) || (code >= OP_EQ && code <= OP_NE)) {
        compute_two(machine, code);
    } else if (code != OP_NOP && !(code == OP_STACK_VALUE && cursor->at == cursor->bytes.size)) {
        refuse(machine, code);
    }
}

bool symbols_compute(const struct variable *variable, const struct expression_world *world, uint64_t *number, struct error *error)
{
    struct machine machine = {.cursor = {.bytes = variable->expression, .little_endian = true}, .world = world, .variable = variable, .error = error};
    error_set(error, "it is computed by a rule that clew does not support");
    while (machine.cursor.at < machine.cursor.bytes.size && !machine.failed && !machine.cursor.failed && ++machine.steps < STEPS_MAX)
        step(&machine);
    if (machine.failed || machine.cursor.failed || machine.depth == 0 || machine.steps == STEPS_MAX)
        return false;
    *number = machine.stack[machine.depth - 1];
    return true;
}

/* ---- Pieces ---- */

/* The place of a piece, by its expression: nowhere, a register, a constant, or one that symbols_compute computes. */
static void place_piece(struct str expression, struct variable_piece *piece)
{
    struct cursor cursor = {.bytes = expression, .little_endian = true};
    unsigned first = expression.size ? (unsigned char)expression.data[0] : 0, last = expression.size ? (unsigned char)expression.data[expression.size - 1] : 0;
    if (expression.size == 0) {
        piece->place = VARIABLE_GONE;
    } else if (first >= OP_REG0 && first <= OP_REG31 && (expression.size == 1 || (expression.size == 2 && last == OP_GNU_UNINIT))) {
        piece->place = VARIABLE_REGISTER;
        piece->reg = location_register(first - OP_REG0);
    } else if (location_constant(&cursor, &piece->number) && cursor.at + 1 == expression.size && last == OP_STACK_VALUE) {
        piece->place = VARIABLE_CONSTANT;
    } else {
        piece->place = last == OP_STACK_VALUE || first == OP_IMPLICIT_VALUE ? VARIABLE_COMPUTED : VARIABLE_AT_COMPUTED;
        piece->expression = expression;
    }
}

bool symbols_piece(const struct variable *variable, uint64_t byte, struct variable_piece *piece)
{
    struct cursor cursor = {.bytes = variable->expression, .little_endian = true};
    enum { PIECES_MOST = 256 };
    uint64_t begin = 0;
    for (unsigned count = 0; cursor.at < cursor.bytes.size && count < PIECES_MOST; count++) {
        size_t from = cursor.at, to = from;
        unsigned code = 0;
        for (; code != OP_PIECE && cursor.at < cursor.bytes.size; to = code == OP_PIECE ? to : cursor.at)
            if (!pass_operation(&cursor, &code))
                return false;
        struct cursor size = {.bytes = str_cut(cursor.bytes, to + 1, SIZE_MAX), .little_endian = true};
        *piece = (struct variable_piece){.begin = begin, .size = code == OP_PIECE ? cursor_take_leb(&size, false) : 0, .reg = -1};
        if (code != OP_PIECE || piece->size > UINT64_MAX - begin)
            return false;
        place_piece(str_cut(cursor.bytes, from, to - from), piece);
        if (byte - begin < piece->size)
            return true;
        begin += piece->size;
    }
    return false;
}
