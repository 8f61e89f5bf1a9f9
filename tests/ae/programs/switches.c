/* switches.c - a function of more than 256 blocks around two jump tables, and a computed goto.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

/* Every case tests its own number, so that no two can be made one. */
#define CASE(n) case n: if (sum & (n % 13 + 1)) sum = sum * 3 + n; else sum ^= n * 0x101u; if (sum % 7 == n % 7) break; __attribute__((fallthrough));
#define CASES_10(n) CASE(n) CASE(n + 1) CASE(n + 2) CASE(n + 3) CASE(n + 4) CASE(n + 5) CASE(n + 6) CASE(n + 7) CASE(n + 8) CASE(n + 9)
#define CASES_50(n) CASES_10(n) CASES_10(n + 10) CASES_10(n + 20) CASES_10(n + 30) CASES_10(n + 40)

static unsigned many(unsigned sum, unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        switch ((sum + i) % 110) {
        CASES_50(0u)
        CASES_50(50u)
        default:
            sum += i;
        }
        switch (sum % 9) {
        case 0: sum += 2; break;
        case 1: sum ^= 0x55; break;
        case 2: sum = sum << 1 | 1; /* fall through */
        case 3: sum -= i; break;
        case 5: continue;
        case 6: sum >>= 1; break;
        case 7: if (i > rounds - 3) return sum; break;
        }
        sum = sum * 5 + 1;
    }
    return sum;
}

/* A small machine: code of one byte an operation. */
static unsigned interpret(const unsigned char *code, unsigned input)
{
    static const void *const labels[] = {&&stop, &&add, &&multiply, &&decrement, &&repeat, &&skip};
    unsigned value = 1, counter = input;
    const unsigned char *at = code;
#define NEXT goto *labels[*at++]
    NEXT;
add:
    value += *at++;
    NEXT;
multiply:
    value *= *at++;
    NEXT;
decrement:
    counter--;
    NEXT;
repeat:
    at = counter ? code : at + 1;
    NEXT;
skip:
    at += value & 1;
    NEXT;
stop:
    return value;
}

static const unsigned char program[] = {1, 7, 2, 13, 5, 1, 1, 1, 3, 4, 0, 0};

int main(void)
{
    unsigned sum = many(12345, 600) + interpret(program, 40) * 3;
    for (unsigned i = 0; i < 12; i++)
        sum = sum * 17 + interpret(program, i + 1) + many(i, i * 5);
    printf("switches %08x\n", sum);
    return 0;
}
