/* other_kind.c - the true content of a file taken for something else, and the command that shows it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"
#include "session/engine.h"

#include <string.h>

enum { HEAD = 65536 };

void refuse_what_it_looks_like(const char *path, struct str head, struct text *message)
{
    struct arena arena = {0};
    struct debugger_text dump = {0};
    const char *guess = debugger_guess(head);
    debugger_read(head, path, &arena, &dump);
    if (debugger_last(&dump))
        text_add(message, "; it looks like debugger output: `clew --dump=FILE PROGRAM` explains it");
    else if (guess && strcmp(guess, "source text") == 0)
        text_add(message, "; it looks like source text: `clew record PROGRAM` makes a trace of the compiled program");
    arena_free(&arena);
}

static bool are_all_of(struct str word, const char *letters)
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
    struct str name = str_basename(str_of(path));
    size_t dot = str_find_last_byte(name, '.');
    if (dot == SIZE_MAX)
        return false;
    struct str last = str_cut(name, dot, SIZE_MAX), before = str_cut(name, 0, dot);
    if (str_starts(last, ".part-"))
        return last.size == strlen(".part-") + TEXT_LETTERS && are_all_of(str_cut(last, strlen(".part-"), SIZE_MAX), letters);
    size_t other = str_find_last_byte(before, '.');
    struct str number = other == SIZE_MAX ? (struct str){NULL, 0} : str_cut(before, other + 1, SIZE_MAX);
    return str_is(last, ".part") && number.size == STORE_DIGITS && are_all_of(number, digits);
}

/* Bytes at a fixed offset in files of a kind. */
static const struct mark {
    size_t at, size;
    const char *bytes, *kind;
} marks[] = {
    {0, 8, "\x89PNG\r\n\x1a\n", "a PNG image"},
    {0, 3, "\xff\xd8\xff", "a JPEG image"},
    {0, 4, "GIF8", "a GIF image"},
    {0, 5, "%PDF-", "a PDF document"},
    {0, 4, "PK\3\4", "a ZIP archive"},
    {0, 2, "\x1f\x8b", "a gzip file"},
    {0, 3, "BZh", "a bzip2 file"},
    {0, 6, "\xfd" "7zXZ\0", "an xz file"},
    {257, 5, "ustar", "a tar archive"},
    {0, 8, "!<arch>\n", "an ar archive (static library)"},
    {0, 15, "SQLite format 3", "an SQLite database"},
    {0, 8, "PERFILE2", "a perf profile"},
    {0, 4, "\xca\xfe\xba\xbe", "a Java class or a macOS program"},
    {0, 2, "MZ", "a Windows program"},
    {0, 2, "#!", "a script"},
    {0, 5, "<?xml", "XML"},
    {0, 9, "<!DOCTYPE", "HTML"},
    {0, 5, "<html", "HTML"},
    {0, 2, "\xff\xfe", "UTF-16 text"},
    {0, 2, "\xfe\xff", "UTF-16 text"},
};

/* An object that begins with a name, or an array. */
static bool is_json(struct str text)
{
    if (text.size < 2 || (text.data[0] != '{' && text.data[0] != '['))
        return false;
    struct str inner = str_trim(str_cut(text, 1, SIZE_MAX));
    while (inner.size && (inner.data[0] == '\n' || inner.data[0] == '\r'))
        inner = str_trim(str_cut(inner, 1, SIZE_MAX));
    return inner.size && (strchr("\"}", inner.data[0]) != NULL || (text.data[0] == '[' && strchr("{[]0123456789-tfn", inner.data[0])));
}

/* Text of any language: no control characters except blanks, line ends, backspace and escape. */
static bool is_text(struct str head)
{
    for (size_t i = 0; i < head.size; i++)
        if (((unsigned char)head.data[i] < ' ' && !strchr("\t\n\v\f\r\b\033", head.data[i])) || !head.data[i])
            return false;
    return true;
}

static const char *looks_like(struct str head)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (head.size >= marks[i].at + marks[i].size && memcmp(head.data + marks[i].at, marks[i].bytes, marks[i].size) == 0)
            return marks[i].kind;
    const char *guess = debugger_guess(head);
    if (is_json(str_trim(head)))
        return "JSON";
    return guess ? guess : is_text(head) ? "text" : "binary data";
}

bool refuse_no_trace(const char *path, struct str head, struct error *error)
{
    struct text message = {0};
    refuse_what_it_looks_like(path, head, &message);
    if (message.size)
        error_at(error, path, 0, 0, "is not a trace%s", text_string(&message));
    else
        error_at(error, path, 0, 0, "is not a trace; it looks like %s: `clew record PROGRAM` makes a trace, `man clew-formats` lists what clew opens", looks_like(head));
    text_free(&message);
    return false;
}

static bool is_one_of(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

/* Appends a command to paste if the shell takes the path for one word; for other and long paths, the command says FILE. */
static void add_command(const char *path, const struct format *format, struct text *message)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+,@%:=-";
    bool can_be_pasted = path[0] != '-' && path[strspn(path, plain)] == '\0' && strlen(path) < 128;
    const char *name = can_be_pasted ? path : "FILE";
    if (strcmp(format->name, "elf") == 0)
        text_add(message, "; `clew record PROGRAM` makes a trace of a program");
    else if (strcmp(format->name, "schema") == 0)
        text_printf(message, "; `clew PROGRAM %s EVENTS` shows a run, given its program and its events", name);
    else
        text_printf(message, "; `clew %s` shows it", name);
}

/* A program's beginning may hold the text of its metadata: it is still a program. */
static const struct format *format_of(struct str head)
{
    const struct format *elf = format_named(str_of("elf"));
    return elf && elf->sniff(head) ? elf : format_sniff(head);
}

void command_add_kind(const char *path, const char *const *taken_for, struct error *error)
{
    struct arena arena = {0};
    struct str head = {NULL, 0};
    struct text message = {0};
    const struct format *format = contents_head(path, HEAD, &arena, &head) && head.size ? format_of(head) : NULL;
    text_add(&message, error->message);
    if (format && !is_one_of(format->name, taken_for)) {
        if (!strstr(error->message, format->description))
            text_printf(&message, ". It contains %s", format->description);
        add_command(path, format, &message);
    } else if (!format && head.size && error->line <= 1)
        refuse_what_it_looks_like(path, head, &message);
    snprintf(error->message, sizeof error->message, "%s", text_string(&message));
    text_free(&message);
    arena_free(&arena);
}
