/* code.h - what clew knows about programs: ELF, DWARF, source text, instructions, control flow.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CODE_CODE_H
#define CLEW_CODE_CODE_H

#include "code/allocator.h"
#include "code/arch.h"
#include "code/demangle.h"
#include "code/expression.h"
#include "code/flow.h"
#include "code/instructions.h"
#include "code/symbols.h"
#include "code/system_calls.h"
#include "code/variables.h"

#endif
