/* tool_csi_cc.c - clew csi-cc: becomes the instrumenting compiler.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tool_exec.h"
#include "tools/tools.h"

int tool_csi_cc(int argc, char **argv)
{
    static const struct tool_program program = {
        "csi-cc", "CLEW_CSI_CC", "the compiler was not built; install the Debian packages clang-" CLEW_LLVM " and llvm-" CLEW_LLVM "-dev, then run make csi-cc"};
    (void)argc;
    return tool_exec(&program, argv);
}
