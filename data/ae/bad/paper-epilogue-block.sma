start_function main 1
start_block 0
end_block 0
uneventful_inst
start_block 1
end_block 1
end_function main
