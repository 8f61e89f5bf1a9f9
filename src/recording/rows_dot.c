/* rows_dot.c - the dependences among the rows of an answer, as a graph for graphviz.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An arrow goes from an execution to one it depends upon. The rows of `why` are below their users; those of `deps`, `uses`, `control` and `links` name their
 * relation to the origin. For other rows the arrows are the recorded dependences with both ends in the answer. Other kinds of traces than WET have a graph of
 * their own, whatever the rows (dot.h). */
#include "recording/describe.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_STEP = 64, DEEPEST = 1024 };

struct graph {
    struct session *session;
    FILE *out;
    struct node *nodes;                 /* ascending, once complete */
    size_t count, capacity;
    bool told;                          /* the rows supplied the arrows themselves */
};

/* ---- Writing ---- */

static void write_node(const struct graph *graph, struct node node)
{
    struct text name = {0};
    describe_node(graph->session, node, &name);
    dot_quoted(graph->out, text_str(&name));
    text_free(&name);
}

/* "0x1142#2" [label="0x1142#2" + line break + "max.c:6"]: the break is graphviz's; the text around it is quoted. */
static void declare_node(const struct graph *graph, struct node node)
{
    struct text position = {0}, line = {0};
    struct instruction instruction = program_instruction(wet_of(graph->session)->program, node.index);
    describe_node(graph->session, node, &position);
    if (instruction.file.size) {
        text_safe(&line, str_basename(instruction.file));
        text_printf(&line, ":%" PRIu64, instruction.line);
    }
    fputs("  ", graph->out);
    write_node(graph, node);
    fputs(" [label=", graph->out);
    dot_quoted(graph->out, text_str(&position));
    if (line.size) {
        fputs(" + \"\\n\" + ", graph->out);
        dot_quoted(graph->out, text_str(&line));
    }
    fputs("];\n", graph->out);
    text_free(&position);
    text_free(&line);
}

static void write_edge(const struct graph *graph, struct node user, struct node definer, const char *kind, bool uncertain)
{
    bool control = !strcmp(kind, "control");
    fputs("  ", graph->out);
    write_node(graph, user);
    fputs(" -> ", graph->out);
    write_node(graph, definer);
    fprintf(graph->out, " [label=\"%s%s\"%s];\n", kind, uncertain ? "?" : "", uncertain ? ", style=dotted" : control ? ", style=dashed" : "");
}

/* ---- Nodes ---- */

static int by_node(const void *a, const void *b)
{
    const struct node *one = a, *other = b;
    COMPARE_FIRST(one->index, other->index);
    return COMPARE(one->instance, other->instance);
}

static void add_node(struct graph *graph, struct node node)
{
    graph->nodes = array_grow(graph->nodes, &graph->capacity, graph->count + 1, sizeof *graph->nodes);
    graph->nodes[graph->count++] = node;
}

/* The execution of a row, if it is one. */
static bool node_of_row(struct session *session, const struct row *row, struct node *node)
{
    struct error ignored;
    return row->place.has & PLACE_INSTANCE && position_look(session, &row->place, node, &ignored);
}

static void declare_nodes(struct graph *graph)
{
    size_t kept = 0;
    if (graph->count)
        qsort(graph->nodes, graph->count, sizeof *graph->nodes, by_node);
    for (size_t i = 0; i < graph->count; i++)
        if (kept == 0 || by_node(&graph->nodes[kept - 1], &graph->nodes[i]) != 0)
            graph->nodes[kept++] = graph->nodes[i];
    graph->count = kept;
    for (size_t i = 0; i < graph->count; i++)
        declare_node(graph, graph->nodes[i]);
}

/* ---- Arrows ---- */

static bool has_text(const struct row *row, const char *name, struct text *out)
{
    text_clear(out);
    return row_field_text(row, name, out);
}

static bool is_true(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (!strcmp(row->fields[i].name, name))
            return row->fields[i].kind == FIELD_TRUE;
    return false;
}

/* Takes an arrow from the rows: "depth" of an explanation, "relation" to the origin. `above` are the nodes that the row may be below. */
static void tell_edge(struct graph *graph, const struct rows *rows, const struct row *row, struct node node, struct node *above)
{
    struct node origin;
    struct error ignored;
    struct text word = {0}, kind = {0};
    uint64_t depth = 0;
    if (has_text(row, "depth", &word) && str_decimal(text_str(&word), &depth) && depth < DEEPEST) {
        graph->told = true;
        above[depth] = node;
        if (depth && has_text(row, "link", &kind))
            write_edge(graph, above[depth - 1], node, text_string(&kind), false);
    } else if (rows->of.has && has_text(row, "kind", &kind) && position_look(graph->session, &rows->of, &origin, &ignored)) {
        bool user = has_text(row, "relation", &word) ? !strcmp(text_string(&word), "user") : rows->users;
        graph->told = true;
        write_edge(graph, user ? node : origin, user ? origin : node, text_string(&kind), is_true(row, "uncertain"));
    }
    text_free(&word);
    text_free(&kind);
}

static bool walk_rows(struct graph *graph, const struct rows *rows, bool edges, const struct progress *progress)
{
    struct row row = {0};
    struct node node, origin = {0}, *above = memory_allocate(DEEPEST * sizeof *above);
    struct error ignored;
    bool done = true, has_origin = rows->of.has && position_look(graph->session, &rows->of, &origin, &ignored);
    if (has_origin && !edges)
        add_node(graph, origin);
    for (uint64_t i = 0; done && i < rows->count && rows_get(rows, i, &row); i++) {
        done = i % LOOK_STEP != LOOK_STEP - 1 || progress_report(progress, i, rows->count);
        if (!node_of_row(graph->session, &row, &node))
            continue;
        if (edges)
            tell_edge(graph, rows, &row, node, above);
        else
            add_node(graph, node);
    }
    free(above);
    row_free(&row);
    return done;
}

/* The recorded dependences among the nodes. */
static bool write_recorded(const struct graph *graph, const struct progress *progress)
{
    static const char *const names[LINK_KINDS] = {"control", "data", "dependence"};
    struct links links = {0};
    bool done = true;
    for (size_t i = 0; done && i < graph->count; i++) {
        links.count = 0;
        done = store_definers(wet_of(graph->session)->store, graph->nodes[i], progress, &links);
        done = done && (i % LOOK_STEP != LOOK_STEP - 1 || progress_report(progress, i, graph->count));
        for (size_t k = 0; done && k < links.count; k++) {
            const struct link *link = &links.items[k];
            if (bsearch(&link->node, graph->nodes, graph->count, sizeof *graph->nodes, by_node))
                write_edge(graph, graph->nodes[i], link->node, names[link->kind], link->uncertain);
        }
    }
    links_free(&links);
    return done;
}

bool wet_rows_dot(struct session *session, const struct rows *rows, FILE *out, const struct progress *progress, struct error *error)
{
    struct graph graph = {.session = session, .out = out};
    bool done = walk_rows(&graph, rows, false, progress);
    if (done && !graph.count)
        return error_set(error, "no row of this list is an execution: `export dot` draws dependences between executions");
    fputs("digraph dependences {\n  node [shape=box, fontname=monospace];\n", out);
    declare_nodes(&graph);
    done = done && walk_rows(&graph, rows, true, progress) && (graph.told || write_recorded(&graph, progress));
    fputs("}\n", out);
    free(graph.nodes);
    return done || error_set(error, "interrupted: nothing was written");
}
