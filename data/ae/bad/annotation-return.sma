ae_schema 1
ae_id 0123456789abcdef
start_function main 1
start_block 0
return x2 %loop_exit(0 0)
end_function main
