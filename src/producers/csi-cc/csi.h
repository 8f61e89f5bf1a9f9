/* csi.h - shared declarations of csi-cc: options, schema, path graph, instrumentation.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * csi-cc is a compiler driver (driver.c): clang compiles to bitcode, csi-cc changes the bitcode (instrument.c), and clang turns it into
 * code. A program built with it keeps, in variables of each frame, the paths that frame took and the calls it made (clew-formats(5)).
 *
 *     main.c        options                         schema.c      which function gets which mechanisms
 *     driver.c      clang's jobs, one by one        instrument.c  one module: variants, mechanisms, sections
 *     paths.c       numbering, without LLVM         trace.c       PT: turns the numbers into code and metadata
 *     variants.c    copies and their dispatcher     coverage.c    CC, BBC, FC
 *     shape.c       edges and landing pads          variables.c   the variables that a debugger sees
 *     probes.c      which blocks need a probe       text.c        text and memory
 *
 * It links LLVM and nothing of clew. It never frees memory: the process ends with the module. Without memory it ends at once. */
#ifndef CSI_CC_CSI_H
#define CSI_CC_CSI_H

#include <llvm-c/Types.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Text and memory (text.c) ---- */

struct buffer {                     /* a NUL ends the data once something was added */
    char *data;
    size_t size, capacity;
};

void *memory_get(size_t count, size_t size);                        /* zeroed */
void *memory_grow(void *data, size_t *capacity, size_t wanted, size_t size);    /* at least `wanted` elements; the new ones zeroed */
void buffer_add(struct buffer *buffer, const char *data, size_t size);
void buffer_print(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *text_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes a line "csi-cc: ..." to standard error, with control characters replaced. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- Schema (schema.c): clew-csi-cc(1) has the grammar ---- */

/* A set of mechanisms; the bits are in alphabetical order, as the names of variants are. */
enum { MECHANISM_BBC = 1, MECHANISM_CC = 2, MECHANISM_FC = 4, MECHANISM_PT = 8, MECHANISM_SETS = 16 };

struct rule {
    char *pattern;                          /* a function's symbol, or "*" */
    unsigned char sets[MECHANISM_SETS];     /* without duplicates, in the order of set_before */
    unsigned count;
};

struct schema {
    struct rule *rules;
    size_t count, capacity;
};

/* Reads rules. False: *message says what is wrong, and in which line. */
bool schema_read(struct schema *schema, const char *text, size_t size, char **message);

/* `word`: a file, the name of a built-in schema (cc_pt.schema), "-" for standard input, or the rules themselves. */
bool schema_open(struct schema *schema, const char *word, char **message);

/* The first rule that names the function; NULL: none does. */
const struct rule *schema_find(const struct schema *schema, const char *function);

/* {} before {BBC} before {BBC,CC} before {CC}: compares them as lists of names. This order numbers the variants. */
bool set_before(unsigned left, unsigned right);
void set_add(struct rule *rule, unsigned set);

/* "$CC$PT", "$none". */
void set_name(unsigned set, struct buffer *name);

/* ---- Options ---- */

struct csi_options {
    struct schema schema;
    uint64_t array_size;            /* slots of the path array, at least 1 */
    uint64_t path_limit;            /* functions with more paths are not traced */
    unsigned level;                 /* 0: probes everywhere; 1: one call in each block; 2: and none where dominance gives the answer */
    bool filter;                    /* leave out useless probes: clew-csi-cc(1), "What is left out" */
    bool silent;
    bool documented_names;          /* __PT_pathArr instead of __PT_counter_arr; __CC_arr_f instead of __CC_arr_FILE_f, unless f is static */
    bool completed;                 /* BBC: set a block's bit at its end instead of at its start */
    bool labels;                    /* a symbol csi_block.ID.FUNCTION at the start of each traced block: for tests */
    bool complete;                  /* level 2 may assume that the program ends normally */
};

/* ---- The driver ---- */

/* Compiles as clang would with these arguments, and instruments everything that becomes code. Returns the exit status. Ignores arguments[0].
 * Works in a separate process, so that temporary files go away whatever happens. */
int driver_run(const struct csi_options *options, char *const *arguments, size_t count);

/* Replaces this process by clang; returns only if that fails. */
int driver_become_clang(char *const *arguments, size_t count);

/* ---- Instrumentation ---- */

/* Reads bitcode, instruments it, writes bitcode. False: a message was printed. */
bool instrument_file(const struct csi_options *options, const char *input, const char *output);

struct module {                     /* the current module */
    const struct csi_options *options;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMDIBuilderRef debug;
    LLVMMetadataRef unit;           /* the compile unit of the coverage globals */
    LLVMMetadataRef path_type, path_array_type;
    LLVMTypeRef i8, i32, i64, pointer;
    LLVMValueRef barrier;           /* an empty assembler statement that memory accesses cannot cross */
    LLVMTypeRef barrier_type;
    unsigned record_kind;           /* metadata kind that marks the places where a path is recorded */
    uint32_t next_id;               /* of the next block in .debug_PT */
    struct buffer sections;         /* assembler text */
};

struct function {                   /* the current function */
    LLVMValueRef value;
    LLVMMetadataRef subprogram;
    const char *name;
    unsigned mechanisms;
    bool one_path;                  /* PT is requested, but the function is one straight line: metadata, no variables */
};

bool is_probe_target(LLVMValueRef call);        /* a call that returns here, neither intrinsic nor assembler */
void warn(const struct module *module, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* variants.c. Gives each function its mechanisms; if it has several sets, makes copies and a dispatcher. Returns the functions to
 * instrument. Calls variables_begin as soon as the copies are made. */
struct function *variants_make(struct module *module, size_t *count);

/* coverage.c, trace.c: one mechanism each. Coverage must come first, as tracing cuts edges. */
void coverage_functions(struct module *module, const struct function *function);
void coverage_calls(struct module *module, const struct function *function);
void coverage_blocks(struct module *module, const struct function *function);
void trace_function(struct module *module, const struct function *function);
/* For a straight line writes the metadata alone: its only path needs no variables. */
void trace_straight_line(struct module *module, const struct function *function);

/* probes.c. Finds blocks whose probes also answer for the others. On entry wanted[i]: is the answer for block i needed? On return: does it need a probe? */
void probes_reduce(LLVMValueRef function, bool *wanted, bool complete);

/* ---- Shape of functions (shape.c) ---- */

/* Gives every invoke its own landing pad, so that no edge to a landing pad is critical. */
void shape_landing_pads(struct module *module, LLVMValueRef function);

/* Puts a new block on the edge, with nothing but a branch, and corrects the target's phis. The terminator must not be an indirect jump. */
LLVMBasicBlockRef shape_cut_edge(struct module *module, LLVMBasicBlockRef source, unsigned successor);

/* The first and last places for new code: after phis and landing pad; before the terminator (or the musttail call before it). */
LLVMValueRef shape_block_start(LLVMBasicBlockRef block);
LLVMValueRef shape_block_end(LLVMBasicBlockRef block);

/* Moves the builder before the instruction, without a source line. */
void shape_at(struct module *module, LLVMValueRef instruction);
void shape_barrier(struct module *module);
LLVMValueRef shape_store(struct module *module, LLVMValueRef value, LLVMValueRef address);  /* volatile */

/* ---- Variables for a debugger (variables.c) ---- */

void variables_begin(struct module *module);
void variables_end(struct module *module);
void variables_local(struct module *module, const struct function *function, LLVMValueRef storage, const char *name, LLVMMetadataRef type,
                     LLVMValueRef before);
LLVMMetadataRef variables_array(struct module *module, LLVMMetadataRef element, uint64_t count, unsigned bits);

/* Makes or finds the coverage global of a function. kind: "CC", "BBC" or "FC"; elements 0: a single boolean. Its linkage follows the
 * function's. */
LLVMValueRef variables_global(struct module *module, const struct function *function, const char *kind, uint64_t elements);
LLVMMetadataRef variables_boolean(struct module *module, const char *kind);

LLVMValueRef variables_selector(struct module *module, const struct function *function, unsigned value);   /* __CSI_inst_... */

/* Appends the lines of a block as the metadata has them, "|5|5|-1" or "|NULL". */
void variables_lines(const struct module *module, LLVMBasicBlockRef block, struct buffer *text);

/* Makes a unique name: prefix ("__CSI_inst_"), source file name with '_' for all but letters and digits, '_', function name up to the first '$'. */
char *variables_unique(const struct function *function, const char *prefix);

/* Adds metadata to a section. If the linker drops the function, it drops its metadata too. */
void variables_section(struct module *module, const struct function *function, const char *section, const struct buffer *text);

/* ---- Path numbering (paths.c) ---- */

enum edge_kind { EDGE_NORMAL, EDGE_BACK, EDGE_SPLIT, EDGE_PHONY };

enum { NODE_ENTRY, NODE_EXIT, NODE_NONE = UINT32_MAX };

struct path_edge {
    uint32_t source, target;
    uint32_t successor;             /* index among the terminator's successors */
    uint32_t next_out, next_in;     /* lists, in order; NODE_NONE ends them */
    uint32_t root, exit;            /* back or split edge: the phony edges that replace it */
    uint64_t weight, increment;
    enum edge_kind kind;
    bool start;                     /* the sum starts here: the code sets it instead of adding to it */
    bool record;                    /* the path ends here */
    bool placed;                    /* its code exists */
};

struct path_node {
    LLVMBasicBlockRef block;        /* NULL: exit */
    uint64_t paths;                 /* number of paths from here to exit; 0: not known yet */
    uint32_t first_out, last_out, first_in, last_in, outs, ins;
    uint32_t waiting;               /* out-edges whose target has no number yet */
    unsigned char colour;
};

struct path_graph {                 /* nodes[NODE_ENTRY] and nodes[NODE_EXIT] always exist */
    struct path_node *nodes;
    struct path_edge *edges;
    size_t nodes_capacity, edges_capacity;
    uint32_t node_count, edge_count;
    uint32_t closing;               /* the edge from exit to entry */
};

uint32_t graph_node(struct path_graph *graph, LLVMBasicBlockRef block);
uint32_t graph_edge(struct path_graph *graph, uint32_t source, uint32_t target, uint32_t successor, enum edge_kind kind);

/* Adds a back edge with the phony edges that replace it. */
void graph_back_edge(struct path_graph *graph, uint32_t source, uint32_t target, uint32_t successor);

/* Numbers the paths and places increments and records: Ball and Larus, "Efficient Path Profiling", MICRO 1996, figures 5 and 8, but without
 * the spanning tree: increments are weights, as in csi-cc's metadata. Cuts the edges of a block like back edges if more than 2^62-1 paths
 * start there. Afterwards ins and outs do not count phony edges. Returns the number of paths. O(blocks + edges). */
uint64_t graph_number(struct path_graph *graph);

#endif
