/* wet_code.c - what an instruction is for, by its code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <string.h>

bool wet_is_call(const struct session *session, uint64_t index)
{
    return program_is_call(session->trace->program, index);
}

bool wet_is_fetch(const struct session *session, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(session->trace->program, index, &decoded) && strncmp(decoded.mnemonic, "mov", 3) == 0 &&
           strncmp(decoded.mnemonic, "movmsk", 6) != 0 && decoded.operands == 2 && decoded.operand[0].kind == OPERAND_REGISTER &&
           decoded.operand[1].kind != OPERAND_IMMEDIATE;
}
