/* embed.S - the runtime and the linker script, embedded in ae-cc.  SPDX-License-Identifier: GPL-3.0-or-later */
	.section .rodata
	.globl	embedded_runtime, embedded_runtime_end, embedded_script, embedded_script_end
embedded_runtime:
	.incbin	"runtime.s"
embedded_runtime_end:
embedded_script:
	.incbin	"ae.ld"
embedded_script_end:
	.section .note.GNU-stack,"",%progbits
