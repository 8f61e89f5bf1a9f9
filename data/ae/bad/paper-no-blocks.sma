start_function main 1
uneventful_inst
end_function main
