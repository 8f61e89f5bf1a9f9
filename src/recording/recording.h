/* recording.h - recordings and WET texts in a session.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_RECORDING_H
#define CLEW_RECORDING_RECORDING_H

#include "recording/current_slice.h"
#include "recording/wet.h"

#endif
