/* slice_set.h - a set of nodes, for walks over dependences; private to this folder.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Instances of one instruction that lie in one block of 64 share a slot, so that a walk over a loop costs a bit a node, and a
 * hostile instance number costs one slot like any other: memory follows the nodes added, never their numbers. */
#ifndef CLEW_RECORDING_QUESTIONS_SLICE_SET_H
#define CLEW_RECORDING_QUESTIONS_SLICE_SET_H

#include "recording/store/store.h"

struct node_block {
    uint64_t index, block;          /* instances block * 64 to block * 64 + 63 */
    uint64_t bits;                  /* 0: the slot is free */
};

struct node_set {                   /* zeroed is empty */
    struct node_block *slots;
    size_t used, capacity;
    uint64_t key;                   /* keeps chosen nodes from colliding */
    uint64_t count;
};

bool node_set_add(struct node_set *set, struct node node);             /* false: it was there already; O(1) expected */
bool node_set_has(const struct node_set *set, struct node node);
void node_set_free(struct node_set *set);

#endif
