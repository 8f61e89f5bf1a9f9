/* trace_maker_whole.h - blocks, whole traces, histories, and damage to them.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TRACE_MAKER_WHOLE_H
#define CLEW_TESTS_TRACE_MAKER_WHOLE_H

#include "trace_maker.h"

/* ---- Blocks ---- */

/* Fields of any kind, any blanks between them. */
static inline void maker_fields(struct maker *maker, char *out, size_t size)
{
    static const char *const fields[] = {
        "?", "??", "a.c", "lib/b.hpp", "main", "f", "(below", "main)", "12", "0", "007", "operator", "std::f(int,", "char)", "my", "dir/my", "x.",
        ".", "/", "9a", "a.b", "c.d"
    };
    static const char *const endings[] = {
        "c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "c++", "C", "H", "ipp", "tcc", "inc", "def", "y", "l", "s", "S", "asm", "m", "mm", "f", "F",
        "for", "f77", "f90", "f95", "rs", "go", "d", "ads", "adb", "pas", "swift", "zig", "o", "so", "py", "Cc", "cc2", "f9", ""
    };
    uint64_t count = 1 + maker_below(maker, 5);
    out[0] = 0;
    for (uint64_t i = 0; i < count; i++) {
        size_t used = strlen(out);
        bool file = maker_chance(maker, 3);
        const char *field = file ? endings[maker_below(maker, sizeof endings / sizeof *endings)] : fields[maker_below(maker, sizeof fields / sizeof *fields)];
        const char *blanks = i == 0 && maker_chance(maker, 2) ? "  " : maker_chance(maker, 9) ? " \t" : maker_chance(maker, 12) ? "  " : " ";
        snprintf(out + used, size - used, "%s%s%s", blanks, file ? "name." : "", field);
    }
}

/* The rest after the address: names as writers print them, and as nobody should. */
static inline void maker_names(struct maker *maker, char *out, size_t size)
{
    static const char *const names[] = {
        "", "", " foo.c main 12", " foo.c main", " foo.c", " main", " 12", " main 12", " foo.c 12", " ? ? 0", " ?? ?? 0", " ? main 3", " foo.c ? 3",
        "  (below main) 0", "  main 5", "  main", "  std::vector<int, long>::push_back(int const&) 77",
        " a.cpp std::vector<int>::at(unsigned long) const 9", " /usr/src/a b/my file.c main 4", " my dir/vector f 12", " Makefile 12",
        " dir/Makefile 12", " x.c y.c 3", " a.c ?", " f ?", " a.c f ?", " a.c f ??", "   a.c f 1", "\ta.c f 1", " a.c  f 1", " a.c f  1", "  f g  1",
        " a.c f 18446744073709551616", " a.c f 18446744073709551615", " a.c f 007", " a.c f 1 ", " \xc3\xa4.c \xff\xfe 3", " ?", " ? 3", " ? ?",
        " 1 2", " 1 2 3", " a.c f:1", " .c f 2", " a.c++ f 2", " a.C f 2", " a.txt f 2", " f a.h 2", " 0x12", "  ?", "  ?? 4", "  7", " a.c  7",
        "  a.c f 1", " a.c f -1"
    };
    if (maker_chance(maker, 3))
        maker_fields(maker, out, size);
    else
        snprintf(out, size, "%s", names[maker_below(maker, sizeof names / sizeof *names)]);
}

static inline void maker_block(struct maker *maker, const struct planned *planned)
{
    static const unsigned counts[] = {0, 1, 1, 2, 2, 2, 3, 3, 4, 6};
    char line[256], address[32], names[128];
    uint64_t ports = counts[maker_below(maker, 10)], announced = ports, whole = maker->faults ? ports : maker_below(maker, ports + 1);
    bool has_values = !maker_chance(maker, 3);
    if (maker_chance(maker, maker->faults))
        announced = maker_chance(maker, 4) ? maker_wild(maker) : ports + maker_below(maker, 3) - 1;
    maker_hex(maker, planned->address, address, sizeof address);
    maker_names(maker, names, sizeof names);
    snprintf(line, sizeof line, "%" PRIu64 " %" PRIu64 " %s%s", planned->id, announced, address, names);
    maker_line(maker, "", line);
    for (uint64_t port = 0; port < ports; port++)
        maker_list(maker, false, planned, port == whole || (port == 0 && !has_values && !maker->faults));
    if (!has_values)
        maker_line(maker, "", "NO VALUES");
    else if (!maker_chance(maker, maker->faults))
        maker_list(maker, true, planned, whole == ports);
    if (maker_chance(maker, maker->faults * 4))
        maker_list(maker, maker_chance(maker, 2), &(struct planned){.executions = 2, .length = 2}, false); /* refused if there were values */
}

/* How long an instruction's lists are: a few entries, about a block of 256, or enough to cross blocks. */
static inline uint64_t maker_executions(struct maker *maker)
{
    uint64_t chance = maker_below(maker, 100);
    if (maker->size == TRACE_HUGE)
        return chance < 30 ? 4000 + maker_below(maker, 8000) : 1 + maker_below(maker, 2000);
    if (maker->size == TRACE_LARGE && chance < 4)
        return 2000;
    if (maker->size == TRACE_LARGE)
        return chance < 20 ? 200 + maker_below(maker, 900) : chance < 50 ? 250 + maker_below(maker, 20) : maker_below(maker, 300) + 1;
    return chance < 2 ? 250 + maker_below(maker, 20) : chance < 60 ? 1 + maker_below(maker, 6) : 1 + maker_below(maker, 25);
}

static inline bool is_planned(const struct maker *maker, unsigned count, uint64_t id)
{
    for (unsigned k = 0; k < count; k++)
        if (maker->plan[k].id == id)
            return true;
    return false;
}

static inline void maker_plan(struct maker *maker)
{
    uint64_t id = maker_below(maker, 5), address = 0x401000;
    for (unsigned i = 0; i < maker->count; i++) {
        struct planned *planned = &maker->plan[i], *other = &maker->plan[i ? maker_below(maker, i) : 0];
        uint64_t length = maker_executions(maker), far = maker->numbering && maker_chance(maker, 6) ? maker_ordinal(maker) : 0;
        id = maker->ids == 0 ? id + 1 : maker->ids == 1 ? maker_below(maker, 3 * maker->count) : maker_wild(maker);
        while (is_planned(maker, i, id))
            id++;
        address = maker->ids == 2 ? maker_wild(maker) : address + 1 + maker_below(maker, 9);
        *planned = (struct planned){id, address, far > length ? far : length, length};
        if (i && maker_chance(maker, maker->faults))
            planned->id = other->id;
        if (i && maker_chance(maker, maker->faults))
            planned->address = other->address;
    }
}

/* N, and perhaps clew's mark behind it. */
static inline void maker_count(struct maker *maker, uint64_t blocks)
{
    char line[64];
    if (maker_chance(maker, maker->faults))
        blocks = maker_chance(maker, 2) ? maker_wild(maker) : blocks + 1;
    if (maker_chance(maker, maker->faults * 4))
        return;
    snprintf(line, sizeof line, "%" PRIu64 "%s", blocks, maker_chance(maker, 6) ? " \t\t   \t\t \t\t \t\t   \t\t  \t \t \t\t\t \t\t\t" : maker_chance(maker, 6) ? " \t" : "");
    maker_line(maker, "", line);
}

static inline struct maker maker_start(uint64_t seed, enum trace_size size, struct text *out)
{
    struct maker maker = {.state = seed * 3 + size, .out = out, .size = size};
    text_clear(out);
    maker.line_end = (unsigned)maker_below(&maker, 8);      /* 3 to 7: LF */
    maker.odd_blanks = maker_chance(&maker, 3) ? 6 : 0;
    maker.noise = maker_chance(&maker, 4) ? 40 : maker_chance(&maker, 8) ? 5 : 0;
    maker.numbering = (unsigned)maker_below(&maker, 5) % 3; /* 2, where anything goes, is rarer */
    maker.ids = (unsigned)maker_below(&maker, 3);
    maker.hex = (unsigned)maker_below(&maker, 6);           /* 4, 5: mixed */
    maker.faults = maker_chance(&maker, maker.size == TRACE_SMALL ? 2 : 4) ? 4 + (unsigned)maker_below(&maker, 40) : 0;
    if (maker_chance(&maker, 10))
        text_add(out, "\xef\xbb\xbf");
    return maker;
}

/* A comprehensive trace. */
static inline void trace_make(uint64_t seed, enum trace_size size, struct text *out)
{
    struct maker maker = maker_start(seed, size, out);
    maker.count = 1 + (unsigned)maker_below(&maker, size == TRACE_SMALL ? 10 : size == TRACE_LARGE ? MAKER_BLOCKS / 2 : MAKER_BLOCKS);
    maker_plan(&maker);
    unsigned written = maker.count - (unsigned)maker_chance(&maker, maker.faults); /* the last instruction may be named only by lists */
    maker_count(&maker, written);
    for (unsigned i = 0; i < written; i++)
        maker_block(&maker, &maker.plan[i]);
    if (maker_chance(&maker, 9) && out->size)
        out->size--; /* the last line lacks its end */
}

/* ---- Histories ---- */

static inline void maker_history_noise(struct maker *maker)
{
    static const char *const lines[] = {
        "", "  ", "-->", "0x1#2 -->", "--> 0x1#2", "0x1#2", "0x1 #2 --> 0x3#4", "0x1# 2 --> 0x3#4", "0x1#2 --> 0x3#4 5", "0x1#2 -> 0x3#4",
        "0x#2 --> 0x3#4", "0x1#2 --> 0x3#18446744073709551615", "0x1#18446744073709551616 --> 0x3#4", "0x10000000000000000#1 --> 0x3#4",
        "12 3 401000", "0x1#2 --> 0x3#4 --> 0x5#6", "1#x --> 2#3", "\xff#1 --> 2#3", "#1 --> #2", "1#1-->2#2", "0X1#1--> 2#2", "g#1 --> 2#2",
        "1#+1 --> 2#2", "1#1 - -> 2#2"
    };
    text_add(maker->out, lines[maker_below(maker, sizeof lines / sizeof *lines)]);
    maker_line_end(maker);
}

/* A limited history: runs of the same few instructions in order, between repetitions, jumps back and wild jumps. */
static inline void history_make(uint64_t seed, enum trace_size size, struct text *out)
{
    struct maker maker = maker_start(seed, size, out);
    unsigned noise = maker.noise;
    char line[256], user[40], definer[40];
    uint64_t lines = 1 + maker_below(&maker, size == TRACE_SMALL ? 300 : 5000);
    uint64_t time = maker.ids == 2 ? maker_ordinal(&maker) >> 1 : maker_below(&maker, 9);
    maker.noise = 0;
    maker.count = 1 + (unsigned)maker_below(&maker, MAKER_BLOCKS);
    maker_plan(&maker);
    for (uint64_t i = 0; i < lines; i++) {
        const struct planned *first = &maker.plan[(i / 2) % maker.count], *second = &maker.plan[maker_below(&maker, maker.count)];
        bool wild = maker_chance(&maker, maker.faults);
        uint64_t before = maker_below(&maker, 4), at = wild ? maker_ordinal(&maker) : time;
        uint64_t from = wild ? maker_ordinal(&maker) : time > before ? time - before : 0;
        maker_hex(&maker, first->address, user, sizeof user);
        maker_hex(&maker, second->address, definer, sizeof definer);
        snprintf(line, sizeof line, maker_chance(&maker, 30) ? "%s#%" PRIu64 "-->%s#%" PRIu64 : "%s#%" PRIu64 " --> %s#%" PRIu64, user, at, definer, from);
        maker_line(&maker, "", line);
        if (i && maker_chance(&maker, noise))
            maker_history_noise(&maker);
        time += i % (2 * maker.count) == 0;
        if (maker_chance(&maker, 50))
            time = maker.numbering ? time - time / 3 : time + 1;
    }
    if (maker_chance(&maker, 9))
        out->size--;
}

/* ---- Damage ---- */

/* Damages a text here and there: changes, inserts or removes bytes, cuts off the end, or repeats a piece in another place. */
static inline void trace_damage(uint64_t seed, struct text *text)
{
    static const char bytes[] = " \t\n\r:#->0123456789abcxSIZEVALUNO?";
    uint64_t state = seed;
    for (uint64_t times = 1 + random_below(&state, 4); times && text->size > 8; times--) {
        size_t at = random_below(&state, text->size), size = 1 + random_below(&state, 40), from = random_below(&state, text->size);
        char byte = random_below(&state, 8) ? bytes[random_below(&state, sizeof bytes - 1)] : (char)random_below(&state, 256);
        size = size < text->size - at ? size : text->size - at;
        size = size < text->size - from ? size : text->size - from;
        switch (random_below(&state, 6)) {
        case 0: text->data[at] = byte; break;
        case 1: memmove(text->data + at, text->data + from, size); break;
        case 2:
            memmove(text->data + at, text->data + at + size, text->size - at - size);
            text->size -= size;
            break;
        case 3: text->size = at + 1; break;
        case 4:
            text_byte(text, ' ');
            memmove(text->data + at + 1, text->data + at, text->size - 1 - at);
            text->data[at] = byte;
            break;
        default: text->data[at] = text->data[at] == '\n' ? ' ' : '\n'; break;
        }
    }
}

#endif
