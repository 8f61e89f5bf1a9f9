/* walk.c - a program as csi-cc would leave it, instrumented by hand.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In its fourth step it aborts, or stays there if STAY is set. Blocks of walk, with their lines: 0 entry (28-31), 2 head (31-32), 3 even (33),
 * 4 odd (35-37), 5 end of the round (39), 6 behind the loop (41). */
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

__asm__(".pushsection .debug_PT,\"\",@progbits\n"
        ".ascii \"#\\nwalk\\n1|EXIT\\n0|ENTRY|28|29|30|31\\n2|31|32\\n3|33\\n4|35|36|37\\n5|39|-1\\n6|41|-1\\n$\\n\"\n"
        ".ascii \"0->2|0$0\\n2->3|0$0\\n2->4|1$1\\n2->6|2$2\\n3->5|0$0\\n4->5|0$0\\n5~>2|3$3\\n6->1|0$0\\n\"\n"
        ".section .debug_FC,\"\",@progbits\n"
        ".ascii \"#walk|__FC_arr_walk_c_walk\\n#main|__FC_arr_walk_c_main\\n\"\n"
        ".section .debug_CC,\"\",@progbits\n"
        ".ascii \"#walk|__CC_arr_walk_c_walk\\n0|CC0|37|abort\\n1|CC1|33|even\\n#main|__CC_arr_walk_c_main\\n0|CC0|49|walk\\n\"\n"
        ".popsection\n");

_Bool __FC_arr_walk_c_walk, __FC_arr_walk_c_main, __CC_arr_walk_c_walk[2], __CC_arr_walk_c_main[1];
int total;

static void even(int step)
{
    total += step;
}

void walk(int steps, int stays)
{
    long __PT_counter_arr[4], __PT_counter_idx = 0, __PT_current_path = 0;
    _Bool __CC_arr[2] = {0, 0};
    __PT_counter_arr[3] = -1, __FC_arr_walk_c_walk = 1;
    for (int step = 0; step < steps; step++) {
        if (step % 2 == 0) {
            even(step), __CC_arr[1] = __CC_arr_walk_c_walk[1] = 1;
        } else {
            __PT_current_path += 1;
            if (step == 3)
                stays ? (void)pause() : abort();
        }
        __PT_counter_arr[__PT_counter_idx++] = __PT_current_path, __PT_current_path = 3;
    }
    __PT_counter_arr[__PT_counter_idx++] = __PT_current_path + 2, __PT_current_path = 0;
}

int main(void)
{
    _Bool __CC_arr[1] = {0};
    __FC_arr_walk_c_main = 1;
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);  /* where a debugger may else attach to its own children only */
    walk(5, getenv("STAY") != NULL), __CC_arr[0] = __CC_arr_walk_c_main[0] = 1;
    return total;
}
