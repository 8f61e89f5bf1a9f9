/* test_record_addresses.c - addresses in recordings: which are the file's, and how they map to the run's.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include "code/code.h"
#include "recording/log/log.h"
#include "recording/store/store.h"

static struct str note(const struct recorded *run, const char *what, const char *path)
{
    char name[300];
    snprintf(name, sizeof name, "%s %s", what, path);
    return store_note(run->store, name);
}

static uint64_t function_address(struct recorded *run, const char *name)
{
    size_t index;
    assert_true(symbols_function_named(run->symbols, str_of(name), &index));
    return symbols_function(run->symbols, index).address;
}

/* The address of a function's first instruction in the trace; 0: none. */
static uint64_t traced(const struct recorded *run, const char *function)
{
    uint64_t least = UINT64_MAX;
    for (uint64_t i = 0; i < store_count(run->store); i++) {
        struct instruction instruction = store_instruction(run->store, i);
        if (str_is(instruction.function, function) && instruction.address < least)
            least = instruction.address;
    }
    return least == UINT64_MAX ? 0 : least;
}

static const char two_functions[] = "__attribute__((noinline)) int twice(int n)\n{\n    return n + n;\n}\nint main(void)\n{\n    return twice(3);\n}\n";

static void the_executable_has_the_addresses_of_its_file(void **state)
{
    static const char *const flags[] = {"-O0 -no-pie", "-O0 -pie -fPIE", "-O1 -static-pie -fPIE", "-O1 -static"};
    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        for (unsigned text = 0; text < 2; text++) {
            struct recorded run;
            recorded_start(&run, "t.c", two_functions, flags[i]);
            recorded_run(&run, NULL, (struct record_options){.format = text ? RECORD_WET : RECORD_STORE});
            assert_int_equal(traced(&run, "main"), function_address(&run, "main"));
            assert_int_equal(traced(&run, "twice"), function_address(&run, "twice"));
            recorded_end(&run);
        }
}

static void a_history_has_them_too(void **state)
{
    (void)state;
    struct recorded run;
    uint64_t index;
    recorded_start(&run, "t.c", two_functions, "-O0 -pie -fPIE");
    recorded_run(&run, NULL, (struct record_options){.history = 1000});
    assert_true(store_find_address(run.store, function_address(&run, "main"), &index));
    recorded_end(&run);
}

/* A library beside the program, which the program calls. */
static void start_with_library(struct recorded *run, char library[256])
{
    char path[256];
    recorded_start(run, "t.c", "int twice(int);\nint main(void)\n{\n    return twice(3);\n}\n", "-c -O0 -fPIE");
    snprintf(path, sizeof path, "%s/twice.c", run->folder);
    snprintf(library, 256, "%s/libtwice.so", run->folder);
    FILE *file = fopen(path, "w");
    fputs("int twice(int n)\n{\n    return n + n;\n}\n", file);
    fclose(file);
    shell("cd %s && gcc -g -O0 -shared -fPIC -o libtwice.so twice.c && gcc -g -pie -fPIE -o program t.c -L. -ltwice -Wl,-rpath,%s", run->folder,
          run->folder);
}

static void a_library_alone_has_those_of_its_file(void **state)
{
    (void)state;
    struct recorded run;
    struct error error;
    struct symbols *symbols;
    char path[256];
    uint64_t loaded;
    size_t index;
    start_with_library(&run, path);
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_NAMED, .shown = {{"libtwice"}, 1}});
    assert_true(symbols_open(path, &symbols, &error));
    assert_true(symbols_function_named(symbols, str_of("twice"), &index));
    assert_int_equal(traced(&run, "twice"), symbols_function(symbols, index).address);
    symbols_close(symbols);
    assert_true(str_is(note(&run, "bias", path), "0"));
    assert_true(str_hex(note(&run, "loaded", path), &loaded) && loaded > 0x1000000);
    assert_null(note(&run, "bias", run.program).data);
    recorded_end(&run);
}

static void libraries_beside_others_have_those_of_the_run(void **state)
{
    (void)state;
    struct recorded run;
    char path[256];
    uint64_t bias, loaded;
    start_with_library(&run, path);
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_ALL});
    assert_int_equal(traced(&run, "main"), function_address(&run, "main"));
    assert_true(str_is(note(&run, "bias", run.program), "0"));
    assert_true(str_is(note(&run, "loaded", run.program), "108000"));
    assert_true(note(&run, "build", run.program).size && symbols_is_build(run.symbols, note(&run, "build", run.program)));
    assert_true(str_hex(note(&run, "bias", path), &bias) && str_hex(note(&run, "loaded", path), &loaded));
    assert_true(bias == loaded && traced(&run, "twice") > bias);
    assert_int_equal(store_summary(run.store).problems, 0);
    recorded_end(&run);
}

/* In the file, `twice` is at 0x300000, where the run makes code. */
static void code_of_others_is_not_given_the_addresses_of_the_executable(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#include <sys/mman.h>\n"
                   "__attribute__((noinline, section(\".twice\"))) int twice(int n) { return n + n; }\n"
                   "int main(void)\n"
                   "{\n"
                   "    unsigned char *made = mmap((void *)0x300000, 0x1000, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);\n"
                   "    if ((unsigned long)made != 0x300000) return 1;\n"
                   "    made[4] = 0xc3;\n"
                   "    ((void (*)(void))(made + 4))();\n"
                   "    return twice(3) == 6 ? 0 : 2;\n"
                   "}\n",
                   "-O0 -pie -fPIE -Wl,--section-start=.twice=0x300000");
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_ALL});
    assert_int_equal(WEXITSTATUS(run.result.status), 0);
    assert_int_equal(traced(&run, "twice"), function_address(&run, "twice") + run.loaded);
    uint64_t index;
    assert_true(store_find_address(run.store, 0x300004, &index));
    assert_null(store_instruction(run.store, index).function.data);
    assert_true(str_is(note(&run, "bias", run.program), "108000"));
    recorded_run(&run, NULL, (struct record_options){0});   /* without that code in the trace, nothing contradicts the file's addresses */
    assert_int_equal(traced(&run, "twice"), function_address(&run, "twice"));
    recorded_end(&run);
}

static void functions_of_cpp_have_readable_names(void **state)
{
    static const char source[] = "namespace ns {\ntemplate <typename T> struct box {\n    T w;\n    template <typename U> __attribute__((noinline)) U scale(U by, int more) "
                                 "{ return (U)(w * by) + more; }\n};\n__attribute__((noinline)) static int twice(int n) { return n + n; }\n}\n"
                                 "int main()\n{\n    ns::box<int> b = {3};\n    return b.scale<long>(2, 1) + ns::twice(4);\n}\n";
    (void)state;
    if (system("command -v g++ >/dev/null 2>&1") != 0)
        skip();
    for (unsigned text = 0; text < 2; text++) {
        struct recorded run;
        recorded_start(&run, "t.cc", source, "-O0 -fno-exceptions -fno-rtti");
        recorded_run(&run, NULL, (struct record_options){.format = text ? RECORD_WET : RECORD_STORE});
        assert_int_equal(traced(&run, "ns::box<int>::scale<long>(long, int)"), function_address(&run, "_ZN2ns3boxIiE5scaleIlEET_S3_i"));
        assert_int_equal(traced(&run, "ns::twice(int)"), function_address(&run, "_ZN2nsL5twiceEi"));
        assert_int_equal(run.result.renamed, 0);
        recorded_end(&run);
    }
}

/* Valgrind's own reader of debug information would abort on these: it must not read any. */
static void what_valgrind_cannot_read_does_not_hinder(void **state)
{
    static const char *const flags[] = {"-O1 -gsplit-dwarf", "-O1 -gdwarf-5 -gz", "-O1 -gdwarf-4 -gsplit-dwarf"};
    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        struct recorded run;
        recorded_start(&run, "t.c", two_functions, flags[i]);
        recorded_run(&run, NULL, (struct record_options){0});
        assert_int_equal(WEXITSTATUS(run.result.status), 6);
        expect_executions(&run, "t.c", 3, 1);
        recorded_end(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_cpp_have_readable_names),
        cmocka_unit_test(what_valgrind_cannot_read_does_not_hinder),
        cmocka_unit_test(the_executable_has_the_addresses_of_its_file),
        cmocka_unit_test(a_history_has_them_too),
        cmocka_unit_test(a_library_alone_has_those_of_its_file),
        cmocka_unit_test(libraries_beside_others_have_those_of_the_run),
        cmocka_unit_test(code_of_others_is_not_given_the_addresses_of_the_executable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
