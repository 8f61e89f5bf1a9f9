/* tool_aec.c - clew aec: a schema as a C program.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/stream.h"
#include "tools/tools.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "Usage: clew aec [-o OUT.c] EXE [SCHEMA...]   write the C program that regenerates the traces of EXE\n"
    "       clew aec --header [-o OUT.h]          write the header for those who call ae_recreate()\n\n"
    "Without SCHEMA it is looked for beside EXE. Without -o the text goes to standard output.\n"
    "See ae_recreate(3).\n";

static int write_out(const char *path, struct slice text)
{
    struct error error;
    FILE *out = path ? fopen(path, "wb") : stdout;
    bool written = out && fwrite(text.data, 1, text.size, out) == text.size;
    written = out && (path ? fclose(out) : fflush(out)) == 0 && written;
    if (written)
        return TOOL_DONE;
    error_at(&error, path ? path : "standard output", 0, 0, "cannot write: %s", strerror(errno));
    return tool_complain(&error);
}

/* A program without a schema lacks that; what is no program is told first. */
static int complain_of_program(const char *path, struct error *error)
{
    struct error other;
    error_at(&other, path, 0, 0, "is no program");
    size_t said = strlen(other.message);
    command_add_kind(path, (const char *const[]){"elf", NULL}, &other);
    return tool_complain(strlen(other.message) > said ? &other : error);
}

static int compile(const char *const *paths, size_t count, struct text *text)
{
    struct ae_input input;
    struct error error;
    if (!ae_input_open_program(paths[0], paths + 1, count - 1, &input, &error))
        return complain_of_program(paths[0], &error);
    schema_compile(input.program, text);
    ae_input_close(&input);
    return TOOL_DONE;
}

int tool_aec(int argc, char **argv)
{
    static const struct option options[] = {{"output", required_argument, NULL, 'o'}, {"header", no_argument, NULL, 'H'}, {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    const char *path = NULL;
    bool header = false;
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            return TOOL_DONE;
        }
        if (option == '?')
            return tool_bad_option("aec", argv, "o:h", options);
        if (option == 'o')
            path = optarg;
        header = header || option == 'H';
    }
    if (header != (optind == argc))
        return tool_misused("aec", header ? "--header takes no files" : "expected EXE [SCHEMA...]", NULL);
    struct text text = {0};
    int status = TOOL_DONE;
    if (header)
        schema_compile_header(&text);
    else
        status = compile((const char *const *)argv + optind, (size_t)(argc - optind), &text);
    if (status == TOOL_DONE)
        status = write_out(path, text_slice(&text));
    text_free(&text);
    return status;
}
