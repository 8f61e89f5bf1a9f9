/* walk.c - a program as csi-cc would leave it, instrumented by hand; it aborts in its fourth step.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

/* Blocks of walk, with their lines: 0 entry (16-18), 2 head (19), 3 even (20), 4 odd (22-23), 5 end of the round (24), 6 behind the loop (25). */
__asm__(".pushsection .debug_PT,\"\",@progbits\n.ascii \"#\\nwalk\\n1|EXIT\\n0|ENTRY|16|17|18\\n2|22\\n3|23\\n4|25|26\\n5|27|-1\\n6|28|-1\\n$\\n"
        "0->2|0$0\\n2->3|0$0\\n2->4|1$1\\n2->6|2$2\\n3->5|0$0\\n4->5|0$0\\n5~>2|3$3\\n6->1|0$0\\n\"\n.popsection\n"
        ".pushsection .debug_FC,\"\",@progbits\n.ascii \"#walk|__FC_arr_walk_c_walk\\n#main|__FC_arr_walk_c_main\\n\"\n.popsection\n"
        ".pushsection .debug_CC,\"\",@progbits\n.ascii \"#walk|__CC_arr_walk_c_walk\\n0|CC0|26|abort\\n1|CC1|23|even\\n#main|__CC_arr_walk_c_main\\n0|CC0|32|walk\\n\"\n.popsection\n");

_Bool __FC_arr_walk_c_walk, __FC_arr_walk_c_main, __CC_arr_walk_c_walk[2], __CC_arr_walk_c_main[1];
int total;

static void even(int step) { total += step; }

void walk(int steps)
{
    long __PT_counter_arr[4], __PT_counter_idx = 0, __PT_current_path = 0; _Bool __CC_arr[2] = {0, 0};
    __PT_counter_arr[3] = -1, __FC_arr_walk_c_walk = 1;
    for (int step = 0; step < steps; step++) {
        if (step % 2 == 0) even(step), __CC_arr[1] = __CC_arr_walk_c_walk[1] = 1;
        else {
            __PT_current_path += 1;
            if (step == 3) abort(); }
        __PT_counter_arr[__PT_counter_idx++] = __PT_current_path, __PT_current_path = 3; }
    __PT_counter_arr[__PT_counter_idx++] = __PT_current_path + 2, __PT_current_path = 0;
}

int main(void)
{
    _Bool __CC_arr[1] = {0};
    __FC_arr_walk_c_main = 1;
    walk(9), __CC_arr[0] = __CC_arr_walk_c_main[0] = 1;
    return total;
}
