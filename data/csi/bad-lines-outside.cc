0|6|compare
1|7|compare
#report|__CC_arr_report
0|13|puts
