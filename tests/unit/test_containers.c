/* test_containers.c - containers whose members contradict each other, in memory that holds anything.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include "recording/containers.h"
#include "session/engine.h"

/* `mark` is where the test looks: first at good values, then at broken ones, then at random ones. */
static const char source[] =
    "#include <deque>\n#include <forward_list>\n#include <list>\n#include <map>\n#include <memory>\n#include <optional>\n#include <set>\n#include <string>\n"
    "#include <string_view>\n#include <unistd.h>\n#include <unordered_set>\n#include <variant>\n#include <vector>\n"
    "typedef unsigned long word;\n"
    "struct things {\n"
    "    std::string text = \"text\"; std::string longer = \"longer than fifteen\"; std::string_view view = \"seen\";\n"
    "    std::vector<int> numbers = {1, 2, 3}; std::vector<bool> bits = {true, false}; std::vector<std::string> words = {\"a\", \"b\"};\n"
    "    std::list<int> chain = {1, 2, 3}; std::forward_list<int> forward = {1, 2}; std::map<int, int> tree = {{1, 2}, {3, 4}, {5, 6}};\n"
    "    std::set<int> many; std::unordered_set<int> hashed = {7}; std::deque<int> queue = {1, 2}; std::optional<int> maybe = 3;\n"
    "    std::variant<int, char> either = 'x'; std::shared_ptr<int> shared{new int(4)}; std::unique_ptr<int> own; std::list<int> row;\n"
    "};\n"
    "struct nested { std::vector<nested> inside; int number; };\n"
    "static volatile int marks;\n"
    "extern \"C\" __attribute__((noinline)) void mark() { marks++; }\n"
    "static word *at(void *object, int index) { return (word *)object + index; }\n"
    "static void break_them(things &t)\n"
    "{\n"
    "    *at(&t.text, 1) = 1ul << 60;\n"
    "    *at(&t.longer, 0) = 0;\n"
    "    *at(&t.view, 0) = 1ul << 62;\n"
    "    *at(&t.numbers, 1) = *at(&t.numbers, 0) - 4;\n"
    "    *at(&t.words, 1) += 8;\n"
    "    *at(&t.bits, 3) = 77;\n"
    "    *(word *)*at(&t.chain, 1) = *at(&t.chain, 0);\n"             /* the last node leads to the first */
    "    *(word *)*at(&t.forward, 0) = *at(&t.forward, 0);\n"
    "    *at((void *)*at(&t.tree, 2), 2) = *at(&t.tree, 2);\n"        /* the root is its own left child */
    "    *at(&t.hashed, 3) = 5;\n"
    "    *at(&t.queue, 2) += 1;\n"
    "    *((char *)&t.maybe + 4) = 5;\n"
    "    *((char *)&t.either + 4) = 9;\n"
    "    *at(&t.shared, 1) += 3;\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    things t;\n"
    "    nested self = {{}, 5};\n"
    "    word state = 1, *all = (word *)&t, heap = *at(&t.numbers, 0);\n"
    "    for (int i = 0; i < 300; i++) { t.many.insert(i); t.row.push_back(i); }\n"
    "    *at(&self, 0) = (word)&self; *at(&self, 1) = *at(&self, 2) = (word)(&self + 1);\n"
    "    mark();\n"
    "    break_them(t);\n"
    "    mark();\n"
    "    for (int round = 0; round < 20; round++) {\n"
    "        for (word i = 0; i < sizeof t / 8; i++) {\n"
    "            state = state * 6364136223846793005ul + 1442695040888963407ul;\n"
    "            word some = state >> 33, choice = some % 6;\n"
    "            if (choice == 0) all[i] = (word)&all[some / 6 % (sizeof t / 8)];\n"
    "            else if (choice == 1) all[i] = heap + some / 6 % 512 * 8;\n"
    "            else if (choice == 2) all[i] = some / 6 % 40;\n"
    "            else if (choice == 3) all[i] = state;\n"
    "            else if (choice == 4 && i) all[i] = all[i - 1] + some / 6 % 9 * 8;\n"
    "        }\n"
    "        mark();\n"
    "    }\n"
    "    _exit(0);\n"
    "}\n";

enum { GOOD, BROKEN, RANDOM, ROUNDS = 20 };

static const struct {
    const char *name, *good, *broken;   /* broken: the end of the text */
} expected[] = {
    {"t.text", "\"text\"", "<no valid basic_string: its length exceeds its capacity>"},
    {"t.longer", "\"longer than fifteen\"", "<no valid basic_string: its address is 0>"},
    {"t.view", "\"seen\"", "<no valid basic_string_view: its length is impossible>"},
    {"t.numbers", "std::vector of length 3, capacity 3 = {1, 2, 3}", "<no valid vector: its end lies before its begin>"},
    {"t.words", "std::vector of length 2, capacity 2 = {\"a\", \"b\"}", "<no valid vector: its elements exceed its capacity>"},
    {"t.bits", "std::vector<bool> of length 2, capacity 64 = {true, false}", "<no valid vector: its ends contradict each other>"},
    {"t.chain", "std::__cxx11::list = {[0] = 1, [1] = 2, [2] = 3}", "<no valid list: it has more nodes than elements>"},
    {"t.forward", "std::forward_list = {[0] = 1, [1] = 2}", "<no valid forward_list: its nodes form a circle>"},
    {"t.tree", "std::map with 3 elements = {[1] = 2, [3] = 4, [5] = 6}", "<no valid map: a node does not link back to the one above it>"},
    {"t.hashed", "std::unordered_set with 1 element = {[0] = 7}", "<no valid unordered_set: it has fewer nodes than elements>"},
    {"t.queue", "std::deque with 2 elements = {1, 2}", "<no valid deque: its iterators contradict each other>"},
    {"t.maybe", "std::optional<int> = {[contained value] = 3}", "<no valid optional: its flag is neither 0 nor 1>"},
    {"t.either", "std::variant<int, char> [index 1] = {120 'x'}", "<no valid variant: it has no alternative of its index>"},
    {"t.shared", NULL, "<no valid shared_ptr: the address of its counts is impossible>"},
    {"t.own", "std::unique_ptr<int> = {get() = 0x0}", "std::unique_ptr<int> = {get() = 0x0}"},
};
enum { NAMES = sizeof expected / sizeof *expected };

static void go(struct session *session, const struct recorded *run, unsigned instance)
{
    struct answer answer = {0};
    struct error error;
    char command[64];
    size_t index;
    assert_true(symbols_function_named(run->symbols, str_of("mark"), &index));
    snprintf(command, sizeof command, "goto 0x%lx#%u", (unsigned long)symbols_function(run->symbols, index).address, instance);
    if (!session_run(session, command, &answer, &error))
        fail_msg("%s: %s", command, error.message);
    answer_free(&answer);
    if (!session_run(session, "up", &answer, &error))
        fail_msg("up: %s", error.message);
    answer_free(&answer);
}

/* The text of a value, in one row. */
static void shown(struct session *session, const char *name, struct text *text)
{
    struct answer answer = {0};
    struct row row = {0};
    struct error error;
    char command[64];
    snprintf(command, sizeof command, "print %s", name);
    text_clear(text);
    if (!session_run(session, command, &answer, &error) || !rows_get(&answer.rows, 0, &row))
        fail_msg("%s: %s", command, error.message);
    text_append(text, row_find(&row, "text") ? row_find(&row, "text")->text : text_str(&row.text));
    row_free(&row);
    answer_free(&answer);
}

static void check_good_and_broken(struct session *session, const struct recorded *run, struct text *text)
{
    go(session, run, GOOD);
    for (size_t i = 0; i < NAMES; i++) {
        shown(session, expected[i].name, text);
        if (expected[i].good)
            assert_string_equal(text_string(text), expected[i].good);
    }
    shown(session, "t.shared", text);
    assert_true(str_starts(text_str(text), "std::shared_ptr<int> (use count 1, weak count 0) = {get() = 0x"));
    shown(session, "t.many", text);
    assert_true(str_starts(text_str(text), "std::set with 300 elements = {[0] = 0, [1] = 1, "));
    assert_true(str_ends(text_str(text), "[199] = 199...}"));
    go(session, run, BROKEN);
    for (size_t i = 0; i < NAMES; i++) {
        shown(session, expected[i].name, text);
        if (!str_ends(text_str(text), expected[i].broken))
            fail_msg("%s: %s", expected[i].name, text_string(text));
        assert_true(str_equal(text_str(text), str_of(expected[i].broken)) || str_starts(text_str(text), "{"));         /* its members */
    }
}

/* Each answer ends, is short, and is of a form that rules have. */
static void check_random(struct session *session, const struct recorded *run, struct text *text)
{
    enum { MOST = 1 << 20 };
    for (unsigned round = 0; round < ROUNDS; round++) {
        go(session, run, RANDOM + round);
        for (size_t i = 0; i < NAMES; i++) {
            shown(session, expected[i].name, text);
            struct str said = text_str(text);
            assert_true(said.size > 0 && said.size < MOST);
            assert_true(str_starts(said, "std::") || str_starts(said, "empty std::") || str_find_byte(str_of("{\"'<."), said.data[0]) != SIZE_MAX);
        }
    }
}

/* A walk to the last of 300 nodes keeps only those that it comes back to: of a tree those above, of a list none. */
static void check_kept(struct session *session, const struct recorded *run)
{
    static const struct { const char *name; size_t most; } walks[] = {{"t.many", 20}, {"t.row", 1}};
    uint64_t now;
    go(session, run, GOOD);
    assert_true(wet_time(session, &now));
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
        struct who_place place;
        struct shaping shape;
        struct shape_object object;
        struct error error;
        struct container_wish wish = {.want = WANT_ELEMENT, .index = 299};
        assert_true(who_place_parse(session, str_of(walks[i].name), 0, &place, &error));
        shape_begin(&shape, session, now, 0);
        shape.elements = shape.left = UINT32_MAX;
        assert_true(shape_fetch(&shape, place.where.address, place.type, 1, &object));
        assert_int_equal(container_wished(&shape, &object, &wish), CONTAINER_TOLD);
        assert_true(wish.found);
        assert_true(shape_mark(&shape) <= 1 + walks[i].most);
        shape_end(&shape);
        who_place_free(&place);
    }
}

static void broken_containers_show_their_members(void **state)
{
    struct recorded run = {0};
    struct answer answer = {0};
    struct text text = {0};
    struct error error;
    char command[160];
    (void)state;
    recorded_start(&run, "t.cc", source, "-std=c++17 -O0 -no-pie -Wl,--no-as-needed -lstdc++");
    recorded_run(&run, NULL, (struct record_options){.state = true});
    struct session *session = session_open(NULL);
    snprintf(command, sizeof command, "open %s", run.trace);
    if (!session_run(session, command, &answer, &error))
        fail_msg("%s", error.message);
    answer_free(&answer);
    check_good_and_broken(session, &run, &text);
    check_random(session, &run, &text);
    check_kept(session, &run);
    go(session, &run, GOOD);
    shown(session, "self", &text);              /* holds itself: up to the deepest level, with `...` */
    assert_true(str_starts(text_str(&text), "{inside = std::vector of length 1, capacity 1 = {{inside = std::vector"));
    assert_true(str_find(text_str(&text), str_of("{...}")) != SIZE_MAX);
    text_free(&text);
    session_close(session);
    recorded_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_containers_show_their_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
