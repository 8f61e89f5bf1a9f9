/* allocator.h - what a function of a program that manages memory takes and gives.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     size, or bytes, without block    allocates: size (times count) bytes, or always `bytes`. The result is their address
 *     the same with block              changes the size of a block
 *     block alone                      frees a block
 *     pool alone                       frees all blocks that an allocation with this pool gave
 *     nothing                          works on the allocator's memory */
#ifndef CLEW_CODE_ALLOCATOR_H
#define CLEW_CODE_ALLOCATOR_H

#include <stdint.h>

enum { ALLOCATOR_ARGUMENTS = 6, NO_ARGUMENT = -1, ALLOCATORS_MOST = 64 };

struct allocator {                      /* numbers of its arguments, from 0; NO_ARGUMENT: it has none such */
    int size, count, block, pool;
    int result;                         /* the argument at which the address of the new block stands at the end; otherwise it returns the address */
    uint64_t bytes;                     /* of each block; 0: `size` says */
};

#endif
