/* test_roles.c - the roles of use ports: compared with the recorder's templates, and by hand.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "recording/log/template.h"
#include "recording/questions/questions.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- Against the recorder ---- */

enum { KEYS_MOST = 64 };

struct keys {                   /* keys of one instruction's ports, ascending, each once */
    uint32_t items[KEYS_MOST];
    size_t count;
};

static void add_key(struct keys *keys, uint32_t key)
{
    size_t at = 0;
    while (at < keys->count && keys->items[at] < key)
        at++;
    if ((at < keys->count && keys->items[at] == key) || keys->count == KEYS_MOST)
        return;
    memmove(&keys->items[at + 1], &keys->items[at], (keys->count++ - at) * sizeof *keys->items);
    keys->items[at] = key;
}

struct tally {
    struct decoder *decoder;
    unsigned long seen, whole, wrong;
    struct text unknown;
};

static bool agrees(uint32_t key, enum port_role role, int reg)
{
    if (role == ROLE_UNKNOWN)
        return true;
    if (key >= PORT_MEMORY)
        return role == ROLE_MEMORY || (role == ROLE_VALUE && reg < 0);
    if (key == PORT_FLAGS || key == PORT_DIRECTION)
        return role == ROLE_FLAGS;
    if (key == PORT_FS || key == PORT_GS)
        return role == ROLE_ADDRESS && reg < 0;
    if (role != ROLE_VALUE && role != ROLE_ADDRESS)
        return false;
    if (key < PORT_FS)
        return reg == (int)key - PORT_GENERAL;
    return role == ROLE_VALUE && (reg < 0 || reg == (int)key - PORT_VECTOR + 16);
}

static void compare_roles(struct tally *tally, const struct decoded *decoded, const struct keys *keys)
{
    struct roles roles;
    bool wrong = false;
    roles_decoded(decoded, keys->count + 1, &roles);
    for (size_t i = 0; i < keys->count && i + 1 < ROLES_PORTS; i++)
        wrong |= !agrees(keys->items[i], roles_port(&roles, i + 1), roles.reg[i + 1]);
    if (wrong)
        print_message("roles of %s (%zu ports) are not those of the template\n", decoded->text, keys->count);
    else if (!roles.whole)
        text_printf(&tally->unknown, "%s (%zu ports); ", decoded->text, keys->count);
    tally->seen++;
    tally->whole += roles.whole;
    tally->wrong += wrong;
}

/* `last` in its segment: unless it is a jump, it may continue in the next one, after a test of its alignment or count. */
static void judge_instruction(struct tally *tally, const struct log_operation *operations, size_t count, bool last)
{
    const struct log_operation *first = &operations[0];
    struct steps steps = {0};
    struct keys keys = {0};
    struct decoded decoded;
    if (first->letter != 'I' || !decoder_decode(tally->decoder, (struct str){(const char *)first->bytes, first->length}, first->address, &decoded) ||
        (last && decoded.flow == FLOW_NEXT))
        return;
    template_append(&decoded, operations, count, true, &steps);
    for (size_t i = 0; i < steps.count; i++) {
        enum step_kind kind = (enum step_kind)steps.items[i].kind;
        if (kind == STEP_USE || kind == STEP_USE_INDEXED || kind == STEP_LOAD || kind == STEP_FLAGS_USE)
            add_key(&keys, steps.items[i].port);
    }
    if (strncmp(decoded.text, "rep", 3) != 0)       /* the same */
        compare_roles(tally, &decoded, &keys);
    free(steps.items);
}

static void judge_segment(struct tally *tally, const struct log_record *record)
{
    struct str payload = {(const char *)record->data + 4, record->size - 4};      /* after its number */
    struct log_operation operations[512];
    size_t count = 0;
    bool damaged = false;
    for (; count < 512 && log_operation(&payload, &operations[count], &damaged); count++)
        if (count && (operations[count].letter == 'I' || operations[count].letter == 'C')) {
            judge_instruction(tally, operations, count, false);
            operations[0] = operations[count];
            count = 0;
        }
    if (count)
        judge_instruction(tally, operations, count, true);
}

static const char program[] =
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n"
    "static int by(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n"
    "int main(void) { int v[50]; double s = 0; long double l = 1; float f = 2; char t[200]; unsigned long h = 1;\n"
    "  for (int i = 0; i < 50; i++) { v[i] = i * 7919 % 101; s += v[i] / 3.0; l = l * 1.25L + i; f = f * 1.5f - i; "
    "    h = h * 31 + (unsigned)v[i]; h ^= h >> 7; }\n"
    "  qsort(v, 50, sizeof *v, by); sprintf(t, \"%f %Lf %g %lu %d\", s, l, f, h, v[7]); puts(t);\n"
    "  for (int i = 0; i < 50; i++) h = h / (v[i] + 3) + h % 1000003 + (h > 77 ? strlen(t) : 3);\n"
    "  memmove(t, t + 1, 100); memset(t + 9, 4, 70); printf(\"%lu %f\\n\", h, t[3] + s); return 0; }\n";

/* Compiles the program and runs it under the recorder. *descriptor: the log, including C library and dynamic linker. */
static void make_log(int *descriptor)
{
    char folder[] = "/tmp/clew-roles-XXXXXX", command[1024], path[64];
    const char *recorder = getenv("CLEW_RECORDER") ? getenv("CLEW_RECORDER") : "build/libexec/clew/clewrec-amd64-linux";
    if (access(recorder, X_OK) != 0)
        skip();
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.c", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(program, file);
    fclose(file);
    snprintf(command, sizeof command,
             "gcc -w -O2 -mno-avx -o %s/t %s/t.c -lm && for l in /usr/bin/valgrind.bin /usr/bin/valgrind; do [ -x $l ] && break; done && "
             "VALGRIND_LAUNCHER=$l %s --tool=clewrec --command-line-only=yes --vgdb=no --log-file=%s/m --stream=3 -- %s/t 3>%s/log >%s/out",
             folder, folder, recorder, folder, folder, folder, folder);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/log", folder);
    *descriptor = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_true(*descriptor >= 0);
}

static void registers_memory_and_flags_are_the_ports_that_the_recorder_gives_them(void **state)
{
    (void)state;
    struct tally tally = {.decoder = decoder_open()};
    struct error error;
    struct log_record record;
    struct log_reader *reader;
    int descriptor;
    make_log(&descriptor);
    assert_true(log_open(descriptor, &reader, &error));
    while (log_next(reader, &record, &error))
        if (record.kind == LOG_SEGMENT)
            judge_segment(&tally, &record);
    log_close(reader);
    close(descriptor);
    decoder_close(tally.decoder);
    print_message("%lu instructions, %lu with a port of unknown role: %s\n", tally.seen, tally.seen - tally.whole, text_string(&tally.unknown));
    text_free(&tally.unknown);
    assert_true(tally.seen > 1000);
    assert_int_equal(tally.wrong, 0);
    assert_true((tally.seen - tally.whole) * 400 < tally.seen);
}

/* ---- By hand ---- */

/* "rax value, rbx address" as "V0 A3", memory "M", flags "F", unknown "?"; registers that are not certain "V-" */
static void expect(const char *code, size_t size, uint64_t ports, const char *expected)
{
    struct decoder *decoder = decoder_open();
    struct decoded decoded;
    struct roles roles;
    struct text text = {0};
    assert_true(decoder_decode(decoder, (struct str){code, size}, 0x1000, &decoded));
    roles_decoded(&decoded, ports, &roles);
    for (uint64_t port = 1; port < ports; port++) {
        text_printf(&text, "%s%c", port > 1 ? " " : "", "?CVAMF"[roles_port(&roles, port)]);
        if (roles.reg[port] >= 0)
            text_printf(&text, "%d", roles.reg[port]);
    }
    if (strcmp(text_string(&text), expected) != 0)
        fail_msg("%s: '%s', expected '%s'", decoded.text, text_string(&text), expected);
    text_free(&text);
    decoder_close(decoder);
}

#define EXPECT(bytes, ports, expected) expect(bytes, sizeof bytes - 1, ports, expected)

static void addresses_are_told_from_values(void **state)
{
    (void)state;
    EXPECT("\x8b\x0c\x98", 4, "A0 A3 M");                   /* mov (%rax,%rbx,4),%ecx */
    EXPECT("\x89\x0c\x98", 4, "A0 V1 A3");                  /* mov %ecx,(%rax,%rbx,4) */
    EXPECT("\x8b\x00", 3, "A0 M");                          /* mov (%rax),%eax: the old rax is an address only */
    EXPECT("\x03\x00", 3, "V0 M");                          /* add (%rax),%eax: both */
    EXPECT("\x01\x03", 4, "V0 A3 M");                       /* add %eax,(%rbx) */
    EXPECT("\x48\x8d\x0c\x98", 3, "V0 V3");                 /* lea computes */
    EXPECT("\x53", 3, "V3 A4");                             /* push %rbx */
    EXPECT("\x54", 2, "V4");                                /* push %rsp */
    EXPECT("\x5b", 3, "A4 M");                              /* pop %rbx */
    EXPECT("\xc3", 3, "A4 M");                              /* ret */
    EXPECT("\xc9", 3, "A5 M");                              /* leave */
    EXPECT("\xff\x14\xc8", 5, "A0 A1 A4 M");                /* call *(%rax,%rcx,8) */
    EXPECT("\xf3\xa4", 6, "V1 A6 A7 F M");                  /* rep movsb */
    EXPECT("\x0f\x44\xc3", 4, "V0 V3 F");                   /* cmove %ebx,%eax */
    EXPECT("\x31\xc0", 1, "");                              /* xor %eax,%eax */
    EXPECT("\x19\xc0", 2, "F");                             /* sbb %eax,%eax */
    EXPECT("\xf7\xf1", 4, "V0 V1 V2");                      /* div %ecx */
    EXPECT("\x64\x48\x8b\x04\x25\x28\x00\x00\x00", 3, "A M");       /* mov %fs:0x28,%rax */
    EXPECT("\xf2\x0f\x58\x04\xc8", 5, "A0 A1 V16 M");       /* addsd (%rax,%rcx,8),%xmm0 */
}

static void expect_given(const char *code, size_t size, uint64_t ports, uint64_t expected)
{
    struct decoder *decoder = decoder_open();
    struct decoded decoded;
    struct roles roles;
    assert_true(decoder_decode(decoder, (struct str){code, size}, 0x1000, &decoded));
    roles_decoded(&decoded, ports, &roles);
    if (roles.given != expected)
        fail_msg("%s: port %d, expected %d", decoded.text, (int)roles.given, (int)expected);
    decoder_close(decoder);
}

#define GIVEN(bytes, ports, expected) expect_given(bytes, sizeof bytes - 1, ports, expected)

static void what_is_given_at_the_start_is_told_from_values(void **state)
{
    (void)state;
    GIVEN("\xf3\x0f\x2a\xc7", 3, 2);                      /* cvtsi2ss %edi,%xmm0 */
    GIVEN("\xf3\x0f\x2a\x07", 4, 2);                      /* cvtsi2ss (%rdi),%xmm0 */
    GIVEN("\xf2\x0f\x2a\xc7", 2, 0);                      /* cvtsi2sd %edi,%xmm0: nothing is lost */
    GIVEN("\xf2\x0f\x5a\xc1", 3, 1);                      /* cvtsd2ss %xmm1,%xmm0 */
    GIVEN("\xf3\x0f\x5a\xc1", 2, 0);                      /* cvtss2sd %xmm1,%xmm0 */
    GIVEN("\xf2\x0f\x2c\xc0", 2, 0);                      /* cvttsd2si %xmm0,%eax */
    GIVEN("\x66\x0f\x3a\x0b\xc1\x04", 3, 1);              /* roundsd $0x4,%xmm1,%xmm0 */
    GIVEN("\xf2\x0f\x58\xc1", 3, 0);                      /* addsd %xmm1,%xmm0 */
    GIVEN("\xf3\xa4", 6, 4);                               /* rep movsb: the direction flag */
    GIVEN("\xf3\x48\xab", 5, 4);                           /* rep stosq */
    GIVEN("\x19\xc0", 2, 0);                               /* sbb %eax,%eax: the carry flag */
    GIVEN("\x8b\x0c\x98", 4, 0);                          /* mov (%rax,%rbx,4),%ecx */
}

static void what_does_not_come_out_even_is_unknown(void **state)
{
    (void)state;
    EXPECT("\x8b\x0c\x98", 3, "? ?");
    EXPECT("\x8b\x0c\x98", 7, "? ? ? ? ? ?");
    EXPECT("\x90", 3, "? ?");
    EXPECT("\x8b\x0c\x98", 1, "");
}

static void carried_ports_are_values(void **state)
{
    (void)state;
    struct decoder *decoder = decoder_open();
    struct decoded decoded;
    struct roles roles;
    assert_true(decoder_decode(decoder, str_of("\xe8\x01\x01\x01\x01"), 0, &decoded));
    roles_decoded(&decoded, 2, &roles);
    assert_int_equal(roles_port(&roles, 0), ROLE_CONTROL);
    assert_int_equal(roles_port(&roles, 1), ROLE_ADDRESS);
    assert_int_equal(roles_port(&roles, 2), ROLE_VALUE);
    assert_int_equal(roles_port(&roles, UINT64_MAX), ROLE_VALUE);
    decoder_close(decoder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_memory_and_flags_are_the_ports_that_the_recorder_gives_them),
        cmocka_unit_test(addresses_are_told_from_values),
        cmocka_unit_test(what_is_given_at_the_start_is_told_from_values),
        cmocka_unit_test(what_does_not_come_out_even_is_unknown),
        cmocka_unit_test(carried_ports_are_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
