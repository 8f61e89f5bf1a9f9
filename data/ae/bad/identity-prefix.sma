ae_schema 1
ae_id 0x23456789abcdef
