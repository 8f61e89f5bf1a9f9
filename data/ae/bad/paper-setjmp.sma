start_function main 1
start_block 0
call_setjmp 0
end_block 0
end_function main
