#largest|__CC_arr_largest
1|6|compare
0|9|printf
2|7|?
#report|__CC_arr_report
0|13|puts
