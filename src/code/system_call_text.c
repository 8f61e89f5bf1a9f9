/* system_call_text.c - a system call as text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/system_call_kinds.h"

#include <inttypes.h>
#include <string.h>

/* ---- Numbers ---- */

bool call_known(const struct call_view *view, size_t at, size_t size)
{
    bool known = true;
    for (size_t i = 0; i < size; i++)
        known = known && view->known[at + i];
    return known;
}

uint64_t call_number(const struct call_view *view, size_t at, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size && i < sizeof number; i++)
        number |= (uint64_t)(view->known[at + i] ? view->bytes[at + i] : 0) << 8 * i;
    return number;
}

static int64_t as_signed(uint64_t number, unsigned size)
{
    return size == 4 ? (int32_t)(uint32_t)number : size == 2 ? (int16_t)(uint16_t)number : (int64_t)number;
}

void call_add_address(uint64_t value, struct text *out)
{
    if (value)
        text_hex(out, value);
    else
        text_add(out, "NULL");
}

void call_add_hexadecimal(uint64_t value, struct text *out)
{
    if (value)
        text_hex(out, value);
    else
        text_byte(out, '0');
}

void call_add_flags(const struct system_call_name *names, const char *none, uint64_t value, struct text *out)
{
    uint64_t rest = value;
    size_t begin = out->size;
    for (; names->name; names++)
        if (rest && (rest & names->value) == names->value) {
            text_printf(out, "%s%s", out->size > begin ? "|" : "", names->name);
            rest &= ~names->value;
        }
    if (rest) {
        text_add(out, out->size > begin ? "|" : "");
        text_hex(out, rest);
    }
    if (out->size == begin)
        text_add(out, none);
}

bool call_add_name(const struct system_call_name *names, uint64_t value, struct text *out)
{
    while (names->name && names->value != value)
        names++;
    if (names->name)
        text_add(out, names->name);
    return names->name != NULL;
}

static void add_named(const struct call_kind *kind, uint64_t value, struct text *out)
{
    if (call_add_name(kind->names, value, out))
        return;
    call_add_hexadecimal(value, out);
    if (kind->other)
        text_printf(out, " /* %s */", kind->other);
}

/* ---- Kinds ---- */

static void add_text_member(const struct call_kind *kind, const struct call_view *view, size_t at, struct text *out)
{
    const struct system_call_memory *memory = view->decoder->memory;
    memory->quote(memory->context, view->decoder->returned, view->address + at, kind->size, true, out);
}

static void add_members(const struct call_kind *kind, const struct call_view *view, size_t at, struct text *out)
{
    text_byte(out, '{');
    for (const struct call_member *member = kind->members; member->kind; member++) {
        text_printf(out, "%s%s", member == kind->members ? "" : ", ", member->name);
        if (*member->name == '.')
            continue;
        text_byte(out, '=');
        call_add_kind(call_kind_named(str_of(member->kind)), view, at + member->at, out);
    }
    text_byte(out, '}');
}

void call_add_kind(const struct call_kind *kind, const struct call_view *view, size_t at, struct text *out)
{
    bool whole = kind->as != AS_MEMBERS && kind->as != AS_TEXT && kind->as != AS_VALUE;
    if (whole && !call_known(view, at, kind->size)) {
        text_add(out, CALL_UNKNOWN);
        return;
    }
    uint64_t number = whole ? call_number(view, at, kind->size) : 0;
    switch (kind->as) {
    case AS_SIGNED: text_printf(out, "%" PRId64, as_signed(number, kind->size)); break;
    case AS_UNSIGNED: text_printf(out, "%" PRIu64, number); break;
    case AS_HEXADECIMAL: call_add_hexadecimal(number, out); break;
    case AS_OCTAL: text_printf(out, "%#03" PRIo64, number); break;
    case AS_FLAGS: call_add_flags(kind->names, kind->other, number, out); break;
    case AS_NAME: add_named(kind, number, out); break;
    case AS_TEXT: add_text_member(kind, view, at, out); break;
    case AS_MEMBERS: add_members(kind, view, at, out); break;
    case AS_VALUE: kind->value(view, at, out); break;
    default: call_add_address(number, out); break;
    }
}

void call_add_value(const struct call_decoder *decoder, const struct call_kind *kind, uint64_t value, struct text *out)
{
    static const bool known[8] = {true, true, true, true, true, true, true, true};
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    call_add_kind(kind, &(struct call_view){decoder, 0, bytes, known}, 0, out);
}

bool call_add_next(uint64_t i, struct text *out)
{
    text_add(out, i ? ", " : "");
    if (i >= CALL_ELEMENTS)
        text_add(out, "...");
    return i < CALL_ELEMENTS;
}

/* ---- Memory ---- */

static void add_from_memory(const struct call_decoder *decoder, const struct call_kind *kind, uint64_t address, struct text *out)
{
    uint8_t bytes[CALL_KIND_MOST];
    bool known[CALL_KIND_MOST];
    const struct call_view view = {decoder, address, bytes, known};
    decoder->memory->read(decoder->memory->context, decoder->returned, address, bytes, known, kind->size);
    call_add_kind(kind, &view, 0, out);
}

bool call_read_number(const struct call_decoder *decoder, uint64_t address, size_t size, uint64_t *number)
{
    uint8_t bytes[sizeof *number];
    bool known[sizeof *number];
    const struct call_view view = {decoder, address, bytes, known};
    decoder->memory->read(decoder->memory->context, decoder->returned, address, bytes, known, size);
    *number = call_number(&view, 0, size);
    return call_known(&view, 0, size);
}

void call_add_array(const struct call_decoder *decoder, const struct call_kind *kind, uint64_t address, uint64_t count, struct text *out)
{
    text_byte(out, '[');
    for (uint64_t i = 0; i < count && call_add_next(i, out); i++)
        add_from_memory(decoder, kind, address + i * kind->size, out);
    text_byte(out, ']');
}

/* A number that a pointer leads to stands in brackets. */
static bool has_brackets(const struct call_kind *kind)
{
    return kind->as < AS_TEXT || kind->value == call_value_id || kind->value == call_value_signal || kind->value == call_value_status;
}

void call_add_at(const struct call_decoder *decoder, const char *name, uint64_t address, struct text *out)
{
    const struct call_kind *kind = call_kind_named(str_of(name));
    text_add(out, has_brackets(kind) ? "[" : "");
    add_from_memory(decoder, kind, address, out);
    text_add(out, has_brackets(kind) ? "]" : "");
}

/* ---- Arguments ---- */

struct argument {
    unsigned index;
    char way;                           /* < > ! = ~, or 0: by value */
    const struct call_kind *kind;
    bool has_count;
    uint64_t count;
    bool measured;                      /* count: where a number in memory says how many; at most `room`, what it said at entry */
    uint64_t room;
    uint64_t before;                    /* = ~: the number at entry */
    bool before_known;
};

/* "4:<bytes*2" */
static void parse_word(const struct system_call_told *call, struct str word, unsigned next, struct argument *argument)
{
    *argument = (struct argument){.index = next};
    if (word.size > 1 && word.data[1] == ':') {
        argument->index = (unsigned)(word.data[0] - '0');
        word = str_cut(word, 2, SIZE_MAX);
    }
    if (strchr("<>!=~", word.data[0])) {
        argument->way = word.data[0];
        word = str_cut(word, 1, SIZE_MAX);
    }
    const char *star = memchr(word.data, '*', word.size);
    argument->has_count = star != NULL;
    argument->measured = star && star[1] == '@';
    if (star && star[1] == 'r') {
        bool limited = star + 2 < word.data + word.size;
        uint64_t room = limited ? call->arguments[star[2] - '0'] : UINT64_MAX;
        argument->count = call->result < room ? call->result : room;
    } else if (star)
        argument->count = star[1] == '#' ? (uint64_t)(star[2] - '0') : call->arguments[star[1 + argument->measured] - '0'];
    argument->kind = call_kind_named(str_cut(word, 0, star ? (size_t)(star - word.data) : word.size));
}

static bool is_written(const struct call_decoder *decoder, const struct argument *argument)
{
    enum { WAIT4 = 61 };
    const struct system_call_told *call = decoder->call;
    bool failed = !call->has_result || system_call_failed(call->result);
    if (call->number == WAIT4 && call->result == 0)     /* no child had anything to say */
        return false;
    return argument->way == '!' ? call->has_result && failed : !failed;
}

static void add_pointed(const struct call_decoder *decoder, const struct argument *argument, struct text *out)
{
    uint64_t address = decoder->call->arguments[argument->index], count = argument->count;
    if (argument->measured && (!count || !call_read_number(decoder, count, 4, &count))) {
        call_add_address(address, out);
        return;
    }
    if (argument->measured && count > argument->room)
        count = argument->room;
    if (argument->kind->as == AS_POINTED)
        argument->kind->pointed(decoder, address, count, out);
    else if (argument->has_count)
        call_add_array(decoder, argument->kind, address, count, out);
    else
        call_add_at(decoder, argument->kind->name, address, out);
}

/* Does a list of descriptors, of structures that begin with one, or a set of select hold one? */
static bool argument_holds(const struct call_decoder *decoder, const struct argument *argument, uint32_t descriptor)
{
    enum { MOST = 1 << 16 };
    uint64_t address = decoder->call->arguments[argument->index], count = (uint32_t)argument->count, number;
    bool found = false;
    if (!address || !argument->has_count)
        return false;
    if (strcmp(argument->kind->name, "fdset") == 0)
        return descriptor < count && call_read_number(decoder, address + descriptor / 8, 1, &number) && (number >> descriptor % 8 & 1);
    if (strcmp(argument->kind->name, "fd") != 0 && strcmp(argument->kind->name, "pollfd") != 0)
        return false;
    for (uint64_t i = 0; i < count && i < MOST && !found; i++)
        found = call_read_number(decoder, address + i * argument->kind->size, 4, &number) && number == descriptor;
    return found;
}

bool call_holds(const struct system_call_told *call, const char *forms, const struct system_call_memory *memory, uint32_t descriptor)
{
    struct call_decoder decoder = {call, memory, false};
    struct argument argument = {.index = 0};
    struct str rest = str_of(forms), word;
    bool found = false;
    for (unsigned i = 0; i < CALL_ARGUMENTS && !found && str_field(&rest, &word); i++) {
        parse_word(call, word, i ? argument.index + 1 : 0, &argument);
        decoder.returned = argument.way == '>';
        found = (argument.way == '<' || (decoder.returned && is_written(&decoder, &argument))) && argument_holds(&decoder, &argument, descriptor);
    }
    return found;
}

/* [128 => 16], [0] => [4096]: a number that the kernel reads and writes. */
static void add_changed(const struct call_decoder *decoder, struct argument *argument, struct text *out)
{
    uint64_t number;
    bool known = call_read_number(decoder, decoder->call->arguments[argument->index], argument->kind->size, &number);
    if (decoder->returned && (!is_written(decoder, argument) || (argument->way == '=' && argument->before_known && known && number == argument->before))) {
        text_add(out, argument->way == '=' ? "]" : "");
        return;
    }
    text_add(out, !decoder->returned ? "[" : argument->way == '=' ? " => " : " => [");
    if (known)
        text_printf(out, "%" PRId64, as_signed(number, argument->kind->size));
    else
        text_add(out, CALL_UNKNOWN);
    text_add(out, argument->way == '~' || decoder->returned ? "]" : "");
    argument->before = number;
    argument->before_known = known;
}

/* Its part at entry or at return. */
static void add_argument(const struct call_decoder *decoder, struct argument *argument, struct text *out)
{
    uint64_t address = decoder->call->arguments[argument->index];
    bool changes = argument->way == '=' || argument->way == '~', writes = argument->way == '>' || argument->way == '!';
    if (argument->measured && !decoder->returned && !call_read_number(decoder, argument->count, 4, &argument->room))
        argument->room = 0;
    if (!argument->way) {
        if (!decoder->returned)
            call_add_value(decoder, argument->kind, address, out);
    } else if (!address || (writes && !is_written(decoder, argument))) {
        if (!decoder->returned)
            call_add_address(address, out);
    } else if (changes)
        add_changed(decoder, argument, out);
    else if (writes == decoder->returned)
        add_pointed(decoder, argument, out);
}

static void add_raw(const struct system_call_told *call, struct text *out)
{
    for (unsigned i = 0; i < CALL_ARGUMENTS; i++) {
        text_add(out, i ? ", " : "");
        call_add_hexadecimal(call->arguments[i], out);
    }
}

/* ---- Results ---- */

static void add_error(uint64_t result, struct text *out)
{
    enum { RESTARTS = 512, RESTARTS_NOT = 513, RESTARTS_WITHOUT_HANDLER = 514, RESTARTS_BLOCK = 516 };
    static const struct system_call_name restarts[] = {
        {RESTARTS, "? ERESTARTSYS (To be restarted if SA_RESTART is set)"}, {RESTARTS_NOT, "? ERESTARTNOINTR (To be restarted)"},
        {RESTARTS_WITHOUT_HANDLER, "? ERESTARTNOHAND (To be restarted if no handler)"}, {RESTARTS_BLOCK, "? ERESTART_RESTARTBLOCK (Interrupted by signal)"},
        {0, NULL}};
    int code = (int)-(int64_t)result;
    const char *name = strerrorname_np(code), *meaning = strerrordesc_np(code);
    if (call_add_name(restarts, (uint64_t)code, out))
        return;
    if (name)
        text_printf(out, "-1 %s (%s)", name, meaning);
    else
        text_printf(out, "-1 error %d", code);
}

static bool returns_address(uint64_t number)
{
    enum { MMAP = 9, BRK = 12, MREMAP = 25, SHMAT = 30 };
    return number == MMAP || number == BRK || number == MREMAP || number == SHMAT;
}

static void add_result(const struct call_decoder *decoder, const char *flags, struct text *out)
{
    enum { UMASK = 95 };
    const struct system_call_told *call = decoder->call;
    const struct call_kind *kind = flags ? call_kind_named(str_of(flags)) : NULL;
    if (!call->has_result)
        text_byte(out, '?');
    else if (system_call_failed(call->result))
        add_error(call->result, out);
    else if (call->number == UMASK)
        text_printf(out, "%#03" PRIo64, call->result);
    else if (kind && (call->result || kind->value)) {
        call_add_hexadecimal(call->result, out);
        text_add(out, " (flags ");
        call_add_value(decoder, kind, call->result, out);
        text_byte(out, ')');
    } else if (returns_address(call->number)) {
        text_hex(out, call->result);
    } else {
        text_printf(out, "%" PRId64, call->result);
    }
    if (call->has_result && !system_call_failed(call->result) && call->has_arguments)
        call_add_ready(decoder, out);
}

/* ---- Calls ---- */

/* Those at entry first: memory that is computed goes forward only. */
static void add_arguments(struct call_decoder *decoder, const char *forms, struct text *out)
{
    struct argument arguments[CALL_ARGUMENTS];
    struct text words[CALL_ARGUMENTS] = {{0}};
    struct str rest = str_of(forms), word;
    unsigned count = 0;
    for (; count < CALL_ARGUMENTS && str_field(&rest, &word); count++)
        parse_word(decoder->call, word, count ? arguments[count - 1].index + 1 : 0, &arguments[count]);
    for (unsigned turn = 0; turn < 2; turn++)
        for (unsigned i = 0; i < count; i++) {
            decoder->returned = turn == 1;
            add_argument(decoder, &arguments[i], &words[i]);
        }
    for (unsigned i = 0; i < count; i++) {
        text_add(out, i ? ", " : "");
        text_append(out, text_str(&words[i]));
        text_free(&words[i]);
    }
}

void system_call_text(const struct system_call_told *call, const struct system_call_memory *memory, struct text *out)
{
    enum { CLONE = 56 };
    const struct system_call *known = system_call_numbered(call->number);
    struct call_decoder decoder = {call, memory, false};
    const char *flags, *forms = system_call_forms(call, &flags);
    if (known)
        text_printf(out, "%s(", known->name);
    else
        text_printf(out, "syscall_0x%" PRIx64 "(", call->number);
    if (!call->has_arguments)
        text_add(out, "...");
    else if (call->number == CLONE)
        call_add_clone(&decoder, out);
    else if (forms)
        add_arguments(&decoder, forms, out);
    else
        add_raw(call, out);
    text_add(out, ") = ");
    decoder.returned = true;
    add_result(&decoder, flags, out);
}

void signal_text(uint64_t number, uint64_t information, const struct system_call_memory *memory, struct text *out)
{
    static const struct system_call_told none = {.has_result = true};
    const struct call_decoder decoder = {&none, memory, true};
    uint64_t told;
    text_add(out, "--- ");
    signal_name(number, out);
    text_byte(out, ' ');
    if (information && call_read_number(&decoder, information, 4, &told) && told == number)
        call_add_at(&decoder, "siginfo", information, out);
    else
        text_add(out, CALL_UNKNOWN);
    text_add(out, " ---");
}
