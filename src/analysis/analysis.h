/* analysis.h - questions about executions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     program.h     a trace together with its executable: completed names, lines, disassembly
 *     statement.h   dependences between source statements
 *     slice.h       slices and chops
 *     flow.h        control-flow graphs and postdominators of an executable
 *
 * Rank 6: knows core, model, formats, store, symbols; does no input or output. */
#ifndef CLEW_ANALYSIS_ANALYSIS_H
#define CLEW_ANALYSIS_ANALYSIS_H

#include "analysis/flow.h"
#include "analysis/program.h"
#include "analysis/slice.h"
#include "analysis/statement.h"

#endif
