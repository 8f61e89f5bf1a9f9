/* rust_names.c - names of Rust's types as programs of Rust write them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/variable_tables.h"

#include <string.h>

/* Modules whose types mean the same without them: those that every module knows (the prelude), and collections, which have one meaning. */
static const char *const modules[] = {"alloc::borrow::", "alloc::boxed::", "alloc::collections::binary_heap::", "alloc::collections::btree::map::",
        "alloc::collections::btree::set::", "alloc::collections::linked_list::", "alloc::collections::vec_deque::", "alloc::rc::", "alloc::string::",
        "alloc::sync::", "alloc::vec::", "core::cell::", "core::marker::", "core::ops::range::", "core::option::", "core::result::",
        "std::collections::hash::map::", "std::collections::hash::set::"};
/* What generic types have by default, at their end. */
static const char *const defaults[] = {", alloc::alloc::Global", ", std::collections::hash::map::RandomState", ", std::hash::random::RandomState"};

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 0x80;
}

/* The length of the modules in front of a type's name; 0: keep them. */
static size_t modules_of(struct str path)
{
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        if (!str_starts(path, modules[i]))
            continue;
        size_t end = strlen(modules[i]), begin = end;
        while (end < path.size && in_word(path.data[end]))
            end++;
        return end > begin && !str_starts(str_cut(path, end, SIZE_MAX), "::") ? begin : 0;
    }
    return 0;
}

/* The length of an argument that its type has by default; 0: it is another one. */
static size_t default_of(struct str rest)
{
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        size_t end = strlen(defaults[i]);
        if (str_starts(rest, defaults[i]) && end < rest.size && (rest.data[end] == '>' || rest.data[end] == ','))
            return end;
    }
    return 0;
}

void rust_name_brief(struct str name, struct text *out)
{
    size_t kept = 0;                    /* all before is written */
    for (size_t i = 0; i < name.size;) {
        struct str rest = str_cut(name, i, SIZE_MAX);
        bool begins = i == 0 || (!in_word(name.data[i - 1]) && name.data[i - 1] != ':');
        size_t left_out = name.data[i] == ',' ? default_of(rest) : begins ? modules_of(rest) : 0;
        if (left_out) {
            text_safe(out, str_cut(name, kept, i - kept));
            kept = i + left_out;
        }
        i += left_out ? left_out : 1;
    }
    text_safe(out, str_cut(name, kept, SIZE_MAX));
}
