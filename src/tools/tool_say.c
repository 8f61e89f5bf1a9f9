/* tool_say.c - what tools say on standard error when they end.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session.h"
#include "tools/tools.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

int tool_complain(const struct error *error)
{
    struct text text = {0};
    error_text(error, &text);
    fprintf(stderr, "clew: %s\n", text_string(&text));
    text_free(&text);
    return TOOL_FAILED;
}

int tool_complain_of_program(const char *program, struct error *error)
{
    if (strcmp(error->source, program) == 0)
        command_add_kind(program, (const char *const[]){"elf", NULL}, error);
    return tool_complain(error);
}

int tool_misused(const char *tool, const char *what, const char *argument)
{
    struct text text = {0};
    text_safe(&text, slice_of(argument));
    fprintf(stderr, "clew: %s%s%s; clew%s%s --help says more\n", what, argument ? ": " : "", text_string(&text), tool ? " " : "", tool ? tool : "");
    text_free(&text);
    return TOOL_USAGE;
}

/* The part of a word that names a long option. */
static struct slice option_name(const char *word)
{
    struct slice name = slice_cut(slice_of(word), strspn(word, "-"), SIZE_MAX);
    return slice_cut(name, 0, slice_find_byte(name, '='));
}

static int unknown_option(const char *tool, const char *word, const struct option *options)
{
    struct near near;
    struct text text = {0}, safe = {0};
    near_begin(&near, option_name(word));
    for (const struct option *option = options; option->name; option++)
        near_offer(&near, slice_of(option->name));
    text_safe(&safe, slice_of(word));
    text_printf(&text, "unknown option %s", text_string(&safe));
    for (size_t i = 0; i < near.count; i++)
        text_printf(&text, "%s--%.*s", i == 0 ? ": the nearest is " : " or ", SLICE(near.names[i]));
    int status = tool_misused(tool, text_string(&text), NULL);
    text_free(&text);
    text_free(&safe);
    return status;
}

/* optopt is 0 where a long option is unknown, else what the option that was refused gives, or its letter. */
int tool_bad_option(const char *tool, char *const *argv, const char *shorts, const struct option *options)
{
    const char *word = argv[optind > 1 ? optind - 1 : 1];
    char letter[3] = {'-', (char)optopt, 0}, message[96];
    const struct option *option = options;
    if (optopt == 0)
        return unknown_option(tool, word, options);
    while (option->name && option->val != optopt)
        option++;
    bool is_long = option->name && slice_starts(slice_of(word), "--") && (option->has_arg == required_argument || strchr(word, '='));
    if (!is_long)                       /* of a group of letters that is not at its end, the word is the one before it */
        return tool_misused(tool, strchr(shorts, optopt) ? "an argument is missing behind" : "unknown option", letter);
    if (option->has_arg == required_argument)
        snprintf(message, sizeof message, "--%s needs an argument: --%s=ARGUMENT", option->name, option->name);
    else
        snprintf(message, sizeof message, "--%s takes no argument", option->name);
    return tool_misused(tool, message, NULL);
}

int tool_unknown(const char *word)
{
    static const char command[] = "no such file; it is a command of clew: clew -c COMMAND FILE runs it, clew help COMMAND explains it";
    struct near near;
    struct arena arena = {0};
    struct error error;
    near_begin(&near, slice_of(word));
    for (const struct tool *tool = tools; tool->name; tool++)
        near_offer(&near, slice_of(tool->name));
    near_files(&near, word, &arena);
    if (command_is_exact(slice_of(word)))
        error_at(&error, word, 0, 0, "%s", command);
    else
        error_at(&error, word, 0, 0, "no such file, and no tool of that name: %sclew --help lists them", near_words(&near));
    arena_free(&arena);
    return tool_complain(&error);
}
