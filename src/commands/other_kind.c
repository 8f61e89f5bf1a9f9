/* other_kind.c - what a file is that was taken for something else, and the command that shows it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/refuse.h"

#include <string.h>

enum { HEAD = 65536 };

void refuse_what_it_looks_like(const char *path, struct slice head, struct text *message)
{
    struct arena arena = {0};
    struct debugger_text dump = {0};
    const char *guess = debugger_guess(head);
    debugger_read(head, path, &arena, &dump);
    if (debugger_last(&dump))
        text_add(message, "; it looks like what a debugger printed: clew --dump=FILE PROGRAM explains that");
    else if (guess && strcmp(guess, "source text") == 0)
        text_add(message, "; it looks like source text: clew record PROGRAM makes a trace of the compiled program");
    arena_free(&arena);
}

static bool are_all_of(struct slice word, const char *letters)
{
    size_t good = 0;
    while (good < word.size && strchr(letters, word.data[good]) && word.data[good])
        good++;
    return good == word.size;
}

bool refuse_is_leftover(const char *path)
{
    enum { STORE_DIGITS = 8, TEXT_LETTERS = 6 };
    static const char digits[] = "0123456789abcdef", letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    struct slice name = slice_basename(slice_of(path));
    size_t dot = slice_find_last_byte(name, '.');
    if (dot == SIZE_MAX)
        return false;
    struct slice last = slice_cut(name, dot, SIZE_MAX), before = slice_cut(name, 0, dot);
    if (slice_starts(last, ".part-"))
        return last.size == strlen(".part-") + TEXT_LETTERS && are_all_of(slice_cut(last, strlen(".part-"), SIZE_MAX), letters);
    size_t other = slice_find_last_byte(before, '.');
    struct slice number = other == SIZE_MAX ? (struct slice){NULL, 0} : slice_cut(before, other + 1, SIZE_MAX);
    return slice_is(last, ".part") && number.size == STORE_DIGITS && are_all_of(number, digits);
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

/* A name that a shell takes for one word can be pasted; of others, and of long ones, it is said what stands there. */
static void add_command(const char *path, const struct format *format, struct text *message)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+,@%:=-";
    bool can_be_pasted = path[0] != '-' && path[strspn(path, plain)] == '\0' && strlen(path) < 128;
    const char *name = can_be_pasted ? path : "FILE";
    if (strcmp(format->name, "elf") == 0)
        text_add(message, "; clew record PROGRAM makes a trace of a program");
    else if (strcmp(format->name, "schema") == 0)
        text_printf(message, "; with its program and the events of a run clew PROGRAM %s EVENTS shows that run", name);
    else
        text_printf(message, "; clew %s shows it", name);
}

/* The begin of a program may hold the text of its metadata: it is a program. */
static const struct format *format_of(struct slice head)
{
    const struct format *elf = format_named(slice_of("elf"));
    return elf && elf->sniff(head) ? elf : format_sniff(head);
}

void command_add_kind(const char *path, const char *const *taken_for, struct error *error)
{
    struct arena arena = {0};
    struct slice head = {NULL, 0};
    struct text message = {0};
    const struct format *format = contents_head(path, HEAD, &arena, &head) && head.size ? format_of(head) : NULL;
    text_add(&message, error->message);
    if (format && !is_one_of(format->name, taken_for)) {
        if (!strstr(error->message, format->description))
            text_printf(&message, "; by its content it is: %s", format->description);
        add_command(path, format, &message);
    } else if (!format && head.size && error->line <= 1)
        refuse_what_it_looks_like(path, head, &message);
    snprintf(error->message, sizeof error->message, "%s", text_string(&message));
    text_free(&message);
    arena_free(&arena);
}
