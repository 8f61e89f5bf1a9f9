start_function main 1
start_block 0
end_block 0 %loop_exit(0 0)
end_function main
