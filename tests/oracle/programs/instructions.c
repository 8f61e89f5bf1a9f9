/* instructions.c - one of each: what every instruction reads and writes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before each block all registers and flags get definers of their own, so that a use too many or too few shows. */
#include "plain.h"

#define FRESH "mov $0x1122334455667788, %rax\n mov $3, %ecx\n mov $0x0102030405060708, %rdx\n mov $77, %ebx\n mov $0x55aa, %esi\n mov $9, %r8d\n cmp %r8, %rbx\n"
#define BLOCK(text) __asm__(FRESH text)
#define BEGIN __asm__("push %rbx\n")
#define END __asm__("pop %rbx\n ret\n")
#define VECTORS "movq %rax, %xmm0\n movq %rdx, %xmm1\n movlhps %xmm1, %xmm0\n movdqu numbers(%rip), %xmm2\n movsd numbers+16(%rip), %xmm3\n movss numbers+24(%rip), %xmm4\n"

__asm__(".data\n.balign 64\nnumbers:\n .double 2.5, -7.25, 1e9, 3.5\n .float 1.5, 2.5, -3.5, 4.5\n .quad 1, 2, 3, 4, 5, 6, 7, 8\n.globl area\narea: .zero 256\n.text\n");

static __attribute__((naked)) void arithmetic(void)
{
    BEGIN;
    BLOCK("mul %cl\n mul %dx\n mul %ebx\n mul %r8\n imul %cl\n imul %bx\n imul %rsi\n imul %esi, %ebx\n imul $5, %edx, %ecx\n imul $-3, %rbx\n");
    BLOCK("mov $100, %ax\n div %cl\n xor %edx, %edx\n mov $1000, %eax\n div %bx\n xor %edx, %edx\n div %ebx\n cqo\n idiv %r8\n mov $50, %eax\n cbw\n idiv %cl\n");
    BLOCK("adc %rbx, %rax\n sbb %ecx, %edx\n sbb %al, %al\n adc $0, %cl\n neg %rdx\n not %ebx\n adc %eax, area(%rip)\n sbb area+4(%rip), %ecx\n neg %bh\n");
    BLOCK("stc\n inc %eax\n adc $1, %ecx\n clc\n dec %edx\n setbe %bl\n cmc\n setc %bh\n incl area(%rip)\n lahf\n movzbl %al, %r9d\n movzbl %ah, %edi\n sahf\n seto %cl\n setp %ch\n");
    BLOCK("cbw\n cwde\n cdqe\n cwd\n cdq\n cqo\n movsbl %al, %ecx\n movzwl %bx, %edx\n movslq %esi, %r9\n movsbw %bh, %cx\n bswap %edx\n bswap %rax\n");
    BLOCK("xadd %ebx, %edx\n xadd %rax, area(%rip)\n lock xadd %ecx, area+8(%rip)\n xchg %al, %bh\n xchg %rdx, %rsi\n xchg %ecx, area(%rip)\n lock incl area(%rip)\n");
    BLOCK("cmpxchg %ecx, %edx\n mov %edx, %eax\n cmpxchg %ecx, %edx\n cmpxchg %rbx, area(%rip)\n mov area(%rip), %rax\n lock cmpxchg %rbx, area(%rip)\n sete %cl\n");
    END;
}

static __attribute__((naked)) void shifts(void)
{
    BEGIN;
    BLOCK("shl $3, %eax\n shr %cl, %rdx\n sar $1, %bx\n rol $4, %r8\n ror %cl, %bl\n rcl $2, %eax\n rcr %cl, %edx\n rcl $1, %bh\n shl $0, %eax\n setz %sil\n");
    BLOCK("shld $5, %rax, %rdx\n shrd %cl, %ebx, %eax\n xor %ecx, %ecx\n stc\n shl %cl, %rdx\n setc %al\n sar %cl, %bx\n rol %cl, %r8d\n adc %eax, %esi\n");
    BLOCK("bt %ecx, %edx\n bts $4, %rax\n btr %rcx, %rbx\n btc $2, area(%rip)\n bsf %rdx, %r9\n bsr %ebx, %r10d\n setnz %cl\n bt $3, %esi\n rcr $1, %rax\n");
    BLOCK("lea area(%rip), %rax\n movq $40, (%rax)\n bsr (%rax), %rax\n lea area(%rip), %rdx\n xor %ecx, %ecx\n bsf (%rdx,%rcx,8), %rcx\n");
    BLOCK("shll area(%rip)\n sarq %cl, area(%rip)\n rolb $2, area+1(%rip)\n movzwl area(%rip), %eax\n shl $1, %cl\n jz 1f\n nop\n1: ror $8, %edx\n seto %al\n");
    END;
}

static __attribute__((naked)) void moves(void)
{
    BEGIN;
    BLOCK("cmova %ebx, %eax\n cmovb %rdx, %rcx\n cmovl area(%rip), %edx\n cmovnp %si, %bx\n cmovs %r8, %rax\n mov %ah, %cl\n mov %al, %bh\n movb $4, %dl\n mov %edx, %esi\n");
    BLOCK("push %rax\n pushw %bx\n pop %cx\n pop %rdx\n push $5\n pushq area(%rip)\n popq area+8(%rip)\n pop %rsi\n pushfq\n popfq\n pushfq\n lea 8(%rsp), %rsp\n sete %bl\n");
    BLOCK("lea 4(%rax,%rcx,2), %rdx\n lea (%rbx), %esi\n lea area(%rip), %rdi\n mov (%rdi), %rax\n mov %al, 3(%rdi)\n mov (%rdi), %edx\n movabs $1, %r9\n lea numbers(%rip), %rbx\n xor %eax, %eax\n");
    BLOCK("mov $2, %ecx\n1: loop 1b\n jrcxz 2f\n2: mov $3, %ecx\n cmp %rax, %rax\n3: loope 3b\n setc %al\n mov $2, %ecx\n 4: loopne 4b\n xor %eax, %eax\n sbb %edx, %edx\n sub %bl, %bl\n");
    BLOCK("cpuid\n mov $7, %eax\n xor %ecx, %ecx\n cpuid\n nopw 8(%rax,%rbx)\n prefetcht0 area(%rip)\n mfence\n cld\n lea area(%rip), %rdi\n lea numbers(%rip), %rsi\n"
          "movsb\n movsq\n lodsl\n stosw\n scasb\n mov $4, %ecx\n rep stosl\n mov $3, %ecx\n rep movsw\n");
    END;
}

static __attribute__((naked)) void scalars(void)
{
    BEGIN;
    BLOCK(VECTORS "addsd %xmm3, %xmm0\n subss %xmm4, %xmm1\n mulsd numbers(%rip), %xmm2\n divss numbers+32(%rip), %xmm4\n sqrtsd %xmm2, %xmm5\n sqrtss %xmm4, %xmm2\n minsd %xmm3, %xmm0\n"
          "maxss %xmm4, %xmm1\n ucomisd %xmm0, %xmm3\n setb %al\n comiss %xmm1, %xmm4\n seta %bl\n cmpltsd %xmm0, %xmm3\n cmpnless %xmm1, %xmm4\n");
    BLOCK(VECTORS "cvtsi2sd %ecx, %xmm0\n cvtsi2ss %rbx, %xmm1\n cvtss2sd %xmm4, %xmm2\n cvtsd2ss %xmm3, %xmm0\n cvttsd2si %xmm3, %eax\n cvtsd2si %xmm3, %rdx\n cvttss2si %xmm4, %ecx\n"
          "cvtdq2pd %xmm0, %xmm5\n cvtdq2ps %xmm2, %xmm3\n cvtps2pd %xmm1, %xmm4\n cvtpd2ps %xmm2, %xmm1\n cvttpd2dq %xmm2, %xmm0\n cvttps2dq %xmm3, %xmm5\n");
    BLOCK(VECTORS "movss %xmm4, %xmm0\n movsd %xmm3, %xmm1\n movaps %xmm0, %xmm5\n movss %xmm5, area(%rip)\n movsd area(%rip), %xmm2\n movhps area(%rip), %xmm0\n movlps area+8(%rip), %xmm0\n"
          "movhlps %xmm0, %xmm1\n movlhps %xmm2, %xmm3\n movhps %xmm0, area+16(%rip)\n movlps %xmm3, area+24(%rip)\n movd %xmm1, %eax\n movq %xmm2, %rdx\n movd %ebx, %xmm4\n movq %xmm4, %xmm5\n");
    END;
}

static __attribute__((naked)) void packed(void)
{
    BEGIN;
    BLOCK(VECTORS "paddd %xmm2, %xmm0\n psubb %xmm1, %xmm2\n pmullw %xmm0, %xmm1\n pmuludq numbers+64(%rip), %xmm0\n pand %xmm0, %xmm3\n pandn %xmm3, %xmm4\n por %xmm1, %xmm4\n pxor %xmm1, %xmm1\n"
          "pcmpeqd %xmm5, %xmm5\n psubd %xmm2, %xmm2\n pcmpgtb %xmm0, %xmm3\n pmaxub %xmm3, %xmm0\n xorps %xmm4, %xmm4\n pmovmskb %xmm0, %eax\n movmskpd %xmm3, %ecx\n");
    BLOCK(VECTORS "pshufd $0x1b, %xmm2, %xmm5\n shufps $0x4e, %xmm0, %xmm2\n pshuflw $3, %xmm1, %xmm3\n psllq $4, %xmm0\n psrldq $3, %xmm1\n pslld %xmm4, %xmm2\n psraw $2, %xmm5\n packuswb %xmm0, %xmm3\n");
    BLOCK(VECTORS "punpcklbw %xmm1, %xmm0\n punpckhwd %xmm2, %xmm1\n punpcklqdq %xmm3, %xmm4\n punpckhqdq %xmm0, %xmm2\n unpcklps %xmm1, %xmm5\n unpckhpd %xmm2, %xmm3\n");
    BLOCK(VECTORS "addps %xmm0, %xmm1\n mulpd %xmm2, %xmm3\n sqrtpd %xmm2, %xmm4\n divps numbers+32(%rip), %xmm2\n maxpd %xmm3, %xmm0\n andps %xmm2, %xmm1\n andnpd %xmm1, %xmm0\n cmpltps %xmm0, %xmm5\n");
    BLOCK(VECTORS "pinsrw $3, %ebx, %xmm0\n pextrw $3, %xmm0, %eax\n pinsrw $1, area(%rip), %xmm1\n pextrw $1, %xmm1, %ecx\n pextrw $0, %xmm0, %edx\n movntps %xmm0, area(%rip)\n movups area+4(%rip), %xmm2\n"
          "movdqa %xmm2, %xmm3\n movaps %xmm3, area+16(%rip)\n movupd %xmm3, area+17(%rip)\n movdqa area+16(%rip), %xmm4\n");
    BLOCK(VECTORS "xorps %xmm0, %xmm0\n movss %xmm4, %xmm0\n sqrtss %xmm0, %xmm0\n addss %xmm0, %xmm0\n movd %xmm0, %eax\n movq %xmm0, %rbx\n addsd %xmm0, %xmm2\n movhlps %xmm2, %xmm2\n movq %xmm2, %rcx\n");
    END;
}

int work(void)
{
    arithmetic();
    shifts();
    moves();
    scalars();
    packed();
    return 7;
}
