/* dot.c - a function's control-flow graph as text for graphviz, with what ran.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/dot.h"

#include <inttypes.h>

static void write_escaped(FILE *out, struct slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"' || text.data[i] == '\\')
            putc('\\', out);
        putc(text.data[i], out);
    }
}

void dot_quoted(FILE *out, struct slice text)
{
    putc('"', out);
    write_escaped(out, text);
    putc('"', out);
}

/* Each line made safe; between them graphviz's own sign for the end of one, which begins the next at the left. */
static void write_lines(FILE *out, struct slice lines)
{
    struct slice rest = lines, line;
    struct text safe = {0};
    putc('"', out);
    while (slice_line(&rest, &line)) {
        text_clear(&safe);
        text_safe(&safe, line);
        write_escaped(out, text_slice(&safe));
        fputs("\\l", out);
    }
    putc('"', out);
    text_free(&safe);
}

static const char *style_of(enum dot_state state)
{
    return state == DOT_RAN ? "penwidth=2.5" : state == DOT_NOT ? "style=dashed" : "style=dotted";
}

void dot_begin(FILE *out, struct slice title)
{
    fputs("digraph function {\n  node [shape=box, fontname=monospace];\n  labelloc=t;\n  labeljust=l;\n  label=", out);
    write_lines(out, title);
    fputs(";\n", out);
}

void dot_block(FILE *out, uint64_t number, enum dot_state state, bool here, struct slice label)
{
    fprintf(out, "  b%" PRIu64 " [label=", number);
    write_lines(out, label);
    fprintf(out, ", %s%s];\n", style_of(state), here ? ", peripheries=2" : "");
}

void dot_edge(FILE *out, uint64_t from, uint64_t to, enum dot_state state, struct slice label)
{
    fprintf(out, "  b%" PRIu64 " -> b%" PRIu64 " [%s", from, to, style_of(state));
    if (label.size) {
        fputs(", label=", out);
        dot_quoted(out, label);
    }
    fputs("];\n", out);
}

void dot_end(FILE *out)
{
    fputs("}\n", out);
}
