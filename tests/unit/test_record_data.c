/* test_record_data.c - data dependences of instructions that are easy to get wrong.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs in assembly, one instruction per line, so that a line number names an instruction. */
#include "recorded.h"

#include "tests/loads.h"

/* Lines 1 to 9 are the same in every program here; the body starts at line 10. */
static const char head[] = "    .globl main\n    .data\nbuffer: .fill 64, 1, 1\nother: .fill 64, 1, 2\n    .text\n    .type main, @function\nmain:\n    nop\n    nop\n";
static const char tail[] = "    xor %eax, %eax\n    ret\n    .size main, . - main\n    .section .note.GNU-stack,\"\",@progbits\n";

static void record_body(struct recorded *run, const char *body)
{
    struct text source = {0};
    text_add(&source, head);
    text_add(&source, body);
    text_add(&source, tail);
    recorded_start(run, "t.s", text_string(&source), "-no-pie");
    recorded_run(run, NULL, (struct record_options){0});
    text_free(&source);
}

/* The data definers of a line, without its control parent (the call of main, line 0). */
static void data(const struct recorded *run, uint64_t line, uint64_t instance, const char *expected)
{
    struct text with = {0};
    text_printf(&with, "c0#0%s%s", *expected ? " " : "", expected);
    expect_definers(run, "t.s", line, instance, text_string(&with));
    text_free(&with);
}

static void parts_of_a_register_have_their_own_definers(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    mov $0x1122334455667788, %rax\n" /* 10 */
                      "    mov $1, %al\n"                   /* 11 */
                      "    mov $2, %ah\n"                   /* 12 */
                      "    movzbl %al, %ecx\n"              /* 13 */
                      "    movzbl %ah, %edx\n"              /* 14 */
                      "    movzwl %ax, %esi\n"              /* 15 */
                      "    mov %rax, %rdi\n"                /* 16 */
                      "    mov $3, %eax\n"                  /* 17 */
                      "    mov %rax, %rdi\n");              /* 18 */
    data(&run, 13, 0, "d11#0");
    data(&run, 14, 0, "d12#0");
    data(&run, 15, 0, "d11#0 d12#0");
    data(&run, 16, 0, "d10#0 d11#0 d12#0");
    data(&run, 18, 0, "d17#0");
    expect_result(&run, "t.s", 15, 0, "0x201");
    expect_result(&run, "t.s", 16, 0, "0x1122334455660201");
    recorded_end(&run);
}

static void flags_are_tracked_one_by_one(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    stc\n"                   /* 10 */
                      "    mov $5, %ecx\n"          /* 11 */
                      "    inc %ecx\n"              /* 12: all but CF */
                      "    adc $0, %ecx\n"          /* 13: CF of 10 */
                      "    cmp $7, %ecx\n"          /* 14 */
                      "    mov $0, %edx\n"          /* 15 */
                      "    sete %dl\n"              /* 16 */
                      "    shl $3, %edx\n"          /* 17: reads no flags */
                      "    add %edx, %edx\n"        /* 18 */
                      "    mov $0, %ecx\n"          /* 19 */
                      "    shl %cl, %edx\n"         /* 20: defines none, the count is 0 */
                      "    setb %dl\n"              /* 21: 18's */
                      "    not %edx\n"              /* 22: none */
                      "    setz %dl\n");            /* 23: 18's */
    data(&run, 12, 0, "d11#0");
    data(&run, 13, 0, "d10#0 d12#0");
    data(&run, 16, 0, "d14#0");
    data(&run, 17, 0, "d15#0 d16#0");
    data(&run, 20, 0, "d18#0 d19#0");
    data(&run, 21, 0, "d18#0");
    data(&run, 23, 0, "d18#0");
    expect_result(&run, "t.s", 14, 0, "none");
    expect_result(&run, "t.s", 16, 0, "0x1");
    recorded_end(&run);
}

static void constant_idioms_and_nops_use_nothing(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    mov $5, %ecx\n"              /* 10 */
                      "    xor %ecx, %ecx\n"            /* 11 */
                      "    sub %edx, %edx\n"            /* 12 */
                      "    pxor %xmm0, %xmm0\n"         /* 13 */
                      "    nopw 8(%rcx,%rdx,1)\n"       /* 14 */
                      "    stc\n"                       /* 15 */
                      "    sbb %ecx, %ecx\n"            /* 16: the flag only */
                      "    movd %ecx, %xmm0\n"          /* 17 */
                      "    xor %ecx, %edx\n");          /* 18: no idiom */
    data(&run, 11, 0, "");
    data(&run, 12, 0, "");
    data(&run, 13, 0, "");
    data(&run, 14, 0, "");
    data(&run, 16, 0, "d15#0");
    data(&run, 17, 0, "d16#0");
    data(&run, 18, 0, "d12#0 d16#0");
    expect_result(&run, "t.s", 16, 0, "0xffffffff");
    recorded_end(&run);
}

static void memory_is_tracked_by_the_byte(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    movl $0x04030201, buffer\n"  /* 10 */
                      "    movb $9, buffer+2\n"         /* 11 */
                      "    movzbl buffer+1, %eax\n"     /* 12 */
                      "    movzbl buffer+2, %eax\n"     /* 13 */
                      "    mov buffer, %eax\n"          /* 14 */
                      "    mov buffer+8, %eax\n"        /* 15: as it was loaded */
                      "    push %rax\n"                 /* 16 */
                      "    pop %rcx\n");                /* 17 */
    data(&run, 12, 0, "d10#0");
    data(&run, 13, 0, "d11#0");
    data(&run, 14, 0, "d10#0 d11#0");
    data(&run, 15, 0, "");
    data(&run, 17, 0, "d16#0 d16#0");
    expect_result(&run, "t.s", 14, 0, "0x4090201");
    recorded_end(&run);
}

static void vector_lanes_have_their_own_definers(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    mov $3, %eax\n"              /* 10 */
                      "    pcmpeqd %xmm1, %xmm1\n"      /* 11 */
                      "    cvtsi2sd %eax, %xmm1\n"      /* 12: the low half */
                      "    movsd %xmm1, buffer\n"       /* 13 */
                      "    movsd buffer, %xmm2\n"       /* 14: all of it */
                      "    addsd %xmm1, %xmm2\n"        /* 15: low halves of 12 and 14 */
                      "    movhps %xmm1, buffer+8\n"    /* 16: the high half is 11's */
                      "    pinsrw $2, %eax, %xmm1\n"    /* 17 */
                      "    movd %xmm1, %ecx\n"          /* 18: 12's */
                      "    pextrw $2, %xmm1, %edx\n");  /* 19: 17's */
    data(&run, 11, 0, "");
    data(&run, 13, 0, "d12#0");
    data(&run, 14, 0, "d13#0");
    data(&run, 15, 0, "d12#0 d14#0");
    data(&run, 16, 0, "d11#0");
    data(&run, 17, 0, "d10#0");
    data(&run, 18, 0, "d12#0");
    data(&run, 19, 0, "d17#0");
    expect_result(&run, "t.s", 15, 0, "0x4018000000000000");
    recorded_end(&run);
}

static void each_iteration_of_rep_is_an_instance(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    cld\n"                       /* 10 */
                      "    mov $buffer, %esi\n"         /* 11 */
                      "    mov $other, %edi\n"          /* 12 */
                      "    mov $3, %ecx\n"              /* 13 */
                      "    rep movsb\n"                 /* 14 */
                      "    mov $0, %ecx\n"              /* 15 */
                      "    rep movsb\n"                 /* 16: uses the count only */
                      "    movzbl other+1, %eax\n");    /* 17 */
    expect_executions(&run, "t.s", 14, 4);
    expect_executions(&run, "t.s", 16, 1);
    data(&run, 14, 0, "d10#0 d11#0 d12#0 d13#0");
    data(&run, 14, 3, "d14#2");
    data(&run, 16, 0, "d15#0");
    data(&run, 17, 0, "d14#1");
    expect_result(&run, "t.s", 14, 0, "0x1");
    recorded_end(&run);
}

static void values_follow_the_written_policy(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    mov $-7, %eax\n"                 /* 10 */
                      "    cltd\n"                          /* 11: rdx */
                      "    mov $2, %ecx\n"                  /* 12 */
                      "    idiv %ecx\n"                     /* 13: rax */
                      "    mov $6, %eax\n"                  /* 14 */
                      "    mul %ecx\n"                      /* 15: rax */
                      "    mov $3, %edx\n"                  /* 16 */
                      "    xchg %eax, %edx\n"               /* 17: the first operand of Intel's order */
                      "    cmp %eax, %eax\n"                /* 18: none */
                      "    cmovne %ecx, %edx\n"             /* 19: always */
                      "    movw $0x1234, buffer\n"          /* 20: what is stored */
                      "    movb $5, %cl\n"                  /* 21: a byte */
                      "    cmpxchg %edx, buffer+16\n"       /* 22 */
                      "    jmp 1f\n"                        /* 23: none */
                      "1:  lea 3(%rcx,%rcx,2), %esi\n");    /* 24 */
    expect_result(&run, "t.s", 11, 0, "0xffffffff");
    expect_result(&run, "t.s", 13, 0, "0xfffffffd");
    expect_result(&run, "t.s", 15, 0, "0xc");
    expect_result(&run, "t.s", 18, 0, "none");
    expect_result(&run, "t.s", 19, 0, "0xc");
    expect_result(&run, "t.s", 20, 0, "0x1234");
    expect_result(&run, "t.s", 21, 0, "0x5");
    expect_result(&run, "t.s", 23, 0, "none");
    expect_result(&run, "t.s", 24, 0, "0x12");
    recorded_end(&run);
}

/* Valgrind's translation does these through a pushed copy, reads more than the instruction, or omits a write. */
static void artefacts_of_the_translation_are_left_out(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    mov $5, %eax\n"              /* 10 */
                      "    mov $2, %edi\n"              /* 11 */
                      "    push %rax\n"                 /* 12 */
                      "    bt %rdi, %rax\n"             /* 13: no value, no stack */
                      "    setc %cl\n"                  /* 14 */
                      "    bts $1, %eax\n"              /* 15 */
                      "    pop %rdx\n"                  /* 16: the stack pointer is 12's */
                      "    pcmpeqd %xmm1, %xmm1\n"      /* 17 */
                      "    movsd buffer, %xmm2\n"       /* 18 */
                      "    sqrtsd %xmm2, %xmm1\n"       /* 19: not what %xmm1 held */
                      "    mov $5, %r11d\n"             /* 20 */
                      "    mov $39, %eax\n"             /* 21: getpid */
                      "    syscall\n"                   /* 22 */
                      "    mov %r11, %rdx\n");          /* 23 */
    data(&run, 13, 0, "d10#0 d11#0");
    expect_result(&run, "t.s", 13, 0, "none");
    data(&run, 14, 0, "d13#0");
    expect_result(&run, "t.s", 14, 0, "0x1");
    data(&run, 15, 0, "d10#0");
    expect_result(&run, "t.s", 15, 0, "0x7");
    data(&run, 16, 0, "d12#0 d12#0");
    data(&run, 19, 0, "d18#0");
    data(&run, 22, 0, "d21#0");
    data(&run, 23, 0, "d22#0");
    recorded_end(&run);
}

/* Does any instruction of a line use that definer? */
static bool line_uses(const struct recorded *run, uint64_t line, const char *definer)
{
    bool found = false;
    for (unsigned n = 0; line_instruction(run, "t.c", line, n) != UINT64_MAX; n++) {
        struct text text = {0};
        definers_text(run, line_instruction(run, "t.c", line, n), 0, &text);
        found |= strstr(text_string(&text), definer) != NULL;
        text_free(&text);
    }
    return found;
}

static void memory_that_moves_keeps_its_definers(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c",
                   "#define _GNU_SOURCE\n#include <sys/mman.h>\n"
                   "int main(void) {\n"
                   "    char *a = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
                   "    char *b = mmap(0, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
                   "    a[5000] = 42;\n"                                                                        /* 6 */
                   "    a = mremap(a, 8192, 16384, MREMAP_MAYMOVE | MREMAP_FIXED, b);\n"
                   "    int v = a[5000];\n"                                                                      /* 8 */
                   "    return v - (a == b ? 42 : 0); }\n",
                   "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    assert_int_equal(WEXITSTATUS(run.result.status), 0);
    assert_true(line_uses(&run, 8, "d6#0"));
    recorded_end(&run);
}

/* A buffer filled backwards: each byte passed to the kernel has a definer of its own. */
/* Freed pages keep their bytes if others share them. Memory moved over other memory replaces all of it. */
static void memory_that_is_given_up_or_replaced(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", "#include <sys/mman.h>\n"
                                "static int *map(int flags) { return mmap(0, 4096, 3, MAP_ANONYMOUS | flags, -1, 0); }\n"
                                "int kept, zero, moved;\n"
                                "int main(void) {\n"
                                "    int *shared = map(MAP_SHARED), *own = map(MAP_PRIVATE), *old = map(MAP_PRIVATE), *fresh = map(MAP_PRIVATE);\n"
                                "    *shared = 42;\n"                                                         /* 6 */
                                "    *own = 43;\n"                                                            /* 7 */
                                "    *old = 11;\n"                                                            /* 8 */
                                "    fresh[1] = 12;\n"                                                        /* 9 */
                                "    madvise(shared, 4096, MADV_DONTNEED), madvise(own, 4096, MADV_DONTNEED);\n"
                                "    old = mremap(fresh, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, old);\n"
                                "    __asm__ volatile(\"mov %1, %0\" : \"=r\"(kept) : \"m\"(*shared));\n"        /* 12 */
                                "    __asm__ volatile(\"mov %1, %0\" : \"=r\"(zero) : \"m\"(*own));\n"           /* 13 */
                                "    __asm__ volatile(\"mov %1, %0\" : \"=r\"(moved) : \"m\"(*old));\n"          /* 14 */
                                "    return kept + zero + moved; }\n",
                   "-O1 -no-pie -D_GNU_SOURCE");
    recorded_run(&run, NULL, (struct record_options){.check = true});
    assert_int_equal(WEXITSTATUS(run.result.status), 42);
    assert_int_equal(run.result.check.mismatches, 0);
    assert_true(line_uses(&run, 12, "d6#0"));
    assert_false(line_uses(&run, 13, "d7#0"));
    assert_false(line_uses(&run, 14, "d8#0"));
    recorded_end(&run);
}

static void system_calls_name_every_definer(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    mov $3, %ecx\n"                      /* 10 */
                      "1:  movb $65, buffer(%rcx)\n"            /* 11: #0 is the last byte, #3 the first */
                      "    dec %ecx\n"                          /* 12 */
                      "    jns 1b\n"                            /* 13 */
                      "    mov $1, %eax\n    mov $1, %edi\n    mov $buffer, %esi\n    mov $4, %edx\n"    /* 14 to 17 */
                      "    syscall\n");                         /* 18 */
    assert_true(output_is(&run, "AAAA"));
    data(&run, 18, 0, "d11#0 d11#1 d11#2 d11#3 d14#0 d15#0 d16#0 d17#0");
    recorded_end(&run);
}

static void x87_registers_are_told_apart(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    fld1\n"              /* 10 */
                      "    fldpi\n"             /* 11 */
                      "    fxch %st(1)\n"       /* 12 */
                      "    fstpl buffer\n"      /* 13: 12's copy of 1.0 */
                      "    fstpl buffer+8\n"    /* 14 */
                      "    fld1\n"              /* 15 */
                      "    fstpl buffer\n");    /* 16 */
    data(&run, 12, 0, "d10#0 d11#0");
    data(&run, 13, 0, "d12#0");
    data(&run, 14, 0, "d12#0");
    data(&run, 16, 0, "d15#0");
    expect_result(&run, "t.s", 13, 0, "0x3ff0000000000000");
    recorded_end(&run);
}

static void control_and_status_words_are_told_apart(void **state)
{
    (void)state;
    struct recorded run;
    record_body(&run, "    fldcw buffer\n"      /* 10 */
                      "    fld1\n"              /* 11 */
                      "    fld1\n"              /* 12 */
                      "    fcompp\n"            /* 13 */
                      "    fnstcw other\n"      /* 14 */
                      "    fnstsw %ax\n"        /* 15 */
                      "    mov $7, %al\n"       /* 16 */
                      "    sahf\n");            /* 17: ah alone */
    data(&run, 14, 0, "d10#0");
    data(&run, 15, 0, "d13#0");
    data(&run, 17, 0, "d15#0");
    recorded_end(&run);
}

/* The handler uses rbx itself, and changes r12 in the context that the kernel restores. */
static void registers_keep_their_definers_over_a_handler(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", "#include <signal.h>\n#include <ucontext.h>\n"
                                "int x, y, value = 7;\n"
                                "static void handle(int n, siginfo_t *info, void *context) {\n"
                                "    __asm__ volatile(\"push %rbx\\n mov $9, %ebx\\n pop %rbx\");\n"                     /* 5 */
                                "    ((ucontext_t *)context)->uc_mcontext.gregs[REG_R12] = value; }\n"                       /* 6 */
                                "int main(void) {\n"
                                "    static struct sigaction action; action.sa_sigaction = handle; action.sa_flags = SA_SIGINFO;\n"
                                "    sigaction(SIGUSR1, &action, 0);\n"
                                "    __asm__ volatile(\"mov $5, %%ebx\\n mov $39, %%eax\\n syscall\\n mov %%eax, %%edi\\n mov $10, %%esi\\n mov $62, %%eax\\n"
                                " syscall\" : : : \"rax\", \"rbx\", \"rcx\", \"rdi\", \"rsi\", \"r11\", \"r12\", \"memory\");\n"    /* 10 */
                                "    __asm__ volatile(\"mov %%ebx, x\\n mov %%r12d, y\" : : : \"memory\");\n"                /* 11 */
                                "    return x + y - 12; }\n",
                   "-O1 -no-pie -D_GNU_SOURCE");
    recorded_run(&run, NULL, (struct record_options){0});
    assert_int_equal(WEXITSTATUS(run.result.status), 0);
    expect_nth(&run, "t.c", 11, 0, 0, "c0#0 d10#0");
    expect_nth(&run, "t.c", 11, 1, 0, "c0#0 d6#0");
    recorded_end(&run);
}

/* Flags are still used although the next instructions would replace them: a fault keeps these from running, and the handler goes on after them. */
static void flags_are_defined_in_front_of_a_fault(void **state)
{
    (void)state;
    struct recorded run;
    recorded_start(&run, "t.c", "#include <signal.h>\n#include <ucontext.h>\n"
                                "int value = 5, more = 1; char equal; extern char behind[];\n"
                                "static void handle(int n, siginfo_t *info, void *context) {\n"
                                "    ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] = (long)behind; }\n"
                                "int main(void) {\n"
                                "    static struct sigaction action; action.sa_sigaction = handle; action.sa_flags = SA_SIGINFO;\n"
                                "    sigaction(SIGSEGV, &action, 0);\n"
                                "    __asm__ volatile(\"cmpl $5, value\");\n"                                       /* 9 */
                                "    __asm__ volatile(\"mov 0, %%eax\" : : : \"rax\");\n"                         /* 10 */
                                "    __asm__ volatile(\"add $7, %%eax\\n add $8, %%eax\" : : : \"rax\");\n"
                                "    __asm__ volatile(\"behind: sete equal\" : : : \"memory\");\n"                /* 12 */
                                "    return 0; }\n",
                   "-O1 -no-pie -D_GNU_SOURCE");
    recorded_run(&run, NULL, (struct record_options){0});
    assert_int_equal(WEXITSTATUS(run.result.status), 0);
    expect_executions(&run, "t.c", 12, 1);
    expect_definers(&run, "t.c", 12, 0, "c0#0 d9#0");
    recorded_end(&run);
}

/* ---- Every plain load of a run loads what its definer stored ---- */

static struct str code(void *context, uint64_t address)
{
    const struct recorded *run = context;
    return symbols_bytes(run->symbols, address - run->bias, 15);
}

static void check_loads(const char *source, const char *flags, uint64_t least)
{
    struct recorded run;
    struct links links = {0};
    recorded_start(&run, "t.c", source, flags);
    recorded_run(&run, NULL, (struct record_options){.only = ONLY_ALL});
    assert_int_equal(store_summary(run.store).problems, 0);
    struct loads loads = {.store = run.store, .decoder = decoder_open(), .code = code, .context = &run};
    for (uint64_t i = 0; i < store_count(run.store); i++)
        for (uint64_t k = 0; loads_kind(&loads, i) == LOADS_LOAD && k < store_instruction(run.store, i).executions; k++) {
            struct node node = {i, k};
            links.count = 0;
            assert_true(store_definers(run.store, node, NULL, &links));
            loads_check(&loads, node, &links);
        }
    assert_true(loads.checked >= least);
    assert_int_equal(loads.wrong, 0);
    loads_free(&loads);
    links_free(&links);
    recorded_end(&run);
}

static void loads_equal_the_stores_they_name(void **state)
{
    (void)state;
    static const char source[] = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                                 "static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n"
                                 "int main(void) {\n"
                                 "    int list[64]; char line[80]; double sum = 0;\n"
                                 "    for (int i = 0; i < 64; i++) { list[i] = i * 37 % 101; sum += list[i] / 3.0; }\n"
                                 "    qsort(list, 64, sizeof *list, compare);\n"
                                 "    snprintf(line, sizeof line, \"%d %d %g\", list[0], list[63], sum);\n"
                                 "    char *copy = strdup(line); puts(copy); free(copy); return 0; }\n";
    check_loads(source, "-O0", 500);
    check_loads(source, "-O2", 20);
    check_loads(source, "-O1 -static", 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_register_have_their_own_definers), cmocka_unit_test(flags_are_tracked_one_by_one),
        cmocka_unit_test(constant_idioms_and_nops_use_nothing),        cmocka_unit_test(memory_is_tracked_by_the_byte),
        cmocka_unit_test(vector_lanes_have_their_own_definers),        cmocka_unit_test(each_iteration_of_rep_is_an_instance),
        cmocka_unit_test(values_follow_the_written_policy),            cmocka_unit_test(x87_registers_are_told_apart),
        cmocka_unit_test(artefacts_of_the_translation_are_left_out),   cmocka_unit_test(memory_that_moves_keeps_its_definers),
        cmocka_unit_test(memory_that_is_given_up_or_replaced),
        cmocka_unit_test(system_calls_name_every_definer),           cmocka_unit_test(control_and_status_words_are_told_apart),
        cmocka_unit_test(registers_keep_their_definers_over_a_handler),
        cmocka_unit_test(flags_are_defined_in_front_of_a_fault),
        cmocka_unit_test(loads_equal_the_stores_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
