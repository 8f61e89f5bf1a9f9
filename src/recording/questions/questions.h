/* questions.h - questions about a recording: slices, why, what differs, who wrote.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_QUESTIONS_QUESTIONS_H
#define CLEW_RECORDING_QUESTIONS_QUESTIONS_H

#include "recording/questions/writers.h"
#include "recording/questions/diff.h"
#include "recording/questions/explain.h"
#include "recording/questions/program.h"
#include "recording/questions/rank.h"
#include "recording/questions/roles.h"
#include "recording/questions/slice.h"
#include "recording/questions/statement.h"
#include "recording/questions/unrun.h"

#endif
