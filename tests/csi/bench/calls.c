/* calls.c - only calls: the worst case for work done once per call.  SPDX-License-Identifier: GPL-3.0-or-later */
static unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(int argc, char **argv)
{
    (void)argv;
    return (int)(fibonacci(37 + (unsigned)argc) & 1);
}
