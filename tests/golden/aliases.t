Aliases: what follows one is appended; the name of a command can be one; none goes on for ever.

  $ clew -i good-instance.wet <<'END'
  $> alias
  $> alias w where
  $> alias first w
  $> alias px print/x
  $> alias where where 20
  $> alias
  $> alias px
  $> first
  $> px 10
  $> where
  $> w
  $> fir
  $> help first
  $> help where
  $> alias fire deps
  $> fir
  $> unalias where
  $> where
  $> w
  $> unalias where
  $> alias where
  $> END
  no aliases: `alias NAME COMMAND` makes one
  alias `w` replaces the short form of why: `\w` still runs that, `unalias w` restores it
  alias `where` replaces clew's own command: `\where` still runs that, `unalias where` restores it
  w          where
  first      w
  px         print/x
  where      where 20
  px         print/x
  0x113e#3 of 4  largest max.c:5
    for (; i < 3; i++)
  = 0x0  of 0x1139#0  largest max.c:4
  0x113e#3 of 4  largest max.c:5
    for (; i < 3; i++)
  0x113e#3 of 4  largest max.c:5
    for (; i < 3; i++)
  0x113e#3 of 4  largest max.c:5
    for (; i < 3; i++)
  first is an alias: where 20
  where [POS]
    Shows where you are, with code and value.
    `where POS` shows another place and does not go there.
  where is an alias: where 20
  where [POS]
    Shows where you are, with code and value.
    `where POS` shows another place and does not go there.
  clew: ambiguous command `fir`: it fits first, fire
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  clew: there is no alias `where`: `alias` lists them
  clew: there is no alias `where`: `alias` lists them
  [1]
  $ clew --json -c 'alias f find' -c alias -c 'f /largest/' good-instance.wet
  {"alias":"f","shadows":"frame"}
  {"alias":"f","command":"find"}
  clew: the search wrapped around
  {"id":10,"address":"0x1139","instance":0,"file":"max.c","function":"largest","line":4}

Two that stand for each other; what cannot be one.

  $ clew -i good-instance.wet <<'END'
  $> alias a1 where
  $> alias b1 a1
  $> alias a1 b1
  $> a1
  $> alias alias where
  $> alias 1 where
  $> alias a/b where
  $> alias x1 frobnicate
  $> alias x1 s
  $> alias find-x x1
  $> unalias
  $> unalias nobody
  $> unalias x1 find-x
  $> END
  clew: unknown command `a1`: `help` lists the commands
  clew: `alias` cannot be redefined: it is needed to remove aliases
  clew: an alias is a letter, then letters, digits, - or _, not `1`
  clew: an alias is a letter, then letters, digits, - or _, not `a/b`
  clew: unknown command `frobnicate`: `help` lists the commands
  clew: `unalias` needs the name of an alias: `alias` lists them
  clew: there is no alias `nobody`: `alias` lists them
  clew: one argument too many: find-x; usage: unalias NAME
  [1]

A script by an alias is a script; help lists them.

  $ clew -c 'alias tour source' -c 'tour tour.script' -c 'alias zz centre' -c zz good-instance.wet
  alias `tour` replaces clew's own command: `\tour` still runs that, `unalias tour` restores it
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  control  no definer recorded
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  0x1142#2 of 3  largest max.c:6
    best = value[i] > best ? value[i] : best;  = 0x7f
  clew: `zz` needs the full screen: start clew without -c, -x and -i
  [1]
  $ clew -c 'alias tour source' -c 'help' good-instance.wet | head -3
  alias `tour` replaces clew's own command: `\tour` still runs that, `unalias tour` restores it
  Your own aliases
    tour     source

One that stands before a command of clew's is told when it is made, and its help has both.

  $ clew -i <<'END'
  $> alias undo back
  $> alias undo forward
  $> help undo
  $> unalias undo
  $> help undo
  $> alias u where
  $> alias prompt where
  $> END
  alias `undo` replaces clew's own command: `\undo` still runs that, `unalias undo` restores it
  undo is an alias: forward
  forward
    Jumps forward again after `back`.
    Also: fo
  
  Without the alias undo is
  undo
    Takes back the last edit.
    Edits are marks, notes, displays, breakpoints, settings, aliases, keys and the theme. clew keeps the last two hundred, back to where you last closed a trace. `back` takes back a jump.
  undo
    Takes back the last edit.
    Edits are marks, notes, displays, breakpoints, settings, aliases, keys and the theme. clew keeps the last two hundred, back to where you last closed a trace. `back` takes back a jump.
  alias `u` replaces the short form of uses: `\u` still runs that, `unalias u` restores it
  clew: `prompt` cannot be redefined: a key needs it to open the prompt
  [1]
  $ clew --json -c 'alias undo back'
  {"alias":"undo","shadows":"undo"}

A backslash says the command itself, as in shells. An alias can stand where a command takes one, and an empty line repeats what an alias meant once.

  $ clew -c 'alias where marks' -c 'where' -c '\where' -c 'alias here \where' -c 'here' -c '\' -c '\nowhere' good-instance.wet
  alias `where` replaces clew's own command: `\where` still runs that, `unalias where` restores it
  no marks
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  clew: \ needs a command name: `\NAME` runs clew's own command, not an alias
  clew: unknown command `nowhere`: the nearest is where; `help` lists the commands
  [1]
  $ printf '%s\n' 'alias next-execution next-execution 1' 'goto 30#0' 'next-execution' '' | clew -i good-instance.wet 2>&1 | grep -o '0x[0-9a-f]*#[0-9]*\|clew:.*'
  0x1142#0
  0x1142#1
  0x1142#2
  $ clew -c 'alias def deps' -c 'filter /0x/ def' -c 'pipe def | wc -l' -c 'pipe \deps | wc -l' good-instance.wet
  data     0x1142#2  largest max.c:6  = 0x7f  best = value[i] > best ? value[i] : best;
  2
  2
