/* diamonds.c - more paths than numbers: edges that are cut though they go forward.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>

#define CHOOSE(n) \
    if (bits >> (n) & 1) \
        sink += (n); \
    else \
        sink -= (n)

static volatile int sink;
static volatile int *volatile target = &sink;

__attribute__((noinline)) static void choose(unsigned long long bits)
{
    CHOOSE(0);
    CHOOSE(1);
    CHOOSE(2);
    CHOOSE(3);
    CHOOSE(4);
    CHOOSE(5);
    CHOOSE(6);
    CHOOSE(7);
    CHOOSE(8);
    CHOOSE(9);
    CHOOSE(10);
    CHOOSE(11);
    CHOOSE(12);
    CHOOSE(13);
    CHOOSE(14);
    CHOOSE(15);
    CHOOSE(16);
    CHOOSE(17);
    CHOOSE(18);
    CHOOSE(19);
    CHOOSE(20);
    CHOOSE(21);
    CHOOSE(22);
    CHOOSE(23);
    CHOOSE(24);
    CHOOSE(25);
    CHOOSE(26);
    CHOOSE(27);
    CHOOSE(28);
    CHOOSE(29);
    CHOOSE(30);
    CHOOSE(31);
    CHOOSE(32);
    CHOOSE(33);
    CHOOSE(34);
    CHOOSE(35);
    CHOOSE(36);
    CHOOSE(37);
    CHOOSE(38);
    CHOOSE(39);
    CHOOSE(40);
    if (bits == 0x5a5a5a5a5a5a5a5aULL)
        target = NULL;
    CHOOSE(41);
    CHOOSE(42);
    CHOOSE(43);
    CHOOSE(44);
    CHOOSE(45);
    CHOOSE(46);
    CHOOSE(47);
    CHOOSE(48);
    CHOOSE(49);
    CHOOSE(50);
    *target += 1;
    CHOOSE(51);
    CHOOSE(52);
    CHOOSE(53);
    CHOOSE(54);
    CHOOSE(55);
    CHOOSE(56);
    CHOOSE(57);
    CHOOSE(58);
    CHOOSE(59);
    CHOOSE(60);
    CHOOSE(61);
    CHOOSE(62);
    CHOOSE(63);
    if (bits & 2)
        sink++;
}

int main(int argc, char **argv)
{
    (void)argv;
    unsigned long long bits = (unsigned long long)argc * 0x123456789abcdefULL;
    for (int i = 0; i < 3; i++) {
        choose(bits);
        if (i == 1)
            bits = 0x5a5a5a5a5a5a5a5aULL;
        else
            bits = ~bits;
    }
    return 0;
}
