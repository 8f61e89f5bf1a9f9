/* coverage.h - execution traces of GNATcoverage.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_COVERAGE_COVERAGE_H
#define CLEW_COVERAGE_COVERAGE_H

#include "coverage/gnatcov.h"
#include "coverage/plugin_log.h"
#include "coverage/qemu.h"
#include "coverage/report.h"

#endif
