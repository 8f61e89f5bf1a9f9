/* twice.h - what the two files of twice share.  SPDX-License-Identifier: GPL-3.0-or-later */
unsigned other_step(unsigned by);
void sort_both(int *list, unsigned count, int (*compare)(const void *, const void *));
