/* effect_rules.c - the table, and finding a rule in it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "effect_rules.h"

#include "oracle.h"

#include <string.h>

static const struct rule rules[] = {
    {"mov movabs movzx movsx movsxd", "w,r", "", 0, 0},
    {"lea", "w,a", "", 0, 0},
    {"add sub and or xor", "m,r", "", 0, ALL},
    {"adc sbb", "m,r", "", CF, ALL},
    {"cmp test", "r,r", "", 0, ALL},
    {"inc dec", "m", "", 0, ALL & ~CF},
    {"neg", "m", "", 0, ALL},
    {"not bswap", "m", "", 0, 0},
    {"shl sal shr sar", "m,r", "", 0, ALL},
    {"rol ror", "m,r", "", 0, CF | OF},
    {"rcl rcr", "m,r", "", CF, CF | OF},
    {"shld shrd", "m,r,r", "", 0, ALL},
    {"bsf bsr", "w,r", "", 0, ZF},
    {"tzcnt lzcnt", "w,r", "", 0, CF | ZF},
    {"popcnt", "w,r", "", 0, ALL},
    {"bt", "r,r", "", 0, CF},
    {"bts btr btc", "m,r", "", 0, CF},
    {"xchg", "m,m", "", 0, 0},
    {"xadd", "m,m", "", 0, ALL},
    {"cbw", "", "r0.1 w0.2", 0, 0},
    {"cwde", "", "r0.2 w0.4", 0, 0},
    {"cdqe", "", "r0.4 w0.8", 0, 0},
    {"cwd", "", "r0.2 w2.2", 0, 0},
    {"cdq", "", "r0.4 w2.4", 0, 0},
    {"cqo", "", "r0.8 w2.8", 0, 0},
    {"cpuid", "", "r0.4 r1.4 w0.4 w3.4 w1.4 w2.4", 0, 0},
    {"xgetbv", "", "r1.4 w0.4 w2.4", 0, 0},
    {"rdtsc", "", "w0.4 w2.4", 0, 0},
    {"nop endbr64 endbr32 pause hlt ud2 mfence lfence sfence prefetcht0 prefetcht1 prefetcht2 prefetchnta prefetchw", "x,x", "", 0, 0},
    {"cld std", "", "", 0, DF},
    {"clc stc", "", "", 0, CF},
    {"cmc", "", "", CF, CF},
    {"xlatb", "", "r3.8 r0.1 w0.1", 0, 0},
        /* vector moves */
    {"movaps movapd movups movupd movdqa movdqu lddqu movntdq movntps movntpd", "w16,r16", "", 0, 0},
    {"movhlps", "w8,r8+8", "", 0, 0},
    {"movlhps", "w8+8,r8", "", 0, 0},
    {"movmskps movmskpd pmovmskb", "w,r16", "", 0, 0},
    {"movddup", "w16,r8", "", 0, 0},
    {"pshufd pshuflw pshufhw", "w16,r16,x", "", 0, 0},
    {"sqrtps sqrtpd cvtdq2ps cvtps2dq cvttps2dq cvtpd2ps cvtpd2dq cvttpd2dq pabsb pabsw pabsd movshdup movsldup", "w16,r16", "", 0, 0},
    {"cvtdq2pd cvtps2pd pmovzxbw pmovsxbw pmovzxwd pmovsxwd pmovzxdq pmovsxdq", "w16,r8", "", 0, 0},
    {"shufps shufpd palignr pclmulqdq", "m16,r16,x", "", 0, 0},
    {"addps addpd subps subpd mulps mulpd divps divpd minps minpd maxps maxpd andps andpd orps orpd xorps xorpd andnps andnpd haddps haddpd "
     "paddb paddw paddd paddq psubb psubw psubd psubq pand pandn por pxor pmullw pmulld pmuludq pmulhw pmulhuw pmaddwd pminub pmaxub pminsw pmaxsw "
     "pminsd pmaxsd pminud pmaxud pavgb pavgw psadbw pcmpeqb pcmpeqw pcmpeqd pcmpeqq pcmpgtb pcmpgtw pcmpgtd pcmpgtq packuswb packsswb packssdw packusdw "
     "pshufb paddusb paddusw psubusb psubusw phaddd", "m16,r16", "", 0, 0},
    {"cmpeqps cmpltps cmpleps cmpneqps cmpeqpd cmpltpd cmplepd cmpneqpd cmpnltpd cmpnlepd", "m16,r16", "", 0, 0},
    {"punpcklbw punpcklwd punpckldq punpcklqdq unpcklps unpcklpd", "n8,r8", "", 0, 0},
    {"punpckhbw punpckhwd punpckhdq punpckhqdq unpckhps unpckhpd", "n8+8,r8+8", "", 0, 0},
    {"psllw pslld psllq psrlw psrld psrlq psraw psrad pslldq psrldq", "m16,r16", "", 0, 0},
    {"ptest", "r16,r16", "", 0, ALL},
    /* scalars work on their lane */
    {"addss subss mulss divss minss maxss cmpeqss cmpltss cmpless cmpneqss cmpnltss cmpnless", "m4,r4", "", 0, 0},
    {"addsd subsd mulsd divsd minsd maxsd cmpeqsd cmpltsd cmplesd cmpneqsd cmpnltsd cmpnlesd", "m8,r8", "", 0, 0},
    {"sqrtss rcpss rsqrtss", "w4,r4", "", 0, 0},
    {"sqrtsd", "w8,r8", "", 0, 0},
    {"roundss", "w4,r4,x", "", 0, 0},
    {"roundsd", "w8,r8,x", "", 0, 0},
    {"ucomiss comiss", "r4,r4", "", 0, ALL},
    {"ucomisd comisd", "r8,r8", "", 0, ALL},
    {"cvtsi2ss", "w4,r", "", 0, 0},
    {"cvtsi2sd", "w8,r", "", 0, 0},
    {"cvtss2sd", "w8,r4", "", 0, 0},
    {"cvtsd2ss", "w4,r8", "", 0, 0},
    {"cvtss2si cvttss2si", "w,r4", "", 0, 0},
    {"cvtsd2si cvttsd2si", "w,r8", "", 0, 0},
    /* BMI, ADX and their like */
    {"andn", "w,r,r", "", 0, ALL},
    {"bextr", "w,r,r2", "", 0, ALL},
    {"bzhi", "w,r,r1", "", 0, ALL},
    {"blsi blsmsk blsr", "w,r", "", 0, ALL},
    {"pdep pext", "w,r,r", "", 0, 0},
    {"shlx shrx sarx", "w,r,r1", "", 0, 0},
    {"rorx", "w,r,x", "", 0, 0},
    {"movbe", "w,r", "", 0, 0},
    {"crc32", "m,r", "", 0, 0},
    {"adcx", "m,r", "", CF, CF},
    {"adox", "m,r", "", OF, OF},
    /* AVX: v writes the whole register, u reads the operand and writes the whole register */
    {"vmovdqu vmovdqa vmovups vmovupd vmovaps vmovapd vlddqu vmovntdq vsqrtps vsqrtpd vpabsb vpabsw vpabsd vcvtdq2ps vcvttps2dq vcvtps2dq vcvtpd2ps vcvttpd2dq "
     "vmovddup vmovshdup vmovsldup", "v,r", "", 0, 0},
    {"vpshufd vpshufhw vpshuflw vpermq vpermpd vroundps vroundpd vpermilps vpermilpd", "v,r,x", "", 0, 0},
    {"vcvtdq2pd vcvtps2pd vpmovzxbw vpmovsxbw vpmovzxwd vpmovsxwd vpmovzxdq vpmovsxdq vbroadcastf128 vbroadcasti128", "v,r16", "", 0, 0},
    {"vpmovzxbd vpmovsxbd vpmovzxwq vpmovsxwq vbroadcastsd vpbroadcastq", "v,r8", "", 0, 0},
    {"vpmovzxbq vpmovsxbq vbroadcastss vpbroadcastd", "v,r4", "", 0, 0},
    {"vpbroadcastw", "v,r2", "", 0, 0},
    {"vpbroadcastb", "v,r1", "", 0, 0},
    {"vpaddb vpaddw vpaddd vpaddq vpsubb vpsubw vpsubd vpsubq vpmulld vpmullw vpmuludq vpand vpandn vpor vpxor vpcmpeqb vpcmpeqw vpcmpeqd vpcmpeqq vpcmpgtb vpcmpgtw "
     "vpcmpgtd vpcmpgtq vaddps vaddpd vsubps vsubpd vmulps vmulpd vdivps vdivpd vminps vminpd vmaxps vmaxpd vandps vandpd vandnps vandnpd vorps vorpd vxorps vxorpd "
     "vcmpltps vcmpltpd vcmpleps vcmplepd vcmpeqps vcmpeqpd vhaddps vhaddpd vpsllvd vpsrlvd vpsravd vpsllvq vpsrlvq vpshufb vpackssdw vpackuswb vpacksswb vpackusdw "
     "vpunpcklbw vpunpcklwd vpunpckldq vpunpcklqdq vpunpckhbw vpunpckhwd vpunpckhdq vpunpckhqdq vunpcklps vunpcklpd vunpckhps vunpckhpd vpermd vpermps vpslld vpsllq "
     "vpsllw vpsrld vpsrlq vpsrlw vpsrad vpsraw vpslldq vpsrldq vpminsd vpmaxsd vpminub vpmaxub", "v,r,r", "", 0, 0},
    {"vshufps vshufpd vpalignr vpblendd vblendps vblendpd vpblendw", "v,r,r,x", "", 0, 0},
    {"vblendvps vblendvpd vpblendvb", "v,r,r,r", "", 0, 0},
    {"vfmadd132ps vfmadd213ps vfmadd231ps vfmadd132pd vfmadd213pd vfmadd231pd vfmsub132ps vfmsub231pd vfnmadd231ps vfnmadd231pd", "u,r,r", "", 0, 0},
    {"vfmadd132ss vfmadd213ss vfmadd231ss", "u16,r4,r4", "", 0, 0},
    {"vfmadd132sd vfmadd213sd vfmadd231sd", "u16,r8,r8", "", 0, 0},
    {"vaddss vsubss vmulss vdivss vminss vmaxss vcmpltss vcmpless vcmpeqss", "v,r16,r4", "", 0, 0},
    {"vaddsd vsubsd vmulsd vdivsd vminsd vmaxsd vcmpltsd vcmplesd vcmpeqsd", "v,r16,r8", "", 0, 0},
    {"vsqrtss vrcpss vrsqrtss", "v,r12+4,r4", "", 0, 0},
    {"vsqrtsd", "v,r8+8,r8", "", 0, 0},
    {"vroundss", "v,r12+4,r4,x", "", 0, 0},
    {"vroundsd", "v,r8+8,r8,x", "", 0, 0},
    {"vcvtsi2ss", "v,r12+4,r", "", 0, 0},
    {"vcvtsi2sd", "v,r8+8,r", "", 0, 0},
    {"vcvtss2sd", "v,r8+8,r4", "", 0, 0},
    {"vcvtsd2ss", "v,r12+4,r8", "", 0, 0},
    {"vcvtss2si vcvttss2si", "w,r4", "", 0, 0},
    {"vcvtsd2si vcvttsd2si", "w,r8", "", 0, 0},
    {"vucomiss vcomiss", "r4,r4", "", 0, ALL},
    {"vucomisd vcomisd", "r8,r8", "", 0, ALL},
    {"vptest vtestps vtestpd", "r,r", "", 0, ALL},
    {"vpmovmskb vmovmskps vmovmskpd", "w,r", "", 0, 0},
    {"vmovlhps vmovhps vmovhpd", "v,r8,r8", "", 0, 0},
    {"vmovhlps", "v,r8+8,r8+8", "", 0, 0},
};

bool in_names(const char *names, const char *mnemonic)
{
    size_t length = strlen(mnemonic);
    for (const char *at = strstr(names, mnemonic); at; at = strstr(at + 1, mnemonic))
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

const struct rule *rule_of(const char *mnemonic)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (in_names(rules[i].names, mnemonic))
            return &rules[i];
    return NULL;
}

uint8_t condition_flags(const char *condition)
{
    static const struct {
        const char *names;
        uint8_t flags;
    } conditions[] = {{"o no", OF}, {"b ae nae nb c nc", CF}, {"e ne z nz", ZF}, {"be a na nbe", CF | ZF}, {"s ns", SF}, {"p np pe po", PF},
                      {"l ge nge nl", SF | OF}, {"le g ng nle", ZF | SF | OF}};
    for (size_t i = 0; i < sizeof conditions / sizeof conditions[0]; i++)
        if (in_names(conditions[i].names, condition))
            return conditions[i].flags;
    return 0;
}
