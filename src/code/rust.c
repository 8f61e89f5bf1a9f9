/* rust.c - types of Rust: the variants of enums, and names as programs of Rust write them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/variable_tables.h"

#include <string.h>

/* ---- Names ---- */

/* Types that everybody knows without their modules. Others keep them, as their names alone are not unique: alloc::rc::Weak and alloc::sync::Weak. */
static const char *const known[] = {"alloc::borrow::Cow", "alloc::boxed::Box", "alloc::collections::binary_heap::BinaryHeap",
        "alloc::collections::btree::map::BTreeMap", "alloc::collections::btree::set::BTreeSet", "alloc::collections::linked_list::LinkedList",
        "alloc::collections::vec_deque::VecDeque", "alloc::rc::Rc", "alloc::string::String", "alloc::sync::Arc", "alloc::vec::Vec", "core::cell::Cell",
        "core::cell::RefCell", "core::marker::PhantomData", "core::ops::range::Range", "core::ops::range::RangeInclusive", "core::option::Option",
        "core::result::Result", "std::collections::hash::map::HashMap", "std::collections::hash::set::HashSet"};
/* What generic types have by default, at their end. */
static const char *const usual[] = {", alloc::alloc::Global", ", std::collections::hash::map::RandomState", ", std::hash::random::RandomState"};

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 0x80;
}

/* The length of the modules in front of a type's name; 0: keep them. */
static size_t modules_of(struct str path)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct str whole = str_of(known[i]);
        bool is = str_starts(path, known[i]) && (path.size == whole.size || !in_word(path.data[whole.size]));
        if (is && !str_starts(str_cut(path, whole.size, SIZE_MAX), "::"))
            return str_find_last_byte(whole, ':') + 1;
    }
    return 0;
}

/* The length of an argument that its type has by default; 0: it is another one. */
static size_t default_of(struct str rest)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        size_t end = strlen(usual[i]);
        if (str_starts(rest, usual[i]) && end < rest.size && (rest.data[end] == '>' || rest.data[end] == ','))
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

/* ---- Variants ---- */

/* Those behind the discriminant; NULL: it has no variants. */
static const struct member_entry *choices_of(const struct variables *tables, uint32_t real, size_t *count)
{
    *count = 0;
    if (real == TYPE_NONE || !type_entry_of(tables, real)->variant_parts)
        return NULL;
    *count = type_entry_of(tables, real)->choice_count;
    return &tables->members[type_entry_of(tables, real)->choices];
}

bool symbols_has_variants(struct symbols *symbols, type_number number, struct variable_part *discriminant)
{
    symbols = symbols_owner(symbols, number);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, number);
    size_t count;
    const struct member_entry *choices = choices_of(tables, real, &count);
    *discriminant = (struct variable_part){.type = TYPE_NONE};
    if (count && choices[0].role == MEMBER_DISCRIMINANT)
        *discriminant = member_part(tables, &choices[0]);
    discriminant->size = discriminant->bits ? 0 : discriminant->size;           /* no compiler uses bit fields for it */
    return choices != NULL;
}

/* Is it the variant with this number? Numbers count as far as the discriminant is wide. */
static bool has_value(const struct member_entry *variant, const uint64_t *number, uint64_t size)
{
    uint64_t mask = size < sizeof *number ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX;
    return variant->role == MEMBER_VARIANT && variant->has_value && ((variant->value[0] ^ number[0]) & mask) == 0 &&
           (size <= sizeof *number || variant->value[1] == number[1]);
}

/* What the variants of a type are to a number. */
struct choosing {
    size_t equal, defaults, others;     /* how many: have it; are the default; clew does not read */
    size_t found, otherwise;            /* the last of those that have it, and of the defaults */
};

static struct choosing choose(const struct member_entry *choices, size_t count, const uint64_t *number, uint64_t size)
{
    struct choosing choosing = {0};
    for (size_t i = 0; i < count; i++) {
        bool is_default = choices[i].role == MEMBER_VARIANT && !choices[i].has_value && !choices[i].obscure;
        bool half = size > sizeof *number && choices[i].value[0] >> 63 && !choices[i].value[1];      /* it may be negative */
        choosing.others += choices[i].role == MEMBER_OTHER || choices[i].obscure || half;
        choosing.defaults += is_default;
        choosing.otherwise = is_default ? i : choosing.otherwise;
        if (number && has_value(&choices[i], number, size)) {
            choosing.equal++;
            choosing.found = i;
        }
    }
    return choosing;
}

enum variant_choice symbols_variant(struct symbols *symbols, type_number type, const uint64_t *number, struct str *name, struct variable_part *part)
{
    symbols = symbols_owner(symbols, type);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, type);
    struct variable_part discriminant;
    size_t count;
    const struct member_entry *choices = choices_of(tables, real, &count);
    if (!symbols_has_variants(symbols, type, &discriminant) || type_entry_of(tables, real)->variant_parts != 1)
        return CHOICE_UNKNOWN;
    struct choosing choosing = choose(choices, count, number, discriminant.size);
    bool is_default = !choosing.equal && choosing.defaults == 1 && !choosing.others && (number || count == 1);
    if (choosing.equal != 1 && !is_default)
        return number && !choosing.equal && !choosing.defaults && !choosing.others ? CHOICE_NONE : CHOICE_UNKNOWN;
    *name = choices[is_default ? choosing.otherwise : choosing.found].name;
    *part = member_part(tables, &choices[is_default ? choosing.otherwise : choosing.found]);
    return name->size ? CHOICE_KNOWN : CHOICE_UNKNOWN;
}

bool symbols_variant_named(struct symbols *symbols, type_number type, struct str name)
{
    symbols = symbols_owner(symbols, type);
    const struct variables *tables = symbols_variable_tables(symbols);
    size_t count;
    const struct member_entry *choices = choices_of(tables, type_resolve(tables, type), &count);
    for (size_t i = 0; i < count; i++)
        if (choices[i].role == MEMBER_VARIANT && str_equal(choices[i].name, name))
            return true;
    return false;
}

/* ---- Types without bytes ---- */

bool type_is_empty(const struct variables *tables, uint32_t real)
{
    enum { DIMENSIONS_MAX = 16 };
    for (unsigned i = 0; i < DIMENSIONS_MAX && real != TYPE_NONE; i++) {
        const struct type_entry *type = type_entry_of(tables, real);
        if (type->sized || (type->rust && type->none))
            return !type->declaration && type->size == 0;
        if (!type->rust || type->kind != ENTRY_ARRAY || !type->count)
            return false;
        real = type_resolve(tables, type_at(tables, type->target));
    }
    return false;
}
