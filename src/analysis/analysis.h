/* analysis.h - questions about executions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     program.h     a trace together with its executable: completed names, lines, disassembly
 *     statement.h   dependences between source statements
 *     roles.h       what use ports are for: values, addresses
 *     explain.h     why: the backward slice as source lines, nearest first
 *     slice.h       slices and chops
 *     slice_lines.h their source lines
 *     rank.h        these in the order of suspicion, also against another run
 *     diff.h        two runs compared: where they part, and what differs from there on
 *     memory.h      addresses that instances read and wrote, inferred from values
 *     writers.h     who wrote to a place in memory, in order of time
 *     accesses.h    the same of many places around one time
 *     flow.h        control-flow graphs and postdominators of an executable
 *     unrun.h       why code did not run: the branches that decided, and who did not call
 *     calls.h       the calls of a run, as a tree
 *     path_graph.h  acyclic paths: numbering and decoding (Ball and Larus)
 *     suffix.h      the execution suffix of a frame
 *     probes.h      CSI metadata by function, coverage
 *     crash.h       every frame of a stopped program
 *     drawing.h     a graph drawn in character cells
 *     abstract.h    the abstract program: a schema joined with its executable
 *     regenerate.h  the abstract program run over events: the full address stream
 *     timeline.h    that trace as something one can stand in and search, both ways
 *     schema_compiler.h  aec: the abstract program as C
 *     cache.h parallelism.h  what is fed with a full trace
 *     executed.h    execution traces merged: which code ran
 *     object_coverage.h  instructions, branches, routines and lines covered
 *
 * Rank 6: knows core, model, formats, store, symbols; does no input or output. */
#ifndef CLEW_ANALYSIS_ANALYSIS_H
#define CLEW_ANALYSIS_ANALYSIS_H

#include "analysis/abstract.h"
#include "analysis/accesses.h"
#include "analysis/cache.h"
#include "analysis/calls.h"
#include "analysis/crash.h"
#include "analysis/diff.h"
#include "analysis/flow.h"
#include "analysis/drawing.h"
#include "analysis/executed.h"
#include "analysis/explain.h"
#include "analysis/memory.h"
#include "analysis/object_coverage.h"
#include "analysis/parallelism.h"
#include "analysis/path_graph.h"
#include "analysis/probes.h"
#include "analysis/program.h"
#include "analysis/rank.h"
#include "analysis/regenerate.h"
#include "analysis/roles.h"
#include "analysis/schema_compiler.h"
#include "analysis/slice.h"
#include "analysis/slice_lines.h"
#include "analysis/statement.h"
#include "analysis/suffix.h"
#include "analysis/timeline.h"
#include "analysis/unrun.h"
#include "analysis/writers.h"

#endif
