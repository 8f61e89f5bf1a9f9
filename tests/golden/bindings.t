Keys that a user binds: they are of the full screen, but can be set, shown and refused everywhere.

  $ clew -i good-instance.wet <<'END'
  $> bind
  $> bind K deps
  $> bind "z x" goto 50%%
  $> bind " apropos quote
  $> bind j none
  $> bind C-x :why
  $> bind
  $> bind K
  $> bind d
  $> bind %
  $> unbind K
  $> bind K
  $> END
  you have bound no keys: `bind KEY COMMAND` binds one; `help` on the full screen lists clew's own keys
  K          deps
  z x        goto 50%%
  "          apropos quote
  j          none
  C-x        why
  K          deps
  d          deps  (built in)
  %          percent %  (built in)
  clew: `K` is not bound: `bind K COMMAND` binds it
  [1]
  $ clew --json -c 'bind F9 values @' -c bind -c 'bind q' good-instance.wet
  {"key":"F9","command":"values @","own":true}
  {"key":"q","command":"close","own":false}

What is no key, what is no command, what cannot be bound.

  $ clew -i <<'END'
  $> bind Nokey deps
  $> bind C-i deps
  $> bind "z Nokey" deps
  $> bind "a b c" deps
  $> bind "" deps
  $> bind Esc deps
  $> bind 5 deps
  $> bind K frobnicate
  $> bind K s-x
  $> unbind
  $> unbind j
  $> unbind j k
  $> unbind Nokey
  $> END
  clew: no key is named `Nokey`: expected a character, or a name such as Space, Enter, F1, C-a, M-Right, S-Tab; put two keys in double quotes
  clew: C-i arrives as Tab: bind Tab
  clew: no key is named `Nokey`: expected a character, or a name such as Space, Enter, F1, C-a, M-Right, S-Tab; put two keys in double quotes
  clew: a binding has one key or two: "a b c" has more
  clew: a key is a character, or a name such as Space, F1 or C-a
  clew: `Esc` cannot be bound: it cancels and interrupts
  clew: `5` cannot be bound: it begins a count
  clew: unknown command `frobnicate`: `help` lists the commands
  clew: unknown command `s-x`: `help` lists the commands
  clew: `unbind` needs a key: `bind` lists the keys you bound
  clew: you have not bound `j`: `bind j none` makes it do nothing
  clew: one argument too many: k; usage: unbind KEY
  clew: no key is named `Nokey`: expected a character, or a name such as Space, Enter, F1, C-a, M-Right, S-Tab; put two keys in double quotes
  [1]

A key to the prompt there must be; without one that closes there is the prompt, which is said. The first of two keys is none alone.

  $ clew -i <<'END'
  $> bind : deps
  $> bind ": x" deps
  $> bind F12 prompt
  $> bind : deps
  $> unbind F12
  $> bind F12 search /a/
  $> bind K prompt /
  $> bind F12 none
  $> unbind :
  $> unbind F12
  $> bind "z Esc" top
  $> bind q top
  $> bind q
  $> unbind q
  $> bind "q x" top
  $> END
  clew: no key would open the prompt any more: bind one first, as in `bind F12 prompt`
  clew: no key would open the prompt any more: bind one first, as in `bind F12 prompt`
  clew: no key would open the prompt any more: bind one first, as in `bind F12 prompt`
  clew: no key would open the prompt any more: bind one first, as in `bind F12 prompt`
  clew: no key would open the prompt any more: bind one first, as in `bind F12 prompt`
  clew: `Esc` cannot be bound: it cancels and interrupts
  no key closes lists or quits clew now: use `close` and `quit` at the prompt
  q          top
  no key closes lists or quits clew now: use `close` and `quit` at the prompt
  [1]
  $ clew --json -c 'bind q none' -c 'bind q quit' -c 'bind q none' -c 'bind K close'
  {"key":"q","warning":"no key closes lists or quits clew now: use `close` and `quit` at the prompt"}
  {"key":"q","warning":"no key closes lists or quits clew now: use `close` and `quit` at the prompt"}

A saved session tells them in that order, for a clewrc.

  $ clew -c 'bind K deps' -c 'bind F12 prompt' -c 'bind : none' -c 'bind F11 prompt' -c 'bind F12 hex' -c 'save keys.session'
  saved keys.session: 0 traces
  put 4 keys into your clewrc: a session file has aliases and keys only as comments
  $ grep bind keys.session
  # for your clewrc: bind F11 prompt
  # for your clewrc: bind K deps
  # for your clewrc: bind F12 hex
  # for your clewrc: bind : none
  $ sed -n 's/^# for your clewrc: //p' keys.session >keys.rc; clew --rc=keys.rc -c bind -c 'save keys.session'; grep bind keys.session
  F11        prompt
  K          deps
  F12        hex
  :          none
  saved keys.session: 0 traces
  [1]
