/* count.c - a program with the variables of CSI written by hand, to be looked at with a debugger: see README.md. */
#include <stdlib.h>

typedef signed long __pt_int;
typedef _Bool __cc_bool;

volatile __cc_bool __FC_arr_count_c_count = 1;
volatile __cc_bool __CC_arr_count_c_count[3] = {1, 0, 1};
volatile __cc_bool __BBC_arr_count_c_count[24] = {1, 1, 0, 1};

static int count(int depth)
{
    volatile __pt_int __PT_counter_arr[10] = {4, 5, 3, 3, depth, 5, 3, 4, 5, depth ? 3 : -1};
    volatile __pt_int __PT_counter_idx = depth;
    volatile __pt_int __PT_current_path = 1000000007L * depth;
    volatile __cc_bool __CC_arr[3] = {1, 0, depth > 1};
    volatile __cc_bool __BBC_arr[24] = {1, 1};
    char text[] = "\"__PT_arrIndex = 7\", {";
    int *nothing = NULL;

    if (depth > 0)
        return count(depth - 1) + text[0];
    return *nothing;
}

int main(void)
{
    volatile __pt_int __PT_pathArr[250];
    volatile __pt_int __PT_arrIndex = 17, __PT_curPath = 0x7fffffffffffffff;
    volatile char __CC_arr[3] = {0, 1, 0};
    volatile unsigned char __BBC_arr[40] = {1, 0, 1};

    for (int i = 0; i < 250; i++)
        __PT_pathArr[i] = i < 249 ? i * 3 : -1;
    return count(2);
}
