/* test_variables.c - variables, their locations and types, in programs from two compilers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/test_symbols_programs.h"

static const char source[] =
    "struct node { struct node *next; int v[3]; unsigned flag : 3, other : 5; union { char c; double d; }; };\n"
    "static int counter = 3;\n"
    "const char *names[2] = {\"a\", \"b\"};\n"
    "__thread int own;\n"
    "enum color { RED, GREEN, BELOW = -7 };\n"
    "typedef unsigned long size;\n"
    "int inner(struct node *p, int k)\n"
    "{\n"
    "    static int calls;\n"
    "    int m[2][3] = {{k}};\n"
    "    for (int i = 0; i < 3; i++) {\n"
    "        int counter = p->v[i] * k;\n"
    "        m[1][i] = counter;\n"
    "    }\n"
    "    calls++;\n"
    "    return m[1][2] + calls;\n"
    "}\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    struct node n = {0, {1, 2, 3}, 1, 2, {'x'}};\n"
    "    size s = (size)argc;\n"
    "    enum color c = GREEN;\n"
    "    counter += inner(&n, argc + own);\n"
    "    return counter + (int)s + c + (argv[0] == names[0]);\n"
    "}\n"
    "const char *name(int k) { return names[k]; }\n"
    "void nothing(void) { counter++; }\n";

static uint64_t line_address(struct symbols *symbols, uint64_t line)
{
    uint64_t *addresses, found = 0;
    size_t count = symbols_line_addresses(symbols, str_of("program.c"), line, &addresses);
    if (count)
        found = addresses[0];
    free(addresses);
    assert_true(found);
    return found;
}

static struct variable variable_at(struct symbols *symbols, uint64_t line, const char *name)
{
    struct variable variable;
    bool several;
    if (!symbols_variable(symbols, line_address(symbols, line), str_of(name), &variable, &several))
        fail_msg("no variable %s on line %d", name, (int)line);
    assert_false(several);
    return variable;
}

static void assert_type(struct symbols *symbols, struct variable variable, const char *expected, uint64_t size)
{
    struct text text = {0};
    symbols_type_text(symbols, variable.type, &text);
    assert_string_equal(text_string(&text), expected);
    assert_int_equal(variable.size, size);
    text_free(&text);
}

static struct symbols *built(const char *compiler, const char *level, const char *dwarf)
{
    struct symbols *symbols;
    struct error error;
    write_file("program.c", source);
    char *command[] = {(char *)(uintptr_t)compiler, "-w", "-no-pie", (char *)(uintptr_t)level, (char *)(uintptr_t)dwarf, "-o", "program", "program.c", NULL};
    run(command);
    if (!symbols_open("program", &symbols, &error))
        fail_msg("%s", error.message);
    return symbols;
}

static bool has_compiler(const char *name)
{
    char command[64];
    snprintf(command, sizeof command, "command -v %s >/dev/null", name);
    return system(command) == 0;
}

static void check_places(struct symbols *symbols)
{
    uint64_t counter, size, offset;
    struct variable variable, k = variable_at(symbols, 12, "k"), i = variable_at(symbols, 13, "i");
    assert_true(symbols_value(symbols, str_of("counter"), &counter, &size));
    assert_int_equal(variable_at(symbols, 23, "counter").place, VARIABLE_STATIC);
    assert_int_equal(variable_at(symbols, 23, "counter").address, counter);
    variable = variable_at(symbols, 13, "counter");             /* the inner one hides it */
    assert_int_equal(variable.place, VARIABLE_FRAME);
    assert_int_equal(variable.kind, VARIABLE_LOCAL);
    assert_int_equal(k.place, VARIABLE_FRAME);
    assert_int_equal(k.kind, VARIABLE_PARAMETER);
    assert_true(k.offset < -16 && i.offset < -16 && i.offset != k.offset);
    uint64_t body = line_address(symbols, 13), loop = line_address(symbols, 11), after = line_address(symbols, 15), elsewhere = line_address(symbols, 23);
    assert_true(symbols_block_holds(symbols, after, body) && symbols_block_holds(symbols, loop, body) && symbols_block_holds(symbols, after, loop));
    assert_false(symbols_block_holds(symbols, body, loop) || symbols_block_holds(symbols, loop, after) || symbols_block_holds(symbols, after, elsewhere));
    assert_true(symbols_variable_in_frame(symbols, line_address(symbols, 13), k.offset + 2, &variable, &offset));
    assert_int_equal(offset, 2);
    assert_string_equal("k", (assert_int_equal(variable.name.size, 1), variable.name.data[0] == 'k' ? "k" : "?"));
    assert_int_equal(variable_at(symbols, 16, "i").scope, i.scope);       /* of a block that has ended: it is the function's only one */
    assert_int_equal(variable_at(symbols, 16, "calls").kind, VARIABLE_LOCAL_STATIC);
    assert_int_equal(variable_at(symbols, 23, "own").place, VARIABLE_THREAD);
    assert_true(symbols_variable_at(symbols, counter + 1, &variable, &offset));
    assert_int_equal(offset, 1);
    assert_int_equal(variable.size, 4);
}

static void check_types(struct symbols *symbols)
{
    assert_type(symbols, variable_at(symbols, 12, "p"), "struct node *", 8);
    assert_type(symbols, variable_at(symbols, 12, "m"), "int [2][3]", 24);
    assert_type(symbols, variable_at(symbols, 23, "s"), "size", 8);
    assert_type(symbols, variable_at(symbols, 23, "c"), "enum color", 4);
    assert_type(symbols, variable_at(symbols, 23, "argv"), "char **", 8);
    assert_type(symbols, variable_at(symbols, 23, "n"), "struct node", 32);
    assert_type(symbols, variable_at(symbols, 23, "names"), "const char * [2]", 16);
}

/* The return type of the function at a line. */
static void assert_returns(struct symbols *symbols, uint64_t line, const char *expected)
{
    struct text text = {0};
    type_number type;
    assert_true(symbols_return_type(symbols, line_address(symbols, line), &type));
    symbols_type_text(symbols, type, &text);
    assert_string_equal(text_string(&text), expected);
    assert_int_equal(type == TYPE_NONE, strcmp(expected, "void") == 0);
    text_free(&text);
}

static void check_returns(struct symbols *symbols)
{
    type_number type;
    assert_returns(symbols, 12, "int");
    assert_returns(symbols, 23, "int");
    assert_returns(symbols, 26, "const char *");
    assert_returns(symbols, 27, "void");
    assert_false(symbols_return_type(symbols, 0, &type));
}

static void check_entries(struct symbols *symbols)
{
    uint64_t address = line_address(symbols, 23), entry;
    size_t index;
    assert_true(symbols_function_at(symbols, address, &index));
    assert_true(symbols_function(symbols, index).address < address);
    assert_true(symbols_function_entry(symbols, address, &entry));
    assert_int_equal(entry, symbols_function(symbols, index).address);
    assert_true(symbols_function_entry(symbols, entry, &entry));
    assert_int_equal(entry, symbols_function(symbols, index).address);
    assert_false(symbols_function_entry(symbols, 0, &entry));
}

static void check_enumerators(struct symbols *symbols)
{
    type_number color = variable_at(symbols, 23, "c").type;
    struct str name;
    uint64_t value;
    struct type type;
    assert_true(symbols_enumerator(symbols, color, 0, &name, &value) && str_is(name, "RED") && value == 0);
    assert_true(symbols_enumerator(symbols, color, 1, &name, &value) && str_is(name, "GREEN") && value == 1);
    assert_true(symbols_enumerator(symbols, color, 2, &name, &value) && str_is(name, "BELOW") && (int64_t)value == -7);
    assert_false(symbols_enumerator(symbols, color, 3, &name, &value));
    assert_false(symbols_enumerator(symbols, variable_at(symbols, 23, "n").type, 0, &name, &value));
    assert_true(symbols_type(symbols, color, &type) && type.is_signed);
    assert_true(symbols_type(symbols, variable_at(symbols, 23, "s").type, &type) && !type.is_signed);
}

static void check_parts(struct symbols *symbols)
{
    struct variable n = variable_at(symbols, 23, "n"), m = variable_at(symbols, 12, "m");
    struct variable_part part = {.type = n.type};
    struct text text = {0};
    struct error error;
    assert_true(symbols_member(symbols, &part, str_of("v"), &error) && symbols_element(symbols, &part, 2, &error));
    assert_int_equal(part.offset, 16);
    assert_int_equal(part.size, 4);
    assert_false(symbols_member(symbols, &part, str_of("v"), &error));
    part = (struct variable_part){.type = n.type};
    assert_true(symbols_member(symbols, &part, str_of("d"), &error));         /* of the unnamed union */
    assert_int_equal(part.offset, 24);
    part = (struct variable_part){.type = n.type};
    assert_true(symbols_member(symbols, &part, str_of("other"), &error));
    assert_int_equal(part.bits, 5);
    assert_int_equal(part.offset * 8 + part.bit_offset, 20 * 8 + 3);
    part = (struct variable_part){.type = n.type};
    assert_false(symbols_member(symbols, &part, str_of("nothing"), &error));
    assert_string_equal(error.message, "struct node has no member `nothing`");
    part = (struct variable_part){.type = m.type};
    assert_true(symbols_element(symbols, &part, 1, &error) && symbols_element(symbols, &part, -1, &error));      /* m[1][-1] is m[0][2] */
    assert_int_equal(part.offset, 8);
    symbols_part_text(symbols, n.type, 17, &text);
    assert_string_equal(text_string(&text), ".v[2]+1");
    text_free(&text);
}

static void locals_statics_types_and_members(void **state)
{
    static const char *const compilers[] = {"gcc", "clang"}, *const dwarfs[] = {"-gdwarf-2", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5"};
    (void)state;
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 4 && has_compiler(compilers[i]); k++) {
            struct symbols *symbols = built(compilers[i], "-O0", dwarfs[k]);
            check_places(symbols);
            check_types(symbols);
            check_returns(symbols);
    check_entries(symbols);
            check_enumerators(symbols);
            check_parts(symbols);
            symbols_close(symbols);
        }
}

static void optimised_code_says_so(void **state)
{
    static const char *const dwarfs[] = {"-gdwarf-4", "-gdwarf-5"};
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct symbols *symbols = built("gcc", "-O2", dwarfs[k]);
        size_t main_index;
        struct variable variable;
        bool several;
        assert_true(symbols_function_named(symbols, str_of("main"), &main_index));
        uint64_t entry = symbols_function(symbols, main_index).address;
        assert_true(symbols_variable(symbols, entry, str_of("argc"), &variable, &several));
        assert_int_equal(variable.place, VARIABLE_REGISTER);
        assert_int_equal(variable.reg, 7);                      /* rdi, by the location list */
        assert_true(symbols_variable(symbols, entry, str_of("c"), &variable, &several));
        assert_int_equal(variable.place, VARIABLE_CONSTANT);
        assert_false(symbols_variable(symbols, entry, str_of("nothing"), &variable, &several));
        symbols_close(symbols);
    }
}

/* ---- Scopes and templates of C++ ---- */

static const char templates[] =
    "#include <map>\n#include <string>\n"
    "namespace shop { struct item { struct part; part *first; }; struct part { int price; }; }\n"
    "struct shop::item::part { char letter; double weight; };\n"
    "template <typename T, int N> struct box { T held[N]; };\n"
    "template <typename... T> struct many { int none; };\n"
    "struct base { int one; }; struct alignas(32) derived : base { char two; };\n"
    "int program(int k)\n"
    "{\n"
    "    box<shop::item, 3> items = {};\n"
    "    many<char, box<int, 2>> pack = {k};\n"
    "    std::map<std::string, shop::part *> by_name;\n"
    "    derived object = {};\n"
    "    void (*handler)(int, const char *, ...) = nullptr;\n"
    "    shop::item::part inner = {'a', 1.5};\n"
    "    items.held[0].first = &inner;\n"
    "    return k + (int)by_name.size() + object.two + pack.none + (handler == nullptr);\n"
    "}\n"
    "int main(int argc, char **) { return program(argc); }\n";

/* Of a local of the function `program`. */
static type_number type_of(struct symbols *symbols, const char *name)
{
    struct variable variable;
    uint64_t *addresses;
    bool several;
    assert_true(symbols_line_addresses(symbols, str_of("program.cc"), 17, &addresses) > 0);
    assert_true(symbols_variable(symbols, addresses[0], str_of(name), &variable, &several));
    free(addresses);
    return variable.type;
}

static void assert_text(struct symbols *symbols, void (*write)(struct symbols *, type_number, struct text *), const char *name, const char *expected)
{
    struct text text = {0};
    write(symbols, type_of(symbols, name), &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void check_arguments(struct symbols *symbols)
{
    struct template_argument argument;
    struct type type;
    assert_true(symbols_template_argument(symbols, type_of(symbols, "items"), 0, &argument));
    assert_false(argument.is_value);
    assert_true(symbols_type(symbols, argument.type, &type));
    assert_true(str_is(type.name, "item"));
    assert_true(symbols_template_argument(symbols, type_of(symbols, "items"), 1, &argument));
    assert_true(argument.is_value && argument.has_value);
    assert_int_equal(argument.value, 3);
    assert_false(symbols_template_argument(symbols, type_of(symbols, "items"), 2, &argument));
    assert_true(symbols_template_argument(symbols, type_of(symbols, "pack"), 1, &argument));        /* the second of a pack */
    assert_true(symbols_type(symbols, argument.type, &type));
    assert_true(str_is(type.name, "box<int, 2>"));
    assert_false(symbols_template_argument(symbols, type_of(symbols, "pack"), 2, &argument));
    assert_true(symbols_type(symbols, type_of(symbols, "handler"), &type));
    assert_true(symbols_template_argument(symbols, type.target, 1, &argument));                       /* a parameter of a function type */
    assert_false(symbols_template_argument(symbols, type.target, 2, &argument));
}

static void check_bases(struct symbols *symbols)
{
    struct variable_part part;
    struct str name;
    assert_true(symbols_member_at(symbols, type_of(symbols, "object"), 0, &name, &part));
    assert_true(part.base);
    assert_true(symbols_member_at(symbols, type_of(symbols, "object"), 1, &name, &part));
    assert_false(part.base);
    assert_int_equal(symbols_alignment(symbols, type_of(symbols, "object")), 32);
    assert_int_equal(symbols_alignment(symbols, type_of(symbols, "items")), 8);
    assert_int_equal(symbols_alignment(symbols, type_of(symbols, "k")), 4);
    /* item::part is the one of its own class, not the other of that name */
    part = (struct variable_part){.type = type_of(symbols, "items")};
    struct error error;
    assert_true(symbols_member(symbols, &part, str_of("held"), &error));
    assert_true(symbols_element(symbols, &part, 0, &error));
    assert_true(symbols_member(symbols, &part, str_of("first"), &error));
    struct type type;
    assert_true(symbols_type(symbols, part.type, &type));
    part = (struct variable_part){.type = type.target};
    assert_true(symbols_member(symbols, &part, str_of("weight"), &error));
    assert_false(symbols_member(symbols, &part, str_of("price"), &error));
}

static void templates_scopes_and_bases(void **state)
{
    static const char *const compilers[] = {"g++", "clang++-14"};
    (void)state;
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        struct symbols *symbols;
        struct error error;
        if (!has_compiler(compilers[i]))
            continue;
        write_file("program.cc", templates);
        char *command[] = {(char *)(uintptr_t)compilers[i], "-w", "-no-pie", "-O0", "-g", "-fno-eliminate-unused-debug-types", "-o", "program", "program.cc", NULL};
        run(command);
        struct symbols *head = NULL;
        if (!symbols_open("program", &symbols, &error) || (i && !symbols_open("program", &head, &error)))
            fail_msg("%s", error.message);
        assert_true(!head || symbols_join(symbols, head));          /* the second compiler's types have other numbers */
        assert_text(symbols, symbols_type_scoped, "items", "box<shop::item, 3>");
        assert_text(symbols, symbols_type_brief, "by_name", "std::map<std::string, shop::part *>");
        assert_text(symbols, symbols_type_scoped, "inner", "shop::item::part");
        assert_text(symbols, symbols_type_text, "handler", "void (*)(int, const char *, ...)");
        check_arguments(symbols);
        check_bases(symbols);
        symbols_close(symbols);
        symbols_close(head);
    }
}

static type_number type_of_global(struct symbols *symbols)
{
    struct variable variable;
    bool several;
    assert_true(symbols_variable(symbols, 0, str_of("counter"), &variable, &several));
    return variable.type;
}

/* The type has the text, whichever file is asked. */
static void expect_text(struct symbols *const symbols[3], type_number type, const char *expected)
{
    for (unsigned i = 0; i < 3; i++) {
        struct text text = {0};
        symbols_type_text(symbols[i], type, &text);
        assert_string_equal(text_string(&text), expected);
        text_free(&text);
    }
}

static void joined_files_number_their_types_differently(void **state)
{
    (void)state;
    struct symbols *symbols[3] = {built("gcc", "-O0", "-g")};
    type_number types[3], pointer;
    struct type type;
    struct error error;
    for (unsigned i = 1; i < 3; i++) {
        if (!symbols_open("program", &symbols[i], &error))
            fail_msg("%s", error.message);
        assert_true(symbols_join(symbols[i], symbols[0]));
        assert_true(symbols_join(symbols[i], symbols[0]));              /* it is */
    }
    for (unsigned i = 0; i < 3; i++)
        types[i] = type_of_global(symbols[i]);
    assert_true(types[0] < types[1] && types[1] < types[2]);
    for (unsigned i = 0; i < 3; i++) {
        expect_text(symbols, types[i], "int");
        pointer = symbols_pointer_to(symbols[2 - i], types[i]);
        expect_text(symbols, pointer, "int *");
        assert_true(symbols_type(symbols[0], pointer, &type) && type.target == types[i]);
    }
    assert_false(symbols_join(symbols[0], symbols[1]));
    symbols_close(symbols[1]);
    assert_false(symbols_type(symbols[0], types[1], &type));
    assert_false(symbols_type(symbols[2], types[1], &type));
    assert_true(symbols_type(symbols[0], types[2], &type));
    struct symbols *late;
    assert_true(symbols_open("program", &late, &error));
    (void)type_of_global(late);
    assert_false(symbols_join(late, symbols[0]));                       /* it has numbered its types already */
    symbols_close(late);
    symbols_close(symbols[0]);
    assert_true(symbols_type(symbols[2], types[2], &type));
    symbols_close(symbols[2]);
}

static void conditions_drop_the_types_that_they_made(void **state)
{
    struct symbols *symbols = built("gcc", "-O0", "-gdwarf-5");
    struct type type;
    (void)state;
    type_number number = symbols_base_type(symbols, BASE_INT), kept = symbols_array_of(symbols, number, 5);
    size_t before = symbols_types_made(symbols);
    for (uint64_t count = 6; count < 6 + 2 * TYPES_MADE; count++) {
        type_number made = symbols_array_of(symbols, number, count);
        assert_true(made != TYPE_NONE && symbols_pointer_to(symbols, made) != TYPE_NONE);
        symbols_types_drop(symbols, before);
        assert_int_equal(symbols_types_made(symbols), before);
    }
    assert_true(symbols_type(symbols, kept, &type) && type.count == 5);
    symbols_array_of(symbols, number, 6);
    assert_true(symbols_base_type(symbols, BASE_SHORT) != TYPE_NONE);
    symbols_types_drop(symbols, before);
    assert_int_equal(symbols_types_made(symbols), before + 2);           /* base types stay, and with them what stands before */
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(locals_statics_types_and_members, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(optimised_code_says_so, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(templates_scopes_and_bases, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(joined_files_number_their_types_differently, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(conditions_drop_the_types_that_they_made, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
