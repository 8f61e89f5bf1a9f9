/* bits.c - BMI, ADX, movbe, crc32 and the instructions that exchange: by hand.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Needs: bmi1 bmi2 adx movbe abm sse4_2 cx16. */
#include "plain.h"

__asm__(".data\n.balign 16\narea: .quad 5, 6, 7, 8\n.text\n");

#define FRESH "mov $0x1122334455667788, %rax\n mov $3, %ecx\n mov $0x0102030405060708, %rdx\n mov $77, %ebx\n mov $0x55aa, %esi\n mov $9, %r8d\n cmp %r8, %rbx\n"
#define BLOCK(text) __asm__("push %rbx\n" FRESH text "pop %rbx\n")

static __attribute__((naked)) void manipulate(void)
{
    BLOCK("andn %rax, %rdx, %r9\n setz %cl\n bextr %esi, %eax, %r10d\n blsi %rax, %r11\n setc %bl\n blsmsk %edx, %edi\n blsr %rbx, %rsi\n bzhi %rcx, %rdx, %r9\n seto %al\n andn area(%rip), %ebx, %ecx\n");
    BLOCK("pdep %rax, %rdx, %r9\n pext %edx, %eax, %r10d\n mulx %rax, %r9, %r11\n mulx area(%rip), %edi, %esi\n rorx $7, %rax, %rdi\n shlx %rcx, %rdx, %r9\n shrx %ecx, area(%rip), %r10d\n sarx %rbx, %rdx, %r11\n setz %al\n");
    BLOCK("tzcnt %rax, %r9\n setc %bl\n lzcnt %edx, %r10d\n setz %bh\n popcnt area(%rip), %rdi\n movbe area(%rip), %esi\n movbe %rdx, area+8(%rip)\n bswap %eax\n bswap %rdx\n crc32b %al, %ecx\n crc32q %rdx, %rcx\n");
    __asm__("ret\n");
}

static __attribute__((naked)) void carry(void)
{
    BLOCK("clc\n adcx %rax, %rdx\n adox %rbx, %rsi\n adcx area(%rip), %rdx\n adox %ecx, %esi\n setc %al\n seto %cl\n stc\n adc %r8, area(%rip)\n sbb $0, %rdx\n");
    BLOCK("xadd %eax, %edx\n lock xadd %rcx, area(%rip)\n bswap %ecx\n cmpxchg %rbx, area+8(%rip)\n setz %r9b\n lock cmpxchg %ecx, area(%rip)\n xchg %rax, area+8(%rip)\n xchg %bl, %ah\n");
    BLOCK("mov area(%rip), %rax\n mov area+8(%rip), %rdx\n lock cmpxchg16b area(%rip)\n setz %r9b\n cmpxchg16b area(%rip)\n setz %r10b\n mov area+16(%rip), %eax\n mov area+20(%rip), %edx\n cmpxchg8b area+16(%rip)\n cmovz %ecx, %esi\n");
    __asm__("ret\n");
}

int work(void)
{
    manipulate();
    carry();
    return 3;
}
