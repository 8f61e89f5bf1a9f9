/* containers.h - the rules by which clew shows std::string, std::vector, std::map, Vec of Rust and others.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule is data (the name of a template of namespace std, the paths of the members it reads, what else differs) and a function that several rules share. For
 * each template libstdc++ and libc++ have a rule of their own, older layouts one more; the first whose paths exist is taken. A rule writes what gdb's printers
 * of libstdc++ write:
 *
 *     "milk"                                                    string, string_view; L"..." and others by their characters
 *     std::vector of length 3, capacity 4 = {1, 2, 3}
 *     std::map with 2 elements = {["a"] = 1, ["b"] = 2}
 *     std::unique_ptr<int> = {get() = 0x44c5c0}
 *
 * Rules compute from bytes alone. They never run code of the program. They check whatever the layout promises: ends behind begins, lengths within capacities,
 * counts, links that lead back, flags of 0 or 1. If one promise is broken (before the constructor ran, or after a wild store), clew shows the members instead,
 * and why. */
#ifndef CLEW_RECORDING_CONTAINERS_H
#define CLEW_RECORDING_CONTAINERS_H

#include "recording/shape.h"

enum container_told {
    CONTAINER_TOLD,
    CONTAINER_UNKNOWN,                  /* a member that it needs is unknown */
    CONTAINER_WRONG,                    /* members contradict each other; struct container, why */
    CONTAINER_FOREIGN                   /* the layout is another one: the next rule */
};

enum { CONTAINER_PATHS = 5 };

/* ---- Elements for expressions ----
 *
 * v[0], m["x"], v.size(), *p: a rule that has a wish checks the same promises, and then finds one element instead of writing all of them. */
enum container_wanted {
    WANT_COUNT, WANT_ELEMENT,           /* how many; number `index`, UINT64_MAX the last */
    WANT_ROW,                           /* where the first of elements in a row lies, or would lie */
    WANT_TARGET                         /* what a smart pointer or an optional holds */
};
struct container_wish {
    enum container_wanted want;
    uint64_t index;
    bool negative;                      /* `index` is a negative number, in two's complement */
    bool has_key, is_text;              /* ELEMENT of a container with keys: the one whose key is `index` or, is_text, the string `key` */
    struct str key;                     /* as rules write it: "\"x\"" */
    bool found;
    uint64_t address;                   /* found: where it lies, and its type */
    type_number type;
    bool has_count;
    uint64_t count;
    bool cut;                           /* a key is unknown: the element may be there */
    const char *lacks;                  /* why there is no such element, if not for their number: "has no element with this key" */
    const char *why;                    /* of CONTAINER_WRONG */
};

struct container;

enum container_trait {                  /* what its type has besides elements */
    CONTAINER_TEXT = 1,                 /* is a text */
    CONTAINER_OWNS = 2,                 /* Rc, Arc: members of what it holds are found through it */
    CONTAINER_ROW = 4,                  /* .as_ptr() */
    CONTAINER_FIRST = 8,                /* .first(), .last() */
    CONTAINER_FRONT = 16                /* .front(), .back() */
};

struct container_rule {
    const char *name;                   /* of the template, without namespaces; of Rust: with modules */
    enum container_told (*tell)(struct container *container);
    const char *paths[CONTAINER_PATHS]; /* "_M_impl._M_start"; which is which, the function says */
    bool keyed;                         /* elements are key and value */
    unsigned number;                    /* a number of the layout; the function says which */
    unsigned traits;                    /* of enum container_trait; those of functions only for Rust */
};

/* One value that a rule is about to write. */
struct container {
    struct shaping *shape;
    const struct shape_object *object;
    const struct container_rule *rule;
    struct str shown;                   /* "std::vector" */
    struct text *out;
    const char *why;                    /* of CONTAINER_WRONG: "its end lies before its begin" */
    struct container_wish *wish;        /* NULL: write it */
};

extern const struct container_rule containers_gnu[], containers_llvm[], containers_rust[];       /* the last has a null name */

/* The first rule for a type of this name. NULL: there is none. */
const struct container_rule *container_rule_of(struct symbols *symbols, type_number type);

/* Looks for what is wished. FOREIGN: no rule is for this type. Cost: as writing it up to there. */
enum container_told container_wished(struct shaping *shape, const struct shape_object *object, struct container_wish *wish);

/* ---- What rules share ---- */

/* Notes for a wish how many elements there are. True: it wishes one by number, which exists: *index. */
bool container_index(struct container *container, uint64_t count, uint64_t *index);
/* For a wish: the elements lie in a row. False: there is none. */
bool container_row(struct container *container, uint64_t address, type_number type, uint64_t size, uint64_t count);

/* For a wish: so many elements lie in blocks, whose addresses lie at `map`, the first one at number `first` of the first block. */
enum container_told container_in_blocks(struct container *container, uint64_t map, uint64_t first, uint64_t in_block, uint64_t size, type_number type, uint64_t count);
/* For a wish: looks in the container that this one wraps. */
enum container_told container_inner(struct container *container, const struct shape_object *wrapped);

enum container_told container_wrong(struct container *container, const char *why);

/* The member at a path ("_M_impl._M_start") of an object, also in base classes. False: there is none. */
bool container_member(const struct container *container, const struct shape_object *object, const char *path, struct shape_object *member);
bool container_part(const struct container *container, unsigned path, struct shape_object *member);         /* at one of the rule's paths */
/* The numbers at the rule's first `count` paths. Anything but TOLD: one is unknown, or does not exist. */
enum container_told container_numbers(const struct container *container, unsigned count, uint64_t *numbers);

/* A type that the template was made with. False: DWARF does not say it, or its size. */
bool container_type(const struct container *container, const struct shape_object *object, size_t index, type_number *type, uint64_t *size);
/* "std::vector of length 3, capacity 4", the shown name first. */
void container_head(struct container *container, const char *format, ...) FORMATTED(2, 3);
void container_with(struct container *container, uint64_t count);             /* "std::map with 1 element" */

/* "std::unique_ptr<int>": the first type only, as gdb's printers do. False: DWARF does not say it. */
bool container_head_type(struct container *container);

/* May `count` objects of this size begin at an address? */
bool container_fits(uint64_t address, uint64_t count, uint64_t size);

/* " = {1, 2, 3}" for so many objects in a row; nothing for none. */
void container_elements(struct container *container, uint64_t address, type_number type, uint64_t count);

/* "std::vector<bool> of length 2, capacity 64 = {true, false}": bits at an address. */
bool container_is_bits(const struct container *container);                    /* was the template made with bool? */
void container_bits(struct container *container, uint64_t address, uint64_t length, uint64_t capacity);

/* A text of this kind, for the type of its bytes. */
enum container_told container_text(struct container *container, enum shape_characters kind, uint64_t address, type_number character, uint64_t count, bool ends);
/* A string of so many characters at an address. ends: what follows them must be 0, if known. */
enum container_told container_string(struct container *container, uint64_t address, type_number character, uint64_t count, bool ends);

/* For types of Rust: the name by which rules are found, "str" and "slice" for pointers with a length; shown: receives the name to show. pointer: it is a
 * pointer. Null: there is no rule. */
struct str container_rust_name(struct str scoped, bool pointer, struct text *shown);

/* " = {NAME = value}" */
void container_single(struct container *container, const char *name, const struct shape_object *value);

/* Nodes in memory, each with a value, or with a key and a value, which lie as in std::pair. */
struct container_nodes {
    uint64_t next, previous, parent, left, right;       /* offsets of links in a node */
    bool checks_back;                   /* of a chain: nodes have the link `previous` */
    uint64_t value;                     /* offset of the value, or of the key */
    type_number type;                   /* its type; with keys, that of the value */
    uint64_t size;                      /* of a node up to the end of the value */
    bool keyed;                         /* ["key"] = value; else [0] = value */
    type_number key;
    uint64_t key_size, behind_key;      /* behind_key: offset of the value in a node */
    uint64_t head;                      /* the address of the node that is the container's own, where the walk ends; 0: at a null link */
    uint64_t first, count;              /* the first node, or a tree's root; UINT64_MAX: their number is not recorded */
    uint64_t leftmost;                  /* of a tree */
    bool bare;                          /* without [0] = */
};
/* Finds the types and offsets of what nodes have behind links that end at `behind`: what the container was made with. False: DWARF does not say. */
bool container_node(const struct container *container, uint64_t behind, bool keyed, struct container_nodes *nodes);
enum container_told container_chain(struct container *container, const struct container_nodes *nodes);
enum container_told container_tree(struct container *container, const struct container_nodes *nodes);
/* For other walks, which read the keys and values: adds entry `number`, or looks whether it is the wished one; then the list has no room left. Of the nodes
 * only the count, the types and whether they are keyed and bare matter. For a wish the value's bytes need not be read. */
void container_entry(struct container *container, const struct container_nodes *nodes, const struct shape_object *key, const struct shape_object *value, uint64_t number,
                     struct shape_list *list);
/* Ends the list and the wish behind `walked` of `count` entries. unknown: at bytes that are. */
void container_visited(struct container *container, struct shape_list *list, uint64_t walked, uint64_t count, bool unknown);

/* containers_rust_maps.c */
enum container_told container_rust_hash(struct container *container);
enum container_told container_rust_btree(struct container *container);

#endif
