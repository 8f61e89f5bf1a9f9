/* avx.c - AVX and AVX2: three operands, halves, upper halves cleared, permutations, masks.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Needs: avx avx2. */
#include "plain.h"

__asm__(".data\n.balign 64\nreals: .double 2.5, -7.25, 1e9, 3.5\nfloats: .float 1.5, 2.5, -3.5, 4.5, 9, 8, 7, 6\nwhole: .long 1, 2, 3, 4, 5, 6, 7, 8\nmask: .long -1, 0, -1, 0, 0, -1, 0, -1\n"
        "area: .zero 256\n.text\n");

#define FRESH "vmovdqu whole(%rip), %ymm0\n vmovupd reals(%rip), %ymm1\n vmovups floats(%rip), %ymm2\n vmovdqa whole(%rip), %xmm3\n mov $77, %eax\n mov $5, %ecx\n"
#define BLOCK(text) __asm__(FRESH text)
#define END __asm__("vzeroupper\n ret\n")

static __attribute__((naked)) void whole_registers(void)
{
    BLOCK("vpaddd %ymm0, %ymm2, %ymm4\n vpaddd %xmm0, %xmm2, %xmm5\n vpsubq whole(%rip), %ymm0, %ymm6\n vpmulld %ymm4, %ymm5, %ymm7\n vpand %ymm0, %ymm1, %ymm8\n vpxor %ymm9, %ymm9, %ymm9\n"
          "vpxor %xmm9, %xmm9, %xmm10\n vpcmpeqd %ymm11, %ymm11, %ymm11\n vpcmpgtd %ymm0, %ymm4, %ymm12\n vpor %ymm12, %ymm8, %ymm8\n vpandn %ymm8, %ymm0, %ymm13\n vpmovmskb %ymm12, %edx\n");
    BLOCK("vaddpd %ymm1, %ymm1, %ymm4\n vmulps %ymm2, %ymm2, %ymm5\n vdivpd reals(%rip), %ymm1, %ymm6\n vsqrtpd %ymm4, %ymm7\n vmaxps %ymm2, %ymm5, %ymm8\n vxorps %ymm9, %ymm9, %ymm9\n"
          "vandps %ymm2, %ymm5, %ymm10\n vcmppd $1, %ymm1, %ymm4, %ymm11\n vmovmskpd %ymm11, %esi\n vhaddps %ymm2, %ymm2, %ymm12\n vroundpd $1, %ymm1, %ymm13\n");
    BLOCK("vpslld $3, %ymm0, %ymm4\n vpsrlq %xmm3, %ymm0, %ymm5\n vpsllvd %ymm0, %ymm2, %ymm6\n vpsrldq $5, %ymm0, %ymm7\n vpabsd %ymm2, %ymm8\n vpshufb %ymm0, %ymm2, %ymm9\n vpalignr $3, %ymm0, %ymm2, %ymm10\n"
          "vptest %ymm0, %ymm4\n setz %dl\n setc %cl\n vtestps %ymm0, %ymm2\n sets %al\n");
    END;
}

static __attribute__((naked)) void scalars(void)
{
    BLOCK("vaddsd %xmm1, %xmm0, %xmm4\n vmulss floats(%rip), %xmm2, %xmm5\n vsqrtsd %xmm1, %xmm2, %xmm6\n vmovss %xmm2, %xmm1, %xmm7\n vmovsd reals+8(%rip), %xmm8\n vmovsd %xmm8, area(%rip)\n vucomisd %xmm1, %xmm8\n"
          "seta %dl\n vcomiss floats+4(%rip), %xmm2\n vcvtsi2sd %eax, %xmm1, %xmm9\n vcvttsd2si %xmm9, %edx\n vcvtss2sd %xmm2, %xmm1, %xmm10\n vcvtsd2ss %xmm1, %xmm2, %xmm11\n vmovd %eax, %xmm12\n vmovq %xmm12, %rsi\n"
          "vmovq %xmm1, %xmm13\n vminsd %xmm1, %xmm9, %xmm14\n vcmpltsd %xmm1, %xmm9, %xmm15\n vroundsd $3, %xmm1, %xmm2, %xmm4\n");
    BLOCK("vcvtdq2ps %ymm0, %ymm4\n vcvttps2dq %ymm2, %ymm5\n vcvtdq2pd %xmm3, %ymm6\n vcvtpd2ps %ymm1, %xmm7\n vcvtps2pd %xmm2, %ymm8\n vcvttpd2dq %ymm1, %xmm9\n vmovaps %ymm8, area+64(%rip)\n vmovdqa area+64(%rip), %xmm10\n");
    END;
}

static __attribute__((naked)) void parts(void)
{
    BLOCK("vinsertf128 $1, %xmm3, %ymm1, %ymm4\n vextractf128 $1, %ymm4, %xmm5\n vinserti128 $0, %xmm3, %ymm2, %ymm6\n vextracti128 $0, %ymm6, %xmm7\n vextracti128 $1, %ymm0, area(%rip)\n vperm2f128 $0x21, %ymm1, %ymm0, %ymm8\n"
          "vpermq $0x1b, %ymm0, %ymm9\n vpermd %ymm2, %ymm0, %ymm10\n vbroadcastss floats(%rip), %ymm11\n vbroadcastsd %xmm1, %ymm12\n vpbroadcastd %xmm3, %ymm13\n vpbroadcastb whole(%rip), %xmm14\n vbroadcastf128 area(%rip), %ymm15\n");
    BLOCK("vpunpckldq %ymm0, %ymm2, %ymm4\n vunpckhpd %xmm1, %xmm0, %xmm5\n vshufps $0x4e, %ymm0, %ymm2, %ymm6\n vpshufd $0x1b, %ymm0, %ymm7\n vpblendd $0x5a, %ymm0, %ymm2, %ymm8\n vblendvps %ymm0, %ymm1, %ymm2, %ymm9\n"
          "vpackssdw %ymm0, %ymm2, %ymm10\n vpinsrd $2, %eax, %xmm3, %xmm11\n vpextrd $1, %xmm11, %edx\n vpinsrw $1, %ecx, %xmm3, %xmm12\n vpextrb $3, %xmm3, %esi\n vmovhps area(%rip), %xmm2, %xmm13\n vmovlhps %xmm2, %xmm3, %xmm14\n"
          "vmovhlps %xmm2, %xmm3, %xmm15\n vmovddup %ymm1, %ymm4\n vpmovzxwd %xmm3, %ymm5\n vpmovsxbq whole(%rip), %ymm6\n");
    BLOCK("vmovdqa mask(%rip), %ymm4\n vpand whole(%rip), %ymm4, %ymm5\n vmovntdq %ymm0, area+96(%rip)\n vlddqu area+96(%rip), %ymm6\n vzeroupper\n vpaddd %ymm5, %ymm0, %ymm7\n vzeroall\n vpaddd %ymm7, %ymm3, %ymm8\n");
    END;
}

int work(void)
{
    whole_registers();
    scalars();
    parts();
    return 5;
}
