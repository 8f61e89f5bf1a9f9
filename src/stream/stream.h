/* stream.h - Abstract Execution: address streams.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_STREAM_STREAM_H
#define CLEW_STREAM_STREAM_H

#include "stream/abstract.h"
#include "stream/ae.h"
#include "stream/cache.h"
#include "stream/parallelism.h"
#include "stream/schema_compiler.h"

#endif
