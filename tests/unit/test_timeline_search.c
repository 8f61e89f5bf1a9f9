/* test_timeline_search.c - compares every query, in both directions, with plain search in a list.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/stream.h"
#include "stream/timeline.h"
#include "test_timeline.h"

enum { PROGRAMS = 50, SEARCHES = 200, LINES = 5 };

/* ---- The plain way ---- */

/* Source lines of these programs: made up, with stretches without lines. */
static uint32_t line_at(uint32_t address)
{
    uint32_t line = address / 12 * 2654435761u >> 29;
    return line < LINES ? line + TIMELINE_NO_LINE + 1 : TIMELINE_NO_LINE;
}

static void give_lines(struct timeline *timeline)
{
    timeline_line(timeline, 0);
    assert_non_null(timeline->lines.lines);
    for (size_t i = 0; i < timeline->lines.count; i++)
        timeline->lines.lines[i] = line_at(timeline->lines.base + 4 * (uint32_t)i);
}

struct facts {
    bool *line_begins;                      /* by number */
    struct open_loop (*loops)[4];           /* by number: iterations that begin with it */
};

static struct facts facts_open(const struct model *model, const struct abstract *program)
{
    struct facts facts = {memory_allocate(model->total + 2), memory_allocate((model->total + 2) * sizeof *facts.loops)};
    uint32_t *line = memory_allocate((model->activation_count + 1) * sizeof *line);
    uint64_t *iteration = memory_allocate((model->activation_count + 1) * (program->loop_count + 1) * sizeof *iteration);
    for (size_t i = 0; i < model->count; i++) {
        enum ae_event_kind kind = ae_event_kind(model->events[i]);
        uint32_t activation = model->activations[i], loop = ae_event_value(model->events[i]);
        if (kind == AE_LOOP_ENTRY || kind == AE_LOOP_BACK) {
            uint64_t *now = &iteration[activation * (program->loop_count + 1) + loop];
            *now = kind == AE_LOOP_ENTRY ? 1 : *now + 1;
            for (size_t k = 0; k < 4; k++)
                if (facts.loops[model->numbers[i] + 1][k].iteration == 0) {
                    facts.loops[model->numbers[i] + 1][k] = (struct open_loop){loop, *now};
                    break;
                }
        } else if (kind == AE_INSTRUCTION) {
            uint32_t here = line_at(model->events[i].address);
            facts.line_begins[model->numbers[i]] = here != TIMELINE_NO_LINE && here != line[activation];
            line[activation] = here;
        }
    }
    free(line);
    free(iteration);
    return facts;
}

static bool is_open_at(const struct model *model, uint32_t activation, uint64_t number)
{
    size_t event = model->event_of[number];
    return model->entered[activation] <= event && (model->left[activation] == SIZE_MAX || model->left[activation] > event);
}

static uint32_t activation_of(const struct model *model, uint64_t number) { return model->activations[model->event_of[number]]; }

static bool plain_returned(const struct model *model, uint64_t from, uint64_t number)
{
    uint32_t activation = activation_of(model, from);
    return from > 0 && number > from && model->addresses[number].kind == AE_INSTRUCTION && !is_open_at(model, activation, number);
}

/* The first instruction of the call in the activation below before this one began; 0: none. */
static uint64_t plain_caller(const struct model *model, const struct abstract *program, uint64_t from)
{
    uint32_t activation = activation_of(model, from), below = model->parents[activation], op;
    for (uint64_t n = from - 1; n > 0 && below; n--)
        if (model->event_of[n] < model->entered[activation] && activation_of(model, n) == below && model->addresses[n].kind == AE_INSTRUCTION) {
            assert_true(abstract_op_at(program, model->addresses[n].address, &op));
            return n - (model->addresses[n].address - program->ops[op].address) / 4;
        }
    return 0;
}

static bool plain_met(const struct model *model, const struct facts *facts, const struct timeline_query *query, uint64_t from, uint64_t n,
                      struct timeline_found *found)
{
    struct timeline_address at = model->addresses[n];
    found->at = at;
    found->stop = STOP_INSTRUCTION;
    for (found->index = 0; found->index < query->instruction_count; found->index++)
        if (at.kind == AE_INSTRUCTION && query->instructions[found->index] == at.address)
            return true;
    found->stop = STOP_WATCH;
    for (found->index = 0; found->index < query->watch_count; found->index++) {
        const struct timeline_watch *watch = &query->watches[found->index];
        if (((at.kind == AE_READ && watch->read) || (at.kind == AE_WRITE && watch->write)) && at.address + 4 > watch->address &&
            at.address < watch->address + watch->size)
            return true;
    }
    found->stop = STOP_LOOP;
    for (size_t k = 0; k < 4 && facts->loops[n][k].iteration; k++)
        for (found->index = 0; found->index < query->loop_count; found->index++)
            if (query->loops[found->index].loop == facts->loops[n][k].loop &&
                (query->loops[found->index].iteration == 0 || query->loops[found->index].iteration == facts->loops[n][k].iteration))
                return true;
    found->index = 0;
    found->stop = STOP_RETURNED;
    if (query->returned && plain_returned(model, from, n))
        return true;
    found->stop = STOP_STEP;
    if (query->over && at.depth != 1 && !is_open_at(model, activation_of(model, n), from))
        return false;                   /* a walk goes on in code that code without a schema enters while nothing is open */
    return at.kind == AE_INSTRUCTION && (query->every_instruction || (query->lines && facts->line_begins[n]));
}

static enum timeline_answer plain_find(const struct model *model, const struct abstract *program, const struct facts *facts,
                                       const struct timeline_query *query, uint64_t from, int direction, struct timeline_found *found)
{
    uint64_t caller = direction < 0 && query->returned ? plain_caller(model, program, from) : 0;
    for (uint64_t n = direction > 0 ? from + 1 : from - 1; n > 0 && n <= model->total; direction > 0 ? n++ : n--) {
        bool met = plain_met(model, facts, query, from, n, found);
        if (n == caller && (!met || found->stop == STOP_STEP))
            *found = (struct timeline_found){model->addresses[n], STOP_RETURNED, 0};
        if (met || n == caller)
            return TIMELINE_FOUND;
    }
    *found = (struct timeline_found){.stop = STOP_END};
    for (uint64_t n = 1; n <= model->total && (direction > 0 || found->at.number == 0); n++)
        if (model->addresses[n].kind == AE_INSTRUCTION)
            found->at = model->addresses[n];
    return TIMELINE_NONE;
}

/* ---- Random programs, random queries ---- */

struct asked {
    struct timeline_query query;
    uint32_t instructions[3];
    struct timeline_watch watches[2];
    struct timeline_loop loops[2];
};

static void ask_randomly(struct asked *asked, const struct model *model, const struct abstract *program, uint64_t *seed)
{
    uint32_t what = random_below(seed, 64);
    *asked = (struct asked){.query = {.instructions = asked->instructions, .watches = asked->watches, .loops = asked->loops}};
    for (size_t i = 0; (what & 1) && i < 3; i++) {
        uint32_t address = model->addresses[1 + random_below(seed, (uint32_t)model->total)].instruction;
        if (i == 0 || address > asked->instructions[i - 1])
            asked->instructions[asked->query.instruction_count++] = address;
        else
            break;
    }
    for (size_t i = 0; (what & 2) && i < 2; i++)
        asked->watches[asked->query.watch_count++] =
            (struct timeline_watch){0xff8 + random_below(seed, 100), 1 + random_below(seed, 9), random_below(seed, 2), random_below(seed, 2)};
    for (size_t i = 0; (what & 4) && i < 2 && program->loop_count; i++)
        asked->loops[asked->query.loop_count++] = (struct timeline_loop){random_below(seed, program->loop_count), random_below(seed, 6)};
    asked->query.every_instruction = (what & 24) == 8;
    asked->query.lines = (what & 24) == 16;
    asked->query.over = random_below(seed, 2);
    asked->query.returned = (what & 32) && random_below(seed, 2);
}

static void compare(struct timeline *timeline, const struct model *model, const struct abstract *program, const struct facts *facts, uint64_t *seed)
{
    static const char *const answers[] = {"found", "none", "stopped"};
    struct asked asked;
    struct timeline_found found, plain;
    ask_randomly(&asked, model, program, seed);
    int direction = random_below(seed, 2) ? 1 : -1;
    uint64_t from = 1 + random_below(seed, (uint32_t)model->total);
    enum timeline_answer expected = plain_find(model, program, facts, &asked.query, from, direction, &plain);
    enum timeline_answer answer = timeline_find(timeline, &asked.query, from, direction, &found);
    if (answer != expected || found.at.number != plain.at.number || found.stop != plain.stop)
        print_error("from %llu %+d: instructions %zu watches %zu loops %zu every %d lines %d over %d returned %d: %s @%llu (%d), expected %s @%llu (%d)\n",
                    (unsigned long long)from, direction, asked.query.instruction_count, asked.query.watch_count, asked.query.loop_count,
                    asked.query.every_instruction, asked.query.lines, asked.query.over, asked.query.returned, answers[answer],
                    (unsigned long long)found.at.number, (int)found.stop, answers[expected], (unsigned long long)plain.at.number, (int)plain.stop);
    assert_int_equal(answer, expected);
    assert_same_address(found.at, plain.at);
    assert_int_equal(found.stop, plain.stop);
    if (found.stop != STOP_LOOP)
        assert_int_equal(found.index, plain.index);
}

static void searches_agree_with_a_list(void **unused)
{
    (void)unused;
    size_t thinned = 0;
    for (uint64_t i = 1; i <= PROGRAMS; i++) {
        struct made *made = memory_allocate(sizeof *made);
        struct timeline *timeline;
        struct error error;
        uint64_t seed = i * 7919, total;
        made_program(made, i, 1500);
        struct model model = model_open(made->ae.program, made->events);
        struct facts facts = facts_open(&model, made->ae.program);
        struct timeline_options options = {.memory = 4000 + 3000 * (i % 5), .interval = 20 + 30 * (i % 7)};
        assert_true(timeline_open(made->ae.program, made->events, "ae.out", &options, &timeline, &error));
        give_lines(timeline);
        for (size_t k = 0; k < SEARCHES && model.total > 0; k++)
            compare(timeline, &model, made->ae.program, &facts, &seed);
        assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
        assert_int_equal(total, model.total);
        assert_true(timeline_memory(timeline) <= options.memory || timeline_checkpoints(timeline) <= 2);
        thinned += timeline->interval > options.interval;
        timeline_close(timeline);
        free(facts.line_begins), free(facts.loops);
        model_close(&model);
        made_close(made);
        free(made);
    }
    assert_true(thinned > PROGRAMS / 4);
}

/* ---- By hand ----
 *
 *   @1 @2        main: two instructions            line 2
 *   @3 @4        main: call of sub                 line 3
 *     @5         sub: recorded value               line 5
 *     @6 @7      sub: store, its reference         line 6
 *     @8 @9      sub: return                       line 6
 *   @10 @11      main: call of code without schema line 3
 *     @12-@16    sub     @17-@21 sub               called back
 *   @22-@24 @25-@27 @28-@30   main: loop           line 4
 *   @31 @32      main: return                      no line
 *   @33-@37      sub, from code without schema */

static const char by_hand[] = TEST_HEAD "start_function main 3\nstart_block 0\nuneventful_inst x2\ncall_inst sub x2\ncall_ext qsort x2\n"
                                        "end_block 0 x0 %loop_entry(1 0)\nstart_block_target 1\nuneventful_inst\n"
                                        "end_block_cjump 1 2 1 x2 %loop_exit(2 0) %loop_back(1 0)\nstart_block_target 2\nreturn x2\nend_function main\n"
                                        "start_function sub 1\nstart_block 0\nunknown_defn R4\nstore_inst 0(#R4)\nreturn x2\nend_function sub\n";
enum { SUB = TEST_AE_BASE + 44 };

struct hand {
    struct test_ae ae;
    struct text events;
    struct timeline *timeline;
};

static void hand_open(struct hand *hand, uint64_t interval)
{
    static const uint32_t lines[] = {2, 2, 3, 3, 3, 3, 4, 4, 4, TIMELINE_NO_LINE, TIMELINE_NO_LINE, 5, 6, 6, 6};
    struct timeline_options options = {.interval = interval};
    struct error error;
    *hand = (struct hand){0};
    open_program(&hand->ae, by_hand, (struct test_ae_options){0});
    put_head(&hand->events);
    put_entry(&hand->events, 0);
    put_word(&hand->events, 0x1000);
    for (uint32_t i = 1; i < 3; i++)
        put_entry(&hand->events, 1), put_word(&hand->events, 0x1000 + 4 * i);
    text_append(&hand->events, (struct str){"\0\1\1\1\2", 5});
    put_entry(&hand->events, 1), put_word(&hand->events, 0x1000);
    assert_true(timeline_open(hand->ae.program, text_str(&hand->events), "ae.out", &options, &hand->timeline, &error));
    timeline_line(hand->timeline, 0);
    memcpy(hand->timeline->lines.lines, lines, sizeof lines);
}

static void hand_close(struct hand *hand)
{
    timeline_close(hand->timeline);
    text_free(&hand->events);
    test_ae_close(&hand->ae);
}

static void finds(struct hand *hand, struct timeline_query query, uint64_t from, int direction, uint64_t number, enum timeline_stop stop)
{
    struct timeline_found found;
    enum timeline_answer answer = timeline_find(hand->timeline, &query, from, direction, &found);
    if (found.at.number != number || found.stop != stop)
        print_error("from @%u %+d: @%u (%d), expected @%u (%d)\n", (unsigned)from, direction, (unsigned)found.at.number, (int)found.stop, (unsigned)number,
                    (int)stop);
    assert_int_equal(answer, stop == STOP_END ? TIMELINE_NONE : TIMELINE_FOUND);
    assert_int_equal(found.at.number, number);
    assert_int_equal(found.stop, stop);
}

#define EACH_INTERVAL(hand) for (uint64_t interval_ = 1; interval_ < 60; interval_ = interval_ * 2 + 1, hand_close(hand)) \
    for (int once_ = (hand_open(hand, interval_), 1); once_; once_ = 0)

static void steps_over_pass_calls_and_do_not_enter_again(void **unused)
{
    (void)unused;
    struct timeline_query over = {.every_instruction = true, .over = true}, into = {.every_instruction = true};
    struct hand hand;
    EACH_INTERVAL(&hand) {
        finds(&hand, over, 4, 1, 10, STOP_STEP);
        finds(&hand, into, 4, 1, 5, STOP_STEP);
        finds(&hand, into, 6, 1, 8, STOP_STEP);
        finds(&hand, over, 9, 1, 10, STOP_STEP);
        finds(&hand, over, 11, 1, 22, STOP_STEP);
        finds(&hand, over, 16, 1, 22, STOP_STEP);
        finds(&hand, over, 32, 1, 33, STOP_STEP);
        finds(&hand, over, 37, 1, 37, STOP_END);
        finds(&hand, into, 0, 1, 1, STOP_STEP);
        finds(&hand, over, 0, 1, 1, STOP_STEP);
        finds(&hand, over, 10, -1, 4, STOP_STEP);
        finds(&hand, into, 10, -1, 9, STOP_STEP);
        finds(&hand, over, 22, -1, 11, STOP_STEP);
        finds(&hand, over, 17, -1, 11, STOP_STEP);
        finds(&hand, over, 19, -1, 18, STOP_STEP);
        finds(&hand, over, 33, -1, 32, STOP_STEP);
        finds(&hand, into, 33, -1, 32, STOP_STEP);
        finds(&hand, into, 1000, -1, 37, STOP_STEP);
        finds(&hand, into, 1, -1, 1, STOP_END);
        finds(&hand, into, 0, -1, 1, STOP_END);
    }
}

static void returns_are_found_and_so_are_calls(void **unused)
{
    (void)unused;
    struct timeline_query query = {.returned = true};
    struct hand hand;
    EACH_INTERVAL(&hand) {
        finds(&hand, query, 5, 1, 10, STOP_RETURNED);
        finds(&hand, query, 12, 1, 17, STOP_RETURNED);
        finds(&hand, query, 19, 1, 22, STOP_RETURNED);
        finds(&hand, query, 22, 1, 33, STOP_RETURNED);
        finds(&hand, query, 33, 1, 37, STOP_END);
        finds(&hand, query, 0, 1, 37, STOP_END);
        finds(&hand, query, 7, -1, 3, STOP_RETURNED);
        finds(&hand, query, 5, -1, 3, STOP_RETURNED);
        finds(&hand, query, 14, -1, 10, STOP_RETURNED);
        finds(&hand, query, 19, -1, 10, STOP_RETURNED);
        finds(&hand, query, 31, -1, 1, STOP_END);
        finds(&hand, query, 34, -1, 1, STOP_END);
        finds(&hand, (struct timeline_query){.returned = true, .every_instruction = true}, 7, -1, 6, STOP_STEP);
        finds(&hand, (struct timeline_query){.returned = true, .instructions = (uint32_t[]){SUB}, .instruction_count = 1}, 19, -1, 17, STOP_INSTRUCTION);
        finds(&hand, (struct timeline_query){.returned = true, .instructions = (uint32_t[]){TEST_AE_BASE}, .instruction_count = 1}, 19, -1, 10,
              STOP_RETURNED);
    }
}

static void lines_are_those_of_one_activation(void **unused)
{
    (void)unused;
    struct timeline_query step = {.lines = true}, next = {.lines = true, .over = true}, out = {.lines = true, .over = true, .returned = true};
    struct hand hand;
    EACH_INTERVAL(&hand) {
        finds(&hand, step, 0, 1, 1, STOP_STEP);
        finds(&hand, step, 1, 1, 3, STOP_STEP);
        finds(&hand, step, 3, 1, 5, STOP_STEP);
        finds(&hand, step, 5, 1, 6, STOP_STEP);
        finds(&hand, step, 6, 1, 12, STOP_STEP);        /* returning to the middle of line 3 is not a stop */
        finds(&hand, out, 6, 1, 10, STOP_RETURNED);
        finds(&hand, next, 3, 1, 22, STOP_STEP);
        finds(&hand, next, 13, 1, 22, STOP_STEP);
        finds(&hand, step, 22, 1, 33, STOP_STEP);       /* the loop is one line; the code after it has none */
        finds(&hand, next, 22, 1, 33, STOP_STEP);
        finds(&hand, step, 33, -1, 22, STOP_STEP);
        finds(&hand, step, 22, -1, 18, STOP_STEP);
        finds(&hand, next, 22, -1, 3, STOP_STEP);
        finds(&hand, next, 18, -1, 17, STOP_STEP);
        finds(&hand, next, 17, -1, 3, STOP_STEP);
        finds(&hand, next, 3, -1, 1, STOP_STEP);
        finds(&hand, step, 1, -1, 1, STOP_END);
    }
}

static void breakpoints_watches_and_iterations(void **unused)
{
    (void)unused;
    struct timeline_watch write = {0x1006, 1, false, true}, read = {0x1006, 1, true, false};
    struct timeline_query watch = {.watches = &write, .watch_count = 1}, none = {.watches = &read, .watch_count = 1};
    struct timeline_query second = {.loops = &(struct timeline_loop){0, 2}, .loop_count = 1}, each = {.loops = &(struct timeline_loop){0, 0}, .loop_count = 1};
    struct timeline_query fourth = {.loops = &(struct timeline_loop){0, 4}, .loop_count = 1};
    struct timeline_query stop = {.instructions = (uint32_t[]){TEST_AE_BASE + 4, SUB + 8}, .instruction_count = 2};
    struct hand hand;
    EACH_INTERVAL(&hand) {
        finds(&hand, watch, 0, 1, 14, STOP_WATCH);
        finds(&hand, watch, 14, 1, 37, STOP_END);
        finds(&hand, watch, 1000, -1, 14, STOP_WATCH);
        finds(&hand, none, 0, 1, 37, STOP_END);
        finds(&hand, each, 0, 1, 22, STOP_LOOP);
        finds(&hand, each, 22, 1, 25, STOP_LOOP);
        finds(&hand, each, 28, 1, 37, STOP_END);
        finds(&hand, second, 0, 1, 25, STOP_LOOP);
        finds(&hand, second, 37, -1, 25, STOP_LOOP);
        finds(&hand, each, 30, -1, 28, STOP_LOOP);
        finds(&hand, each, 28, -1, 25, STOP_LOOP);
        finds(&hand, fourth, 0, 1, 37, STOP_END);
        finds(&hand, stop, 0, 1, 2, STOP_INSTRUCTION);
        finds(&hand, stop, 2, 1, 8, STOP_INSTRUCTION);
        finds(&hand, stop, 37, -1, 36, STOP_INSTRUCTION);
        finds(&hand, stop, 8, -1, 2, STOP_INSTRUCTION);
        finds(&hand, (struct timeline_query){0}, 5, 1, 37, STOP_END);
    }
}

/* Which references to 0x1001 touch one byte: bit 0 lb, 1 lwl, 2 lwr, 3 ldc1, 4 swl, 5 swr. */
static unsigned touched(bool little, uint32_t byte)
{
    static const char text[] = TEST_HEAD "start_function f 1\nstart_block 0\nunknown_defn R4\nload_inst 0(#R4)\nload_inst 0(#R4)\nload_inst 0(#R4)\n"
                                         "load_inst 0(#R4)\nstore_inst 0(#R4)\nstore_inst 0(#R4)\nreturn x2\nend_function f\n";
    static const uint32_t words[] = {0x80820000, 0x88820000, 0x98820000, 0xd4820000, 0xa8820000, 0xb8820000};
    struct test_ae_patch patches[6];
    for (uint32_t i = 0; i < 6; i++)
        patches[i] = (struct test_ae_patch){TEST_AE_BASE + 4 + 4 * i, words[i]};
    struct test_ae ae;
    open_program(&ae, text, (struct test_ae_options){.little_endian = little, .patches = patches, .patch_count = 6});
    static const char big_events[] = "\1\0\x10\0\0\0\0\x10\1", little_events[] = "\1\0\0\x10\0\1\x10\0\0";
    struct text events = {0};
    put_head(&events);
    text_append(&events, (struct str){little ? little_events : big_events, 9});
    struct timeline *timeline;
    struct timeline_found found = {0};
    struct error error;
    struct timeline_watch watch = {byte, 1, true, true};
    unsigned mask = 0;
    assert_true(timeline_open(ae.program, text_str(&events), "ae.out", &(struct timeline_options){0}, &timeline, &error));
    while (timeline_find(timeline, &(struct timeline_query){.watches = &watch, .watch_count = 1}, found.at.number, 1, &found) == TIMELINE_FOUND)
        mask |= 1u << (found.at.instruction - TEST_AE_BASE - 4) / 4;
    timeline_close(timeline);
    text_free(&events);
    test_ae_close(&ae);
    return mask;
}

static void watches_see_the_bytes_an_instruction_touches(void **unused)
{
    (void)unused;
    static const unsigned big[] = {0, 4 + 32, 63, 2 + 8 + 16, 2 + 8 + 16, 8, 8, 8, 8, 8, 0};
    static const unsigned little[] = {0, 2 + 16, 63, 4 + 8 + 32, 4 + 8 + 32, 8, 8, 8, 8, 8, 0};
    for (uint32_t i = 0; i < 11; i++) {
        assert_int_equal(touched(false, 0xfff + i), big[i]);
        assert_int_equal(touched(true, 0xfff + i), little[i]);
    }
}

/* An assembler's line table: one line per instruction, except two instructions on one line. */
static void lines_come_from_the_executable(void **unused)
{
    (void)unused;
    static const char code[] = ".set noreorder\n.text\n.globl __aeo_f\n.type __aeo_f,@function\n__aeo_f: addiu $2,$0,1\n addiu $2,$2,1; addiu $2,$2,1\n"
                               " jr $31\n nop\n.size __aeo_f,.-__aeo_f\n.globl f\n.type f,@function\nf: nop\n.size f,.-f\n"
                               ".data\n.globl __ae_id\n.type __ae_id,@object\n__ae_id: .byte 1,0x23,0x45,0x67,0x89,0xab,0xcd,0xef\n.size __ae_id,8\n";
    static const char schema_text[] = TEST_HEAD "start_function f 1\nstart_block 0\nuneventful_inst x3\nreturn x2\nend_function f\n";
    char folder[] = "/tmp/clew-lines-XXXXXX", command[400], path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "cd %s && mips-linux-gnu-as --gdwarf-4 -EB -o f.o f.s && mips-linux-gnu-ld -EB -e f -o f f.o", folder);
    snprintf(path, sizeof path, "%s/f.s", folder);
    FILE *file = fopen(path, "w");
    assert_true(file && fputs(code, file) >= 0 && fclose(file) == 0);
    bool can = system("command -v mips-linux-gnu-as mips-linux-gnu-ld >/dev/null 2>&1") == 0;
    if (can) {
        assert_int_equal(system(command), 0);
        snprintf(path, sizeof path, "%s/f", folder);
        struct arena arena = {0};
        struct error error;
        struct ae_schema schema;
        struct symbols *symbols;
        struct hand hand = {0};
        struct abstract *program;
        uint64_t entry, size;
        assert_true(ae_schema_read(str_of(schema_text), "f.sma", &arena, &schema, &error));
        assert_true(symbols_open(path, &symbols, &error));
        assert_true(abstract_open(&schema, "f.sma", symbols, &program, &error));
        assert_true(symbols_value(symbols, str_of("f"), &entry, &size));
        put_head(&hand.events);
        for (size_t i = 0; i < 2; i++)
            put_byte(&hand.events, 1), put_word(&hand.events, (uint32_t)entry);
        assert_true(timeline_open(program, text_str(&hand.events), "ae.out", &(struct timeline_options){0}, &hand.timeline, &error));
        struct timeline_query step = {.lines = true};
        for (uint64_t from = 0; from < 10; from++) {
            static const uint64_t next[] = {1, 2, 4, 4, 5, 6, 7, 9, 9, 10};
            static const uint64_t before[] = {1, 1, 1, 2, 2, 4, 5, 6, 7, 7};
            finds(&hand, step, from, 1, next[from], STOP_STEP);
            finds(&hand, step, from, -1, before[from], from < 2 ? STOP_END : STOP_STEP);
        }
        timeline_close(hand.timeline);
        abstract_close(program);
        symbols_close(symbols);
        text_free(&hand.events);
        arena_free(&arena);
    }
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    if (!can)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_over_pass_calls_and_do_not_enter_again), cmocka_unit_test(returns_are_found_and_so_are_calls),
        cmocka_unit_test(lines_are_those_of_one_activation),            cmocka_unit_test(breakpoints_watches_and_iterations),
        cmocka_unit_test(watches_see_the_bytes_an_instruction_touches), cmocka_unit_test(searches_agree_with_a_list),
        cmocka_unit_test(lines_come_from_the_executable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
