start_function main 1
start_block 0
compute_defn_1 R4 #IO1
end_block 0
end_function main
