	.text
	.file	"alloc.38f3535f-cgu.0"
	.file	1 "/rust/things.rs"
	.section	.text._ZN4core3ptr20slice_from_raw_parts17hb941f516efbbe227E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN4core3ptr20slice_from_raw_parts17hb941f516efbbe227E,@function
_ZN4core3ptr20slice_from_raw_parts17hb941f516efbbe227E:
.Lfunc_begin0:
	.file	2 "/usr/src/rustc-1.63.0/library/core/src/ptr/mod.rs"
	.loc	2 738 0
	.cfi_sections .debug_frame
	.cfi_startproc
	subq	$56, %rsp
	.cfi_def_cfa_offset 64
	movq	%rsi, 24(%rsp)
	movq	%rdi, 40(%rsp)
	movq	%rsi, 48(%rsp)
.Ltmp0:
	.loc	2 739 20 prologue_end
	callq	_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4cast17h0fda92280c58f0dfE
	movq	%rax, 32(%rsp)
	.loc	2 0 20 is_stmt 0
	movq	24(%rsp), %rsi
	movq	32(%rsp), %rdi
	.loc	2 739 5
	callq	_ZN4core3ptr8metadata14from_raw_parts17hd1018323c6774579E
	movq	%rax, 8(%rsp)
	movq	%rdx, 16(%rsp)
	.loc	2 0 5
	movq	16(%rsp), %rdx
	movq	8(%rsp), %rax
	.loc	2 740 2 is_stmt 1
	addq	$56, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp1:
.Lfunc_end0:
	.size	_ZN4core3ptr20slice_from_raw_parts17hb941f516efbbe227E, .Lfunc_end0-_ZN4core3ptr20slice_from_raw_parts17hb941f516efbbe227E
	.cfi_endproc

	.section	.text._ZN4core3ptr8metadata14from_raw_parts17hd1018323c6774579E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN4core3ptr8metadata14from_raw_parts17hd1018323c6774579E,@function
_ZN4core3ptr8metadata14from_raw_parts17hd1018323c6774579E:
.Lfunc_begin1:
	.file	3 "/usr/src/rustc-1.63.0/library/core/src/ptr/metadata.rs"
	.loc	3 110 0
	.cfi_startproc
	subq	$48, %rsp
	.cfi_def_cfa_offset 56
	movq	%rdi, 32(%rsp)
	movq	%rsi, 40(%rsp)
.Ltmp2:
	.loc	3 117 36 prologue_end
	movq	%rdi, 16(%rsp)
	movq	%rsi, 24(%rsp)
	.loc	3 117 14 is_stmt 0
	movq	16(%rsp), %rcx
	movq	24(%rsp), %rax
	movq	%rcx, (%rsp)
	movq	%rax, 8(%rsp)
	movq	(%rsp), %rax
	movq	8(%rsp), %rdx
	.loc	3 118 2 is_stmt 1
	addq	$48, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp3:
.Lfunc_end1:
	.size	_ZN4core3ptr8metadata14from_raw_parts17hd1018323c6774579E, .Lfunc_end1-_ZN4core3ptr8metadata14from_raw_parts17hd1018323c6774579E
	.cfi_endproc

	.section	".text._ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17ha0b6d44cdddb2973E","ax",@progbits
	.p2align	4, 0x90
	.type	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17ha0b6d44cdddb2973E,@function
_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17ha0b6d44cdddb2973E:
.Lfunc_begin2:
	.file	4 "/usr/src/rustc-1.63.0/library/core/src/ptr/non_null.rs"
	.loc	4 196 0
	.cfi_startproc
	subq	$16, %rsp
	.cfi_def_cfa_offset 24
	movq	%rdi, 8(%rsp)
.Ltmp4:
	.loc	4 198 18 prologue_end
	movq	%rdi, (%rsp)
	.loc	4 199 6
	movq	(%rsp), %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp5:
.Lfunc_end2:
	.size	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17ha0b6d44cdddb2973E, .Lfunc_end2-_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17ha0b6d44cdddb2973E
	.cfi_endproc

	.section	".text._ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hba453f887b9dae46E","ax",@progbits
	.p2align	4, 0x90
	.type	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hba453f887b9dae46E,@function
_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hba453f887b9dae46E:
.Lfunc_begin3:
	.loc	4 196 0
	.cfi_startproc
	subq	$16, %rsp
	.cfi_def_cfa_offset 24
	movq	%rdi, 8(%rsp)
.Ltmp6:
	.loc	4 198 18 prologue_end
	movq	%rdi, (%rsp)
	.loc	4 199 6
	movq	(%rsp), %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp7:
.Lfunc_end3:
	.size	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hba453f887b9dae46E, .Lfunc_end3-_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hba453f887b9dae46E
	.cfi_endproc

	.section	".text._ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hc7294df67e133b90E","ax",@progbits
	.p2align	4, 0x90
	.type	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hc7294df67e133b90E,@function
_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hc7294df67e133b90E:
.Lfunc_begin4:
	.loc	4 196 0
	.cfi_startproc
	subq	$16, %rsp
	.cfi_def_cfa_offset 24
	movq	%rdi, 8(%rsp)
.Ltmp8:
	.loc	4 198 18 prologue_end
	movq	%rdi, (%rsp)
	.loc	4 199 6
	movq	(%rsp), %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp9:
.Lfunc_end4:
	.size	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hc7294df67e133b90E, .Lfunc_end4-_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hc7294df67e133b90E
	.cfi_endproc

	.section	".text._ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hca56f564a1f47660E","ax",@progbits
	.p2align	4, 0x90
	.type	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hca56f564a1f47660E,@function
_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hca56f564a1f47660E:
.Lfunc_begin5:
	.loc	4 196 0
	.cfi_startproc
	subq	$16, %rsp
	.cfi_def_cfa_offset 24
	movq	%rdi, 8(%rsp)
.Ltmp10:
	.loc	4 198 18 prologue_end
	movq	%rdi, (%rsp)
	.loc	4 199 6
	movq	(%rsp), %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp11:
.Lfunc_end5:
	.size	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hca56f564a1f47660E, .Lfunc_end5-_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hca56f564a1f47660E
	.cfi_endproc

	.section	".text._ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4cast17h0fda92280c58f0dfE","ax",@progbits
	.p2align	4, 0x90
	.type	_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4cast17h0fda92280c58f0dfE,@function
_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4cast17h0fda92280c58f0dfE:
.Lfunc_begin6:
	.file	5 "/usr/src/rustc-1.63.0/library/core/src/ptr/const_ptr.rs"
	.loc	5 46 0
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rdi, %rax
	movq	%rax, (%rsp)
.Ltmp12:
	.loc	5 48 6 prologue_end
	popq	%rcx
	.cfi_def_cfa_offset 8
	retq
.Ltmp13:
.Lfunc_end6:
	.size	_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4cast17h0fda92280c58f0dfE, .Lfunc_end6-_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4cast17h0fda92280c58f0dfE
	.cfi_endproc

	.section	".text._ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$6as_ptr17h5de3d55c9eebbaa7E","ax",@progbits
	.p2align	4, 0x90
	.type	_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$6as_ptr17h5de3d55c9eebbaa7E,@function
_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$6as_ptr17h5de3d55c9eebbaa7E:
.Lfunc_begin7:
	.file	6 "/usr/src/rustc-1.63.0/library/core/src/slice/mod.rs"
	.loc	6 476 0
	.cfi_startproc
	subq	$16, %rsp
	.cfi_def_cfa_offset 24
	movq	%rdi, %rax
	movq	%rax, (%rsp)
	movq	%rsi, 8(%rsp)
.Ltmp14:
	.loc	6 478 6 prologue_end
	addq	$16, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp15:
.Lfunc_end7:
	.size	_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$6as_ptr17h5de3d55c9eebbaa7E, .Lfunc_end7-_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$6as_ptr17h5de3d55c9eebbaa7E
	.cfi_endproc

	.section	.text._ZN4core5slice3raw14from_raw_parts17he44717d1250e31a5E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN4core5slice3raw14from_raw_parts17he44717d1250e31a5E,@function
_ZN4core5slice3raw14from_raw_parts17he44717d1250e31a5E:
.Lfunc_begin8:
	.file	7 "/usr/src/rustc-1.63.0/library/core/src/slice/raw.rs"
	.loc	7 90 0
	.cfi_startproc
	subq	$40, %rsp
	.cfi_def_cfa_offset 48
	movq	%rdi, 24(%rsp)
	movq	%rsi, 32(%rsp)
.Ltmp16:
	.loc	7 97 11 prologue_end
	callq	_ZN4core3ptr20slice_from_raw_parts17hb941f516efbbe227E
	movq	%rax, 8(%rsp)
	movq	%rdx, 16(%rsp)
	.loc	7 0 11 is_stmt 0
	movq	16(%rsp), %rdx
	movq	8(%rsp), %rax
	.loc	7 99 2 is_stmt 1
	addq	$40, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp17:
.Lfunc_end8:
	.size	_ZN4core5slice3raw14from_raw_parts17he44717d1250e31a5E, .Lfunc_end8-_ZN4core5slice3raw14from_raw_parts17he44717d1250e31a5E
	.cfi_endproc

	.section	.text._ZN5alloc3vec4made17h85a4ae5f00aaa29eE,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc3vec4made17h85a4ae5f00aaa29eE,@function
_ZN5alloc3vec4made17h85a4ae5f00aaa29eE:
.Lfunc_begin9:
	.loc	1 13 0
	.cfi_startproc
	subq	$88, %rsp
	.cfi_def_cfa_offset 96
	movq	%rcx, (%rsp)
	movq	%rdx, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%rdi, %rax
	movq	16(%rsp), %rdi
	movq	%rax, 24(%rsp)
	movq	%rax, 32(%rsp)
	movq	%rdi, 64(%rsp)
	movq	%rdx, 72(%rsp)
	movq	%rcx, 80(%rsp)
.Ltmp18:
	.loc	1 14 59 prologue_end
	callq	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17ha0b6d44cdddb2973E
	movq	%rax, 40(%rsp)
	.loc	1 0 59 is_stmt 0
	movq	32(%rsp), %rax
	movq	24(%rsp), %rcx
	movq	(%rsp), %rdx
	movq	8(%rsp), %rsi
	movq	40(%rsp), %rdi
	.loc	1 14 20
	movq	%rdi, 48(%rsp)
	movq	%rsi, 56(%rsp)
	.loc	1 14 9
	movq	48(%rsp), %rdi
	movq	56(%rsp), %rsi
	movq	%rdi, (%rcx)
	movq	%rsi, 8(%rcx)
	movq	%rdx, 16(%rcx)
	.loc	1 15 6 is_stmt 1
	addq	$88, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp19:
.Lfunc_end9:
	.size	_ZN5alloc3vec4made17h85a4ae5f00aaa29eE, .Lfunc_end9-_ZN5alloc3vec4made17h85a4ae5f00aaa29eE
	.cfi_endproc

	.section	.text._ZN5alloc3vec4made17hcb1610f819b0e011E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc3vec4made17hcb1610f819b0e011E,@function
_ZN5alloc3vec4made17hcb1610f819b0e011E:
.Lfunc_begin10:
	.loc	1 13 0
	.cfi_startproc
	subq	$88, %rsp
	.cfi_def_cfa_offset 96
	movq	%rcx, (%rsp)
	movq	%rdx, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%rdi, %rax
	movq	16(%rsp), %rdi
	movq	%rax, 24(%rsp)
	movq	%rax, 32(%rsp)
	movq	%rdi, 64(%rsp)
	movq	%rdx, 72(%rsp)
	movq	%rcx, 80(%rsp)
.Ltmp20:
	.loc	1 14 59 prologue_end
	callq	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hc7294df67e133b90E
	movq	%rax, 40(%rsp)
	.loc	1 0 59 is_stmt 0
	movq	32(%rsp), %rax
	movq	24(%rsp), %rcx
	movq	(%rsp), %rdx
	movq	8(%rsp), %rsi
	movq	40(%rsp), %rdi
	.loc	1 14 20
	movq	%rdi, 48(%rsp)
	movq	%rsi, 56(%rsp)
	.loc	1 14 9
	movq	48(%rsp), %rdi
	movq	56(%rsp), %rsi
	movq	%rdi, (%rcx)
	movq	%rsi, 8(%rcx)
	movq	%rdx, 16(%rcx)
	.loc	1 15 6 is_stmt 1
	addq	$88, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp21:
.Lfunc_end10:
	.size	_ZN5alloc3vec4made17hcb1610f819b0e011E, .Lfunc_end10-_ZN5alloc3vec4made17hcb1610f819b0e011E
	.cfi_endproc

	.section	.text._ZN5alloc3vec4made17hced48e4b6d32d36fE,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc3vec4made17hced48e4b6d32d36fE,@function
_ZN5alloc3vec4made17hced48e4b6d32d36fE:
.Lfunc_begin11:
	.loc	1 13 0
	.cfi_startproc
	subq	$88, %rsp
	.cfi_def_cfa_offset 96
	movq	%rcx, (%rsp)
	movq	%rdx, 8(%rsp)
	movq	%rsi, 16(%rsp)
	movq	%rdi, %rax
	movq	16(%rsp), %rdi
	movq	%rax, 24(%rsp)
	movq	%rax, 32(%rsp)
	movq	%rdi, 64(%rsp)
	movq	%rdx, 72(%rsp)
	movq	%rcx, 80(%rsp)
.Ltmp22:
	.loc	1 14 59 prologue_end
	callq	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hba453f887b9dae46E
	movq	%rax, 40(%rsp)
	.loc	1 0 59 is_stmt 0
	movq	32(%rsp), %rax
	movq	24(%rsp), %rcx
	movq	(%rsp), %rdx
	movq	8(%rsp), %rsi
	movq	40(%rsp), %rdi
	.loc	1 14 20
	movq	%rdi, 48(%rsp)
	movq	%rsi, 56(%rsp)
	.loc	1 14 9
	movq	48(%rsp), %rdi
	movq	56(%rsp), %rsi
	movq	%rdi, (%rcx)
	movq	%rsi, 8(%rcx)
	movq	%rdx, 16(%rcx)
	.loc	1 15 6 is_stmt 1
	addq	$88, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp23:
.Lfunc_end11:
	.size	_ZN5alloc3vec4made17hced48e4b6d32d36fE, .Lfunc_end11-_ZN5alloc3vec4made17hced48e4b6d32d36fE
	.cfi_endproc

	.section	.text.mark,"ax",@progbits
	.globl	mark
	.p2align	4, 0x90
	.type	mark,@function
mark:
.Lfunc_begin12:
	.loc	1 70 0
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rdi, (%rsp)
.Ltmp24:
	.loc	1 70 48 prologue_end
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.Ltmp25:
.Lfunc_end12:
	.size	mark, .Lfunc_end12-mark
	.cfi_endproc

	.section	.text._ZN5alloc4poke17h0199e9b17770f3a0E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17h0199e9b17770f3a0E,@function
_ZN5alloc4poke17h0199e9b17770f3a0E:
.Lfunc_begin13:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movq	%rdi, (%rsp)
	movl	%esi, 12(%rsp)
	movq	%rdi, 16(%rsp)
	movl	%esi, 28(%rsp)
	movq	(%rsp), %rax
	movl	12(%rsp), %ecx
.Ltmp26:
	.loc	1 73 5 prologue_end
	movl	%ecx, (%rax)
	.loc	1 74 2
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp27:
.Lfunc_end13:
	.size	_ZN5alloc4poke17h0199e9b17770f3a0E, .Lfunc_end13-_ZN5alloc4poke17h0199e9b17770f3a0E
	.cfi_endproc

	.section	.text._ZN5alloc4poke17h1aa83cc2e280106cE,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17h1aa83cc2e280106cE,@function
_ZN5alloc4poke17h1aa83cc2e280106cE:
.Lfunc_begin14:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movq	%rdi, 24(%rsp)
.Ltmp28:
	.loc	1 73 33 prologue_end
	movq	(%rsi), %rax
	movq	%rax, 8(%rsp)
	movq	8(%rsi), %rax
	movq	%rax, 16(%rsp)
	movq	%rdi, (%rsp)
.Ltmp29:
	.loc	1 0 33 is_stmt 0
	movq	(%rsp), %rax
	.loc	1 73 5
	movq	8(%rsp), %rcx
	movq	%rcx, (%rax)
	movq	16(%rsp), %rcx
	movq	%rcx, 8(%rax)
	.loc	1 74 2 is_stmt 1
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp30:
.Lfunc_end14:
	.size	_ZN5alloc4poke17h1aa83cc2e280106cE, .Lfunc_end14-_ZN5alloc4poke17h1aa83cc2e280106cE
	.cfi_endproc

	.section	.text._ZN5alloc4poke17h4c529ed804dd54f8E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17h4c529ed804dd54f8E,@function
_ZN5alloc4poke17h4c529ed804dd54f8E:
.Lfunc_begin15:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movb	%sil, %al
	movb	%al, 7(%rsp)
	movq	%rdi, 16(%rsp)
	movb	%al, 31(%rsp)
	movq	%rdi, 8(%rsp)
	movq	8(%rsp), %rax
	movb	7(%rsp), %cl
.Ltmp31:
	.loc	1 73 5 prologue_end
	movb	%cl, (%rax)
	.loc	1 74 2
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp32:
.Lfunc_end15:
	.size	_ZN5alloc4poke17h4c529ed804dd54f8E, .Lfunc_end15-_ZN5alloc4poke17h4c529ed804dd54f8E
	.cfi_endproc

	.section	.text._ZN5alloc4poke17h59e935a543431689E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17h59e935a543431689E,@function
_ZN5alloc4poke17h59e935a543431689E:
.Lfunc_begin16:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movq	%rsi, (%rsp)
	movq	%rdi, 16(%rsp)
	movq	%rsi, 24(%rsp)
	movq	%rdi, 8(%rsp)
	movq	8(%rsp), %rax
	movq	(%rsp), %rcx
.Ltmp33:
	.loc	1 73 5 prologue_end
	movq	%rcx, (%rax)
	.loc	1 74 2
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp34:
.Lfunc_end16:
	.size	_ZN5alloc4poke17h59e935a543431689E, .Lfunc_end16-_ZN5alloc4poke17h59e935a543431689E
	.cfi_endproc

	.section	.text._ZN5alloc4poke17h5ca8cd51ca6e7818E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17h5ca8cd51ca6e7818E,@function
_ZN5alloc4poke17h5ca8cd51ca6e7818E:
.Lfunc_begin17:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movq	%rdi, (%rsp)
	movb	%sil, %al
	movb	%al, 15(%rsp)
	movq	%rdi, 16(%rsp)
	movb	%al, 31(%rsp)
	movq	(%rsp), %rax
	movb	15(%rsp), %cl
.Ltmp35:
	.loc	1 73 5 prologue_end
	movb	%cl, (%rax)
	.loc	1 74 2
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp36:
.Lfunc_end17:
	.size	_ZN5alloc4poke17h5ca8cd51ca6e7818E, .Lfunc_end17-_ZN5alloc4poke17h5ca8cd51ca6e7818E
	.cfi_endproc

	.section	.text._ZN5alloc4poke17h884db455850e0b63E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17h884db455850e0b63E,@function
_ZN5alloc4poke17h884db455850e0b63E:
.Lfunc_begin18:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movq	%rsi, (%rsp)
	movq	%rdi, 16(%rsp)
	movq	%rsi, 24(%rsp)
	movq	%rdi, 8(%rsp)
	movq	8(%rsp), %rax
	movq	(%rsp), %rcx
.Ltmp37:
	.loc	1 73 5 prologue_end
	movq	%rcx, (%rax)
	.loc	1 74 2
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp38:
.Lfunc_end18:
	.size	_ZN5alloc4poke17h884db455850e0b63E, .Lfunc_end18-_ZN5alloc4poke17h884db455850e0b63E
	.cfi_endproc

	.section	.text._ZN5alloc4poke17h9d0999624fcaa78cE,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17h9d0999624fcaa78cE,@function
_ZN5alloc4poke17h9d0999624fcaa78cE:
.Lfunc_begin19:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movl	%esi, 4(%rsp)
	movq	%rdi, 16(%rsp)
	movl	%esi, 28(%rsp)
	movq	%rdi, 8(%rsp)
	movq	8(%rsp), %rax
	movl	4(%rsp), %ecx
.Ltmp39:
	.loc	1 73 5 prologue_end
	movl	%ecx, (%rax)
	.loc	1 74 2
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp40:
.Lfunc_end19:
	.size	_ZN5alloc4poke17h9d0999624fcaa78cE, .Lfunc_end19-_ZN5alloc4poke17h9d0999624fcaa78cE
	.cfi_endproc

	.section	.text._ZN5alloc4poke17ha8bf67762252e8beE,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17ha8bf67762252e8beE,@function
_ZN5alloc4poke17ha8bf67762252e8beE:
.Lfunc_begin20:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movq	%rdi, (%rsp)
	movb	%sil, %al
	movb	%al, 15(%rsp)
	movq	%rdi, 16(%rsp)
	movb	%al, 31(%rsp)
	movq	(%rsp), %rax
	movb	15(%rsp), %cl
.Ltmp41:
	.loc	1 73 5 prologue_end
	movb	%cl, (%rax)
	.loc	1 74 2
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp42:
.Lfunc_end20:
	.size	_ZN5alloc4poke17ha8bf67762252e8beE, .Lfunc_end20-_ZN5alloc4poke17ha8bf67762252e8beE
	.cfi_endproc

	.section	.text._ZN5alloc4poke17hb3ae438e0c65563fE,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17hb3ae438e0c65563fE,@function
_ZN5alloc4poke17hb3ae438e0c65563fE:
.Lfunc_begin21:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movq	%rdi, (%rsp)
	movb	%sil, %al
	movb	%al, 15(%rsp)
	movq	%rdi, 16(%rsp)
	movb	%al, 31(%rsp)
	movq	(%rsp), %rax
	movb	15(%rsp), %cl
.Ltmp43:
	.loc	1 73 5 prologue_end
	movb	%cl, (%rax)
	.loc	1 74 2
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp44:
.Lfunc_end21:
	.size	_ZN5alloc4poke17hb3ae438e0c65563fE, .Lfunc_end21-_ZN5alloc4poke17hb3ae438e0c65563fE
	.cfi_endproc

	.section	.text._ZN5alloc4poke17hf1099f9861c877e0E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4poke17hf1099f9861c877e0E,@function
_ZN5alloc4poke17hf1099f9861c877e0E:
.Lfunc_begin22:
	.loc	1 72 0
	.cfi_startproc
	subq	$32, %rsp
	.cfi_def_cfa_offset 40
	movq	%rdi, 24(%rsp)
.Ltmp45:
	.loc	1 73 33 prologue_end
	movq	(%rsi), %rax
	movq	%rax, 8(%rsp)
	movq	8(%rsi), %rax
	movq	%rax, 16(%rsp)
	movq	%rdi, (%rsp)
.Ltmp46:
	.loc	1 0 33 is_stmt 0
	movq	(%rsp), %rax
	.loc	1 73 5
	movq	8(%rsp), %rcx
	movq	%rcx, (%rax)
	movq	16(%rsp), %rcx
	movq	%rcx, 8(%rax)
	.loc	1 74 2 is_stmt 1
	addq	$32, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp47:
.Lfunc_end22:
	.size	_ZN5alloc4poke17hf1099f9861c877e0E, .Lfunc_end22-_ZN5alloc4poke17hf1099f9861c877e0E
	.cfi_endproc

	.section	.text._ZN5alloc5spoil17hf1bec0e06f6ab624E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc5spoil17hf1bec0e06f6ab624E,@function
_ZN5alloc5spoil17hf1bec0e06f6ab624E:
.Lfunc_begin23:
	.loc	1 76 0
	.cfi_startproc
	subq	$56, %rsp
	.cfi_def_cfa_offset 64
	movq	%rdi, 8(%rsp)
	movq	%rdi, 48(%rsp)
.Ltmp48:
	.loc	1 77 5 prologue_end
	movq	$5, 16(%rdi)
	.loc	1 78 10
	addq	$24, %rdi
	.loc	1 78 5 is_stmt 0
	xorl	%eax, %eax
	movl	%eax, %esi
	callq	_ZN5alloc4poke17h59e935a543431689E
	.loc	1 0 5
	movq	8(%rsp), %rdi
	.loc	1 79 5 is_stmt 1
	movq	$3, 32(%rdi)
	.loc	1 80 10
	addq	$48, %rdi
	.loc	1 80 23 is_stmt 0
	movabsq	$4611686018427387904, %rax
	movq	%rax, 16(%rsp)
	movq	$4, 24(%rsp)
	.loc	1 80 5
	leaq	16(%rsp), %rsi
	callq	_ZN5alloc4poke17hf1099f9861c877e0E
	.loc	1 0 5
	movq	8(%rsp), %rdi
	.loc	1 81 10 is_stmt 1
	addq	$64, %rdi
	.loc	1 81 24 is_stmt 0
	movq	$16, 32(%rsp)
	movabsq	$4611686018427387904, %rax
	movq	%rax, 40(%rsp)
	.loc	1 81 5
	leaq	32(%rsp), %rsi
	callq	_ZN5alloc4poke17h1aa83cc2e280106cE
	.loc	1 0 5
	movq	8(%rsp), %rdi
	.loc	1 82 10 is_stmt 1
	addq	$256, %rdi
	.loc	1 82 5 is_stmt 0
	movl	$7, %esi
	callq	_ZN5alloc4poke17h9d0999624fcaa78cE
	.loc	1 0 5
	movq	8(%rsp), %rdi
	.loc	1 83 10 is_stmt 1
	addq	$282, %rdi
	.loc	1 83 5 is_stmt 0
	movl	$200, %esi
	callq	_ZN5alloc4poke17h5ca8cd51ca6e7818E
	.loc	1 0 5
	movq	8(%rsp), %rdi
	.loc	1 84 10 is_stmt 1
	addq	$96, %rdi
	.loc	1 84 5 is_stmt 0
	movl	$77, %esi
	callq	_ZN5alloc4poke17h884db455850e0b63E
	.loc	1 0 5
	movq	8(%rsp), %rdi
	.loc	1 85 10 is_stmt 1
	addq	$283, %rdi
	.loc	1 85 5 is_stmt 0
	movl	$5, %esi
	callq	_ZN5alloc4poke17ha8bf67762252e8beE
	.loc	1 0 5
	movq	8(%rsp), %rdi
	.loc	1 86 10 is_stmt 1
	addq	$284, %rdi
	.loc	1 86 5 is_stmt 0
	movl	$4, %esi
	callq	_ZN5alloc4poke17hb3ae438e0c65563fE
	.loc	1 0 5
	movq	8(%rsp), %rdi
	.loc	1 87 10 is_stmt 1
	addq	$184, %rdi
	.loc	1 87 5 is_stmt 0
	movl	$9, %esi
	callq	_ZN5alloc4poke17h4c529ed804dd54f8E
	.loc	1 0 5
	movq	8(%rsp), %rdi
	.loc	1 88 5 is_stmt 1
	movq	$0, _ZN5alloc7COUNTED17h4f99bc7c19d394b0E(%rip)
	.loc	1 89 5
	movq	$4, 232(%rdi)
	.loc	1 90 10
	addq	$144, %rdi
	.loc	1 90 5 is_stmt 0
	movl	$4294967295, %esi
	callq	_ZN5alloc4poke17h0199e9b17770f3a0E
	.loc	1 91 2 is_stmt 1
	addq	$56, %rsp
	.cfi_def_cfa_offset 8
	retq
.Ltmp49:
.Lfunc_end23:
	.size	_ZN5alloc5spoil17hf1bec0e06f6ab624E, .Lfunc_end23-_ZN5alloc5spoil17hf1bec0e06f6ab624E
	.cfi_endproc

	.section	.text._ZN5alloc4fill17hc3bbbb5f8feb7de7E,"ax",@progbits
	.p2align	4, 0x90
	.type	_ZN5alloc4fill17hc3bbbb5f8feb7de7E,@function
_ZN5alloc4fill17hc3bbbb5f8feb7de7E:
.Lfunc_begin24:
	.loc	1 93 0
	.cfi_startproc
	subq	$200, %rsp
	.cfi_def_cfa_offset 208
	movq	%rsi, 48(%rsp)
	movq	%rdi, 80(%rsp)
	movq	%rsi, 88(%rsp)
	movq	%rdi, 56(%rsp)
.Ltmp50:
	.loc	1 94 17 prologue_end
	movq	%rdi, 96(%rsp)
.Ltmp51:
	.loc	1 95 17
	movl	$288, %eax
	shrq	$3, %rax
	movq	%rax, 40(%rsp)
	movq	%rax, 104(%rsp)
.Ltmp52:
	.loc	1 96 17
	movq	$0, 64(%rsp)
.LBB24_2:
	.loc	1 0 17 is_stmt 0
	movq	40(%rsp), %rax
.Ltmp53:
	.loc	1 97 11 is_stmt 1
	cmpq	%rax, 64(%rsp)
	jb	.LBB24_4
.Ltmp54:
	.loc	1 109 2
	addq	$200, %rsp
	.cfi_def_cfa_offset 8
	retq
.LBB24_4:
	.cfi_def_cfa_offset 208
	.loc	1 0 2 is_stmt 0
	movq	48(%rsp), %rax
.Ltmp55:
	.loc	1 98 18 is_stmt 1
	movq	(%rax), %rcx
	movabsq	$6364136223846793005, %rdx
	imulq	%rdx, %rcx
	movabsq	$1442695040888963407, %rdx
	.loc	1 98 9 is_stmt 0
	addq	%rdx, %rcx
	movq	%rcx, (%rax)
	.loc	1 99 20 is_stmt 1
	movq	(%rax), %rax
	shrq	$33, %rax
	movq	%rax, 24(%rsp)
	movq	%rax, 112(%rsp)
	movabsq	$-3689348814741910323, %rcx
.Ltmp56:
	.loc	1 100 31
	mulq	%rcx
	movq	24(%rsp), %rax
	shrq	$2, %rdx
	leaq	(%rdx,%rdx,4), %rcx
	subq	%rcx, %rax
	movq	%rax, 32(%rsp)
	.loc	1 100 25 is_stmt 0
	subq	$3, %rax
	ja	.LBB24_5
	.loc	1 0 25
	movq	32(%rsp), %rax
	leaq	.LJTI24_0(%rip), %rcx
	movslq	(%rcx,%rax,4), %rax
	addq	%rcx, %rax
	jmpq	*%rax
.LBB24_5:
	movq	24(%rsp), %rax
	.loc	1 105 18 is_stmt 1
	movl	$5, %ecx
	xorl	%edx, %edx
	divq	%rcx
	movl	$9, %ecx
	xorl	%edx, %edx
	divq	%rcx
	movq	24(%rsp), %rax
	shlq	$32, %rdx
	movq	%rdx, 16(%rsp)
	.loc	1 105 39 is_stmt 0
	movl	$45, %ecx
	xorl	%edx, %edx
	divq	%rcx
	movl	$9, %ecx
	xorl	%edx, %edx
	divq	%rcx
	movq	16(%rsp), %rax
	.loc	1 105 18
	orq	%rdx, %rax
	movq	%rax, 72(%rsp)
	.loc	1 105 51
	jmp	.LBB24_10
.LBB24_6:
	.loc	1 0 51
	movq	24(%rsp), %rax
	.loc	1 101 28 is_stmt 1
	movl	$5, %ecx
	xorl	%edx, %edx
	divq	%rcx
	movq	%rax, %rcx
	movq	56(%rsp), %rax
	andq	$31, %rcx
	movq	%rax, 136(%rsp)
	movq	%rcx, 144(%rsp)
	movq	%rax, 152(%rsp)
	movq	%rcx, 160(%rsp)
.Ltmp57:
	.file	8 "/usr/src/rustc-1.63.0/library/core/src/ptr/mut_ptr.rs"
	.loc	8 469 18
	shlq	$3, %rcx
	addq	%rcx, %rax
	movq	%rax, 168(%rsp)
	movq	168(%rsp), %rax
	movq	%rax, 8(%rsp)
.Ltmp58:
	.loc	1 101 18
	jmp	.LBB24_11
.LBB24_7:
	.loc	1 102 18
	leaq	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E(%rip), %rax
	movq	%rax, 72(%rsp)
	.loc	1 102 44 is_stmt 0
	jmp	.LBB24_10
.LBB24_8:
	.loc	1 0 44
	movq	24(%rsp), %rax
	.loc	1 103 18 is_stmt 1
	movl	$5, %ecx
	xorl	%edx, %edx
	divq	%rcx
	movl	$9, %ecx
	xorl	%edx, %edx
	divq	%rcx
	movq	%rdx, 72(%rsp)
	.loc	1 103 29 is_stmt 0
	jmp	.LBB24_10
.LBB24_9:
	.loc	1 0 29
	movq	48(%rsp), %rax
	.loc	1 104 18 is_stmt 1
	movq	(%rax), %rax
	movq	%rax, 72(%rsp)
.LBB24_10:
	.loc	1 0 18 is_stmt 0
	movq	56(%rsp), %rax
	.loc	1 100 20 is_stmt 1
	movq	64(%rsp), %rcx
	movq	%rax, 120(%rsp)
	movq	%rcx, 128(%rsp)
	movq	%rax, 176(%rsp)
	movq	%rcx, 184(%rsp)
.Ltmp59:
	.loc	8 469 18
	shlq	$3, %rcx
	addq	%rcx, %rax
	movq	%rax, 192(%rsp)
	movq	192(%rsp), %rax
	movq	%rax, (%rsp)
.Ltmp60:
	.loc	1 100 10
	jmp	.LBB24_12
.LBB24_11:
	.loc	1 0 10 is_stmt 0
	movq	8(%rsp), %rax
	.loc	1 101 18 is_stmt 1
	movq	%rax, 72(%rsp)
	.loc	1 101 59 is_stmt 0
	jmp	.LBB24_10
.LBB24_12:
	.loc	1 0 59
	movq	(%rsp), %rax
	.loc	1 100 9 is_stmt 1
	movq	72(%rsp), %rcx
	movq	%rcx, (%rax)
	.loc	1 107 9
	movq	64(%rsp), %rax
	addq	$1, %rax
	movq	%rax, 64(%rsp)
.Ltmp61:
	.loc	1 97 5
	jmp	.LBB24_2
.Ltmp62:
.Lfunc_end24:
	.size	_ZN5alloc4fill17hc3bbbb5f8feb7de7E, .Lfunc_end24-_ZN5alloc4fill17hc3bbbb5f8feb7de7E
	.cfi_endproc
	.section	.rodata._ZN5alloc4fill17hc3bbbb5f8feb7de7E,"a",@progbits
	.p2align	2
.LJTI24_0:
	.long	.LBB24_6-.LJTI24_0
	.long	.LBB24_7-.LJTI24_0
	.long	.LBB24_8-.LJTI24_0
	.long	.LBB24_9-.LJTI24_0

	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3
.LCPI25_0:
	.quad	0x3ff8000000000000
	.section	.text.main,"ax",@progbits
	.globl	main
	.p2align	4, 0x90
	.type	main,@function
main:
.Lfunc_begin25:
	.loc	1 112 0
	.cfi_startproc
	subq	$696, %rsp
	.cfi_def_cfa_offset 704
.Ltmp63:
	.loc	1 113 19 prologue_end
	leaq	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E(%rip), %rax
	movq	%rax, 648(%rsp)
.Ltmp64:
	.loc	1 115 47
	leaq	.L__unnamed_1(%rip), %rdi
	movl	$4, %esi
	callq	_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$6as_ptr17h5de3d55c9eebbaa7E
	movq	%rax, 40(%rsp)
	.loc	1 0 47 is_stmt 0
	movq	40(%rsp), %rsi
	.loc	1 115 37
	leaq	360(%rsp), %rdi
	movl	$4, %ecx
	movq	%rcx, %rdx
	callq	_ZN5alloc3vec4made17h85a4ae5f00aaa29eE
	.loc	1 115 15
	movq	360(%rsp), %rax
	movq	%rax, 336(%rsp)
	movq	368(%rsp), %rax
	movq	%rax, 344(%rsp)
	movq	376(%rsp), %rax
	movq	%rax, 352(%rsp)
	.loc	1 116 18 is_stmt 1
	leaq	384(%rsp), %rdi
	leaq	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E(%rip), %rsi
	movl	$4, %edx
	movl	$3, %ecx
	callq	_ZN5alloc3vec4made17hcb1610f819b0e011E
	.loc	1 0 18 is_stmt 0
	leaq	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E(%rip), %rax
	movq	%rax, 656(%rsp)
	movq	$1, 664(%rsp)
	leaq	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E(%rip), %rax
	movq	%rax, 672(%rsp)
	movq	$1, 680(%rsp)
.Ltmp65:
	.loc	5 457 18 is_stmt 1
	leaq	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E(%rip), %rax
	addq	$4, %rax
	movq	%rax, 688(%rsp)
	movq	688(%rsp), %rax
	movq	%rax, 32(%rsp)
.Ltmp66:
	.loc	5 0 18 is_stmt 0
	movq	32(%rsp), %rdi
	.loc	1 117 35 is_stmt 1
	movl	$2, %esi
	callq	_ZN4core5slice3raw14from_raw_parts17he44717d1250e31a5E
	movq	%rax, 16(%rsp)
	movq	%rdx, 24(%rsp)
	.loc	1 117 89 is_stmt 0
	movl	$5, 412(%rsp)
	movl	$1, 408(%rsp)
	.loc	1 117 104
	movl	$0, 416(%rsp)
	.loc	1 117 116
	leaq	_ZN5alloc5FIRST17hd17f7c4f37ddd117E(%rip), %rax
	movq	%rax, 424(%rsp)
	.loc	1 117 136
	movq	$0, 432(%rsp)
	.loc	1 117 148
	movb	$2, 447(%rsp)
	.loc	1 117 167
	movl	$0, 448(%rsp)
	.loc	1 118 17 is_stmt 1
	movsd	.LCPI25_0(%rip), %xmm0
	movsd	%xmm0, 472(%rsp)
	movl	$1, 464(%rsp)
	.loc	1 118 43 is_stmt 0
	movl	$3, 484(%rsp)
	movl	$4, 488(%rsp)
	movl	$2, 480(%rsp)
	.loc	1 118 77
	movl	$7, 496(%rsp)
	.loc	1 118 99
	movb	$-1, 502(%rsp)
	.loc	1 118 140
	movb	$5, 503(%rsp)
	.loc	1 119 16 is_stmt 1
	movb	$1, 508(%rsp)
	movl	$120, 504(%rsp)
	movb	$1, 509(%rsp)
	movq	$2, 512(%rsp)
	.loc	1 119 67 is_stmt 0
	movw	$-1, 522(%rsp)
	movw	$0, 524(%rsp)
	movw	$1, 526(%rsp)
	.loc	1 119 86
	leaq	528(%rsp), %rdi
	movl	$1, %esi
	xorl	%eax, %eax
	movl	%eax, %edx
	movl	$2, %ecx
	callq	_ZN5alloc3vec4made17hced48e4b6d32d36fE
	.loc	1 119 127
	movq	$-1, 560(%rsp)
	movb	$1, 552(%rsp)
	.loc	1 120 27 is_stmt 1
	leaq	_ZN5alloc7COUNTED17h4f99bc7c19d394b0E(%rip), %rdi
	callq	_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hca56f564a1f47660E
	movq	%rax, 8(%rsp)
	.loc	1 0 27 is_stmt 0
	movq	8(%rsp), %rax
	.loc	1 120 13
	movq	%rax, 568(%rsp)
	.loc	1 121 73 is_stmt 1
	leaq	608(%rsp), %rdi
	leaq	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E(%rip), %rsi
	movl	$4, %edx
	xorl	%eax, %eax
	movl	%eax, %ecx
	callq	_ZN5alloc3vec4made17hcb1610f819b0e011E
	.loc	1 0 73 is_stmt 0
	movq	24(%rsp), %rax
	movq	16(%rsp), %rcx
	.loc	1 121 73
	movq	608(%rsp), %rsi
	movq	616(%rsp), %rdx
	.loc	1 121 15
	movq	$3, 576(%rsp)
	movq	$1, 584(%rsp)
	movq	%rsi, 592(%rsp)
	movq	%rdx, 600(%rsp)
	.loc	1 114 22 is_stmt 1
	movq	352(%rsp), %rdx
	movq	%rdx, 64(%rsp)
	movups	336(%rsp), %xmm0
	movaps	%xmm0, 48(%rsp)
	movq	400(%rsp), %rdx
	movq	%rdx, 88(%rsp)
	movups	384(%rsp), %xmm0
	movups	%xmm0, 72(%rsp)
	leaq	.L__unnamed_2(%rip), %rdx
	movq	%rdx, 96(%rsp)
	movq	$5, 104(%rsp)
	movq	%rcx, 112(%rsp)
	movq	%rax, 120(%rsp)
	movl	408(%rsp), %ecx
	movl	412(%rsp), %eax
	movl	%ecx, 304(%rsp)
	movl	%eax, 308(%rsp)
	movl	416(%rsp), %ecx
	movl	420(%rsp), %eax
	movl	%ecx, 312(%rsp)
	movl	%eax, 316(%rsp)
	movq	424(%rsp), %rax
	movq	%rax, 128(%rsp)
	movq	432(%rsp), %rax
	movq	%rax, 136(%rsp)
	movb	447(%rsp), %al
	movb	%al, 330(%rsp)
	movups	448(%rsp), %xmm0
	movups	%xmm0, 144(%rsp)
	movups	464(%rsp), %xmm0
	movups	%xmm0, 160(%rsp)
	movups	480(%rsp), %xmm0
	movups	%xmm0, 176(%rsp)
	movl	496(%rsp), %eax
	movl	%eax, 320(%rsp)
	movb	502(%rsp), %al
	movb	%al, 331(%rsp)
	movb	503(%rsp), %al
	movb	%al, 332(%rsp)
	movups	504(%rsp), %xmm0
	movups	%xmm0, 192(%rsp)
	movw	526(%rsp), %ax
	movw	%ax, 328(%rsp)
	movl	522(%rsp), %eax
	movl	%eax, 324(%rsp)
	movq	544(%rsp), %rax
	movq	%rax, 224(%rsp)
	movups	528(%rsp), %xmm0
	movups	%xmm0, 208(%rsp)
	movups	552(%rsp), %xmm0
	movups	%xmm0, 232(%rsp)
	movq	$-1, 256(%rsp)
	movq	$-3, 248(%rsp)
	movq	568(%rsp), %rax
	movq	%rax, 264(%rsp)
	movq	576(%rsp), %rax
	movq	%rax, 272(%rsp)
	movq	584(%rsp), %rax
	movq	%rax, 280(%rsp)
	movq	592(%rsp), %rax
	movq	%rax, 288(%rsp)
	movq	600(%rsp), %rax
	movq	%rax, 296(%rsp)
.Ltmp67:
	.loc	1 123 21
	movq	$1, 632(%rsp)
.Ltmp68:
	.loc	1 124 21
	movl	$0, 644(%rsp)
.Ltmp69:
	.loc	1 125 5
	leaq	48(%rsp), %rdi
	callq	mark
	.loc	1 126 5
	leaq	48(%rsp), %rdi
	callq	_ZN5alloc5spoil17hf1bec0e06f6ab624E
	.loc	1 127 5
	leaq	48(%rsp), %rdi
	callq	mark
.LBB25_11:
	.loc	1 128 11
	cmpl	$20, 644(%rsp)
	jl	.LBB25_13
.Ltmp70:
	.loc	1 134 2
	xorl	%eax, %eax
	addq	$696, %rsp
	.cfi_def_cfa_offset 8
	retq
.LBB25_13:
	.cfi_def_cfa_offset 704
.Ltmp71:
	.loc	1 129 9
	leaq	48(%rsp), %rdi
	leaq	632(%rsp), %rsi
	callq	_ZN5alloc4fill17hc3bbbb5f8feb7de7E
	.loc	1 130 9
	leaq	48(%rsp), %rdi
	callq	mark
	.loc	1 131 9
	movl	644(%rsp), %eax
	addl	$1, %eax
	movl	%eax, 644(%rsp)
	.loc	1 128 5
	jmp	.LBB25_11
.Ltmp72:
.Lfunc_end25:
	.size	main, .Lfunc_end25-main
	.cfi_endproc

	.section	.text.rust_begin_unwind,"ax",@progbits
	.hidden	rust_begin_unwind
	.globl	rust_begin_unwind
	.p2align	4, 0x90
	.type	rust_begin_unwind,@function
rust_begin_unwind:
.Lfunc_begin26:
	.loc	1 137 0
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	%rdi, (%rsp)
.LBB26_1:
.Ltmp73:
	.loc	1 137 45 prologue_end
	jmp	.LBB26_1
.Ltmp74:
.Lfunc_end26:
	.size	rust_begin_unwind, .Lfunc_end26-rust_begin_unwind
	.cfi_endproc

	.type	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E,@object
	.section	.data._ZN5alloc7NUMBERS17h5a94ffb7467503c7E,"aw",@progbits
	.p2align	2
_ZN5alloc7NUMBERS17h5a94ffb7467503c7E:
	.asciz	"\001\000\000\000\002\000\000\000\003\000\000\000\004\000\000"
	.size	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E, 16

	.type	_ZN5alloc4LAST17h9f3e2ea8d40aacfeE,@object
	.section	.rodata._ZN5alloc4LAST17h9f3e2ea8d40aacfeE,"a",@progbits
	.p2align	3
_ZN5alloc4LAST17h9f3e2ea8d40aacfeE:
	.asciz	"\000\000\000\000\000\000\000\000\b\000\000"
	.zero	4
	.size	_ZN5alloc4LAST17h9f3e2ea8d40aacfeE, 16

	.type	_ZN5alloc5FIRST17hd17f7c4f37ddd117E,@object
	.section	.data.rel.ro._ZN5alloc5FIRST17hd17f7c4f37ddd117E,"aw",@progbits
	.p2align	3
_ZN5alloc5FIRST17hd17f7c4f37ddd117E:
	.quad	_ZN5alloc4LAST17h9f3e2ea8d40aacfeE
	.asciz	"\007\000\000"
	.zero	4
	.size	_ZN5alloc5FIRST17hd17f7c4f37ddd117E, 16

	.type	_ZN5alloc7COUNTED17h4f99bc7c19d394b0E,@object
	.section	.data._ZN5alloc7COUNTED17h4f99bc7c19d394b0E,"aw",@progbits
	.p2align	3
_ZN5alloc7COUNTED17h4f99bc7c19d394b0E:
	.asciz	"\002\000\000\000\000\000\000\000\003\000\000\000\000\000\000\000\006\000\000"
	.zero	4
	.size	_ZN5alloc7COUNTED17h4f99bc7c19d394b0E, 24

	.type	.L__unnamed_1,@object
	.section	.rodata.cst4,"aM",@progbits,4
.L__unnamed_1:
	.ascii	"milk"
	.size	.L__unnamed_1, 4

	.type	.L__unnamed_2,@object
	.section	.rodata..L__unnamed_2,"a",@progbits
.L__unnamed_2:
	.ascii	"w\303\266rd"
	.size	.L__unnamed_2, 5

	.type	__rustc_debug_gdb_scripts_section__,@object
	.section	.debug_gdb_scripts,"aMS",@progbits,1,unique,1
	.weak	__rustc_debug_gdb_scripts_section__
__rustc_debug_gdb_scripts_section__:
	.asciz	"\001gdb_load_rust_pretty_printers.py"
	.size	__rustc_debug_gdb_scripts_section__, 34

	.section	.debug_abbrev,"",@progbits
	.byte	1
	.byte	17
	.byte	1
	.byte	37
	.byte	14
	.byte	19
	.byte	5
	.byte	3
	.byte	14
	.byte	16
	.byte	23
	.byte	27
	.byte	14
	.ascii	"\264B"
	.byte	25
	.byte	17
	.byte	1
	.byte	85
	.byte	23
	.byte	0
	.byte	0
	.byte	2
	.byte	57
	.byte	1
	.byte	3
	.byte	14
	.byte	0
	.byte	0
	.byte	3
	.byte	52
	.byte	0
	.byte	3
	.byte	14
	.byte	73
	.byte	19
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.ascii	"\210\001"
	.byte	15
	.byte	2
	.byte	24
	.byte	110
	.byte	14
	.byte	0
	.byte	0
	.byte	4
	.byte	19
	.byte	1
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.ascii	"\210\001"
	.byte	15
	.byte	0
	.byte	0
	.byte	5
	.byte	13
	.byte	0
	.byte	3
	.byte	14
	.byte	73
	.byte	19
	.ascii	"\210\001"
	.byte	15
	.byte	56
	.byte	11
	.byte	0
	.byte	0
	.byte	6
	.byte	47
	.byte	0
	.byte	73
	.byte	19
	.byte	3
	.byte	14
	.byte	0
	.byte	0
	.byte	7
	.byte	4
	.byte	1
	.byte	73
	.byte	19
	.byte	109
	.byte	25
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.ascii	"\210\001"
	.byte	15
	.byte	0
	.byte	0
	.byte	8
	.byte	40
	.byte	0
	.byte	3
	.byte	14
	.byte	28
	.byte	15
	.byte	0
	.byte	0
	.byte	9
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	10
	.byte	5
	.byte	0
	.byte	2
	.byte	24
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	11
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	63
	.byte	25
	.byte	0
	.byte	0
	.byte	12
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	0
	.byte	0
	.byte	13
	.byte	11
	.byte	1
	.byte	85
	.byte	23
	.byte	0
	.byte	0
	.byte	14
	.byte	52
	.byte	0
	.byte	2
	.byte	24
	.byte	3
	.byte	14
	.ascii	"\210\001"
	.byte	15
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	15
	.byte	11
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	0
	.byte	0
	.byte	16
	.byte	29
	.byte	1
	.byte	49
	.byte	19
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	17
	.byte	5
	.byte	0
	.byte	2
	.byte	24
	.byte	49
	.byte	19
	.byte	0
	.byte	0
	.byte	18
	.byte	29
	.byte	1
	.byte	49
	.byte	19
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	88
	.byte	11
	.byte	89
	.byte	5
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	19
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	63
	.byte	25
	.byte	0
	.byte	0
	.byte	20
	.byte	52
	.byte	0
	.byte	2
	.byte	24
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	21
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.ascii	"\207\001"
	.byte	25
	.byte	0
	.byte	0
	.byte	22
	.byte	5
	.byte	0
	.byte	2
	.byte	24
	.byte	58
	.byte	11
	.byte	59
	.byte	11
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	23
	.byte	51
	.byte	1
	.byte	21
	.byte	19
	.byte	0
	.byte	0
	.byte	24
	.byte	13
	.byte	0
	.byte	73
	.byte	19
	.ascii	"\210\001"
	.byte	15
	.byte	56
	.byte	11
	.byte	52
	.byte	25
	.byte	0
	.byte	0
	.byte	25
	.byte	25
	.byte	1
	.byte	22
	.byte	11
	.byte	0
	.byte	0
	.byte	26
	.byte	19
	.byte	0
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.ascii	"\210\001"
	.byte	15
	.byte	0
	.byte	0
	.byte	27
	.byte	19
	.byte	1
	.byte	3
	.byte	14
	.byte	11
	.byte	5
	.ascii	"\210\001"
	.byte	15
	.byte	0
	.byte	0
	.byte	28
	.byte	13
	.byte	0
	.byte	3
	.byte	14
	.byte	73
	.byte	19
	.ascii	"\210\001"
	.byte	15
	.byte	56
	.byte	5
	.byte	0
	.byte	0
	.byte	29
	.byte	51
	.byte	1
	.byte	0
	.byte	0
	.byte	30
	.byte	25
	.byte	1
	.byte	0
	.byte	0
	.byte	31
	.byte	1
	.byte	1
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	32
	.byte	33
	.byte	0
	.byte	73
	.byte	19
	.byte	34
	.byte	13
	.byte	55
	.byte	11
	.byte	0
	.byte	0
	.byte	33
	.byte	36
	.byte	0
	.byte	3
	.byte	14
	.byte	62
	.byte	11
	.byte	11
	.byte	11
	.byte	0
	.byte	0
	.byte	34
	.byte	36
	.byte	0
	.byte	3
	.byte	14
	.byte	11
	.byte	11
	.byte	62
	.byte	11
	.byte	0
	.byte	0
	.byte	35
	.byte	40
	.byte	0
	.byte	3
	.byte	14
	.byte	28
	.byte	13
	.byte	0
	.byte	0
	.byte	36
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	64
	.byte	24
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	5
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	37
	.byte	5
	.byte	0
	.byte	2
	.byte	24
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	5
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	38
	.byte	46
	.byte	1
	.byte	110
	.byte	14
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	5
	.byte	73
	.byte	19
	.byte	32
	.byte	11
	.byte	0
	.byte	0
	.byte	39
	.byte	5
	.byte	0
	.byte	3
	.byte	14
	.byte	58
	.byte	11
	.byte	59
	.byte	5
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	40
	.byte	15
	.byte	0
	.byte	73
	.byte	19
	.byte	3
	.byte	14
	.byte	51
	.byte	6
	.byte	0
	.byte	0
	.byte	41
	.byte	15
	.byte	0
	.byte	73
	.byte	19
	.byte	51
	.byte	6
	.byte	0
	.byte	0
	.byte	42
	.byte	21
	.byte	1
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	43
	.byte	5
	.byte	0
	.byte	73
	.byte	19
	.byte	0
	.byte	0
	.byte	0
	.section	.debug_info,"",@progbits
.Lcu_begin0:
	.long	.Ldebug_info_end0-.Ldebug_info_start0
.Ldebug_info_start0:
	.short	4
	.long	.debug_abbrev
	.byte	8
	.byte	1
	.long	.Linfo_string0
	.short	28
	.long	.Linfo_string1
	.long	.Lline_table_start0
	.long	.Linfo_string2

	.quad	0
	.long	.Ldebug_ranges7
	.byte	2
	.long	.Linfo_string3
	.byte	3
	.long	.Linfo_string4
	.long	2656
	.byte	1
	.byte	63
	.byte	4
	.byte	9
	.byte	3
	.quad	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E
	.long	.Linfo_string7
	.byte	3
	.long	.Linfo_string8
	.long	99
	.byte	1
	.byte	64
	.byte	8
	.byte	9
	.byte	3
	.quad	_ZN5alloc4LAST17h9f3e2ea8d40aacfeE
	.long	.Linfo_string21
	.byte	4
	.long	.Linfo_string20
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string9
	.long	2693
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string19
	.long	2669
	.byte	4
	.byte	8
	.byte	0
	.byte	3
	.long	.Linfo_string22
	.long	99
	.byte	1
	.byte	65
	.byte	8
	.byte	9
	.byte	3
	.quad	_ZN5alloc5FIRST17hd17f7c4f37ddd117E
	.long	.Linfo_string23
	.byte	3
	.long	.Linfo_string24
	.long	186
	.byte	1
	.byte	66
	.byte	8
	.byte	9
	.byte	3
	.quad	_ZN5alloc7COUNTED17h4f99bc7c19d394b0E
	.long	.Linfo_string31
	.byte	2
	.long	.Linfo_string25
	.byte	4
	.long	.Linfo_string30
	.byte	24
	.byte	8
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string26
	.long	5283
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string28
	.long	5283
	.byte	8
	.byte	8
	.byte	5
	.long	.Linfo_string29
	.long	2669
	.byte	4
	.byte	16
	.byte	0
	.byte	4
	.long	.Linfo_string211
	.byte	8
	.byte	8
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string50
	.long	4386
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	7
	.long	5297

	.long	.Linfo_string41
	.byte	1
	.byte	1
	.byte	8
	.long	.Linfo_string39
	.byte	0
	.byte	8
	.long	.Linfo_string40
	.byte	5
	.byte	0
	.byte	2
	.long	.Linfo_string67
	.byte	9
	.quad	.Lfunc_begin9
	.long	.Lfunc_end9-.Lfunc_begin9
	.byte	1
	.byte	87
	.long	.Linfo_string104
	.long	.Linfo_string105
	.byte	1
	.byte	13
	.long	546
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\300"
	.long	.Linfo_string50
	.byte	1
	.byte	13
	.long	5304
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\310"
	.long	.Linfo_string108
	.byte	1
	.byte	13
	.long	5283
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\320"
	.long	.Linfo_string110
	.byte	1
	.byte	13
	.long	5283
	.byte	6
	.long	5297
	.long	.Linfo_string15
	.byte	0
	.byte	9
	.quad	.Lfunc_begin10
	.long	.Lfunc_end10-.Lfunc_begin10
	.byte	1
	.byte	87
	.long	.Linfo_string112
	.long	.Linfo_string113
	.byte	1
	.byte	13
	.long	585
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\300"
	.long	.Linfo_string50
	.byte	1
	.byte	13
	.long	5337
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\310"
	.long	.Linfo_string108
	.byte	1
	.byte	13
	.long	5283
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\320"
	.long	.Linfo_string110
	.byte	1
	.byte	13
	.long	5283
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	0
	.byte	9
	.quad	.Lfunc_begin11
	.long	.Lfunc_end11-.Lfunc_begin11
	.byte	1
	.byte	87
	.long	.Linfo_string116
	.long	.Linfo_string117
	.byte	1
	.byte	13
	.long	624
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\300"
	.long	.Linfo_string50
	.byte	1
	.byte	13
	.long	5324
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\310"
	.long	.Linfo_string108
	.byte	1
	.byte	13
	.long	5283
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\320"
	.long	.Linfo_string110
	.byte	1
	.byte	13
	.long	5283
	.byte	6
	.long	5317
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string111
	.byte	24
	.byte	8
	.byte	6
	.long	5297
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string106
	.long	2002
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string110
	.long	5283
	.byte	8
	.byte	16
	.byte	0
	.byte	4
	.long	.Linfo_string115
	.byte	24
	.byte	8
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string106
	.long	2041
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string110
	.long	5283
	.byte	8
	.byte	16
	.byte	0
	.byte	4
	.long	.Linfo_string119
	.byte	24
	.byte	8
	.byte	6
	.long	5317
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string106
	.long	2080
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string110
	.long	5283
	.byte	8
	.byte	16
	.byte	0
	.byte	0
	.byte	11
	.quad	.Lfunc_begin12
	.long	.Lfunc_end12-.Lfunc_begin12
	.byte	1
	.byte	87
	.long	.Linfo_string120
	.byte	1
	.byte	70

	.byte	10
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string177
	.byte	1
	.byte	70
	.long	5621
	.byte	0
	.byte	12
	.quad	.Lfunc_begin13
	.long	.Lfunc_end13-.Lfunc_begin13
	.byte	1
	.byte	87
	.long	.Linfo_string124
	.long	.Linfo_string125
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5726
	.byte	10
	.byte	2
	.byte	145
	.byte	28
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5459
	.byte	6
	.long	5452
	.long	.Linfo_string15
	.byte	6
	.long	5459
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin14
	.long	.Lfunc_end14-.Lfunc_begin14
	.byte	1
	.byte	87
	.long	.Linfo_string126
	.long	.Linfo_string127
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	24
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5739
	.byte	10
	.byte	2
	.byte	116
	.byte	0
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5466
	.byte	6
	.long	5422
	.long	.Linfo_string15
	.byte	6
	.long	5466
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin15
	.long	.Lfunc_end15-.Lfunc_begin15
	.byte	1
	.byte	87
	.long	.Linfo_string134
	.long	.Linfo_string135
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5752
	.byte	10
	.byte	2
	.byte	145
	.byte	31
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5297
	.byte	6
	.long	4904
	.long	.Linfo_string15
	.byte	6
	.long	5297
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin16
	.long	.Lfunc_end16-.Lfunc_begin16
	.byte	1
	.byte	87
	.long	.Linfo_string136
	.long	.Linfo_string137
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5765
	.byte	10
	.byte	2
	.byte	145
	.byte	24
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5283
	.byte	6
	.long	4305
	.long	.Linfo_string15
	.byte	6
	.long	5283
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin17
	.long	.Lfunc_end17-.Lfunc_begin17
	.byte	1
	.byte	87
	.long	.Linfo_string141
	.long	.Linfo_string142
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5778
	.byte	10
	.byte	2
	.byte	145
	.byte	31
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5297
	.byte	6
	.long	2786
	.long	.Linfo_string15
	.byte	6
	.long	5297
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin18
	.long	.Lfunc_end18-.Lfunc_begin18
	.byte	1
	.byte	87
	.long	.Linfo_string150
	.long	.Linfo_string151
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5791
	.byte	10
	.byte	2
	.byte	145
	.byte	24
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5263
	.byte	6
	.long	2120
	.long	.Linfo_string15
	.byte	6
	.long	5263
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin19
	.long	.Lfunc_end19-.Lfunc_begin19
	.byte	1
	.byte	87
	.long	.Linfo_string153
	.long	.Linfo_string154
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5804
	.byte	10
	.byte	2
	.byte	145
	.byte	28
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5459
	.byte	6
	.long	2972
	.long	.Linfo_string15
	.byte	6
	.long	5459
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin20
	.long	.Lfunc_end20-.Lfunc_begin20
	.byte	1
	.byte	87
	.long	.Linfo_string156
	.long	.Linfo_string157
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5817
	.byte	10
	.byte	2
	.byte	145
	.byte	31
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5290
	.byte	6
	.long	3066
	.long	.Linfo_string15
	.byte	6
	.long	5290
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin21
	.long	.Lfunc_end21-.Lfunc_begin21
	.byte	1
	.byte	87
	.long	.Linfo_string158
	.long	.Linfo_string159
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	16
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5830
	.byte	10
	.byte	2
	.byte	145
	.byte	31
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5297
	.byte	6
	.long	265
	.long	.Linfo_string15
	.byte	6
	.long	5297
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin22
	.long	.Lfunc_end22-.Lfunc_begin22
	.byte	1
	.byte	87
	.long	.Linfo_string161
	.long	.Linfo_string162
	.byte	1
	.byte	72
	.byte	10
	.byte	2
	.byte	145
	.byte	24
	.long	.Linfo_string220
	.byte	1
	.byte	72
	.long	5843
	.byte	10
	.byte	2
	.byte	116
	.byte	0
	.long	.Linfo_string29
	.byte	1
	.byte	72
	.long	5466
	.byte	6
	.long	5500
	.long	.Linfo_string15
	.byte	6
	.long	5466
	.long	.Linfo_string123
	.byte	0
	.byte	12
	.quad	.Lfunc_begin23
	.long	.Lfunc_end23-.Lfunc_begin23
	.byte	1
	.byte	87
	.long	.Linfo_string163
	.long	.Linfo_string164
	.byte	1
	.byte	76
	.byte	10
	.byte	2
	.byte	145
	.byte	48
	.long	.Linfo_string231
	.byte	1
	.byte	76
	.long	5621
	.byte	0
	.byte	12
	.quad	.Lfunc_begin24
	.long	.Lfunc_end24-.Lfunc_begin24
	.byte	1
	.byte	87
	.long	.Linfo_string165
	.long	.Linfo_string166
	.byte	1
	.byte	93
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\320"
	.long	.Linfo_string231
	.byte	1
	.byte	93
	.long	5621
	.byte	10
	.byte	3
	.byte	145
	.asciz	"\330"
	.long	.Linfo_string232
	.byte	1
	.byte	93
	.long	5856
	.byte	13
	.long	.Ldebug_ranges0
	.byte	14
	.byte	3
	.byte	145
	.asciz	"\340"
	.long	.Linfo_string235
	.byte	1
	.byte	1
	.byte	94
	.long	5363
	.byte	13
	.long	.Ldebug_ranges1
	.byte	14
	.byte	3
	.byte	145
	.asciz	"\350"
	.long	.Linfo_string73
	.byte	1
	.byte	1
	.byte	95
	.long	5283
	.byte	13
	.long	.Ldebug_ranges2
	.byte	14
	.byte	3
	.byte	145
	.asciz	"\300"
	.long	.Linfo_string234
	.byte	1
	.byte	1
	.byte	96
	.long	5283
	.byte	15
	.quad	.Ltmp56
	.long	.Ltmp61-.Ltmp56
	.byte	14
	.byte	3
	.byte	145
	.asciz	"\360"
	.long	.Linfo_string183
	.byte	1
	.byte	1
	.byte	99
	.long	5263
	.byte	16
	.long	4705
	.quad	.Ltmp57
	.long	.Ltmp58-.Ltmp57
	.byte	1
	.byte	101
	.byte	18
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\210\001"
	.long	4731
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\220\001"
	.long	4743
	.byte	18
	.long	4654
	.quad	.Ltmp57
	.long	.Ltmp58-.Ltmp57
	.byte	8
	.short	982
	.byte	18
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\230\001"
	.long	4680
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\240\001"
	.long	4692
	.byte	0
	.byte	0
	.byte	16
	.long	4705
	.quad	.Ltmp59
	.long	.Ltmp60-.Ltmp59
	.byte	1
	.byte	100
	.byte	10
	.byte	17
	.byte	3
	.byte	145
	.asciz	"\370"
	.long	4731
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\200\001"
	.long	4743
	.byte	18
	.long	4654
	.quad	.Ltmp59
	.long	.Ltmp60-.Ltmp59
	.byte	8
	.short	982
	.byte	18
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\260\001"
	.long	4680
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\270\001"
	.long	4692
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	19
	.quad	.Lfunc_begin25
	.long	.Lfunc_end25-.Lfunc_begin25
	.byte	1
	.byte	87
	.long	.Linfo_string167
	.byte	1
	.byte	112
	.long	2669

	.byte	13
	.long	.Ldebug_ranges3
	.byte	14
	.byte	3
	.byte	145
	.ascii	"\210\005"
	.long	.Linfo_string181
	.byte	1
	.byte	1
	.byte	113
	.long	5337
	.byte	16
	.long	4591
	.quad	.Ltmp65
	.long	.Ltmp66-.Ltmp65
	.byte	1
	.byte	117
	.byte	63
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\220\005"
	.long	4617
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\230\005"
	.long	4629
	.byte	18
	.long	4540
	.quad	.Ltmp65
	.long	.Ltmp66-.Ltmp65
	.byte	5
	.short	870
	.byte	18
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\240\005"
	.long	4566
	.byte	17
	.byte	3
	.byte	145
	.ascii	"\250\005"
	.long	4578
	.byte	0
	.byte	0
	.byte	13
	.long	.Ldebug_ranges4
	.byte	14
	.byte	2
	.byte	145
	.byte	48
	.long	.Linfo_string236
	.byte	1
	.byte	1
	.byte	114
	.long	2239
	.byte	13
	.long	.Ldebug_ranges5
	.byte	14
	.byte	3
	.byte	145
	.ascii	"\370\004"
	.long	.Linfo_string232
	.byte	1
	.byte	1
	.byte	123
	.long	5263
	.byte	13
	.long	.Ldebug_ranges6
	.byte	20
	.byte	3
	.byte	145
	.ascii	"\204\005"
	.long	.Linfo_string237
	.byte	1
	.byte	124
	.long	2669
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	21
	.quad	.Lfunc_begin26
	.long	.Lfunc_end26-.Lfunc_begin26
	.byte	1
	.byte	87
	.long	.Linfo_string168
	.long	.Linfo_string169
	.byte	1
	.byte	137

	.byte	22
	.byte	2
	.byte	145
	.byte	0
	.byte	1
	.byte	137
	.long	5869
	.byte	0
	.byte	2
	.long	.Linfo_string107
	.byte	4
	.long	.Linfo_string109
	.byte	16
	.byte	8
	.byte	6
	.long	5297
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string50
	.long	4143
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string108
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	4
	.long	.Linfo_string114
	.byte	16
	.byte	8
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string50
	.long	4305
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string108
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	4
	.long	.Linfo_string118
	.byte	16
	.byte	8
	.byte	6
	.long	5317
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string50
	.long	4224
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string108
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string149
	.byte	16
	.byte	8
	.byte	23
	.long	2132
	.byte	24
	.long	5459
	.byte	4
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string143
	.long	2182
	.byte	8
	.byte	0
	.byte	0
	.byte	25
	.byte	1
	.byte	5
	.long	.Linfo_string144
	.long	2189
	.byte	8
	.byte	0
	.byte	0
	.byte	25
	.byte	2
	.byte	5
	.long	.Linfo_string146
	.long	2208
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	26
	.long	.Linfo_string143
	.byte	16
	.byte	8
	.byte	4
	.long	.Linfo_string144
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string17
	.long	5493
	.byte	8
	.byte	8
	.byte	0
	.byte	4
	.long	.Linfo_string146
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string147
	.long	5459
	.byte	4
	.byte	4
	.byte	5
	.long	.Linfo_string148
	.long	5459
	.byte	4
	.byte	8
	.byte	0
	.byte	0
	.byte	27
	.long	.Linfo_string218
	.short	288
	.byte	8
	.byte	5
	.long	.Linfo_string178
	.long	2524
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string181
	.long	585
	.byte	8
	.byte	24
	.byte	5
	.long	.Linfo_string182
	.long	5500
	.byte	8
	.byte	48
	.byte	5
	.long	.Linfo_string65
	.long	5422
	.byte	8
	.byte	64
	.byte	28
	.long	.Linfo_string183
	.long	2972
	.byte	4
	.short	256
	.byte	28
	.long	.Linfo_string184
	.long	2972
	.byte	4
	.short	264
	.byte	5
	.long	.Linfo_string185
	.long	2693
	.byte	8
	.byte	80
	.byte	5
	.long	.Linfo_string186
	.long	3159
	.byte	8
	.byte	88
	.byte	28
	.long	.Linfo_string189
	.long	2786
	.byte	1
	.short	282
	.byte	5
	.long	.Linfo_string190
	.long	2120
	.byte	8
	.byte	96
	.byte	5
	.long	.Linfo_string191
	.long	2120
	.byte	8
	.byte	112
	.byte	5
	.long	.Linfo_string192
	.long	2120
	.byte	8
	.byte	128
	.byte	28
	.long	.Linfo_string193
	.long	2544
	.byte	4
	.short	272
	.byte	28
	.long	.Linfo_string196
	.long	3066
	.byte	1
	.short	283
	.byte	28
	.long	.Linfo_string197
	.long	265
	.byte	1
	.short	284
	.byte	5
	.long	.Linfo_string198
	.long	5647
	.byte	8
	.byte	144
	.byte	5
	.long	.Linfo_string203
	.long	5317
	.byte	1
	.byte	0
	.byte	5
	.long	.Linfo_string204
	.long	2586
	.byte	1
	.byte	0
	.byte	28
	.long	.Linfo_string206
	.long	5699
	.byte	2
	.short	276
	.byte	5
	.long	.Linfo_string208
	.long	624
	.byte	8
	.byte	160
	.byte	5
	.long	.Linfo_string128
	.long	4904
	.byte	8
	.byte	184
	.byte	5
	.long	.Linfo_string209
	.long	5719
	.byte	8
	.byte	200
	.byte	5
	.long	.Linfo_string25
	.long	236
	.byte	8
	.byte	216
	.byte	5
	.long	.Linfo_string212
	.long	2603
	.byte	8
	.byte	224
	.byte	0
	.byte	2
	.long	.Linfo_string179
	.byte	4
	.long	.Linfo_string180
	.byte	24
	.byte	8
	.byte	5
	.long	.Linfo_string67
	.long	546
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string195
	.byte	4
	.byte	4
	.byte	29
	.byte	30
	.byte	5
	.long	.Linfo_string194
	.long	2566
	.byte	4
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string194
	.byte	4
	.byte	4
	.byte	5
	.long	.Linfo_string17
	.long	2669
	.byte	4
	.byte	0
	.byte	0
	.byte	0
	.byte	26
	.long	.Linfo_string205
	.byte	0
	.byte	1
	.byte	2
	.long	.Linfo_string213
	.byte	2
	.long	.Linfo_string214
	.byte	4
	.long	.Linfo_string217
	.byte	32
	.byte	8
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string215
	.long	5283
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string216
	.long	5283
	.byte	8
	.byte	8
	.byte	5
	.long	.Linfo_string106
	.long	2041
	.byte	8
	.byte	16
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	31
	.long	2669
	.byte	32
	.long	2676
	.byte	0
	.byte	4
	.byte	0
	.byte	33
	.long	.Linfo_string5
	.byte	5
	.byte	4
	.byte	34
	.long	.Linfo_string6
	.byte	8
	.byte	7
	.byte	2
	.long	.Linfo_string10
	.byte	2
	.long	.Linfo_string11
	.byte	4
	.long	.Linfo_string18
	.byte	8
	.byte	8
	.byte	23
	.long	2705
	.byte	24
	.long	5263
	.byte	8
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string13
	.long	2740
	.byte	8
	.byte	0
	.byte	0
	.byte	30
	.byte	5
	.long	.Linfo_string16
	.long	2757
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string13
	.byte	8
	.byte	8
	.byte	6
	.long	5270
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string16
	.byte	8
	.byte	8
	.byte	6
	.long	5270
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string17
	.long	5270
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string140
	.byte	1
	.byte	1
	.byte	23
	.long	2798
	.byte	24
	.long	5297
	.byte	1
	.byte	0

	.byte	25
	.byte	3
	.byte	5
	.long	.Linfo_string13
	.long	2833
	.byte	1
	.byte	0
	.byte	0
	.byte	30
	.byte	5
	.long	.Linfo_string16
	.long	2850
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string13
	.byte	1
	.byte	1
	.byte	6
	.long	2879
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string16
	.byte	1
	.byte	1
	.byte	6
	.long	2879
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string17
	.long	2879
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string139
	.byte	1
	.byte	1
	.byte	23
	.long	2891
	.byte	24
	.long	5297
	.byte	1
	.byte	0

	.byte	25
	.byte	2
	.byte	5
	.long	.Linfo_string13
	.long	2926
	.byte	1
	.byte	0
	.byte	0
	.byte	30
	.byte	5
	.long	.Linfo_string16
	.long	2943
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string13
	.byte	1
	.byte	1
	.byte	6
	.long	5486
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string16
	.byte	1
	.byte	1
	.byte	6
	.long	5486
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string17
	.long	5486
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string152
	.byte	8
	.byte	4
	.byte	23
	.long	2984
	.byte	24
	.long	5459
	.byte	4
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string13
	.long	3020
	.byte	4
	.byte	0
	.byte	0
	.byte	25
	.byte	1
	.byte	5
	.long	.Linfo_string16
	.long	3037
	.byte	4
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string13
	.byte	8
	.byte	4
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string16
	.byte	8
	.byte	4
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string17
	.long	2669
	.byte	4
	.byte	4
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string155
	.byte	1
	.byte	1
	.byte	23
	.long	3078
	.byte	24
	.long	5297
	.byte	1
	.byte	0

	.byte	25
	.byte	2
	.byte	5
	.long	.Linfo_string13
	.long	3113
	.byte	1
	.byte	0
	.byte	0
	.byte	30
	.byte	5
	.long	.Linfo_string16
	.long	3130
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string13
	.byte	1
	.byte	1
	.byte	6
	.long	3538
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string16
	.byte	1
	.byte	1
	.byte	6
	.long	3538
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string17
	.long	3538
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string188
	.byte	8
	.byte	8
	.byte	23
	.long	3171
	.byte	24
	.long	5263
	.byte	8
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string13
	.long	3206
	.byte	8
	.byte	0
	.byte	0
	.byte	30
	.byte	5
	.long	.Linfo_string16
	.long	3223
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string13
	.byte	8
	.byte	8
	.byte	6
	.long	5634
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string16
	.byte	8
	.byte	8
	.byte	6
	.long	5634
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string17
	.long	5634
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string278
	.byte	8
	.byte	8
	.byte	23
	.long	3264
	.byte	24
	.long	5263
	.byte	8
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string13
	.long	3299
	.byte	8
	.byte	0
	.byte	0
	.byte	30
	.byte	5
	.long	.Linfo_string16
	.long	3316
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string13
	.byte	8
	.byte	8
	.byte	6
	.long	5954
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string16
	.byte	8
	.byte	8
	.byte	6
	.long	5954
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string17
	.long	5954
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string260
	.byte	16
	.byte	8
	.byte	23
	.long	3357
	.byte	24
	.long	5263
	.byte	8
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string13
	.long	3392
	.byte	8
	.byte	0
	.byte	0
	.byte	30
	.byte	5
	.long	.Linfo_string16
	.long	3409
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string13
	.byte	16
	.byte	8
	.byte	6
	.long	6006
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string16
	.byte	16
	.byte	8
	.byte	6
	.long	6006
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string17
	.long	6006
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string268
	.byte	16
	.byte	8
	.byte	23
	.long	3450
	.byte	24
	.long	5263
	.byte	8
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string13
	.long	3486
	.byte	8
	.byte	0
	.byte	0
	.byte	25
	.byte	1
	.byte	5
	.long	.Linfo_string16
	.long	3503
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string13
	.byte	16
	.byte	8
	.byte	6
	.long	5283
	.long	.Linfo_string15
	.byte	0
	.byte	4
	.long	.Linfo_string16
	.byte	16
	.byte	8
	.byte	6
	.long	5283
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string17
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string32
	.byte	7
	.long	5290

	.long	.Linfo_string37
	.byte	1
	.byte	1
	.byte	35
	.long	.Linfo_string34
	.ascii	"\377\001"
	.byte	35
	.long	.Linfo_string35
	.byte	0
	.byte	35
	.long	.Linfo_string36
	.byte	1
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string42
	.byte	2
	.long	.Linfo_string43
	.byte	2
	.long	.Linfo_string44
	.byte	7
	.long	5297

	.long	.Linfo_string49
	.byte	1
	.byte	1
	.byte	8
	.long	.Linfo_string45
	.byte	0
	.byte	8
	.long	.Linfo_string46
	.byte	1
	.byte	8
	.long	.Linfo_string47
	.byte	2
	.byte	8
	.long	.Linfo_string48
	.byte	3
	.byte	0
	.byte	4
	.long	.Linfo_string258
	.byte	56
	.byte	8
	.byte	5
	.long	.Linfo_string247
	.long	5283
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string248
	.long	3651
	.byte	8
	.byte	8
	.byte	0
	.byte	4
	.long	.Linfo_string257
	.byte	48
	.byte	8
	.byte	5
	.long	.Linfo_string166
	.long	5452
	.byte	4
	.byte	32
	.byte	5
	.long	.Linfo_string249
	.long	3585
	.byte	1
	.byte	40
	.byte	5
	.long	.Linfo_string250
	.long	5459
	.byte	4
	.byte	36
	.byte	5
	.long	.Linfo_string251
	.long	3714
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string256
	.long	3714
	.byte	8
	.byte	16
	.byte	0
	.byte	4
	.long	.Linfo_string255
	.byte	16
	.byte	8
	.byte	23
	.long	3726
	.byte	24
	.long	5263
	.byte	8
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string252
	.long	3776
	.byte	8
	.byte	0
	.byte	0
	.byte	25
	.byte	1
	.byte	5
	.long	.Linfo_string253
	.long	3795
	.byte	8
	.byte	0
	.byte	0
	.byte	25
	.byte	2
	.byte	5
	.long	.Linfo_string254
	.long	3814
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string252
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string17
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	4
	.long	.Linfo_string253
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string17
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	26
	.long	.Linfo_string254
	.byte	16
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string276
	.byte	48
	.byte	8
	.byte	5
	.long	.Linfo_string245
	.long	5967
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string42
	.long	3345
	.byte	8
	.byte	16
	.byte	5
	.long	.Linfo_string261
	.long	6045
	.byte	8
	.byte	32
	.byte	0
	.byte	4
	.long	.Linfo_string274
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string29
	.long	6084
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string265
	.long	6097
	.byte	8
	.byte	8
	.byte	0
	.byte	2
	.long	.Linfo_string262
	.byte	26
	.long	.Linfo_string263
	.byte	0
	.byte	1
	.byte	0
	.byte	26
	.long	.Linfo_string266
	.byte	0
	.byte	1
	.byte	4
	.long	.Linfo_string271
	.byte	64
	.byte	8
	.byte	5
	.long	.Linfo_string250
	.long	5459
	.byte	4
	.byte	48
	.byte	5
	.long	.Linfo_string166
	.long	5452
	.byte	4
	.byte	52
	.byte	5
	.long	.Linfo_string249
	.long	3585
	.byte	1
	.byte	56
	.byte	5
	.long	.Linfo_string256
	.long	3438
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string251
	.long	3438
	.byte	8
	.byte	16
	.byte	5
	.long	.Linfo_string106
	.long	6139
	.byte	8
	.byte	32
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string50
	.byte	36
	.quad	.Lfunc_begin0
	.long	.Lfunc_end0-.Lfunc_begin0
	.byte	1
	.byte	87
	.long	.Linfo_string81
	.long	.Linfo_string82
	.byte	2
	.short	738
	.long	5383
	.byte	37
	.byte	2
	.byte	145
	.byte	40
	.long	.Linfo_string170
	.byte	2
	.short	738
	.long	5337
	.byte	37
	.byte	2
	.byte	145
	.byte	48
	.long	.Linfo_string110
	.byte	2
	.short	738
	.long	5283
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	0
	.byte	2
	.long	.Linfo_string51
	.byte	9
	.quad	.Lfunc_begin1
	.long	.Lfunc_end1-.Lfunc_begin1
	.byte	1
	.byte	87
	.long	.Linfo_string86
	.long	.Linfo_string87
	.byte	3
	.byte	110
	.long	5383
	.byte	10
	.byte	2
	.byte	145
	.byte	32
	.long	.Linfo_string171
	.byte	3
	.byte	111
	.long	5324
	.byte	10
	.byte	2
	.byte	145
	.byte	40
	.long	.Linfo_string51
	.byte	3
	.byte	112
	.long	5283
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string52
	.byte	4
	.long	.Linfo_string55
	.byte	8
	.byte	8
	.byte	6
	.long	5297
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string53
	.long	5304
	.byte	8
	.byte	0
	.byte	9
	.quad	.Lfunc_begin2
	.long	.Lfunc_end2-.Lfunc_begin2
	.byte	1
	.byte	87
	.long	.Linfo_string88
	.long	.Linfo_string89
	.byte	4
	.byte	196
	.long	4143
	.byte	10
	.byte	2
	.byte	145
	.byte	8
	.long	.Linfo_string50
	.byte	4
	.byte	196
	.long	5539
	.byte	6
	.long	5297
	.long	.Linfo_string15
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string58
	.byte	8
	.byte	8
	.byte	6
	.long	5317
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string53
	.long	5324
	.byte	8
	.byte	0
	.byte	9
	.quad	.Lfunc_begin3
	.long	.Lfunc_end3-.Lfunc_begin3
	.byte	1
	.byte	87
	.long	.Linfo_string90
	.long	.Linfo_string91
	.byte	4
	.byte	196
	.long	4224
	.byte	10
	.byte	2
	.byte	145
	.byte	8
	.long	.Linfo_string50
	.byte	4
	.byte	196
	.long	5552
	.byte	6
	.long	5317
	.long	.Linfo_string15
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string60
	.byte	8
	.byte	8
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string53
	.long	5337
	.byte	8
	.byte	0
	.byte	9
	.quad	.Lfunc_begin4
	.long	.Lfunc_end4-.Lfunc_begin4
	.byte	1
	.byte	87
	.long	.Linfo_string92
	.long	.Linfo_string93
	.byte	4
	.byte	196
	.long	4305
	.byte	10
	.byte	2
	.byte	145
	.byte	8
	.long	.Linfo_string50
	.byte	4
	.byte	196
	.long	5565
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string62
	.byte	8
	.byte	8
	.byte	6
	.long	186
	.long	.Linfo_string15
	.byte	5
	.long	.Linfo_string53
	.long	5350
	.byte	8
	.byte	0
	.byte	9
	.quad	.Lfunc_begin5
	.long	.Lfunc_end5-.Lfunc_begin5
	.byte	1
	.byte	87
	.long	.Linfo_string94
	.long	.Linfo_string95
	.byte	4
	.byte	196
	.long	4386
	.byte	10
	.byte	2
	.byte	145
	.byte	8
	.long	.Linfo_string50
	.byte	4
	.byte	196
	.long	5578
	.byte	6
	.long	186
	.long	.Linfo_string15
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string63
	.byte	2
	.long	.Linfo_string64
	.byte	9
	.quad	.Lfunc_begin6
	.long	.Lfunc_end6-.Lfunc_begin6
	.byte	1
	.byte	87
	.long	.Linfo_string97
	.long	.Linfo_string98
	.byte	5
	.byte	46
	.long	5324
	.byte	10
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string72
	.byte	5
	.byte	46
	.long	5337
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	6
	.long	5317
	.long	.Linfo_string96
	.byte	0
	.byte	38
	.long	.Linfo_string77
	.long	.Linfo_string78
	.byte	5
	.short	452
	.long	5337
	.byte	1
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	39
	.long	.Linfo_string72
	.byte	5
	.short	452
	.long	5337
	.byte	39
	.long	.Linfo_string73
	.byte	5
	.short	452
	.long	5376
	.byte	0
	.byte	38
	.long	.Linfo_string79
	.long	.Linfo_string80
	.byte	5
	.short	865
	.long	5337
	.byte	1
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	39
	.long	.Linfo_string72
	.byte	5
	.short	865
	.long	5337
	.byte	39
	.long	.Linfo_string73
	.byte	5
	.short	865
	.long	5283
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string68
	.byte	2
	.long	.Linfo_string64
	.byte	38
	.long	.Linfo_string69
	.long	.Linfo_string70
	.byte	8
	.short	462
	.long	5363
	.byte	1
	.byte	6
	.long	5263
	.long	.Linfo_string15
	.byte	39
	.long	.Linfo_string72
	.byte	8
	.short	462
	.long	5363
	.byte	39
	.long	.Linfo_string73
	.byte	8
	.short	462
	.long	5376
	.byte	0
	.byte	38
	.long	.Linfo_string75
	.long	.Linfo_string76
	.byte	8
	.short	977
	.long	5363
	.byte	1
	.byte	6
	.long	5263
	.long	.Linfo_string15
	.byte	39
	.long	.Linfo_string72
	.byte	8
	.short	977
	.long	5363
	.byte	39
	.long	.Linfo_string73
	.byte	8
	.short	977
	.long	5283
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string65
	.byte	2
	.long	.Linfo_string64
	.byte	36
	.quad	.Lfunc_begin7
	.long	.Lfunc_end7-.Lfunc_begin7
	.byte	1
	.byte	87
	.long	.Linfo_string99
	.long	.Linfo_string100
	.byte	6
	.short	476
	.long	5304
	.byte	37
	.byte	2
	.byte	145
	.byte	0
	.long	.Linfo_string72
	.byte	6
	.short	476
	.long	5591
	.byte	6
	.long	5297
	.long	.Linfo_string15
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string66
	.byte	9
	.quad	.Lfunc_begin8
	.long	.Lfunc_end8-.Lfunc_begin8
	.byte	1
	.byte	87
	.long	.Linfo_string101
	.long	.Linfo_string102
	.byte	7
	.byte	90
	.long	5422
	.byte	10
	.byte	2
	.byte	145
	.byte	24
	.long	.Linfo_string170
	.byte	7
	.byte	90
	.long	5337
	.byte	10
	.byte	2
	.byte	145
	.byte	32
	.long	.Linfo_string110
	.byte	7
	.byte	90
	.long	5283
	.byte	6
	.long	2669
	.long	.Linfo_string15
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string128
	.byte	4
	.long	.Linfo_string133
	.byte	16
	.byte	8
	.byte	23
	.long	4916
	.byte	24
	.long	5297
	.byte	1
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string129
	.long	4952
	.byte	8
	.byte	0
	.byte	0
	.byte	25
	.byte	1
	.byte	5
	.long	.Linfo_string132
	.long	4989
	.byte	8
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string129
	.byte	16
	.byte	8
	.byte	6
	.long	5297
	.long	.Linfo_string15
	.byte	6
	.long	5479
	.long	.Linfo_string131
	.byte	5
	.long	.Linfo_string17
	.long	5297
	.byte	1
	.byte	1
	.byte	0
	.byte	4
	.long	.Linfo_string132
	.byte	16
	.byte	8
	.byte	6
	.long	5297
	.long	.Linfo_string15
	.byte	6
	.long	5479
	.long	.Linfo_string131
	.byte	5
	.long	.Linfo_string17
	.long	5479
	.byte	8
	.byte	8
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string267
	.byte	1
	.byte	1
	.byte	23
	.long	5039
	.byte	24
	.long	5297
	.byte	1
	.byte	0

	.byte	25
	.byte	0
	.byte	5
	.long	.Linfo_string129
	.long	5075
	.byte	1
	.byte	0
	.byte	0
	.byte	25
	.byte	1
	.byte	5
	.long	.Linfo_string132
	.long	5112
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	4
	.long	.Linfo_string129
	.byte	1
	.byte	1
	.byte	6
	.long	5317
	.long	.Linfo_string15
	.byte	6
	.long	3908
	.long	.Linfo_string131
	.byte	5
	.long	.Linfo_string17
	.long	5317
	.byte	1
	.byte	1
	.byte	0
	.byte	4
	.long	.Linfo_string132
	.byte	1
	.byte	1
	.byte	6
	.long	5317
	.long	.Linfo_string15
	.byte	6
	.long	3908
	.long	.Linfo_string131
	.byte	5
	.long	.Linfo_string17
	.long	3908
	.byte	1
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string169
	.byte	2
	.long	.Linfo_string238
	.byte	4
	.long	.Linfo_string286
	.byte	40
	.byte	8
	.byte	5
	.long	.Linfo_string239
	.long	5882
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string244
	.long	3252
	.byte	8
	.byte	16
	.byte	5
	.long	.Linfo_string279
	.long	6185
	.byte	8
	.byte	24
	.byte	5
	.long	.Linfo_string285
	.long	5486
	.byte	1
	.byte	32
	.byte	0
	.byte	0
	.byte	2
	.long	.Linfo_string279
	.byte	4
	.long	.Linfo_string283
	.byte	24
	.byte	8
	.byte	5
	.long	.Linfo_string280
	.long	5500
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string281
	.long	5459
	.byte	4
	.byte	16
	.byte	5
	.long	.Linfo_string282
	.long	5459
	.byte	4
	.byte	20
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	33
	.long	.Linfo_string12
	.byte	7
	.byte	8
	.byte	40
	.long	99
	.long	.Linfo_string14
	.long	0
	.byte	33
	.long	.Linfo_string27
	.byte	7
	.byte	8
	.byte	33
	.long	.Linfo_string33
	.byte	5
	.byte	1
	.byte	33
	.long	.Linfo_string38
	.byte	7
	.byte	1
	.byte	40
	.long	5297
	.long	.Linfo_string54
	.long	0
	.byte	33
	.long	.Linfo_string56
	.byte	7
	.byte	0
	.byte	40
	.long	5317
	.long	.Linfo_string57
	.long	0
	.byte	40
	.long	2669
	.long	.Linfo_string59
	.long	0
	.byte	40
	.long	186
	.long	.Linfo_string61
	.long	0
	.byte	40
	.long	5263
	.long	.Linfo_string71
	.long	0
	.byte	33
	.long	.Linfo_string74
	.byte	5
	.byte	8
	.byte	4
	.long	.Linfo_string85
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string83
	.long	5413
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string84
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	41
	.long	2669
	.long	0
	.byte	4
	.long	.Linfo_string103
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string83
	.long	5413
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string84
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	33
	.long	.Linfo_string121
	.byte	16
	.byte	4
	.byte	33
	.long	.Linfo_string122
	.byte	7
	.byte	4
	.byte	31
	.long	5283
	.byte	32
	.long	2676
	.byte	0
	.byte	2
	.byte	0
	.byte	33
	.long	.Linfo_string130
	.byte	5
	.byte	8
	.byte	33
	.long	.Linfo_string138
	.byte	2
	.byte	1
	.byte	33
	.long	.Linfo_string145
	.byte	4
	.byte	8
	.byte	4
	.long	.Linfo_string160
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string83
	.long	5530
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string84
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	41
	.long	5297
	.long	0
	.byte	40
	.long	5297
	.long	.Linfo_string172
	.long	0
	.byte	40
	.long	5317
	.long	.Linfo_string173
	.long	0
	.byte	40
	.long	2669
	.long	.Linfo_string174
	.long	0
	.byte	40
	.long	186
	.long	.Linfo_string175
	.long	0
	.byte	4
	.long	.Linfo_string176
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string83
	.long	5530
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string84
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	40
	.long	2239
	.long	.Linfo_string219
	.long	0
	.byte	40
	.long	2669
	.long	.Linfo_string187
	.long	0
	.byte	4
	.long	.Linfo_string202
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string17
	.long	5297
	.byte	1
	.byte	4
	.byte	5
	.long	.Linfo_string199
	.long	5452
	.byte	4
	.byte	0
	.byte	5
	.long	.Linfo_string200
	.long	5486
	.byte	1
	.byte	5
	.byte	5
	.long	.Linfo_string201
	.long	5263
	.byte	8
	.byte	8
	.byte	0
	.byte	31
	.long	5712
	.byte	32
	.long	2676
	.byte	0
	.byte	3
	.byte	0
	.byte	33
	.long	.Linfo_string207
	.byte	5
	.byte	2
	.byte	33
	.long	.Linfo_string210
	.byte	5
	.byte	16
	.byte	40
	.long	5452
	.long	.Linfo_string221
	.long	0
	.byte	40
	.long	5422
	.long	.Linfo_string222
	.long	0
	.byte	40
	.long	4904
	.long	.Linfo_string223
	.long	0
	.byte	40
	.long	4305
	.long	.Linfo_string224
	.long	0
	.byte	40
	.long	2786
	.long	.Linfo_string225
	.long	0
	.byte	40
	.long	2120
	.long	.Linfo_string226
	.long	0
	.byte	40
	.long	2972
	.long	.Linfo_string227
	.long	0
	.byte	40
	.long	3066
	.long	.Linfo_string228
	.long	0
	.byte	40
	.long	265
	.long	.Linfo_string229
	.long	0
	.byte	40
	.long	5500
	.long	.Linfo_string230
	.long	0
	.byte	40
	.long	5263
	.long	.Linfo_string233
	.long	0
	.byte	40
	.long	5161
	.long	.Linfo_string287
	.long	0
	.byte	4
	.long	.Linfo_string243
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string53
	.long	5912
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string241
	.long	5928
	.byte	8
	.byte	8
	.byte	0
	.byte	41
	.long	5921
	.long	0
	.byte	26
	.long	.Linfo_string240
	.byte	0
	.byte	1
	.byte	40
	.long	5941
	.long	.Linfo_string242
	.long	0
	.byte	31
	.long	5283
	.byte	32
	.long	2676
	.byte	0
	.byte	3
	.byte	0
	.byte	40
	.long	3824
	.long	.Linfo_string277
	.long	0
	.byte	4
	.long	.Linfo_string246
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string83
	.long	5997
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string84
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	41
	.long	5500
	.long	0
	.byte	4
	.long	.Linfo_string259
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string83
	.long	6036
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string84
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	41
	.long	3621
	.long	0
	.byte	4
	.long	.Linfo_string275
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string83
	.long	6075
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string84
	.long	5283
	.byte	8
	.byte	8
	.byte	0
	.byte	41
	.long	3865
	.long	0
	.byte	40
	.long	3900
	.long	.Linfo_string264
	.long	0
	.byte	40
	.long	6110
	.long	.Linfo_string273
	.long	0
	.byte	42
	.long	5027
	.byte	43
	.long	6084
	.byte	43
	.long	6126
	.byte	0
	.byte	40
	.long	3915
	.long	.Linfo_string272
	.long	0
	.byte	4
	.long	.Linfo_string270
	.byte	16
	.byte	8
	.byte	5
	.long	.Linfo_string53
	.long	6169
	.byte	8
	.byte	0
	.byte	5
	.long	.Linfo_string241
	.long	5928
	.byte	8
	.byte	8
	.byte	0
	.byte	41
	.long	6178
	.long	0
	.byte	26
	.long	.Linfo_string269
	.byte	0
	.byte	1
	.byte	40
	.long	5219
	.long	.Linfo_string284
	.long	0
	.byte	0
.Ldebug_info_end0:
	.section	.data._ZN5alloc7NUMBERS17h5a94ffb7467503c7E,"aw",@progbits
.Lsec_end0:
	.section	.rodata._ZN5alloc4LAST17h9f3e2ea8d40aacfeE,"a",@progbits
.Lsec_end1:
	.section	.data.rel.ro._ZN5alloc5FIRST17hd17f7c4f37ddd117E,"aw",@progbits
.Lsec_end2:
	.section	.data._ZN5alloc7COUNTED17h4f99bc7c19d394b0E,"aw",@progbits
.Lsec_end3:
	.section	.text._ZN4core3ptr20slice_from_raw_parts17hb941f516efbbe227E,"ax",@progbits
.Lsec_end4:
	.section	.text._ZN4core3ptr8metadata14from_raw_parts17hd1018323c6774579E,"ax",@progbits
.Lsec_end5:
	.section	".text._ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17ha0b6d44cdddb2973E","ax",@progbits
.Lsec_end6:
	.section	".text._ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hba453f887b9dae46E","ax",@progbits
.Lsec_end7:
	.section	".text._ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hc7294df67e133b90E","ax",@progbits
.Lsec_end8:
	.section	".text._ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hca56f564a1f47660E","ax",@progbits
.Lsec_end9:
	.section	".text._ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4cast17h0fda92280c58f0dfE","ax",@progbits
.Lsec_end10:
	.section	".text._ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$6as_ptr17h5de3d55c9eebbaa7E","ax",@progbits
.Lsec_end11:
	.section	.text._ZN4core5slice3raw14from_raw_parts17he44717d1250e31a5E,"ax",@progbits
.Lsec_end12:
	.section	.text._ZN5alloc3vec4made17h85a4ae5f00aaa29eE,"ax",@progbits
.Lsec_end13:
	.section	.text._ZN5alloc3vec4made17hcb1610f819b0e011E,"ax",@progbits
.Lsec_end14:
	.section	.text._ZN5alloc3vec4made17hced48e4b6d32d36fE,"ax",@progbits
.Lsec_end15:
	.section	.text.mark,"ax",@progbits
.Lsec_end16:
	.section	.text._ZN5alloc4poke17h0199e9b17770f3a0E,"ax",@progbits
.Lsec_end17:
	.section	.text._ZN5alloc4poke17h1aa83cc2e280106cE,"ax",@progbits
.Lsec_end18:
	.section	.text._ZN5alloc4poke17h4c529ed804dd54f8E,"ax",@progbits
.Lsec_end19:
	.section	.text._ZN5alloc4poke17h59e935a543431689E,"ax",@progbits
.Lsec_end20:
	.section	.text._ZN5alloc4poke17h5ca8cd51ca6e7818E,"ax",@progbits
.Lsec_end21:
	.section	.text._ZN5alloc4poke17h884db455850e0b63E,"ax",@progbits
.Lsec_end22:
	.section	.text._ZN5alloc4poke17h9d0999624fcaa78cE,"ax",@progbits
.Lsec_end23:
	.section	.text._ZN5alloc4poke17ha8bf67762252e8beE,"ax",@progbits
.Lsec_end24:
	.section	.text._ZN5alloc4poke17hb3ae438e0c65563fE,"ax",@progbits
.Lsec_end25:
	.section	.text._ZN5alloc4poke17hf1099f9861c877e0E,"ax",@progbits
.Lsec_end26:
	.section	.text._ZN5alloc5spoil17hf1bec0e06f6ab624E,"ax",@progbits
.Lsec_end27:
	.section	.text._ZN5alloc4fill17hc3bbbb5f8feb7de7E,"ax",@progbits
.Lsec_end28:
	.section	.text.main,"ax",@progbits
.Lsec_end29:
	.section	.text.rust_begin_unwind,"ax",@progbits
.Lsec_end30:
	.section	.debug_aranges,"",@progbits
	.long	524
	.short	2
	.long	.Lcu_begin0
	.byte	8
	.byte	0
	.zero	4,255
	.quad	_ZN5alloc7NUMBERS17h5a94ffb7467503c7E
	.quad	.Lsec_end0-_ZN5alloc7NUMBERS17h5a94ffb7467503c7E
	.quad	_ZN5alloc4LAST17h9f3e2ea8d40aacfeE
	.quad	.Lsec_end1-_ZN5alloc4LAST17h9f3e2ea8d40aacfeE
	.quad	_ZN5alloc5FIRST17hd17f7c4f37ddd117E
	.quad	.Lsec_end2-_ZN5alloc5FIRST17hd17f7c4f37ddd117E
	.quad	_ZN5alloc7COUNTED17h4f99bc7c19d394b0E
	.quad	.Lsec_end3-_ZN5alloc7COUNTED17h4f99bc7c19d394b0E
	.quad	.Lfunc_begin0
	.quad	.Lsec_end4-.Lfunc_begin0
	.quad	.Lfunc_begin1
	.quad	.Lsec_end5-.Lfunc_begin1
	.quad	.Lfunc_begin2
	.quad	.Lsec_end6-.Lfunc_begin2
	.quad	.Lfunc_begin3
	.quad	.Lsec_end7-.Lfunc_begin3
	.quad	.Lfunc_begin4
	.quad	.Lsec_end8-.Lfunc_begin4
	.quad	.Lfunc_begin5
	.quad	.Lsec_end9-.Lfunc_begin5
	.quad	.Lfunc_begin6
	.quad	.Lsec_end10-.Lfunc_begin6
	.quad	.Lfunc_begin7
	.quad	.Lsec_end11-.Lfunc_begin7
	.quad	.Lfunc_begin8
	.quad	.Lsec_end12-.Lfunc_begin8
	.quad	.Lfunc_begin9
	.quad	.Lsec_end13-.Lfunc_begin9
	.quad	.Lfunc_begin10
	.quad	.Lsec_end14-.Lfunc_begin10
	.quad	.Lfunc_begin11
	.quad	.Lsec_end15-.Lfunc_begin11
	.quad	.Lfunc_begin12
	.quad	.Lsec_end16-.Lfunc_begin12
	.quad	.Lfunc_begin13
	.quad	.Lsec_end17-.Lfunc_begin13
	.quad	.Lfunc_begin14
	.quad	.Lsec_end18-.Lfunc_begin14
	.quad	.Lfunc_begin15
	.quad	.Lsec_end19-.Lfunc_begin15
	.quad	.Lfunc_begin16
	.quad	.Lsec_end20-.Lfunc_begin16
	.quad	.Lfunc_begin17
	.quad	.Lsec_end21-.Lfunc_begin17
	.quad	.Lfunc_begin18
	.quad	.Lsec_end22-.Lfunc_begin18
	.quad	.Lfunc_begin19
	.quad	.Lsec_end23-.Lfunc_begin19
	.quad	.Lfunc_begin20
	.quad	.Lsec_end24-.Lfunc_begin20
	.quad	.Lfunc_begin21
	.quad	.Lsec_end25-.Lfunc_begin21
	.quad	.Lfunc_begin22
	.quad	.Lsec_end26-.Lfunc_begin22
	.quad	.Lfunc_begin23
	.quad	.Lsec_end27-.Lfunc_begin23
	.quad	.Lfunc_begin24
	.quad	.Lsec_end28-.Lfunc_begin24
	.quad	.Lfunc_begin25
	.quad	.Lsec_end29-.Lfunc_begin25
	.quad	.Lfunc_begin26
	.quad	.Lsec_end30-.Lfunc_begin26
	.quad	0
	.quad	0
	.section	.debug_ranges,"",@progbits
.Ldebug_ranges0:
	.quad	.Ltmp51
	.quad	.Ltmp54
	.quad	.Ltmp55
	.quad	.Ltmp62
	.quad	0
	.quad	0
.Ldebug_ranges1:
	.quad	.Ltmp52
	.quad	.Ltmp54
	.quad	.Ltmp55
	.quad	.Ltmp62
	.quad	0
	.quad	0
.Ldebug_ranges2:
	.quad	.Ltmp53
	.quad	.Ltmp54
	.quad	.Ltmp55
	.quad	.Ltmp62
	.quad	0
	.quad	0
.Ldebug_ranges3:
	.quad	.Ltmp64
	.quad	.Ltmp70
	.quad	.Ltmp71
	.quad	.Ltmp72
	.quad	0
	.quad	0
.Ldebug_ranges4:
	.quad	.Ltmp67
	.quad	.Ltmp70
	.quad	.Ltmp71
	.quad	.Ltmp72
	.quad	0
	.quad	0
.Ldebug_ranges5:
	.quad	.Ltmp68
	.quad	.Ltmp70
	.quad	.Ltmp71
	.quad	.Ltmp72
	.quad	0
	.quad	0
.Ldebug_ranges6:
	.quad	.Ltmp69
	.quad	.Ltmp70
	.quad	.Ltmp71
	.quad	.Ltmp72
	.quad	0
	.quad	0
.Ldebug_ranges7:
	.quad	.Lfunc_begin0
	.quad	.Lfunc_end0
	.quad	.Lfunc_begin1
	.quad	.Lfunc_end1
	.quad	.Lfunc_begin2
	.quad	.Lfunc_end2
	.quad	.Lfunc_begin3
	.quad	.Lfunc_end3
	.quad	.Lfunc_begin4
	.quad	.Lfunc_end4
	.quad	.Lfunc_begin5
	.quad	.Lfunc_end5
	.quad	.Lfunc_begin6
	.quad	.Lfunc_end6
	.quad	.Lfunc_begin7
	.quad	.Lfunc_end7
	.quad	.Lfunc_begin8
	.quad	.Lfunc_end8
	.quad	.Lfunc_begin9
	.quad	.Lfunc_end9
	.quad	.Lfunc_begin10
	.quad	.Lfunc_end10
	.quad	.Lfunc_begin11
	.quad	.Lfunc_end11
	.quad	.Lfunc_begin12
	.quad	.Lfunc_end12
	.quad	.Lfunc_begin13
	.quad	.Lfunc_end13
	.quad	.Lfunc_begin14
	.quad	.Lfunc_end14
	.quad	.Lfunc_begin15
	.quad	.Lfunc_end15
	.quad	.Lfunc_begin16
	.quad	.Lfunc_end16
	.quad	.Lfunc_begin17
	.quad	.Lfunc_end17
	.quad	.Lfunc_begin18
	.quad	.Lfunc_end18
	.quad	.Lfunc_begin19
	.quad	.Lfunc_end19
	.quad	.Lfunc_begin20
	.quad	.Lfunc_end20
	.quad	.Lfunc_begin21
	.quad	.Lfunc_end21
	.quad	.Lfunc_begin22
	.quad	.Lfunc_end22
	.quad	.Lfunc_begin23
	.quad	.Lfunc_end23
	.quad	.Lfunc_begin24
	.quad	.Lfunc_end24
	.quad	.Lfunc_begin25
	.quad	.Lfunc_end25
	.quad	.Lfunc_begin26
	.quad	.Lfunc_end26
	.quad	0
	.quad	0
	.section	.debug_str,"MS",@progbits,1
.Linfo_string0:
	.asciz	"clang LLVM (rustc version 1.63.0)"
.Linfo_string1:
	.asciz	"things.rs/@/alloc.38f3535f-cgu.0"
.Linfo_string2:
	.asciz	"/rust"
.Linfo_string3:
	.asciz	"alloc"
.Linfo_string4:
	.asciz	"NUMBERS"
.Linfo_string5:
	.asciz	"i32"
.Linfo_string6:
	.asciz	"__ARRAY_SIZE_TYPE__"
.Linfo_string7:
	.asciz	"_ZN5alloc7NUMBERS17h5a94ffb7467503c7E"
.Linfo_string8:
	.asciz	"LAST"
.Linfo_string9:
	.asciz	"next"
.Linfo_string10:
	.asciz	"core"
.Linfo_string11:
	.asciz	"option"
.Linfo_string12:
	.asciz	"u64"
.Linfo_string13:
	.asciz	"None"
.Linfo_string14:
	.asciz	"&alloc::Node"
.Linfo_string15:
	.asciz	"T"
.Linfo_string16:
	.asciz	"Some"
.Linfo_string17:
	.asciz	"__0"
.Linfo_string18:
	.asciz	"Option<&alloc::Node>"
.Linfo_string19:
	.asciz	"number"
.Linfo_string20:
	.asciz	"Node"
.Linfo_string21:
	.asciz	"_ZN5alloc4LAST17h9f3e2ea8d40aacfeE"
.Linfo_string22:
	.asciz	"FIRST"
.Linfo_string23:
	.asciz	"_ZN5alloc5FIRST17hd17f7c4f37ddd117E"
.Linfo_string24:
	.asciz	"COUNTED"
.Linfo_string25:
	.asciz	"rc"
.Linfo_string26:
	.asciz	"strong"
.Linfo_string27:
	.asciz	"usize"
.Linfo_string28:
	.asciz	"weak"
.Linfo_string29:
	.asciz	"value"
.Linfo_string30:
	.asciz	"RcBox<i32>"
.Linfo_string31:
	.asciz	"_ZN5alloc7COUNTED17h4f99bc7c19d394b0E"
.Linfo_string32:
	.asciz	"cmp"
.Linfo_string33:
	.asciz	"i8"
.Linfo_string34:
	.asciz	"Less"
.Linfo_string35:
	.asciz	"Equal"
.Linfo_string36:
	.asciz	"Greater"
.Linfo_string37:
	.asciz	"Ordering"
.Linfo_string38:
	.asciz	"u8"
.Linfo_string39:
	.asciz	"Red"
.Linfo_string40:
	.asciz	"Green"
.Linfo_string41:
	.asciz	"Colour"
.Linfo_string42:
	.asciz	"fmt"
.Linfo_string43:
	.asciz	"rt"
.Linfo_string44:
	.asciz	"v1"
.Linfo_string45:
	.asciz	"Left"
.Linfo_string46:
	.asciz	"Right"
.Linfo_string47:
	.asciz	"Center"
.Linfo_string48:
	.asciz	"Unknown"
.Linfo_string49:
	.asciz	"Alignment"
.Linfo_string50:
	.asciz	"ptr"
.Linfo_string51:
	.asciz	"metadata"
.Linfo_string52:
	.asciz	"non_null"
.Linfo_string53:
	.asciz	"pointer"
.Linfo_string54:
	.asciz	"*const u8"
.Linfo_string55:
	.asciz	"NonNull<u8>"
.Linfo_string56:
	.asciz	"()"
.Linfo_string57:
	.asciz	"*const ()"
.Linfo_string58:
	.asciz	"NonNull<()>"
.Linfo_string59:
	.asciz	"*const i32"
.Linfo_string60:
	.asciz	"NonNull<i32>"
.Linfo_string61:
	.asciz	"*const alloc::rc::RcBox<i32>"
.Linfo_string62:
	.asciz	"NonNull<alloc::rc::RcBox<i32>>"
.Linfo_string63:
	.asciz	"const_ptr"
.Linfo_string64:
	.asciz	"{impl#0}"
.Linfo_string65:
	.asciz	"slice"
.Linfo_string66:
	.asciz	"raw"
.Linfo_string67:
	.asciz	"vec"
.Linfo_string68:
	.asciz	"mut_ptr"
.Linfo_string69:
	.asciz	"_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$6offset17h9e496d8b559bb2d9E"
.Linfo_string70:
	.asciz	"offset<u64>"
.Linfo_string71:
	.asciz	"*mut u64"
.Linfo_string72:
	.asciz	"self"
.Linfo_string73:
	.asciz	"count"
.Linfo_string74:
	.asciz	"isize"
.Linfo_string75:
	.asciz	"_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$3add17hc116ae1e225f6b52E"
.Linfo_string76:
	.asciz	"add<u64>"
.Linfo_string77:
	.asciz	"_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$6offset17h20fe84548160071eE"
.Linfo_string78:
	.asciz	"offset<i32>"
.Linfo_string79:
	.asciz	"_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$3add17h8907129d71775156E"
.Linfo_string80:
	.asciz	"add<i32>"
.Linfo_string81:
	.asciz	"_ZN4core3ptr20slice_from_raw_parts17hb941f516efbbe227E"
.Linfo_string82:
	.asciz	"slice_from_raw_parts<i32>"
.Linfo_string83:
	.asciz	"data_ptr"
.Linfo_string84:
	.asciz	"length"
.Linfo_string85:
	.asciz	"*const [i32]"
.Linfo_string86:
	.asciz	"_ZN4core3ptr8metadata14from_raw_parts17hd1018323c6774579E"
.Linfo_string87:
	.asciz	"from_raw_parts<[i32]>"
.Linfo_string88:
	.asciz	"_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17ha0b6d44cdddb2973E"
.Linfo_string89:
	.asciz	"new_unchecked<u8>"
.Linfo_string90:
	.asciz	"_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hba453f887b9dae46E"
.Linfo_string91:
	.asciz	"new_unchecked<()>"
.Linfo_string92:
	.asciz	"_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hc7294df67e133b90E"
.Linfo_string93:
	.asciz	"new_unchecked<i32>"
.Linfo_string94:
	.asciz	"_ZN4core3ptr8non_null16NonNull$LT$T$GT$13new_unchecked17hca56f564a1f47660E"
.Linfo_string95:
	.asciz	"new_unchecked<alloc::rc::RcBox<i32>>"
.Linfo_string96:
	.asciz	"U"
.Linfo_string97:
	.asciz	"_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$4cast17h0fda92280c58f0dfE"
.Linfo_string98:
	.asciz	"cast<i32, ()>"
.Linfo_string99:
	.asciz	"_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$6as_ptr17h5de3d55c9eebbaa7E"
.Linfo_string100:
	.asciz	"as_ptr<u8>"
.Linfo_string101:
	.asciz	"_ZN4core5slice3raw14from_raw_parts17he44717d1250e31a5E"
.Linfo_string102:
	.asciz	"from_raw_parts<i32>"
.Linfo_string103:
	.asciz	"&[i32]"
.Linfo_string104:
	.asciz	"_ZN5alloc3vec4made17h85a4ae5f00aaa29eE"
.Linfo_string105:
	.asciz	"made<u8>"
.Linfo_string106:
	.asciz	"buf"
.Linfo_string107:
	.asciz	"raw_vec"
.Linfo_string108:
	.asciz	"cap"
.Linfo_string109:
	.asciz	"RawVec<u8>"
.Linfo_string110:
	.asciz	"len"
.Linfo_string111:
	.asciz	"Vec<u8>"
.Linfo_string112:
	.asciz	"_ZN5alloc3vec4made17hcb1610f819b0e011E"
.Linfo_string113:
	.asciz	"made<i32>"
.Linfo_string114:
	.asciz	"RawVec<i32>"
.Linfo_string115:
	.asciz	"Vec<i32>"
.Linfo_string116:
	.asciz	"_ZN5alloc3vec4made17hced48e4b6d32d36fE"
.Linfo_string117:
	.asciz	"made<()>"
.Linfo_string118:
	.asciz	"RawVec<()>"
.Linfo_string119:
	.asciz	"Vec<()>"
.Linfo_string120:
	.asciz	"mark"
.Linfo_string121:
	.asciz	"char"
.Linfo_string122:
	.asciz	"u32"
.Linfo_string123:
	.asciz	"V"
.Linfo_string124:
	.asciz	"_ZN5alloc4poke17h0199e9b17770f3a0E"
.Linfo_string125:
	.asciz	"poke<char, u32>"
.Linfo_string126:
	.asciz	"_ZN5alloc4poke17h1aa83cc2e280106cE"
.Linfo_string127:
	.asciz	"poke<&[i32], [usize; 2]>"
.Linfo_string128:
	.asciz	"result"
.Linfo_string129:
	.asciz	"Ok"
.Linfo_string130:
	.asciz	"i64"
.Linfo_string131:
	.asciz	"E"
.Linfo_string132:
	.asciz	"Err"
.Linfo_string133:
	.asciz	"Result<u8, i64>"
.Linfo_string134:
	.asciz	"_ZN5alloc4poke17h4c529ed804dd54f8E"
.Linfo_string135:
	.asciz	"poke<core::result::Result<u8, i64>, u8>"
.Linfo_string136:
	.asciz	"_ZN5alloc4poke17h59e935a543431689E"
.Linfo_string137:
	.asciz	"poke<core::ptr::non_null::NonNull<i32>, usize>"
.Linfo_string138:
	.asciz	"bool"
.Linfo_string139:
	.asciz	"Option<bool>"
.Linfo_string140:
	.asciz	"Option<core::option::Option<bool>>"
.Linfo_string141:
	.asciz	"_ZN5alloc4poke17h5ca8cd51ca6e7818E"
.Linfo_string142:
	.asciz	"poke<core::option::Option<core::option::Option<bool>>, u8>"
.Linfo_string143:
	.asciz	"Point"
.Linfo_string144:
	.asciz	"Circle"
.Linfo_string145:
	.asciz	"f64"
.Linfo_string146:
	.asciz	"Rect"
.Linfo_string147:
	.asciz	"w"
.Linfo_string148:
	.asciz	"h"
.Linfo_string149:
	.asciz	"Shape"
.Linfo_string150:
	.asciz	"_ZN5alloc4poke17h884db455850e0b63E"
.Linfo_string151:
	.asciz	"poke<alloc::Shape, u64>"
.Linfo_string152:
	.asciz	"Option<i32>"
.Linfo_string153:
	.asciz	"_ZN5alloc4poke17h9d0999624fcaa78cE"
.Linfo_string154:
	.asciz	"poke<core::option::Option<i32>, u32>"
.Linfo_string155:
	.asciz	"Option<core::cmp::Ordering>"
.Linfo_string156:
	.asciz	"_ZN5alloc4poke17ha8bf67762252e8beE"
.Linfo_string157:
	.asciz	"poke<core::option::Option<core::cmp::Ordering>, i8>"
.Linfo_string158:
	.asciz	"_ZN5alloc4poke17hb3ae438e0c65563fE"
.Linfo_string159:
	.asciz	"poke<alloc::Colour, u8>"
.Linfo_string160:
	.asciz	"&str"
.Linfo_string161:
	.asciz	"_ZN5alloc4poke17hf1099f9861c877e0E"
.Linfo_string162:
	.asciz	"poke<&str, [usize; 2]>"
.Linfo_string163:
	.asciz	"_ZN5alloc5spoil17hf1bec0e06f6ab624E"
.Linfo_string164:
	.asciz	"spoil"
.Linfo_string165:
	.asciz	"_ZN5alloc4fill17hc3bbbb5f8feb7de7E"
.Linfo_string166:
	.asciz	"fill"
.Linfo_string167:
	.asciz	"main"
.Linfo_string168:
	.asciz	"rust_begin_unwind"
.Linfo_string169:
	.asciz	"panic"
.Linfo_string170:
	.asciz	"data"
.Linfo_string171:
	.asciz	"data_address"
.Linfo_string172:
	.asciz	"*mut u8"
.Linfo_string173:
	.asciz	"*mut ()"
.Linfo_string174:
	.asciz	"*mut i32"
.Linfo_string175:
	.asciz	"*mut alloc::rc::RcBox<i32>"
.Linfo_string176:
	.asciz	"&[u8]"
.Linfo_string177:
	.asciz	"_things"
.Linfo_string178:
	.asciz	"name"
.Linfo_string179:
	.asciz	"string"
.Linfo_string180:
	.asciz	"String"
.Linfo_string181:
	.asciz	"numbers"
.Linfo_string182:
	.asciz	"word"
.Linfo_string183:
	.asciz	"some"
.Linfo_string184:
	.asciz	"none"
.Linfo_string185:
	.asciz	"link"
.Linfo_string186:
	.asciz	"null"
.Linfo_string187:
	.asciz	"&i32"
.Linfo_string188:
	.asciz	"Option<&i32>"
.Linfo_string189:
	.asciz	"deep"
.Linfo_string190:
	.asciz	"point"
.Linfo_string191:
	.asciz	"circle"
.Linfo_string192:
	.asciz	"rect"
.Linfo_string193:
	.asciz	"only"
.Linfo_string194:
	.asciz	"One"
.Linfo_string195:
	.asciz	"Only"
.Linfo_string196:
	.asciz	"signed"
.Linfo_string197:
	.asciz	"colour"
.Linfo_string198:
	.asciz	"tuple"
.Linfo_string199:
	.asciz	"__1"
.Linfo_string200:
	.asciz	"__2"
.Linfo_string201:
	.asciz	"__3"
.Linfo_string202:
	.asciz	"(u8, char, bool, u64)"
.Linfo_string203:
	.asciz	"unit"
.Linfo_string204:
	.asciz	"nothing"
.Linfo_string205:
	.asciz	"Unit"
.Linfo_string206:
	.asciz	"array"
.Linfo_string207:
	.asciz	"i16"
.Linfo_string208:
	.asciz	"units"
.Linfo_string209:
	.asciz	"big"
.Linfo_string210:
	.asciz	"i128"
.Linfo_string211:
	.asciz	"Rc<i32>"
.Linfo_string212:
	.asciz	"ring"
.Linfo_string213:
	.asciz	"collections"
.Linfo_string214:
	.asciz	"vec_deque"
.Linfo_string215:
	.asciz	"tail"
.Linfo_string216:
	.asciz	"head"
.Linfo_string217:
	.asciz	"VecDeque<i32>"
.Linfo_string218:
	.asciz	"Things"
.Linfo_string219:
	.asciz	"&mut alloc::Things"
.Linfo_string220:
	.asciz	"at"
.Linfo_string221:
	.asciz	"&mut char"
.Linfo_string222:
	.asciz	"&mut &[i32]"
.Linfo_string223:
	.asciz	"&mut core::result::Result<u8, i64>"
.Linfo_string224:
	.asciz	"&mut core::ptr::non_null::NonNull<i32>"
.Linfo_string225:
	.asciz	"&mut core::option::Option<core::option::Option<bool>>"
.Linfo_string226:
	.asciz	"&mut alloc::Shape"
.Linfo_string227:
	.asciz	"&mut core::option::Option<i32>"
.Linfo_string228:
	.asciz	"&mut core::option::Option<core::cmp::Ordering>"
.Linfo_string229:
	.asciz	"&mut alloc::Colour"
.Linfo_string230:
	.asciz	"&mut &str"
.Linfo_string231:
	.asciz	"t"
.Linfo_string232:
	.asciz	"state"
.Linfo_string233:
	.asciz	"&mut u64"
.Linfo_string234:
	.asciz	"i"
.Linfo_string235:
	.asciz	"words"
.Linfo_string236:
	.asciz	"things"
.Linfo_string237:
	.asciz	"round"
.Linfo_string238:
	.asciz	"panic_info"
.Linfo_string239:
	.asciz	"payload"
.Linfo_string240:
	.asciz	"(dyn core::any::Any + core::marker::Send)"
.Linfo_string241:
	.asciz	"vtable"
.Linfo_string242:
	.asciz	"&[usize; 3]"
.Linfo_string243:
	.asciz	"&(dyn core::any::Any + core::marker::Send)"
.Linfo_string244:
	.asciz	"message"
.Linfo_string245:
	.asciz	"pieces"
.Linfo_string246:
	.asciz	"&[&str]"
.Linfo_string247:
	.asciz	"position"
.Linfo_string248:
	.asciz	"format"
.Linfo_string249:
	.asciz	"align"
.Linfo_string250:
	.asciz	"flags"
.Linfo_string251:
	.asciz	"precision"
.Linfo_string252:
	.asciz	"Is"
.Linfo_string253:
	.asciz	"Param"
.Linfo_string254:
	.asciz	"Implied"
.Linfo_string255:
	.asciz	"Count"
.Linfo_string256:
	.asciz	"width"
.Linfo_string257:
	.asciz	"FormatSpec"
.Linfo_string258:
	.asciz	"Argument"
.Linfo_string259:
	.asciz	"&[core::fmt::rt::v1::Argument]"
.Linfo_string260:
	.asciz	"Option<&[core::fmt::rt::v1::Argument]>"
.Linfo_string261:
	.asciz	"args"
.Linfo_string262:
	.asciz	"{extern#0}"
.Linfo_string263:
	.asciz	"Opaque"
.Linfo_string264:
	.asciz	"&core::fmt::{extern#0}::Opaque"
.Linfo_string265:
	.asciz	"formatter"
.Linfo_string266:
	.asciz	"Error"
.Linfo_string267:
	.asciz	"Result<(), core::fmt::Error>"
.Linfo_string268:
	.asciz	"Option<usize>"
.Linfo_string269:
	.asciz	"dyn core::fmt::Write"
.Linfo_string270:
	.asciz	"&mut dyn core::fmt::Write"
.Linfo_string271:
	.asciz	"Formatter"
.Linfo_string272:
	.asciz	"&mut core::fmt::Formatter"
.Linfo_string273:
	.asciz	"fn(&core::fmt::{extern#0}::Opaque, &mut core::fmt::Formatter) -> core::result::Result<(), core::fmt::Error>"
.Linfo_string274:
	.asciz	"ArgumentV1"
.Linfo_string275:
	.asciz	"&[core::fmt::ArgumentV1]"
.Linfo_string276:
	.asciz	"Arguments"
.Linfo_string277:
	.asciz	"&core::fmt::Arguments"
.Linfo_string278:
	.asciz	"Option<&core::fmt::Arguments>"
.Linfo_string279:
	.asciz	"location"
.Linfo_string280:
	.asciz	"file"
.Linfo_string281:
	.asciz	"line"
.Linfo_string282:
	.asciz	"col"
.Linfo_string283:
	.asciz	"Location"
.Linfo_string284:
	.asciz	"&core::panic::location::Location"
.Linfo_string285:
	.asciz	"can_unwind"
.Linfo_string286:
	.asciz	"PanicInfo"
.Linfo_string287:
	.asciz	"&core::panic::panic_info::PanicInfo"
	.section	.debug_pubnames,"",@progbits
	.long	.LpubNames_end0-.LpubNames_start0
.LpubNames_start0:
	.short	2
	.long	.Lcu_begin0
	.long	6199
	.long	1420
	.asciz	"spoil"
	.long	3596
	.asciz	"Left"
	.long	4644
	.asciz	"mut_ptr"
	.long	664
	.asciz	"mark"
	.long	4540
	.asciz	"offset<i32>"
	.long	282
	.asciz	"Green"
	.long	155
	.asciz	"COUNTED"
	.long	181
	.asciz	"rc"
	.long	5156
	.asciz	"panic_info"
	.long	2688
	.asciz	"option"
	.long	5151
	.asciz	"panic"
	.long	5214
	.asciz	"location"
	.long	3602
	.asciz	"Right"
	.long	294
	.asciz	"made<u8>"
	.long	3533
	.asciz	"cmp"
	.long	3608
	.asciz	"Center"
	.long	4065
	.asciz	"metadata"
	.long	4654
	.asciz	"offset<u64>"
	.long	4138
	.asciz	"non_null"
	.long	3575
	.asciz	"rt"
	.long	4070
	.asciz	"from_raw_parts<[i32]>"
	.long	462
	.asciz	"made<()>"
	.long	1348
	.asciz	"poke<&str, [usize; 2]>"
	.long	1460
	.asciz	"fill"
	.long	4830
	.asciz	"from_raw_parts<i32>"
	.long	4759
	.asciz	"slice"
	.long	4591
	.asciz	"add<i32>"
	.long	4478
	.asciz	"cast<i32, ()>"
	.long	4769
	.asciz	"as_ptr<u8>"
	.long	3549
	.asciz	"Less"
	.long	3556
	.asciz	"Equal"
	.long	4170
	.asciz	"new_unchecked<u8>"
	.long	276
	.asciz	"Red"
	.long	4649
	.asciz	"{impl#0}"
	.long	4251
	.asciz	"new_unchecked<()>"
	.long	378
	.asciz	"made<i32>"
	.long	4899
	.asciz	"result"
	.long	844
	.asciz	"poke<core::result::Result<u8, i64>, u8>"
	.long	4705
	.asciz	"add<u64>"
	.long	2593
	.asciz	"collections"
	.long	2519
	.asciz	"string"
	.long	1997
	.asciz	"raw_vec"
	.long	129
	.asciz	"FIRST"
	.long	2683
	.asciz	"core"
	.long	3562
	.asciz	"Greater"
	.long	700
	.asciz	"poke<char, u32>"
	.long	3614
	.asciz	"Unknown"
	.long	73
	.asciz	"LAST"
	.long	1276
	.asciz	"poke<alloc::Colour, u8>"
	.long	3990
	.asciz	"ptr"
	.long	772
	.asciz	"poke<&[i32], [usize; 2]>"
	.long	1132
	.asciz	"poke<core::option::Option<i32>, u32>"
	.long	4332
	.asciz	"new_unchecked<i32>"
	.long	4413
	.asciz	"new_unchecked<alloc::rc::RcBox<i32>>"
	.long	3995
	.asciz	"slice_from_raw_parts<i32>"
	.long	289
	.asciz	"vec"
	.long	1204
	.asciz	"poke<core::option::Option<core::cmp::Ordering>, i8>"
	.long	3895
	.asciz	"{extern#0}"
	.long	1060
	.asciz	"poke<alloc::Shape, u64>"
	.long	1770
	.asciz	"main"
	.long	3570
	.asciz	"fmt"
	.long	3580
	.asciz	"v1"
	.long	988
	.asciz	"poke<core::option::Option<core::option::Option<bool>>, u8>"
	.long	4825
	.asciz	"raw"
	.long	42
	.asciz	"alloc"
	.long	2598
	.asciz	"vec_deque"
	.long	916
	.asciz	"poke<core::ptr::non_null::NonNull<i32>, usize>"
	.long	47
	.asciz	"NUMBERS"
	.long	4468
	.asciz	"const_ptr"
	.long	0
.LpubNames_end0:
	.section	.debug_pubtypes,"",@progbits
	.long	.LpubTypes_end0-.LpubTypes_start0
.LpubTypes_start0:
	.short	2
	.long	.Lcu_begin0
	.long	6199
	.long	99
	.asciz	"Node"
	.long	5621
	.asciz	"&mut alloc::Things"
	.long	6126
	.asciz	"&mut core::fmt::Formatter"
	.long	6097
	.asciz	"fn(&core::fmt::{extern#0}::Opaque, &mut core::fmt::Formatter) -> core::result::Result<(), core::fmt::Error>"
	.long	3900
	.asciz	"Opaque"
	.long	5486
	.asciz	"bool"
	.long	4305
	.asciz	"NonNull<i32>"
	.long	5830
	.asciz	"&mut alloc::Colour"
	.long	5493
	.asciz	"f64"
	.long	4224
	.asciz	"NonNull<()>"
	.long	6185
	.asciz	"&core::panic::location::Location"
	.long	5954
	.asciz	"&core::fmt::Arguments"
	.long	3915
	.asciz	"Formatter"
	.long	2524
	.asciz	"String"
	.long	5726
	.asciz	"&mut char"
	.long	2786
	.asciz	"Option<core::option::Option<bool>>"
	.long	5967
	.asciz	"&[&str]"
	.long	3585
	.asciz	"Alignment"
	.long	2586
	.asciz	"Unit"
	.long	5350
	.asciz	"*const alloc::rc::RcBox<i32>"
	.long	5778
	.asciz	"&mut core::option::Option<core::option::Option<bool>>"
	.long	3438
	.asciz	"Option<usize>"
	.long	546
	.asciz	"Vec<u8>"
	.long	5928
	.asciz	"&[usize; 3]"
	.long	5363
	.asciz	"*mut u64"
	.long	3714
	.asciz	"Count"
	.long	5712
	.asciz	"i16"
	.long	2080
	.asciz	"RawVec<()>"
	.long	3824
	.asciz	"Arguments"
	.long	5843
	.asciz	"&mut &str"
	.long	2544
	.asciz	"Only"
	.long	5376
	.asciz	"isize"
	.long	5270
	.asciz	"&alloc::Node"
	.long	5422
	.asciz	"&[i32]"
	.long	5297
	.asciz	"u8"
	.long	5283
	.asciz	"usize"
	.long	5317
	.asciz	"()"
	.long	5304
	.asciz	"*const u8"
	.long	5324
	.asciz	"*const ()"
	.long	3621
	.asciz	"Argument"
	.long	3252
	.asciz	"Option<&core::fmt::Arguments>"
	.long	3865
	.asciz	"ArgumentV1"
	.long	2669
	.asciz	"i32"
	.long	6006
	.asciz	"&[core::fmt::rt::v1::Argument]"
	.long	2041
	.asciz	"RawVec<i32>"
	.long	5459
	.asciz	"u32"
	.long	5817
	.asciz	"&mut core::option::Option<core::cmp::Ordering>"
	.long	4904
	.asciz	"Result<u8, i64>"
	.long	3159
	.asciz	"Option<&i32>"
	.long	5739
	.asciz	"&mut &[i32]"
	.long	5765
	.asciz	"&mut core::ptr::non_null::NonNull<i32>"
	.long	4143
	.asciz	"NonNull<u8>"
	.long	5539
	.asciz	"*mut u8"
	.long	5552
	.asciz	"*mut ()"
	.long	3651
	.asciz	"FormatSpec"
	.long	5804
	.asciz	"&mut core::option::Option<i32>"
	.long	5161
	.asciz	"PanicInfo"
	.long	3538
	.asciz	"Ordering"
	.long	2603
	.asciz	"VecDeque<i32>"
	.long	5856
	.asciz	"&mut u64"
	.long	5337
	.asciz	"*const i32"
	.long	3345
	.asciz	"Option<&[core::fmt::rt::v1::Argument]>"
	.long	585
	.asciz	"Vec<i32>"
	.long	624
	.asciz	"Vec<()>"
	.long	3908
	.asciz	"Error"
	.long	5882
	.asciz	"&(dyn core::any::Any + core::marker::Send)"
	.long	5791
	.asciz	"&mut alloc::Shape"
	.long	2239
	.asciz	"Things"
	.long	5565
	.asciz	"*mut i32"
	.long	2002
	.asciz	"RawVec<u8>"
	.long	2120
	.asciz	"Shape"
	.long	5752
	.asciz	"&mut core::result::Result<u8, i64>"
	.long	265
	.asciz	"Colour"
	.long	6178
	.asciz	"dyn core::fmt::Write"
	.long	236
	.asciz	"Rc<i32>"
	.long	3066
	.asciz	"Option<core::cmp::Ordering>"
	.long	2879
	.asciz	"Option<bool>"
	.long	6045
	.asciz	"&[core::fmt::ArgumentV1]"
	.long	5290
	.asciz	"i8"
	.long	2972
	.asciz	"Option<i32>"
	.long	6084
	.asciz	"&core::fmt::{extern#0}::Opaque"
	.long	5921
	.asciz	"(dyn core::any::Any + core::marker::Send)"
	.long	186
	.asciz	"RcBox<i32>"
	.long	4386
	.asciz	"NonNull<alloc::rc::RcBox<i32>>"
	.long	5479
	.asciz	"i64"
	.long	5634
	.asciz	"&i32"
	.long	5383
	.asciz	"*const [i32]"
	.long	2693
	.asciz	"Option<&alloc::Node>"
	.long	5263
	.asciz	"u64"
	.long	5452
	.asciz	"char"
	.long	5869
	.asciz	"&core::panic::panic_info::PanicInfo"
	.long	5719
	.asciz	"i128"
	.long	6139
	.asciz	"&mut dyn core::fmt::Write"
	.long	5591
	.asciz	"&[u8]"
	.long	5647
	.asciz	"(u8, char, bool, u64)"
	.long	5578
	.asciz	"*mut alloc::rc::RcBox<i32>"
	.long	5027
	.asciz	"Result<(), core::fmt::Error>"
	.long	5219
	.asciz	"Location"
	.long	5500
	.asciz	"&str"
	.long	0
.LpubTypes_end0:
	.section	".note.GNU-stack","",@progbits
	.section	.debug_line,"",@progbits
.Lline_table_start0:
