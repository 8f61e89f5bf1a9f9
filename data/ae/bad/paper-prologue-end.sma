start_function main 1
end_block 0
start_block 0
end_block 0
end_function main
