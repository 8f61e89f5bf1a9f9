start_function main 1
start_block 0
end_block 0
uneventful_inst
return
end_function main
