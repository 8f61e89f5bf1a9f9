ae_schema 1
start_function main 1
