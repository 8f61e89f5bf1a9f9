ae_schema 1
ae_id 0123456789abcdef
hello
