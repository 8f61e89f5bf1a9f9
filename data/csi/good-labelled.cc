#largest|__CC_arr_src_max_c_largest
2|CC2|6|std::max<int>(int, int)|0
-1||7|compare
0|CC0|9|printf
-2||9|?
1|CC1|0|puts
#largest|__CC_arr_src_min_c_largest
#report$CC|__CC_arr_src_max_c_report
0|CC0|13|puts
#report$CC$PT|__CC_arr_src_max_c_report
0|CC0|13|puts
