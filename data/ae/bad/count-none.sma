ae_schema 1
ae_id 0123456789abcdef
start_function main 1
start_block 0
uneventful_inst x
return x2
end_function main
