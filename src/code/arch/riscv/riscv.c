/* riscv.c - RISC-V as text, if capstone supports it (version 5 does).  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/machines.h"

#include <capstone/capstone.h>
#include <elf.h>

static bool riscv_text(const struct symbols_summary *summary, struct arch_text *text)
{
#if CS_API_MAJOR >= 5
    unsigned width = summary->address_size == 8 ? CS_MODE_RISCV64 : CS_MODE_RISCV32;
    *text = (struct arch_text){.set = CS_ARCH_RISCV, .mode = CS_MODE_RISCVC | width, .smallest = 2, .little_endian = true};
    return true;
#else
    (void)summary, (void)text;
    return false;
#endif
}

const struct arch arch_riscv = {.name = "RISC-V", .machines = {EM_RISCV}, .text = riscv_text};
