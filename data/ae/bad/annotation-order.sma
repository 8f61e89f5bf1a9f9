ae_schema 1
ae_id 0123456789abcdef
start_function main 1
start_block 0
end_block_jump 0 0 x2 %loop_back(0 0) %loop_exit(0 0)
end_function main
