Program received signal SIGINT, Interrupt.
#0  digits (text=0x4006f4 "a1b", size=3) at digits.c:8
        __PT_counter_arr = {1, 3, 7, 0, 0, 0, 0, 0, 0, -1}
        __PT_counter_idx = 2
        __PT_current_path = 3
        __CC_arr = {true}
        __BBC_arr = {true, true, true, true, true, true, false}
        i = 2
        found = 1
#1  0x000000000040118d in main () at digits.c:19
        __PT_counter_arr = {4196084, 0, 4196112, 0, 0, 0, 0, 0, 0, -1}
        __PT_counter_idx = 0
        __PT_current_path = 0
        __CC_arr = {false, false}
        __BBC_arr = {true}
        word = 0x4006f4 "a1b"
        count = 0
(gdb) print __FC_arr_digits_c_digits
$1 = true
(gdb) print __FC_arr_digits_c_main
$2 = true
(gdb) print __BBC_arr_digits_c_digits
$3 = {true, true, true, true, true, true, false}
(gdb) print __BBC_arr_digits_c_main
$4 = {true}
(gdb) print __CC_arr_digits_c_digits
$5 = {true}
(gdb) print __CC_arr_digits_c_main
$6 = {false, false}
