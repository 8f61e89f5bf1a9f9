#largest|__CC_arr_src_max_c_largest
0|6|compare
-1|7|compare
1|9|printf
#report|__CC_arr_src_max_c_report
-1|0|puts
