/* walk.c - walks a whole recording and checks what must hold for every recording.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     walk RECORDING        prints one line of NAME=NUMBER; exits with 1 if something does not hold, and prints an example
 *
 *     times     every execution has a time of its own, and that time names it; executions add up to the times
 *     missing   the definer of a dependence is an execution of the trace
 *     later     a definer ran before its user. A carried one (clew-formats(5) 3.3) may run while the user's call is under way: in a function that skipped
 *               code, reached through the user, called back; or in another thread
 *     loads     a plain load loads what its definer stored (tests/loads.h); `checked` counts such loads
 *     values    no execution has two values */
#include "code/code.h"
#include "recording/store/store.h"

#include "tests/loads.h"

#include <inttypes.h>
#include <stdio.h>

enum { FILES_MAX = 64 };

struct walk {
    struct store *store;
    struct {
        struct symbols *symbols;
        uint64_t bias;
    } files[FILES_MAX];
    size_t file_count;
    struct loads loads;
    uint64_t instances, dependences, cycles;
    uint64_t bad_times, missing, later, values;
    struct node bad_time, user, definer, late_user, late_definer;
};

static void open_file(struct walk *walk, struct str name, struct str bias)
{
    char path[4096];
    struct error error;
    snprintf(path, sizeof path, "%.*s", STR(name));
    if (walk->file_count == FILES_MAX || !str_hex(bias, &walk->files[walk->file_count].bias) || !symbols_open(path, &walk->files[walk->file_count].symbols, &error))
        return;
    walk->file_count++;
}

/* The notes of a recording name its shown files: looks for the note of each name. */
static void open_files(struct walk *walk, char **names, int count)
{
    for (int i = 0; i < count; i++) {
        char note[4200];
        snprintf(note, sizeof note, "bias %s", names[i]);
        struct str bias = store_note(walk->store, note);
        if (bias.size)
            open_file(walk, str_of(names[i]), bias);
    }
}

static struct str code(void *context, uint64_t address)
{
    struct walk *walk = context;
    struct str bytes = {NULL, 0};
    for (size_t i = 0; i < walk->file_count && !bytes.size; i++)
        bytes = symbols_bytes(walk->files[i].symbols, address - walk->files[i].bias, 15);
    for (size_t i = 0; i < walk->file_count && !bytes.size; i++)    /* as the file has it */
        bytes = symbols_bytes(walk->files[i].symbols, address, 15);
    return bytes;
}

/* Did the definer run in a callback from skipped code, on behalf of the execution at time `user`? */
static bool called_back(const struct walk *walk, uint64_t user, uint64_t definer)
{
    struct store_frame frame;
    for (uint64_t level = 0; store_frame(walk->store, definer, level, &frame); level++)
        if (frame.from_hidden && frame.call == user)
            return true;
    return false;
}

/* Did it run in another thread, before the user's thread ran again? */
static bool waited_for(const struct walk *walk, uint64_t user, uint64_t definer)
{
    uint64_t back;
    return store_thread(walk->store, user) != store_thread(walk->store, definer) && (!store_next_in_thread(walk->store, user, &back) || definer < back);
}

static void check_definers(struct walk *walk, struct node node, uint64_t time, const struct links *links)
{
    uint64_t count = store_count(walk->store), when;
    for (size_t i = 0; i < links->count; i++) {
        struct node definer = links->items[i].node;
        walk->dependences++;
        if (definer.index >= count || !store_instruction(walk->store, definer.index).has_block || !store_time(walk->store, definer, &when)) {
            walk->missing++;
            walk->user = node, walk->definer = definer;
        } else if (when >= time && (called_back(walk, time, when) || (links->items[i].carried && waited_for(walk, time, when)))) {
            walk->cycles++;
        } else if (when >= time) {
            walk->later++;
            walk->late_user = node, walk->late_definer = definer;
        }
    }
}

static void check_node(struct walk *walk, struct node node, struct links *links)
{
    uint64_t time = 0, first;
    walk->instances++;
    if (!store_time(walk->store, node, &time)) {
        walk->bad_times++;
        walk->bad_time = node;
    }
    links->count = 0;
    if (!store_definers(walk->store, node, NULL, links))
        exit(2);
    check_definers(walk, node, time, links);
    loads_check(&walk->loads, node, links);
    walk->values += store_values_of(walk->store, node, &first) > 1;
}

/* From times back to executions. */
static void check_times(struct walk *walk)
{
    uint64_t last = store_summary(walk->store).times, time;
    struct node node = {0, 0};
    for (uint64_t t = 1; t <= last; t++)
        if (!store_at(walk->store, t, &node) || !store_time(walk->store, node, &time) || time != t) {
            walk->bad_times++;
            walk->bad_time = node;
        }
    walk->bad_times += last != walk->instances;
}

static void say(const struct walk *walk, const char *what, uint64_t count, struct node node, const struct node *definer)
{
    if (!count)
        return;
    printf("# %" PRIu64 " %s: 0x%" PRIx64 "#%" PRIu64, count, what, store_instruction(walk->store, node.index).address, node.instance);
    if (definer)
        printf(" on 0x%" PRIx64 "#%" PRIu64, store_instruction(walk->store, definer->index).address, definer->instance);
    printf("\n");
}

int main(int argc, char **argv)
{
    struct walk walk = {0};
    struct error error;
    struct links links = {0};
    if (argc < 2 || !store_open(argv[1], NULL, &walk.store, &error)) {
        printf("# %s\n", argc < 2 ? "walk RECORDING [FILE...]" : error.message);
        return 2;
    }
    open_files(&walk, argv + 2, argc - 2);
    walk.loads = (struct loads){.store = walk.store, .decoder = decoder_open(), .code = code, .context = &walk};
    for (uint64_t i = 0; i < store_count(walk.store); i++)
        for (uint64_t k = 0; k < store_instruction(walk.store, i).executions; k++)
            check_node(&walk, (struct node){i, k}, &links);
    check_times(&walk);
    say(&walk, "instances without a time of their own", walk.bad_times, walk.bad_time, NULL);
    say(&walk, "definers are not in the trace", walk.missing, walk.user, &walk.definer);
    say(&walk, "definers ran after their users", walk.later, walk.late_user, &walk.late_definer);
    say(&walk, "loads differ from the stores they name", walk.loads.wrong, walk.loads.example, NULL);
    if (walk.values)
        printf("# %" PRIu64 " instances have two values\n", walk.values);
    printf("instances=%" PRIu64 " dependences=%" PRIu64 " cycles=%" PRIu64 " checked=%" PRIu64 "\n", walk.instances, walk.dependences, walk.cycles, walk.loads.checked);
    bool good = !walk.bad_times && !walk.missing && !walk.later && !walk.loads.wrong && !walk.values && !store_damaged(walk.store, true, &error);
    loads_free(&walk.loads);
    links_free(&links);
    for (size_t i = 0; i < walk.file_count; i++)
        symbols_close(walk.files[i].symbols);
    store_close(walk.store);
    return !good;
}
