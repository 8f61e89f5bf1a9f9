#main|__CC_arr_csi_sum_c_main
0|CC0|30|number
1|CC1|30|printf
#number|__CC_arr_csi_sum_c_number
0|CC0|18|number
1|CC1|21|digit
