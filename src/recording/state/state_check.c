/* state_check.c - feeds machines with a log and its pieces, and compares.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/state_check.h"
#include "recording/state/log_format.h"
#include "recording/state/log_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 1 << 16 };

struct state_check {
    struct micro_codes *codes, *piece_codes;
    struct machine *machine, *piece_machine;
    struct piece_run *run;
    struct state_check_totals totals;
    uint32_t thread;
    uint64_t instruction;           /* the last one */
    bool *running;                  /* by thread: its registers are those computed, as the kernel changed nothing since */
    size_t thread_count, thread_capacity;
};

struct state_check *state_check_open(void)
{
    struct state_check *check = memory_allocate(sizeof *check);
    check->codes = micro_codes_open();
    check->machine = machine_open(check->codes);
    machine_check(check->machine, &check->totals.check);
    check->piece_codes = micro_codes_open();
    check->piece_machine = machine_open(check->piece_codes);
    check->run = piece_open(check->piece_machine);
    check->thread = 1;
    return check;
}

void state_check_close(struct state_check *check)
{
    if (!check)
        return;
    machine_close(check->machine);
    piece_close(check->run);
    machine_close(check->piece_machine);
    micro_codes_close(check->piece_codes);
    micro_codes_close(check->codes);
    free(check->running);
    free(check);
}

struct state_check_totals state_check_totals(const struct state_check *check)
{
    return check->totals;
}

static bool *running(struct state_check *check, uint32_t thread)
{
    while (check->thread_count <= thread) {
        check->running = array_grow(check->running, &check->thread_capacity, check->thread_count + 1, sizeof *check->running);
        check->running[check->thread_count++] = false;
    }
    return &check->running[thread];
}

static void run(struct state_check *check, const struct log_record *record)
{
    struct micro_parts parts = micro_parts(check->codes, record->segment);
    size_t count = 0;
    while (count < parts.count && !(record->interrupted && parts.items[count].address == record->fault))
        count++;
    machine_run(check->machine, check->thread, record->segment, record->data, 0, (uint32_t)count);
    if (count)
        check->instruction = parts.items[count - 1].address;
    *running(check, check->thread) = true;
}

/* Guest state that no code of the program computes: the instruction pointer and Valgrind's own. */
static bool is_computed(unsigned byte)
{
    enum { POINTER = 184, OWN = 864 };
    return byte >= REGISTERS_GENERAL && (byte < POINTER || byte >= POINTER + 8) && (byte < OWN || byte >= REGISTERS_GS);
}

static void note_wrong(struct state_check *check, uint64_t *count)
{
    ++*count;
    if (!check->totals.first_wrong)
        check->totals.first_wrong = check->instruction;
}

static void take_registers(struct state_check *check, const struct log_record *record)
{
    uint32_t thread = (uint32_t)log_number(record->data, 8) % THREADS;
    uint8_t *registers = machine_registers(check->machine, thread);
    const uint8_t *logged = record->data + 8;
    bool *was_running = running(check, thread);
    for (unsigned i = 0; *was_running && i < REGISTERS_SIZE; i++)
        if (is_computed(i) && registers[i] != logged[i]) {
            note_wrong(check, &check->totals.wrong_registers);
            break;
        }
    check->totals.registers += *was_running;
    *was_running = true;
    memcpy(registers, logged, REGISTERS_SIZE);
}

/* What a system call finds in memory has to be there. */
static void compare_found(struct state_check *check, const struct log_record *record)
{
    enum { CHUNK = 1024, HEADER = sizeof(uint64_t) };
    uint8_t bytes[CHUNK];
    bool known[CHUNK];
    uint64_t address = record->size > HEADER ? log_number(record->data, HEADER) : 0;
    for (size_t at = HEADER, size; at < record->size; at += size) {
        size = record->size - at < CHUNK ? record->size - at : CHUNK;
        image_read_known(machine_image(check->machine), address + (at - HEADER), bytes, known, size);
        for (size_t i = 0; i < size; i++)
            if (known[i] && bytes[i] != record->data[at + i]) {
                note_wrong(check, &check->totals.check.wrong_bytes);
                break;
            }
    }
}

bool state_check_record(struct state_check *check, const struct log_record *record, struct error *error)
{
    uint64_t number[LOG_NUMBERS];
    switch (record->kind) {
    case 0: run(check, record); return true;
    case LOG_SEGMENT: return micro_define(check->codes, (struct str){(const char *)record->data, record->size}, true, error);
    default: break;
    }
    log_numbers(record, number);
    if (record->kind == LOG_KERNEL_FOUND)
        compare_found(check, record);
    uint32_t thread = (uint32_t)number[0] % THREADS;
    if (record->kind == LOG_REGISTERS && record->size == 8 + REGISTERS_SIZE)
        take_registers(check, record);
    else if (record->kind == LOG_THREAD)
        check->thread = thread;
    else if (record->kind == LOG_SIGNAL || record->kind == LOG_SIGNAL_RETURN || record->kind == LOG_SYSCALL)
        *running(check, thread) = false;
    else
        (void)piece_event(machine_image(check->machine), record);
    return true;
}

/* ---- Pieces ---- */

void state_check_definition(struct state_check *check, struct str definition)
{
    struct error error;
    if (!micro_define_terse(check->piece_codes, definition, &error))
        note_wrong(check, &check->totals.wrong_pieces);
}

static bool same_registers(struct state_check *check, uint32_t thread)
{
    const uint8_t *one = machine_registers(check->machine, thread), *other = machine_registers(check->piece_machine, thread);
    for (unsigned i = 0; i < REGISTERS_SIZE; i++)
        if (is_computed(i) && one[i] != other[i])
            return false;
    return true;
}

static bool same_page(struct image *whole, const struct image_page *page)
{
    uint8_t bytes[IMAGE_PAGE];
    bool known[IMAGE_PAGE];
    image_read_known(whole, page->number << IMAGE_PAGE_BITS, bytes, known, IMAGE_PAGE);
    for (unsigned i = 0; i < IMAGE_PAGE; i++)
        if (page->known[i / 64] >> i % 64 & 1 && (!known[i] || bytes[i] != page->bytes[i]))
            return false;
    return true;
}

void state_check_piece(struct state_check *check, const struct finished_piece *piece)
{
    struct error error;
    struct image *image = machine_image(check->piece_machine);
    bool good = piece_start(check->run, piece->bytes, &error) && piece_go(check->run, NULL, &error) == PIECE_ENDED;
    good = good && same_registers(check, piece_thread(check->run));
    for (size_t i = 0; good && i < image->count; i++)
        good = same_page(machine_image(check->machine), image->pages[i]);
    check->totals.pieces++;
    if (!good)
        note_wrong(check, &check->totals.wrong_pieces);
}

/* ---- In words ---- */

uint64_t state_check_mismatches(const struct state_check_totals *totals)
{
    return totals->wrong_registers + totals->wrong_pieces + totals->check.wrong_addresses + totals->check.wrong_bytes;
}

void state_check_summary(const struct state_check_totals *totals, struct text *out)
{
    uint64_t wrong = state_check_mismatches(totals);
    text_printf(out, "%" PRIu64 " pieces, %" PRIu64 " addresses, registers %" PRIu64 " times, %" PRIu64 " mismatches", totals->pieces,
                totals->check.addresses, totals->registers, wrong);
    if (wrong)
        text_printf(out, ", the first at 0x%" PRIx64, totals->check.first_wrong ? totals->check.first_wrong : totals->first_wrong);
}
