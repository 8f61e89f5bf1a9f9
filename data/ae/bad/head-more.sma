ae_schema 1 0
ae_id 0123456789abcdef
