#largest|__CC_arr_largest
0|6|compare
1|7|compare
1|9|printf
#report|__CC_arr_report
0|13|puts
