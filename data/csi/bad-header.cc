#largest
0|6|compare
#|__CC_arr_nobody
#report|
0|13|puts
#report|__FC_arr_report
#main|__CC_arr_main
0|20|report
