# runtime.s - linked into traced programs: the buffer of events, and the ways into and out of traced code.  SPDX-License-Identifier: GPL-3.0-or-later
#
# Traced code keeps the pointer to the next free byte in register 23. When it leaves for code without schema, it stores the pointer to __ae_ptr, and then
# 0 to the next word, IN. IN is 1 again as soon as traced code runs. A signal handler may come between the two stores, so code that is entered with
# IN 1 is a handler (or a thread) within traced code. Its events go to a scratch part of the buffer and are dropped; a message at the end counts them.
#
# Every entry from code without schema (__ae_enter) saves its registers on a shadow stack, with the stack pointer of its activation. Entries below the
# stack pointer of the running code belong to activations that a longjmp ended. If that went to a setjmp in traced code (__ae_jumped), the entries are
# dropped. Otherwise activations have ended that are open in the trace, and the recording ends there (__ae_misfit).
#
# The code is in .aetext, where it does not move the program. It uses only MIPS I instructions, with their delay after loads. LITTLE is defined for
# little-endian programs.

	.abicalls
	.option	pic0
	.set	noreorder
	.set	nomacro
	.set	noat

	.equ	SLACK, 0x10000			# bytes that may follow a check
	.equ	ENTRY, 20			# of the shadow stack: $23, $31, $29, __ae_ptr, IN
	.equ	DEPTH, 262144

	# the state, by offset from __ae_ptr
	.equ	PTR, 0
	.equ	IN, 4
	.equ	TOP, 8				# next free entry of the shadow stack
	.equ	KEPT, 12			# the last certain value of the pointer
	.equ	FILE, 16
	.equ	PID, 20				# the traced process; 0: no traced code has run yet
	.equ	STOPPED, 24			# the recording has ended
	.equ	DROPPED, 28			# number of entries within traced code
	.equ	FINISHED, 32			# the last flush is done: code that still runs flushes by itself

	.section .data.ae,"aw"
	.align	3
	.globl	__ae_ptr
__ae_ptr:
	.word	__ae_buffer, 0, __ae_shadow+ENTRY, __ae_buffer, -1, 0, 0, 0, 0

	.section .bss.ae,"aw",@nobits
	.align	21				# so that bit 20 of a pointer means: no room
__ae_buffer:
	.space	0x100000+SLACK
__ae_scratch:
	.space	SLACK
__ae_shadow:
	.space	ENTRY				# an entry that fits every stack pointer
	.space	ENTRY*DEPTH
__ae_shadow_end:

# ae.ld discards this section. From the sizes of its input the linker estimates how many entries the table of global addresses may need, and the estimate moves
# everything after that table. With this much input the estimate has no effect, so the instrumented and the plain program have the same addresses.
	.section .filler.ae,"aw",@nobits
	.space	0x10000000

	.section .rodata.ae,"a"
standard_name:	.asciz	"ae.out"
wanted_name:	.ascii	"AE_OUT="
	.equ	WANTED, .-wanted_name
	.macro	text name:req, words:req
\name:	.ascii	"clew ae: \words\n"
	.equ	\name\()_size, .-\name
	.endm
	text	say_child, "a forked child is not in the trace"
	text	say_open, "cannot create the event file: nothing is recorded"
	text	say_write, "cannot write the event file: the trace ends early"
	text	say_misfit, "a longjmp left traced functions for code that is not traced: the trace ends early"
	text	say_inside, "a signal handler did not return to the traced code it came from: the trace ends early"
	text	say_deep, "too many calls from untraced into traced code: the program is ended"
	text	say_lost, "a traced function returned to a stack that is not known: the program is ended"
dropped_text:	.ascii	" activations of signal handlers or threads within traced code are not in the trace\n"
	.equ	dropped_size, .-dropped_text
dropped_head:	.ascii	"clew ae: "
	.equ	dropped_head_size, .-dropped_head

	.section .aetext,"ax",@progbits
	.align	2

	.macro	address reg:req, symbol:req
	lui	\reg,%hi(\symbol)
	addiu	\reg,\reg,%lo(\symbol)
	.endm
	.macro	store_word reg:req, offset:req
	.ifdef	LITTLE
	swr	\reg,\offset($23)
	swl	\reg,\offset+3($23)
	.else
	swl	\reg,\offset($23)
	swr	\reg,\offset+3($23)
	.endif
	.endm
	.macro	say text:req
	address	$4,\text
	jal	say_it
	addiu	$5,$0,\text\()_size
	.endm
	.macro	system number:req
	addiu	$2,$0,\number
	syscall
	.endm

# ---- Entering traced code: $24 the function's address, $25 its instrumented image, all arguments in place ----
	.globl	__ae_enter
__ae_enter:
	address	$8,__ae_ptr
	lw	$9,IN($8)
	addiu	$10,$0,1
	sw	$10,IN($8)
	lw	$11,TOP($8)
	address	$10,__ae_shadow_end
	beq	$11,$10,too_deep
	addiu	$12,$11,ENTRY
	sw	$12,TOP($8)			# takes the room before filling it, so that a handler takes other room
	sw	$23,0($11)
	lw	$23,PTR($8)
	sw	$31,4($11)
	sw	$29,8($11)
	sw	$23,12($11)
	sw	$9,16($11)
	bne	$9,$0,enter_inside
	lw	$12,PID($8)
	nop
	bne	$12,$0,1f
	nop
	move	$1,$31
	jal	__ae_first
	nop
1:	address	$1,__ae_scratch
	sltu	$1,$23,$1
	beq	$1,$0,enter			# recording has stopped
	lw	$12,8-ENTRY($11)
	nop
	sltu	$12,$29,$12
	bne	$12,$0,2f
	move	$1,$31
	jal	__ae_misfit
	nop
	b	enter
	nop
2:	sll	$1,$23,11
	bgez	$1,3f
	move	$1,$31
	jal	__ae_flush
	nop
3:	addiu	$1,$0,1
	sb	$1,0($23)
	store_word $24,1
	addiu	$23,$23,5
	sw	$23,KEPT($8)
enter:
	jalr	$25
	nop
	address	$8,__ae_ptr
	lw	$11,TOP($8)
	address	$12,__ae_shadow+ENTRY
4:	beq	$11,$12,lost			# drops entries left by longjmps, down to that of this activation
	addiu	$11,$11,-ENTRY
	lw	$10,8($11)
	nop
	bne	$10,$29,4b
	lw	$9,16($11)
	lw	$31,4($11)
	bne	$9,$0,leave_inside
	lw	$10,FINISHED($8)
	sw	$23,PTR($8)
	beq	$10,$0,5f
	nop
	bne	$11,$12,5f
	move	$1,$31
	jal	__ae_flush
	nop
	sw	$23,PTR($8)
5:	lw	$23,0($11)
	sw	$11,TOP($8)
	jr	$31
	sw	$0,IN($8)

enter_inside:
	lw	$12,DROPPED($8)
	address	$23,__ae_scratch
	addiu	$12,$12,1
	b	enter
	sw	$12,DROPPED($8)

leave_inside:
	lw	$10,12($11)
	lw	$23,0($11)
	sw	$10,PTR($8)
	jr	$31
	sw	$11,TOP($8)

too_deep:
	address	$4,say_deep
	b	give_up
	addiu	$5,$0,say_deep_size
lost:
	address	$4,say_lost
	addiu	$5,$0,say_lost_size
give_up:
	jal	say_it
	nop
	addiu	$4,$0,127
	system	4246				# exit_group

# ---- Back from a call of code without schema: $2, $3 and the floating-point registers hold results ----
	.globl	__ae_returned
__ae_returned:
	address	$8,__ae_ptr
	lw	$9,IN($8)
	addiu	$10,$0,1
	sw	$10,IN($8)
	lw	$23,PTR($8)
	lw	$11,TOP($8)
	bne	$9,$0,inside
	nop
	address	$1,__ae_scratch
	sltu	$1,$23,$1
	beq	$1,$0,dropping
	lw	$10,8-ENTRY($11)
	nop
	sltu	$10,$29,$10
	beq	$10,$0,misfit
	sll	$1,$23,11
	bgez	$1,1f
	move	$1,$31
	jal	__ae_flush
	nop
1:	sb	$0,0($23)
	addiu	$23,$23,1
	jr	$31
	sw	$23,KEPT($8)

inside:
	move	$1,$31
	jal	__ae_inside
	nop
	jr	$31
	nop
misfit:
	move	$1,$31
	jal	__ae_misfit
	nop
	jr	$31
	nop
dropping:
	address	$23,__ae_scratch
	jr	$31
	nop

# ---- Back from the setjmp at site $4: once for the call, and once for every longjmp to it ----
	.globl	__ae_jumped
__ae_jumped:
	address	$8,__ae_ptr
	lw	$9,IN($8)
	addiu	$10,$0,1
	sw	$10,IN($8)
	lw	$23,PTR($8)
	lw	$11,TOP($8)
	nop
1:	lw	$10,8-ENTRY($11)
	lw	$12,16-ENTRY($11)
	sltu	$10,$29,$10
	bne	$10,$0,2f
	nop
	or	$9,$9,$12			# out of a handler within traced code
	b	1b
	addiu	$11,$11,-ENTRY
2:	sw	$11,TOP($8)
	bne	$9,$0,inside
	nop
	address	$1,__ae_scratch
	sltu	$1,$23,$1
	beq	$1,$0,dropping
	sll	$1,$23,11
	bgez	$1,3f
	move	$1,$31
	jal	__ae_flush
	nop
3:	addiu	$1,$0,2
	sb	$1,0($23)
	store_word $29,1
	sb	$4,5($23)
	addiu	$23,$23,6
	jr	$31
	sw	$23,KEPT($8)

# ---- Services for traced code: $1 holds the program's $31; only $1 and $23 change ----
	.macro	service name:req, work:req
\name:	addiu	$29,$29,-112
	sw	$1,16($29)
	sw	$31,20($29)
	mfhi	$1
	sw	$2,24($29)
	sw	$3,28($29)
	sw	$1,32($29)
	mflo	$1
	sw	$4,36($29)
	sw	$5,40($29)
	sw	$1,44($29)
	sw	$6,48($29)
	sw	$7,52($29)
	sw	$8,56($29)
	sw	$9,60($29)
	sw	$10,64($29)
	sw	$11,68($29)
	sw	$12,72($29)
	sw	$13,76($29)
	sw	$14,80($29)
	sw	$15,84($29)
	sw	$24,88($29)
	jal	\work
	sw	$25,92($29)
	b	restore
	nop
	.endm

	.globl	__ae_flush
	service	__ae_flush, write_out
	service	__ae_first, start
	service	__ae_misfit, end_misfit
	service	__ae_inside, end_inside
restore:
	lw	$1,32($29)
	lw	$2,24($29)
	lw	$3,28($29)
	mthi	$1
	lw	$1,44($29)
	lw	$4,36($29)
	lw	$5,40($29)
	mtlo	$1
	lw	$6,48($29)
	lw	$7,52($29)
	lw	$8,56($29)
	lw	$9,60($29)
	lw	$10,64($29)
	lw	$11,68($29)
	lw	$12,72($29)
	lw	$13,76($29)
	lw	$14,80($29)
	lw	$15,84($29)
	lw	$24,88($29)
	lw	$25,92($29)
	lw	$1,20($29)
	lw	$31,16($29)
	jr	$1
	addiu	$29,$29,112

# ---- Work, with the usual conventions except for $23 ----

# Writes out the events; then $23 is the beginning of the buffer, or of the scratch part.
write_out:
	addiu	$29,$29,-32
	sw	$31,28($29)
	sw	$16,24($29)
	address	$8,__ae_ptr
	address	$9,__ae_scratch
	sltu	$10,$23,$9
	beq	$10,$0,drop
	lw	$10,STOPPED($8)
	nop
	bne	$10,$0,drop
	nop
	system	4020				# getpid
	address	$8,__ae_ptr
	lw	$9,PID($8)
	address	$16,__ae_buffer
	beq	$2,$9,write_rest
	nop
	say	say_child
	b	stop
	nop
write_more:
	addu	$16,$16,$2
write_rest:
	beq	$16,$23,written
	subu	$6,$23,$16
	address	$8,__ae_ptr
	lw	$4,FILE($8)
	move	$5,$16
	system	4004				# write
	beq	$7,$0,1f
	addiu	$9,$0,4				# EINTR
	beq	$2,$9,write_rest
	nop
	b	write_failed
	nop
1:	bgtz	$2,write_more
	nop
write_failed:
	say	say_write
stop:
	address	$8,__ae_ptr
	addiu	$9,$0,1
	sw	$9,STOPPED($8)
drop:
	address	$23,__ae_scratch
	b	write_done
	nop
written:
	address	$8,__ae_ptr
	address	$23,__ae_buffer
	sw	$23,KEPT($8)
write_done:
	lw	$31,28($29)
	lw	$16,24($29)
	jr	$31
	addiu	$29,$29,32

# $4: the text, $5: its size
say_it:
	move	$6,$5
	move	$5,$4
	addiu	$4,$0,2
	addiu	$2,$0,4004
	syscall
	jr	$31
	nop

# Ends the recording at $23, or at its last certain value. A byte that is not an event of any region tells the reader that something is missing.
end_misfit:
	address	$9,say_misfit
	b	end_recording
	addiu	$10,$0,say_misfit_size
end_inside:
	address	$8,__ae_ptr
	lw	$23,KEPT($8)
	address	$9,say_inside
	addiu	$10,$0,say_inside_size
end_recording:
	addiu	$29,$29,-32
	sw	$31,28($29)
	sw	$9,24($29)
	sw	$10,20($29)
	address	$8,__ae_ptr
	lw	$11,STOPPED($8)
	addiu	$12,$0,255
	bne	$11,$0,1f
	nop
	sb	$12,0($23)
	jal	write_out
	addiu	$23,$23,1
	address	$8,__ae_ptr
	lw	$11,STOPPED($8)
	addiu	$12,$0,1
	bne	$11,$0,1f			# writing failed, or this is a child: a message has said so
	sw	$12,STOPPED($8)
	lw	$4,24($29)
	lw	$5,20($29)
	jal	say_it
	nop
1:	address	$23,__ae_scratch
	lw	$31,28($29)
	nop
	jr	$31
	addiu	$29,$29,32

# The very first entry: notes the process, opens the file (named by AE_OUT in the environment), writes the head of the events.
start:
	addiu	$29,$29,-32
	sw	$31,28($29)
	sw	$16,24($29)
	sw	$17,20($29)
	address	$8,__ae_shadow
	addiu	$9,$0,-1
	sw	$9,8($8)
	system	4020
	address	$8,__ae_ptr
	sw	$2,PID($8)
	jal	find_name
	nop
1:	move	$4,$16
	lui	$5,8				# O_CLOEXEC
	ori	$5,$5,0x301			# O_WRONLY, O_CREAT, O_TRUNC
	addiu	$6,$0,0666
	system	4005				# open
	beq	$7,$0,2f
	addiu	$9,$0,4
	beq	$2,$9,1b
	nop
	say	say_open
	address	$8,__ae_ptr
	addiu	$9,$0,1
	sw	$9,STOPPED($8)
	address	$23,__ae_scratch
	b	3f
	nop
2:	jal	move_file
	move	$16,$2
	address	$8,__ae_ptr
	address	$23,__ae_buffer
	address	$9,__ae_head
	lw	$10,0($9)
	lw	$11,4($9)
	lw	$12,8($9)
	sw	$10,0($23)
	sw	$11,4($23)
	sw	$12,8($23)
	addiu	$23,$23,12
	sw	$23,KEPT($8)
3:	sw	$23,PTR($8)
	lw	$31,28($29)
	lw	$16,24($29)
	lw	$17,20($29)
	jr	$31
	addiu	$29,$29,32

# Sets $16 to the name of the event file. The environment is still the kernel's, as no code of the program has run.
	.weak	environ
find_name:
	address	$9,environ
	address	$16,standard_name
	beq	$9,$0,4f
	nop
	lw	$9,0($9)
	nop
	beq	$9,$0,4f
	nop
1:	lw	$10,0($9)
	address	$11,wanted_name
	beq	$10,$0,4f
	addiu	$12,$11,WANTED
2:	lbu	$13,0($10)
	lbu	$14,0($11)
	addiu	$10,$10,1
	bne	$13,$14,1b
	addiu	$9,$9,4
	addiu	$9,$9,-4
	addiu	$11,$11,1
	bne	$11,$12,2b
	nop
	lbu	$13,0($10)
	nop
	beq	$13,$0,4f
	nop
	move	$16,$10
4:	jr	$31
	nop

# Moves descriptor $16 to a high number, so that the program gets the same numbers as without tracing.
move_file:
	addiu	$17,$0,1000
1:	move	$4,$16
	addiu	$5,$0,1030			# F_DUPFD_CLOEXEC
	move	$6,$17
	system	4055				# fcntl
	beq	$7,$0,2f
	srl	$17,$17,2
	sltiu	$9,$17,16
	beq	$9,$0,1b
	nop
	b	3f
	move	$2,$16
2:	move	$4,$16
	move	$16,$2
	system	4006				# close
	move	$2,$16
3:	address	$8,__ae_ptr
	jr	$31
	sw	$2,FILE($8)

# The last of all destructors. Traced code that is entered later flushes when it returns.
finish:
	addiu	$29,$29,-48
	sw	$31,44($29)
	sw	$23,40($29)
	address	$8,__ae_ptr
	lw	$9,PID($8)
	addiu	$10,$0,1
	beq	$9,$0,3f
	lw	$11,IN($8)
	sw	$10,FINISHED($8)
	lw	$23,PTR($8)
	bne	$11,$0,1f
	address	$9,__ae_scratch
	sltu	$9,$23,$9
	bne	$9,$0,2f
	nop
1:	jal	end_inside			# out of a handler within traced code; no effect if the recording has ended
	nop
	b	say_dropped
	nop
2:	jal	write_out
	nop
	address	$8,__ae_ptr
	sw	$23,PTR($8)
say_dropped:
	address	$8,__ae_ptr
	lw	$9,DROPPED($8)
	addiu	$10,$29,40
	beq	$9,$0,3f
	addiu	$11,$0,10
4:	divu	$0,$9,$11
	addiu	$10,$10,-1
	mfhi	$12
	mflo	$9
	addiu	$12,$12,48
	sb	$12,0($10)
	bne	$9,$0,4b
	nop
	sw	$10,16($29)
	address	$4,dropped_head
	jal	say_it
	addiu	$5,$0,dropped_head_size
	lw	$4,16($29)
	addiu	$5,$29,40
	jal	say_it
	subu	$5,$5,$4
	address	$4,dropped_text
	jal	say_it
	addiu	$5,$0,dropped_size
3:	lw	$31,44($29)
	lw	$23,40($29)
	jr	$31
	addiu	$29,$29,48

	.section .fini_array.00000,"aw",%fini_array
	.word	finish
