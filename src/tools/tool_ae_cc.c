/* tool_ae_cc.c - clew ae-cc: becomes the instrumenting compiler for MIPS.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tool_exec.h"
#include "tools/tools.h"

int tool_ae_cc(int argc, char **argv)
{
    static const struct tool_program program = {"ae-cc", "CLEW_AE_CC", "the compiler was not built; run make ae-cc"};
    (void)argc;
    return tool_exec(&program, argv);
}
