#largest|__CC_arr_largest
0|CC0|6|compare
1|CC1|7|
#report|__CC_arr_report
0|CC0|13
