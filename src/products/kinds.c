/* kinds.c - the kinds of traces.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/coverage.h"
#include "crash/crash.h"
#include "recording/recording.h"
#include "session/engine.h"
#include "stream/stream.h"

#include <stddef.h>

const struct session_kind *const session_all_kinds[] = {&kind_of_wet, &kind_of_recording, &kind_of_csi, &kind_of_ae, &kind_of_gnatcov, NULL};
