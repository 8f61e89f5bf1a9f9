ae_schema 1
ae_id 0123456789abcdef
start_function main 1
start_block 0
compute_defn_1 R4 #IO
return x2
end_function main
