/* print.c - a consumer of ae_recreate(3) that prints the same as `clew regenerate --format=text`.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     print EVENTS [N]      with N it jumps out at the Nth event, twice, before it begins again and prints
 *     print --names         the names of all functions, in hexadecimal
 */
#include "ae_recreate.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf out;
static unsigned long left;
static uint32_t last;
static int failed;

static void print(int type, uint32_t address, uint32_t aux)
{
    static const char *const loops[] = {[AE_LOOP_ENTRY] = "L+", [AE_LOOP_BACK] = "L=", [AE_LOOP_EXIT] = "L-"};
    if (type == AE_INST)
        printf("I 0x%x %u\n", (unsigned)address, (unsigned)aux);
    else if (type == AE_READ || type == AE_WRITE)
        printf("%c 0x%x\n", type == AE_READ ? 'R' : 'W', (unsigned)address);
    else if (type <= AE_LOOP_EXIT)
        printf("%s %u\n", loops[type], (unsigned)aux);
    else
        printf("%c %s\n", type == AE_ENTER ? 'C' : 'E', ae_function_name(aux));
    if ((type == AE_READ || type == AE_WRITE) && aux != last)
        failed = fprintf(stderr, "a reference is said to be of the instruction at 0x%x, the last one was at 0x%x\n", (unsigned)aux, (unsigned)last);
    if (type == AE_INST)
        last = address;
}

static void count(int type, uint32_t address, uint32_t aux)
{
    (void)type, (void)address, (void)aux;
    if (--left == 0)
        longjmp(out, 1);
}

static void jump_out(const char *events, unsigned long after)
{
    left = after;
    if (setjmp(out) == 0 && ae_recreate(events, count) == 0)
        failed = fprintf(stderr, "fewer than %lu events\n", after);
}

static void print_names(void)
{
    const char *name;
    for (uint32_t i = 0; (name = ae_function_name(i)) != NULL; i++) {
        for (; *name; name++)
            printf("%02x", (unsigned)(unsigned char)*name);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--names") == 0) {
        print_names();
        return 0;
    }
    for (int i = 0; argc > 2 && i < 2; i++)
        jump_out(argv[1], strtoul(argv[2], NULL, 10) + (unsigned long)i);
    return ae_recreate(argv[1], print) == 0 && !failed ? 0 : 1;
}
