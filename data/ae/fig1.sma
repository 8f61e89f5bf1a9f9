; The program of figure 1 in Larus, "Abstract Execution" (1990): main calls sub for each of the 100 rows of an array.
; Figure 3 of the paper gives its schema without prologues and epilogues, these are filled in here.
;
;     main() { for (i = 0; i < 100; i++) sub(&a[i][0], i); }      sub(x, y) { for (j = 0; j < 100; j++) *x++ = j + y; }

start_function main 4
unknown_defn R29                        ; the stack pointer, known to nobody before the run
store_inst 20(#R29)                     ; saved: R31, R30, R19 to R16
store_inst 16(#R29)
store_inst 12(#R29)
store_inst 8(#R29)
store_inst 4(#R29)
store_inst 0(#R29)
compute_defn_2 R30 #R29 + #I24

start_block 0
uneventful_inst                         ; i = 0
uneventful_inst                         ; its bound
uneventful_inst                         ; the address of sub takes two instructions
compute_defn_2 R18 #I0 + #Ssub
uneventful_inst                         ; so does that of a
uneventful_inst
end_block_jump 0 2 %loop_entry(2 0)

start_block_target 1
uneventful_inst
uneventful_inst
uneventful_inst
call_inst sub
uneventful_inst
uneventful_inst                         ; the next row
uneventful_inst                         ; i++
end_block 1 %loop_back(2 0)

start_block 2
end_block_cjump 2 3 1 x2 %loop_exit(3 0)        ; "ble" is two instructions

start_block_target 3
end_block 3
compute_defn_2 R8 #R30 + #I0
load_inst -24(#R8)                      ; restored
load_inst -20(#R8)
load_inst -16(#R8)
load_inst -12(#R8)
load_inst -8(#R8)
load_inst -4(#R8)
compute_defn_2 R29 #R8 + #I0
end_function main

start_function sub 4
unknown_defn R29
store_inst 4(#R29)
store_inst 0(#R29)
compute_defn_2 R30 #R29 + #I16
unknown_defn R4                         ; x, an argument

start_block 0
uneventful_inst
uneventful_inst
end_block_jump 0 2 %loop_entry(2 0)

start_block_target 1
uneventful_inst                         ; j + y
store_inst 0(#R4)
compute_defn_2 R4 #R4 + #I4             ; x++
uneventful_inst                         ; j++
end_block 1 %loop_back(2 0)

start_block 2
end_block_cjump 2 3 1 x2 %loop_exit(3 0)

start_block_target 3
end_block 3
compute_defn_2 R8 #R30 + #I0
load_inst -16(#R8)
load_inst -12(#R8)
compute_defn_2 R29 #R8 + #I0
end_function sub
