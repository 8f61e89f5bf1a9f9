#largest|__CC_arr_largest
0|6|compare
1|seven|compare
2|9|printf
#report|__CC_arr_report
0|13|puts
