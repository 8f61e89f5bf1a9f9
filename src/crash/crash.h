/* crash.h - crashes of programs with CSI metadata.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_CRASH_CRASH_H
#define CLEW_CRASH_CRASH_H

#include "crash/csi.h"

#endif
