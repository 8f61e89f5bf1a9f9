ae_schema 1
ae_id 0123456789abcdef
start_function main 2
start_block 0
end_block_jump 0 0 x2 %loop_back(1 0)
start_block 1
return x2
end_function main
