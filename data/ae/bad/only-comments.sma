; nothing

   ; at all
