ae_schema 1
ae_id 0123456789abcdef
start_function main 1
start_block 0
return x2
uneventful_inst
end_function main
