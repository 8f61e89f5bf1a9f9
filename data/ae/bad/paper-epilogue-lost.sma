start_function main 1
start_block 0
end_block_jump 0 0
uneventful_inst
end_function main
