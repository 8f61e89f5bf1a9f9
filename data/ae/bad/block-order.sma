ae_schema 1
ae_id 0123456789abcdef
start_function main 2
start_block 1
return x2
start_block 0
return x2
end_function main
