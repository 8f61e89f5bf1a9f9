/* numbers.c - floating point, 64-bit arithmetic, and structures whose parts lie across words.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) record { uint8_t tag; uint32_t word; uint16_t half; uint64_t wide; int32_t value; double real; };
enum { count = 16 };
static struct record records[count];
static double matrix[6][6];
static float table[24];
static uint64_t sum = 1;

static void mix(uint64_t value) { sum = (sum << 7 | sum >> 57) ^ value * UINT64_C(0x9e3779b97f4a7c15); }

static void packed(void)
{
    for (uint32_t i = 0; i < count; i++) {
        struct record *record = &records[i];
        record->tag = (uint8_t)i;
        record->word = i * 0x01020304u;
        record->half = (uint16_t)(record->word >> 3);
        record->wide = (uint64_t)record->word * 0x123456789u + record->half;
        record->value = (int32_t)(record->wide >> 20) - 5;
        record->real = record->value / 8.0;
    }
    struct record copy[count / 2];
    memcpy(copy, records + 3, sizeof copy);
    for (int i = 0; i < count / 2; i++)
        mix(copy[i].wide + copy[i].word + (uint64_t)(int64_t)copy[i].value + copy[i].half + (uint64_t)(int64_t)copy[i].real);
}

static uint64_t power(uint64_t base, unsigned exponent, uint64_t modulus)
{
    uint64_t result = 1;
    for (; exponent; exponent >>= 1, base = base * base % modulus)
        if (exponent & 1)
            result = result * base % modulus;
    return result;
}

static void wide(void)
{
    int64_t quotient = INT64_C(-9000000000000000);
    for (int i = 1; i < 12; i++) {
        mix(power((uint64_t)i + 2, 77u * (unsigned)i, 4294967291u));
        quotient = quotient / (i + 1) + ((int64_t)i << (3 * i)) - (quotient >> 5);
        mix((uint64_t)quotient);
        mix((uint64_t)(quotient < (int64_t)i * 1000) + ((uint64_t)quotient > sum));
    }
}

/* Indexed loads where the processor has them; a table that is read by computed indices. */
static double gather(const double *values, const int *indices, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        total += values[indices[i]] * (i & 1 ? -0.5 : 1.25);
    return total;
}

static void floating(void)
{
    static const int indices[] = {0, 7, 14, 21, 28, 35, 3, 9, 33};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++)
            matrix[i][k] = (i * 7 + k * 3) % 11 + (i == k ? 4.5 : 0.25);
    for (int i = 0; i < 24; i++)
        table[i] = (float)sqrt(i * 1.75) + (i % 2 ? -1.0f : 0.5f);
    float least = table[0], folded = 0;
    for (int i = 0; i < 24; i++) {
        least = table[i] < least ? table[i] : least;
        folded += table[i] * table[23 - i] > 2.0f ? table[i] : -least;
    }
    double trace = 0;
    for (int i = 0; i < 6; i++)
        trace += matrix[i][i] / (1 + matrix[i][5 - i]);
    mix((uint64_t)(int64_t)(gather(&matrix[0][0], indices, 9) * 1024) + (uint64_t)(int64_t)(trace * 4096));
    mix((uint64_t)(int64_t)(folded * 256));
}

int main(void)
{
    packed();
    wide();
    floating();
    printf("numbers %016llx %.4f\n", (unsigned long long)sum, matrix[2][2] + (double)table[5]);
    return 0;
}
