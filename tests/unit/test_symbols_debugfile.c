/* test_symbols_debugfile.c - debug information in other files: clew uses matching files, refuses others with a reason; stripped parts are unknown.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "code/code.h"

static char folder[] = "/tmp/clew-debugfile-XXXXXX";

static int shell(const char *format, ...) FORMATTED(1, 2);
static int shell(const char *format, ...)
{
    char command[2048];
    va_list arguments;
    int size = snprintf(command, sizeof command, "cd %s && { ", folder);
    va_start(arguments, format);
    size += vsnprintf(command + size, sizeof command - (size_t)size, format, arguments);
    va_end(arguments);
    snprintf(command + size, sizeof command - (size_t)size, "; } >/dev/null 2>&1");
    return system(command);
}

static void write_text(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    write_text("t.c", "__attribute__((noinline)) int twice(int n)\n{\n    return n + n;\n}\nint main(void)\n{\n    return twice(3);\n}\n");
    return shell("command -v gcc && command -v objcopy && command -v strip") == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return shell("rm -rf %s", folder);
}

static struct symbols *opened(const char *name)
{
    char path[128];
    struct symbols *symbols;
    struct error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!symbols_open(path, &symbols, &error))
        fail_msg("%s", error.message);
    return symbols;
}

/* The start of `function`, from a file that knows it. */
static uint64_t address_in(const char *file, const char *function)
{
    struct symbols *symbols = opened(file);
    size_t index;
    assert_true(symbols_function_named(symbols, str_of(function), &index));
    uint64_t address = symbols_function(symbols, index).address;
    symbols_close(symbols);
    return address;
}

/* What `file` knows about an address: "twice t.c:3", or ""; then the names of refused debug files, and the reasons. */
static void expect(const char *file, uint64_t address, const char *position_text, const char *refused)
{
    struct symbols *symbols = opened(file);
    struct source_position position = {0};
    struct text text = {0};
    if (symbols_position(symbols, address, &position))
        text_printf(&text, "%.*s", STR(position.function));
    if (position.line)
        text_printf(&text, " %.*s:%llu", STR(position.file), (unsigned long long)position.line);
    assert_string_equal(text_string(&text), position_text);
    assert_true(str_ends(symbols_refused_debug(symbols), refused));
    assert_int_equal(symbols_refused_debug(symbols).size > 0, refused[0] != 0);
    text_free(&text);
    symbols_close(symbols);
}

static void split(const char *flags)
{
    assert_int_equal(shell("gcc -g -O1 %s t.c -o whole && cp whole part && objcopy --only-keep-debug part part.debug && strip part && "
                           "objcopy --add-gnu-debuglink=part.debug part", flags), 0);
}

static void a_debug_file_beside_the_file_is_used(void **state)
{
    (void)state;
    static const char *const flags[] = {"-Wl,--build-id=sha1", "-Wl,--build-id=none", "-Wl,--build-id=sha1 -gz", "-no-pie -gdwarf-4"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        split(flags[i]);
        expect("part", address_in("whole", "twice"), "twice t.c:3", "");
        shell("mkdir -p .debug; mv part.debug .debug");
        expect("part", address_in("whole", "twice"), "twice t.c:3", "");
        shell("rm -r .debug");
    }
}

static void that_of_another_build_is_refused(void **state)
{
    (void)state;
    split("-Wl,--build-id=sha1");
    uint64_t address = address_in("whole", "twice");
    assert_int_equal(shell("gcc -g -O2 -DX t.c -Wl,--build-id=0x1234567890 -o other && cp other part.debug"), 0);
    expect("part", address, "", "/part.debug has another build id");
    split("-Wl,--build-id=none");
    assert_int_equal(shell("printf x >>part.debug"), 0);
    expect("part", address, "", "/part.debug has another checksum");
    assert_int_equal(shell("rm part.debug"), 0);
    expect("part", address, "", "");
}

/* `known` has no size, and code without a symbol follows: the name must not reach there. .eh_frame describes `sized`. */
static void a_stripped_librarys_symbols_do_not_reach_to_their_neighbours(void **state)
{
    (void)state;
    write_text("l.s", ".text\n.globl known\n.type known,@function\nknown: nop\n nop\n ret\nhidden: nop\n nop\n ret\n"
                      ".globl sized\n.type sized,@function\nsized: .cfi_startproc\n nop\n nop\n ret\n .cfi_endproc\nbehind: nop\n ret\n"
                      ".section .note.GNU-stack,\"\",@progbits\n");
    assert_int_equal(shell("gcc -shared -o l.so l.s && cp l.so stripped.so && strip stripped.so"), 0);
    uint64_t known = address_in("l.so", "known"), sized = address_in("l.so", "sized");
    expect("l.so", known + 1, "known", "");
    expect("stripped.so", known + 1, "", "");
    expect("stripped.so", known + 4, "", "");
    expect("stripped.so", sized, "sized", "");
    expect("stripped.so", sized + 2, "sized", "");
    expect("stripped.so", sized + 3, "", "");
}

static void cold_code_belongs_to_its_function(void **state)
{
    (void)state;
    write_text("c.s", ".text\n.globl f\n.type f,@function\nf: nop\n ret\n.size f,.-f\n.type f.cold,@function\nf.cold: nop\n ret\n.size f.cold,.-f.cold\n"
                      ".type f.colder,@function\nf.colder: ret\n.size f.colder,.-f.colder\n.section .note.GNU-stack,\"\",@progbits\n");
    assert_int_equal(shell("gcc -shared -o c.so c.s"), 0);
    expect("c.so", address_in("c.so", "f.cold"), "f", "");
    expect("c.so", address_in("c.so", "f.colder"), "f.colder", "");
}

/* dwz -m moves data that several files share, mostly names, to one more file. */
static void names_in_a_supplementary_file_are_found(void **state)
{
    (void)state;
    if (shell("command -v dwz") != 0)
        skip();
    assert_int_equal(shell("gcc -g -O1 t.c -o one && gcc -g -O1 t.c -Wl,--build-id=0x11223344 -o two && cp one plain && dwz -m common one two"), 0);
    uint64_t address = address_in("plain", "twice");
    expect("one", address, "twice t.c:3", "");
    assert_int_equal(shell("rm common"), 0);
    expect("one", address, "twice t.c:3", "/common cannot be opened");        /* by its symbol */
}

static enum symbols_opened opened_as(const char *name, const char *build)
{
    char path[128];
    struct symbols *symbols = NULL;
    struct error unread;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    enum symbols_opened how = symbols_open_build(path, str_of(build), &symbols, &unread);
    if (how == SYMBOLS_OPENED)
        symbols_close(symbols);
    return how;
}

/* Is a file of another build refused, and its content not even read? */
static void a_file_is_opened_if_it_is_the_build(void **state)
{
    (void)state;
    assert_int_equal(shell("gcc t.c -Wl,--build-id=0x1234567890abcdef -o built && gcc t.c -Wl,--build-id=none -o unbuilt && cp built huge && truncate -s 3G huge"), 0);
    assert_int_equal(opened_as("built", "1234567890abcdef"), SYMBOLS_OPENED);
    assert_int_equal(opened_as("built", ""), SYMBOLS_OPENED);
    assert_int_equal(opened_as("built", "1234567890abcdee"), SYMBOLS_ANOTHER);
    assert_int_equal(opened_as("built", "1234567890abcde"), SYMBOLS_ANOTHER);
    assert_int_equal(opened_as("unbuilt", ""), SYMBOLS_OPENED);
    assert_int_equal(opened_as("unbuilt", "1234567890abcdef"), SYMBOLS_ANOTHER);
    assert_int_equal(opened_as("nothing", "1234567890abcdef"), SYMBOLS_MISSING);
    assert_int_equal(opened_as("t.c", "1234567890abcdef"), SYMBOLS_MISSING);
    assert_int_equal(opened_as("huge", "1234567890abcdef"), SYMBOLS_MISSING);     /* clew reads no file of this size */
    assert_int_equal(opened_as("huge", "1234567890abcdee"), SYMBOLS_ANOTHER);
}

/* Heads of files with any byte changed: no harm. */
static void a_damaged_head_does_no_harm(void **state)
{
    (void)state;
    enum { HEAD = 1024 };
    char path[128];
    unsigned char bytes[HEAD];
    snprintf(path, sizeof path, "%s/damaged", folder);
    assert_int_equal(shell("head -c %d built >damaged", HEAD), 0);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        for (unsigned change = 1; change < 256; change *= 4) {
            unsigned char byte = (unsigned char)(bytes[i] ^ change);
            assert_true(fseek(file, (long)i, SEEK_SET) == 0 && fwrite(&byte, 1, 1, file) == 1 && fflush(file) == 0);
            enum symbols_opened how = opened_as("damaged", "1234567891");
            assert_true(how == SYMBOLS_ANOTHER || how == SYMBOLS_MISSING);
            assert_true(fseek(file, (long)i, SEEK_SET) == 0 && fwrite(&bytes[i], 1, 1, file) == 1);
        }
    fclose(file);
}

static void a_short_name_means_the_long_one(void **state)
{
    (void)state;
    static const struct {
        const char *name, *wanted;
        bool matches;
    } cases[] = {
        {"ns::f(int)", "f", true}, {"ns::f(int)", "ns::f", true}, {"ns::f(int)", "f(int)", true}, {"ns::f(int)", "s::f", false}, {"ns::f(int)", "f(", false},
        {"a<b::c>::f<d::e>(g::h)", "f", true}, {"a<b::c>::f<d::e>(g::h)", "f<d::e>", true}, {"a<b::c>::f<d::e>(g::h)", "h)", false},
        {"a<b::c>::f<d::e>(g::h)", "c>::f", false}, {"a::operator()(int) const", "operator()", true}, {"a::operator<(b)", "operator<", true},
        {"operator<< <int>(s&, int)", "operator<<", false}, {"(anonymous namespace)::f()", "f", true}, {"a::~a()", "~a", true}, {"main", "main", true}, {"main", "", false},
        {"f(int) [clone .part.0]", "f", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (demangled_matches(str_of(cases[i].name), str_of(cases[i].wanted)) != cases[i].matches)
            fail_msg("%s as %s", cases[i].name, cases[i].wanted);
}

static void a_name_is_compared_as_people_mistype_it(void **state)
{
    (void)state;
    static const struct {
        const char *name, *plain, *last;
    } cases[] = {
        {"main", "main", "main"}, {"sq::area(int)", "sq::area", "area"}, {"sq::widest<std::pair<int, a::b> >(a::b const&)", "sq::widest", "widest"},
        {"std::vector<int, std::allocator<int> >::push_back(int&&)", "std::vector<int, std::allocator<int> >::push_back", "push_back"},
        {"(anonymous namespace)::work(int)", "(anonymous namespace)::work", "work"}, {"x::operator()(int) const", "x::operator()", "operator()"},
        {"", "", ""}, {"::", "::", ""}, {"a::<b>", "a::", ""}, {"<a::b>", "", ""}, {"(", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct str name = str_of(cases[i].name);
        assert_true(str_is(demangled_plain(name), cases[i].plain));
        assert_true(str_is(demangled_alike(name, str_of("a::b")), cases[i].plain));
        assert_true(str_is(demangled_alike(name, str_of("b")), cases[i].last));
    }
}

static void a_variable_has_the_symbol_that_demangles_to_it(void **state)
{
    (void)state;
    static const struct {
        const char *name, *symbol;      /* NULL: none */
    } cases[] = {
        {"std::cout", "_ZSt4cout"}, {"a::b", "_ZN1a1bE"}, {"a::b::c9", "_ZN1a1b2c9E"}, {"std::chrono::x_", "_ZNSt6chrono2x_E"}, {"a", NULL}, {"std::", NULL}, {"", NULL},
        {"::a", NULL}, {"a::", NULL}, {"a<int>::b", NULL}, {"a::9", NULL}, {"a:b", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text symbol = {0};
        struct arena arena = {0};
        bool has = mangle_variable(str_of(cases[i].name), &symbol);
        assert_string_equal(text_string(&symbol), cases[i].symbol ? cases[i].symbol : "");
        assert_int_equal(has, cases[i].symbol != NULL);
        if (has)
            assert_true(str_is(demangle(text_str(&symbol), DEMANGLE_NO_RETURN, &arena), cases[i].name));
        arena_free(&arena);
        text_free(&symbol);
    }
}

static void a_long_name_keeps_what_tells_it_apart(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t room;
        const char *shorter;
    } cases[] = {
        {"main", 4, "main"}, {"main", 80, "main"}, {"std::vector<int>::push_back(int&&)", 34, "std::vector<int>::push_back(int&&)"},
        {"std::vector<int>::push_back(int&&)", 33, "std::vector<*>::push_back(int&&)"}, {"std::vector<int>::push_back(int&&)", 28, "std::vector<*>::push_back(*)"},
        {"std::vector<int>::push_back(int&&)", 25, "*::push_back(*)"}, {"std::vector<int>::push_back(int&&)", 26, "*::vector<*>::push_back(*)"},
        {"std::vector<int>::push_back(int&&)", 17, "*::push_back(*)"}, {"std::vector<int>::push_back(int&&)", 10, "*push*k(*)"},
        {"a_rather_long_name_of_c", 11, "a_rat*_of_c"}, {"std::f<(1>2), g<int> >(char)", 12, "std::f<*>(*)"}, {"std::map<int, int>::operator[](int const&)", 27, "std::map<*>::operator[](*)"},
        {"operator<< <char>(s<char>&, char)", 18, "operator<< <*>(*)"}, {"x::y::operator()(long) const", 25, "x::y::operator()(*) const"},
        {"(anonymous namespace)::work(int, int)", 32, "(anonymous namespace)::work(*)"}, {"(anonymous namespace)::work(int, int)", 12, "*::work(*)"},
        {"f(int)::{lambda(int)#1}::operator()(int) const", 24, "*::operator()(*) const"}, {"a<b<c", 4, "a<*>"}, {"((((((", 4, "(*)"}, {"a::b::", 4, "*::"},
    };
    for (int utf8 = 0; utf8 < 2; utf8++) {
        assert_non_null(setlocale(LC_CTYPE, utf8 ? "C.UTF-8" : "C"));
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            struct text text = {0}, expected = {0};
            for (const char *c = cases[i].shorter; *c; c++)
                text_add(&expected, *c == '*' ? (utf8 ? "\xe2\x80\xa6" : "..") : (char[]){*c, '\0'});
            shorten_name(str_of(cases[i].name), cases[i].room, &text);
            if (utf8 && strcmp(text_string(&text), text_string(&expected)) != 0)
                fail_msg("%s in %zu: %s, expected %s", cases[i].name, cases[i].room, text_string(&text), text_string(&expected));
            assert_true(text_width(text_str(&text)) <= cases[i].room || cases[i].room < 5);
            text_free(&text);
            text_free(&expected);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_debug_file_beside_the_file_is_used),
        cmocka_unit_test(that_of_another_build_is_refused),
        cmocka_unit_test(a_stripped_librarys_symbols_do_not_reach_to_their_neighbours),
        cmocka_unit_test(cold_code_belongs_to_its_function),
        cmocka_unit_test(names_in_a_supplementary_file_are_found),
        cmocka_unit_test(a_short_name_means_the_long_one),
        cmocka_unit_test(a_name_is_compared_as_people_mistype_it), cmocka_unit_test(a_file_is_opened_if_it_is_the_build), cmocka_unit_test(a_damaged_head_does_no_harm),
        cmocka_unit_test(a_variable_has_the_symbol_that_demangles_to_it), cmocka_unit_test(a_long_name_keeps_what_tells_it_apart),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
