ae_schema 2
ae_id 0123456789abcdef
