/* build.c - reads a text, part by part, and writes its store.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/building.h"
#include "recording/store/columns.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- What needs the whole trace: executions, dangling ids, instances out of range; and the tables ---- */

/* ---- Executions (1.4) ---- */

/* References raise the executions of an instruction only if it has no entry of its own. True: some entry names an instance beyond them. */
static bool count_executions(struct build *build, struct record *record, uint64_t referenced)
{
    uint64_t least;
    record->executions = lists_executions(record, build->lists, &least);
    if (build->header.dense && least < record->executions)
        record->flags |= RECORD_EXECUTIONS_LEAST;
    if (record->executions)
        return referenced > record->executions;
    record->executions = referenced ? referenced : 1;
    return false;
}

/* Adds records for dangling ids (entries name them, but they have no block) behind the instructions, in order of first mention. */
static bool dangling_add(struct build *build)
{
    bool found = false;
    for (size_t i = 0; i < build->numbers.items_count; i++) {
        struct number *number = &build->numbers.items[i];
        if (number->index != NO_RECORD || number->top == 0)
            continue;
        struct record record = {.id = number->id, .executions = number->top, .first_list = build->lists_count, .value_list = NOWHERE,
                                .file = NOWHERE, .function = NOWHERE};
        number->index = (uint32_t)build->records_count;
        ARRAY_ADD(build, records, record);
        found = true;
    }
    return found;
}

static bool executions_find(struct build *build)
{
    bool loose = false;
    for (size_t i = 0; i < build->header.instructions; i++) {
        const struct number *number = &build->numbers.items[number_of(&build->numbers, build->records[i].id)];
        loose |= count_executions(build, &build->records[i], number->top);
        if (__builtin_add_overflow(build->header.instances, build->records[i].executions, &build->header.instances))
            build->header.instances = UINT64_MAX;
    }
    return loose;
}

/* ---- Places of loose entries ---- */

static void check_entry(struct build *build, const struct wet_item *item)
{
    const struct wet_entry *entry = &item->entry;
    const struct record *record = &build->records[build->numbers.items[number_of(&build->numbers, entry->id)].index];
    if (!(record->flags & RECORD_BLOCK))
        finding_add(&build->findings, item->line, entry->id_column, &(struct wet_finding){WET_DANGLING_ID, entry->id, 0, 0});
    else if (entry->instance >= record->executions)
        finding_add(&build->findings, item->line, entry->instance_column,
                    &(struct wet_finding){WET_INSTANCE_RANGE, entry->instance, entry->id, record->executions});
}

/* Blocks keep no line numbers, so a trace with loose entries is read a second time to find their lines. */
static bool place_loose_entries(struct build *build, struct error *error)
{
    struct part_source source = {build->input, 0, UINT64_MAX, build->options->path, build->options->progress, 0};
    struct feeder feeder;
    struct wet_item item;
    uint64_t kept = 0;
    bool dropped = false, done = false, good = true;
    feeder_open(&feeder, &source, WET_COMPREHENSIVE, WET_FROM_FILE);
    while (good && !done) {
        if (!wet_reader_next(feeder.reader, &item)) {
            good = feeder_go_on(&feeder, &done, error);
        } else if (item.kind == WET_ITEM_BLOCK) {
            dropped = build->numbers.items[number_of(&build->numbers, item.block.id)].index != kept;
            kept += !dropped;
        } else if (item.kind == WET_ITEM_ENTRY && !dropped) {
            check_entry(build, &item);
        }
    }
    feeder_close(&feeder);
    return good;
}

/* Finds executions, dangling ids, and the problems that need the whole trace. */
static bool build_resolve(struct build *build, struct error *error)
{
    struct store_header *header = &build->header;
    header->kind = STORE_COMPREHENSIVE;
    header_number(header, build->options->numbering, build->evidence);
    header->instructions = build->records_count;
    bool loose = executions_find(build);
    loose |= dangling_add(build);
    return !loose || place_loose_entries(build, error);
}

/* ---- Tables ---- */

/* Writes the indices of records in order of address (only records with a block) or of id; writes nothing if ids rise already. */
static void order_write(struct build *build, unsigned stream, bool by_address)
{
    size_t count = by_address ? (size_t)build->header.instructions : build->records_count;
    bool rising = !by_address;
    for (size_t i = 1; rising && i < count; i++)
        rising = build->records[i - 1].id < build->records[i].id;
    if (rising)
        return;
    uint32_t *order = memory_allocate((count + 1) * sizeof *order);
    records_order(build->records, count, by_address, order);
    if (count)
        paged_append_items(build->writer, stream, order, count, sizeof *order);
    free(order);
}

static void users_write(struct build *build)
{
    struct users_head *heads = memory_allocate((build->records_count + 1) * sizeof *heads);
    uint32_t *index_of = memory_allocate((build->numbers.items_count + 1) * sizeof *index_of);
    for (size_t i = 0; i < build->numbers.items_count; i++) {
        const struct number *number = &build->numbers.items[i];
        index_of[i] = number->index == NO_RECORD ? 0 : number->index;
        if (number->index != NO_RECORD)
            heads[number->index].top = number->top;
    }
    for (size_t i = 0; i < build->final_count; i++)
        build->final[i] = index_of[build->final[i]];
    uses_finish(build->uses, index_of, heads);
    table_write(build->writer, STREAM_USERS, heads, build->records_count, sizeof *heads / sizeof(uint64_t));
    paged_append_items(build->writer, STREAM_FINAL, build->final, build->final_count, sizeof *build->final);
    free(index_of);
    free(heads);
}

/* May the index get its name? Not if the text is no trace, or if its name now leads to another file: clew would never use such an index. */
static bool is_worth_a_file(const struct build *build, struct error *error)
{
    const char *name = input_name(build->input);
    if (!build->to_file)
        return true;
    if (input_is_file(build->input) && input_replaced(build->input))
        return error_at(error, name, 0, 0, "was replaced or removed while it was read");
    return header_is_of_trace(&build->header, name, error);
}

static void note_write(struct build *build, const char *name, const char *value)
{
    paged_append_items(build->writer, STREAM_NOTES, name, strlen(name) + 1, 1);
    paged_append_items(build->writer, STREAM_NOTES, value, strlen(value) + 1, 1);
}

bool build_finish(struct build *build, struct store *store, struct error *error)
{
    struct store_header *header = &build->header;
    struct paged *paged;
    findings_sort(&build->findings);
    header->problems = build->findings.total;
    header->problems_kept = build->findings.items_count;
    memcpy(header->kind_count, build->findings.kind_count, sizeof header->kind_count);
    order_write(build, STREAM_BY_ID, false);
    order_write(build, STREAM_BY_ADDRESS, true);
    users_write(build);
    table_write(build->writer, STREAM_RECORDS, build->records, build->records_count, sizeof *build->records / sizeof(uint64_t));
    table_write(build->writer, STREAM_LISTS, build->lists, build->lists_count, sizeof *build->lists / sizeof(uint64_t));
    paged_append_items(build->writer, STREAM_PROBLEMS, build->findings.items, build->findings.items_count, sizeof *build->findings.items);
    struct error ignored;
    if (input_is_file(build->input) && !input_identify(build->input, &header->text, &ignored))
        return error_set(error, "cannot be read");
    if (!is_worth_a_file(build, error))
        return false;
    const char *notice = build->has_damage ? store_keep_error(store, "read only the part before the damage: ", &build->damage) : NULL;
    if (notice)
        note_write(build, NOTE_DAMAGE, notice);
    struct paged_writer *writer = build->writer;
    build->writer = NULL;
    if (!paged_finish(writer, header, sizeof *header, &paged, error) || !store_load(store, paged, error))
        return false;
    if (notice)
        store->notice = notice;
    return true;
}

/* ---- Parts become one store, in file order ---- */

static bool build_conflicts(const struct build *build, const struct part *part)
{
    uint64_t number;
    for (size_t i = 0; i < part->records_count; i++)
        if (map_get(&build->numbers.by_id, part->records[i].record.id, &number) && build->numbers.items[number].index != NO_RECORD)
            return true;
    return false;
}

/* The offset of a name in NAMES; NOWHERE for the null name. */
static uint64_t build_name(struct build *build, struct str name)
{
    uint64_t place;
    if (!name.data)
        return NOWHERE;
    name = pool_name(&build->names, name);
    if (map_get(&build->name_places, (uint64_t)(uintptr_t)name.data, &place))
        return place;
    uint32_t size = (uint32_t)name.size;
    place = paged_append_items(build->writer, STREAM_NAMES, &size, sizeof size, 1);
    paged_append_items(build->writer, STREAM_NAMES, name.data, name.size, 1);
    map_put(&build->name_places, (uint64_t)(uintptr_t)name.data, place);
    return place;
}

/* ---- Blocks ---- */

/* Writes blocks of a list; returns the number of the first. */
static uint64_t commit_blocks(struct build *build, const struct part *part, uint64_t first, const struct list *list, bool uniform, bool definers)
{
    uint64_t blocks = uniform ? 1 : blocks_of(list->count), at = build->descriptors;
    for (uint64_t b = 0; b < blocks; b++) {
        struct block block = part->blocks[first + b];
        unsigned count = block_entries(list->count, b * BLOCK);
        bool good;
        size_t size = block_kind(block) == BLOCK_LINE ? 0 : block_size(block, count, definers, &good);
        if (size)
            block_place(&block, paged_append(build->writer, list_payloads(list), part->payload + block_offset(block), size));
        paged_append(build->writer, STREAM_DESCRIPTORS, &block, sizeof block);
    }
    build->descriptors += blocks;
    return at;
}

static void commit_list(struct build *build, const struct part *part, const struct list *source, uint64_t numbers)
{
    struct list list = *source;
    list.numbers = numbers;
    if (list.flags & LIST_TEXT) {
        uint64_t offsets = blocks_of(list.count);
        if (offsets)
            paged_append_items(build->writer, STREAM_OFFSETS, part->offsets + list.first, offsets, sizeof *part->offsets);
        list.first = build->offsets;
        build->offsets += offsets;
        build->header.values += list.count;
    } else if (list.flags & LIST_VALUES) {
        list.first = list.count ? commit_blocks(build, part, list.first, source, list.flags & LIST_UNIFORM, false) : build->descriptors;
        if (build->limbs_left)
            build->limbs_left--;
        else
            build->header.values += list.count;
        build->limbs_left += list.limbs > 1 ? list.limbs - 1 : 0;
    } else {
        list.first = list.count ? commit_blocks(build, part, list.first, source, list.flags & LIST_UNIFORM, true) : build->descriptors;
        build->header.dependences += list.count;
    }
    if (list.xs != NOWHERE)
        list.xs = commit_blocks(build, part, list.xs, source, list.flags & LIST_XS_UNIFORM, false);
    ARRAY_ADD(build, lists, list);
}

/* ---- Instructions ---- */

static void commit_record(struct build *build, const struct part_record *source, uint64_t first_list, uint64_t base)
{
    struct record record = source->record;
    uint64_t index = build->records_count, other, line = source->line + base;
    record.first_list += first_list;
    record.value_list += record.value_list == NOWHERE ? 0 : first_list;
    record.file = build_name(build, source->file);
    record.function = build_name(build, source->function);
    build->numbers.items[number_of(&build->numbers, record.id)].index = (uint32_t)index;
    if (map_get(&build->by_address, record.address, &other)) {
        struct wet_finding finding = {WET_DUPLICATE_ADDRESS, record.address, build->records[other].id, build->lines[other]};
        finding_add(&build->findings, line, source->address_column, &finding);
    } else {
        map_put(&build->by_address, record.address, index);
    }
    ARRAY_ADD(build, records, record);
    ARRAY_ADD(build, lines, line);
}

static void commit_findings(struct build *build, const struct part *part, uint64_t base)
{
    for (size_t i = 0; i < part->findings.items_count; i++) {
        struct finding finding = part->findings.items[i];
        uint64_t line = finding.kind == WET_DUPLICATE_ID ? base : 0;
        finding_add(&build->findings, finding.line + base, finding.column,
                    &(struct wet_finding){(enum wet_problem)finding.kind, finding.first, finding.second + line, finding.third});
    }
    for (int kind = 0; kind < WET_PROBLEMS; kind++) { /* add the findings beyond those kept */
        uint64_t kept = part->findings.kind_count[kind] < PROBLEMS_MAX ? part->findings.kind_count[kind] : PROBLEMS_MAX;
        build->findings.kind_count[kind] += part->findings.kind_count[kind] - kept;
        build->findings.total += part->findings.kind_count[kind] - kept;
    }
}

/* Appends a part to the whole; `base`: number of lines before its reader's first. */
static void build_commit(struct build *build, const struct part *part, uint64_t base)
{
    uint64_t first_list = build->lists_count, first_number = build->final_count;
    for (size_t i = 0; i < part->numbers.items_count; i++) {
        uint32_t whole = number_of(&build->numbers, part->numbers.items[i].id);
        struct number *number = &build->numbers.items[whole];
        if (part->numbers.items[i].top > number->top)
            number->top = part->numbers.items[i].top;
        ARRAY_ADD(build, final, whole);
    }
    for (size_t i = 0; i < part->lists_count; i++)
        commit_list(build, part, &part->lists[i], first_number);
    for (size_t i = 0; i < part->uses_count; i++) {
        const struct part_use *use = &part->uses[i];
        uses_add(build->uses, (uint32_t)first_list + use->list, use->b, build->final[first_number + use->number], use->low, use->high);
    }
    for (size_t i = 0; i < part->records_count; i++)
        commit_record(build, &part->records[i], first_list, base);
    commit_findings(build, part, base);
    evidence_raise(&build->evidence, part->evidence);
}

/* ---- Reads a comprehensive trace into a store, with one thread or several ---- */

bool build_open(struct build *build, struct input *input, const char *index_path, const struct store_options *options, struct error *error)
{
    *build = (struct build){.input = input, .options = options, .to_file = index_path};
    if (!paged_create_after(index_path, input_name(input), STREAMS, &build->writer, error))
        return false;
    static const unsigned tables[] = {STREAM_RECORDS, STREAM_LISTS, STREAM_NAMES, STREAM_FINAL, STREAM_BY_ID, STREAM_BY_ADDRESS,
                                      STREAM_USERS, STREAM_OFFSETS, STREAM_VALUES, STREAM_PROBLEMS};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        paged_compress(build->writer, tables[i]);
    build->uses = uses_open(build->writer);
    build->header.text_compressed = input_is_compressed(input);
    build->header.numbering = (uint32_t)options->numbering;
    return true;
}

void build_note_damage(struct build *build, const struct feeder *feeder)
{
    build->has_damage = feeder->has_damage;
    build->damage = feeder->damage;
}

void build_close(struct build *build)
{
    paged_drop(build->writer);
    uses_close(build->uses);
    numbers_free(&build->numbers);
    free(build->final);
    free(build->records);
    free(build->lists);
    free(build->lines);
    pool_free(&build->names);
    map_free(&build->name_places);
    map_free(&build->by_address);
    free(build->findings.items);
}

static uint64_t part_size(const struct build *build)
{
    return build->options->part_size ? build->options->part_size : PART_SIZE;
}

/* ---- One thread: one reader from front to end ---- */

struct based {                      /* for struct taken: the lines of a part count from `base` */
    const struct build *build;
    uint64_t base;
};

static bool is_taken(const void *context, uint64_t id, uint64_t *line)
{
    const struct based *based = context;
    const struct build *build = based->build;
    uint64_t number;
    if (!map_get(&build->numbers.by_id, id, &number) || build->numbers.items[number].index == NO_RECORD)
        return false;
    *line = build->lines[build->numbers.items[number].index] - based->base;
    return true;
}

static bool check_limit(const struct build *build, struct error *error)
{
    return build->numbers.items_count <= INSTRUCTIONS_MAX || error_set(error, "more than %u instructions", INSTRUCTIONS_MAX);
}

static bool read_serially(struct build *build, struct error *error)
{
    struct part_source source = {build->input, 0, UINT64_MAX, build->options->path, build->options->progress, 0};
    struct part_reader *reader = part_reader_open(&source, part_size(build));
    struct based based = {build, 0};
    struct taken taken = {is_taken, &based};
    struct part part = {0};
    bool more = true, good = true;
    while (good && more) {
        good = part_read(reader, &taken, &part, &more, error) && check_limit(build, error);
        if (good)
            build_commit(build, &part, 0);
        part_free(&part);
    }
    build_note_damage(build, part_reader_feeder(reader));
    part_reader_close(reader);
    return good;
}

/* ---- Several threads: they read stretches side by side and commit them in order ---- */

enum { SLOTS = 8 };                 /* stretches that may wait for their turn */

struct stretch {
    struct part part;
    struct part_source source;
    uint64_t lines, blocks;
    bool ready, good;
    struct error error;
};

struct team {
    struct build *build;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct stretch slots[SLOTS];
    uint64_t taken, committed;      /* numbers of stretches; slot = number % SLOTS */
    uint64_t next;                  /* where the next one begins */
    uint64_t base, announced, announced_line, announced_column;
    bool has_announced;
    bool all_taken, failed, committing;
    bool searching;                 /* a thread looks for the end of the next stretch, without the mutex */
    struct error error;
};

static void fail(struct team *team, const struct error *error)
{
    if (!team->failed)
        team->error = *error;
    team->failed = true;
    pthread_cond_broadcast(&team->changed);
}

static bool keep_on(void *context, uint64_t done, uint64_t total)
{
    struct team *team = context;
    (void)done, (void)total;
    pthread_mutex_lock(&team->mutex);
    bool failed = team->failed;
    pthread_mutex_unlock(&team->mutex);
    return !failed;
}

static bool stretch_read(struct team *team, struct stretch *stretch, const struct taken *taken)
{
    struct part_reader *reader = part_reader_open(&stretch->source, part_size(team->build));
    bool more;
    stretch->good = part_read(reader, taken, &stretch->part, &more, &stretch->error);
    const struct wet_reader *text = part_reader_text(reader);
    stretch->lines = wet_reader_lines(text);
    stretch->blocks = wet_reader_blocks(text);
    if (stretch->source.from == 0) {
        pthread_mutex_lock(&team->mutex);
        team->has_announced = wet_reader_announced(text, &team->announced, &team->announced_line, &team->announced_column);
        pthread_mutex_unlock(&team->mutex);
    }
    part_reader_close(reader);
    return stretch->good;
}

/* Commits the next stretches while they are ready. The caller holds the mutex; this function releases it meanwhile. */
static void commit_ready(struct team *team)
{
    struct build *build = team->build;
    if (team->committing)
        return;
    team->committing = true;
    while (!team->failed && team->committed < team->taken && team->slots[team->committed % SLOTS].ready) {
        struct stretch *stretch = &team->slots[team->committed % SLOTS];
        pthread_mutex_unlock(&team->mutex);
        if (stretch->good && build_conflicts(build, &stretch->part)) {
            struct based based = {build, team->base};
            struct taken taken = {is_taken, &based};
            part_free(&stretch->part);
            stretch_read(team, stretch, &taken);
        }
        stretch->good = stretch->good && check_limit(build, &stretch->error);
        if (stretch->good)
            build_commit(build, &stretch->part, team->base);
        build->blocks += stretch->blocks;
        team->base += stretch->lines;
        part_free(&stretch->part);
        pthread_mutex_lock(&team->mutex);
        stretch->ready = false;
        team->committed++;
        if (!stretch->good)
            fail(team, &stretch->error);
        pthread_cond_broadcast(&team->changed);
    }
    team->committing = false;
}

/* Waits for a change. Only the thread that began the work may call progress; it does so meanwhile. The caller holds the mutex. */
static void wait_for_change(struct team *team, const struct progress *progress)
{
    enum { PATIENCE = 50 * 1000 * 1000 };   /* nanoseconds */
    struct timespec until;
    struct error error;
    if (progress->report == keep_on) {
        pthread_cond_wait(&team->changed, &team->mutex);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (until.tv_nsec + PATIENCE) / 1000000000;
    until.tv_nsec = (until.tv_nsec + PATIENCE) % 1000000000;
    if (pthread_cond_timedwait(&team->changed, &team->mutex, &until) == 0)
        return;
    uint64_t next = team->next;
    pthread_mutex_unlock(&team->mutex);
    bool goes_on = progress_report(progress, next, input_size(team->build->input)) || error_set(&error, "interrupted");
    pthread_mutex_lock(&team->mutex);
    if (!goes_on)
        fail(team, &error);
}

/* Finds the end of the next stretch, without the mutex, since a long line takes long; no other thread searches meanwhile. */
static bool find_end(struct team *team, const struct progress *progress, uint64_t *to)
{
    uint64_t size = part_size(team->build), from = (team->next / size + 1) * size;
    struct error error;
    team->searching = true;
    pthread_mutex_unlock(&team->mutex);
    bool found = part_boundary(team->build->input, from, input_size(team->build->input), progress, to, &error);
    pthread_mutex_lock(&team->mutex);
    team->searching = false;
    pthread_cond_broadcast(&team->changed);
    if (!found)
        fail(team, &error);
    return found && !team->failed;
}

/* The next stretch; NULL: none. The caller holds the mutex. */
static struct stretch *stretch_take(struct team *team, struct progress progress)
{
    uint64_t size = input_size(team->build->input), to;
    while (!team->failed && !team->all_taken && (team->searching || team->taken - team->committed == SLOTS))
        wait_for_change(team, &progress);
    if (team->failed || team->all_taken || !find_end(team, &progress, &to))
        return NULL;
    struct stretch *stretch = &team->slots[team->taken % SLOTS];
    uint64_t from = team->next;
    team->all_taken = to >= size;
    stretch->source = (struct part_source){team->build->input, from, team->all_taken ? UINT64_MAX : to, team->build->options->path, progress, 0};
    team->next = to;
    team->taken++;
    return stretch;
}

static void work(struct team *team, struct progress progress)
{
    struct stretch *stretch;
    pthread_mutex_lock(&team->mutex);
    while ((stretch = stretch_take(team, progress)) != NULL) {
        pthread_mutex_unlock(&team->mutex);
        stretch_read(team, stretch, NULL);
        pthread_mutex_lock(&team->mutex);
        stretch->ready = true;
        if (!stretch->good)
            fail(team, &stretch->error);
        commit_ready(team);
    }
    pthread_mutex_unlock(&team->mutex);
}

static void *help(void *context)
{
    struct team *team = context;
    work(team, (struct progress){.report = keep_on, .context = team});
    return NULL;
}

static void team_finish(struct team *team, const struct progress *progress)
{
    struct build *build = team->build;
    pthread_mutex_lock(&team->mutex);
    while (!team->failed && team->committed < team->taken) {
        if (!team->committing && team->slots[team->committed % SLOTS].ready)
            commit_ready(team);
        else
            wait_for_change(team, progress);
    }
    pthread_mutex_unlock(&team->mutex);
    if (!team->failed && team->taken > 1 && team->has_announced && team->announced != build->blocks)
        finding_add(&build->findings, team->announced_line, team->announced_column,
                    &(struct wet_finding){WET_COUNT_MISMATCH, team->announced, build->blocks, 0});
}

static bool read_together(struct build *build, unsigned threads, struct error *error)
{
    struct team *team = memory_allocate(sizeof *team);
    pthread_t helpers[8];
    pthread_condattr_t clock;
    unsigned started = 0;
    team->build = build;
    pthread_mutex_init(&team->mutex, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&team->changed, &clock);
    pthread_condattr_destroy(&clock);
    while (started + 1 < threads && pthread_create(&helpers[started], NULL, help, team) == 0)
        started++;
    work(team, build->options->progress);
    team_finish(team, &build->options->progress);
    for (unsigned i = 0; i < started; i++)
        pthread_join(helpers[i], NULL);
    bool good = !team->failed;
    if (!good)
        *error = team->error;
    for (unsigned i = 0; i < SLOTS; i++)
        part_free(&team->slots[i].part);
    pthread_cond_destroy(&team->changed);
    pthread_mutex_destroy(&team->mutex);
    free(team);
    return good;
}

/* Does the text begin with nothing but blanks? Then a stretch could begin with the first nonempty line, which is special (N). */
static bool begins_blank(const struct build *build)
{
    char head[4096];
    struct error ignored;
    size_t want = part_size(build) < sizeof head ? (size_t)part_size(build) : sizeof head, got;
    if (!input_read(build->input, 0, head, want, &got, &ignored))
        return true;
    struct str rest = str_starts((struct str){head, got}, "\xef\xbb\xbf") ? str_cut((struct str){head, got}, 3, got) : (struct str){head, got};
    return str_trim(rest).size == 0;
}

static unsigned thread_count(const struct build *build)
{
    unsigned wanted = build->options->threads ? build->options->threads : processor_count() > 1 ? 2 : 1;
    if (input_is_compressed(build->input) || input_size(build->input) <= part_size(build) || begins_blank(build))
        return 1;
    return wanted < 8 ? wanted : 8;
}

bool build_trace(struct input *input, const char *index_path, const struct store_options *options, struct store *store, struct error *error)
{
    struct build build;
    if (!build_open(&build, input, index_path, options, error))
        return false;
    unsigned threads = thread_count(&build);
    bool good = (threads > 1 ? read_together(&build, threads, error) : read_serially(&build, error)) && build_resolve(&build, error) && build_finish(&build, store, error);
    build_close(&build);
    return good;
}
