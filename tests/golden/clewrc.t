The user's clewrc: read at the prompt and by the full screen; batch answers everybody alike, unless a file is named.

  $ mkdir -p configuration/clew home/.config/clew
  $> echo 'alias xdg where' >configuration/clew/clewrc; echo 'alias config where' >home/.config/clew/clewrc; echo 'alias dot where' >home/.clewrc
  $ echo alias | XDG_CONFIG_HOME=$PWD/configuration HOME=$PWD/home clew -i
  xdg        where
  $ echo alias | env -u XDG_CONFIG_HOME HOME=$PWD/home clew -i
  config     where
  $ rm home/.config/clew/clewrc; echo alias | env XDG_CONFIG_HOME=relative HOME=$PWD/home clew -i
  dot        where
  $ rm home/.clewrc; echo alias | env -u XDG_CONFIG_HOME HOME=$PWD/home clew -i
  no aliases: `alias NAME COMMAND` makes one
  $ XDG_CONFIG_HOME=$PWD/configuration clew -c alias good-instance.wet
  no aliases: `alias NAME COMMAND` makes one
  $ XDG_CONFIG_HOME=$PWD/configuration clew -c alias --rc=configuration/clew/clewrc good-instance.wet
  xdg        where
  $ echo alias | XDG_CONFIG_HOME=$PWD/configuration clew -i --no-rc
  no aliases: `alias NAME COMMAND` makes one
  $ echo alias | XDG_CONFIG_HOME=$PWD/configuration clew -i --rc=configuration/clew/clewrc --no-rc
  clew: --rc or --no-rc, not both; clew --help says more
  [2]
  $ echo alias | clew -i --rc=missing
  clew: missing: cannot be opened: No such file or directory
  [1]
  $ mkdir folder; echo alias | clew -i --rc=folder
  clew: folder: is a folder, not a file
  [1]
  $ rm configuration/clew/clewrc; mkdir configuration/clew/clewrc
  $> echo alias | XDG_CONFIG_HOME=$PWD/configuration clew -i 2>&1 | sed "s,$PWD,HERE,"
  HERE/configuration/clew/clewrc: is a folder, not a file
  no aliases: `alias NAME COMMAND` makes one

What may stand in it, and what not; each wrong line is told, and the rest is read.

  $ printf 'set hex off\r\n  # a comment\n\nalias w where\nw\nbind K w\nbind Nokey w\nopen good-instance.wet\nsave out\nquit\nset\nset hex perhaps\nset nothing\n\033]0;title\007\nalias q2 quit\nq2\nset source-path /usr\nalias last w\n' >wrong.rc
  $ printf 'show hex\nbind\nalias\nshow source-path\n' | clew -i --rc=wrong.rc
  wrong.rc:5: a clewrc may contain only `set`, `bind`, `unbind`, `alias`, `theme` and comments, not `where`
  wrong.rc:7: no key is named `Nokey`: expected a character, or a name such as Space, Enter, F1, C-a, M-Right, S-Tab; put two keys in double quotes
  wrong.rc:8: a clewrc may contain only `set`, `bind`, `unbind`, `alias`, `theme` and comments, not `open`
  wrong.rc:9: a clewrc may contain only `set`, `bind`, `unbind`, `alias`, `theme` and comments, not `save`
  wrong.rc:10: a clewrc may contain only `set`, `bind`, `unbind`, `alias`, `theme` and comments, not `quit`
  wrong.rc:11: `set` needs a setting and a value: set SETTING VALUE; `show` lists the settings
  wrong.rc:12: unknown value `perhaps`: expected one of on, off, integers
  wrong.rc:13: unknown setting `nothing`: expected one of grain, hex, source-path, prune, bbc, level, mouse, values, resume, theme, print-elements, allocators, cache, substitute-path
  wrong.rc:14: unknown command `\x1b]0;title\x07`: `help` lists the commands
  wrong.rc:16: a clewrc may contain only `set`, `bind`, `unbind`, `alias`, `theme` and comments, not `quit`
  hex          off
  K          w
  w          where
  q2         quit
  last       w
  source-path  /usr
  $ clew -c 'show source-path' --rc=wrong.rc --source-path=/given 2>/dev/null
  source-path  /given
  $ for i in $(seq 30); do echo "wrong$i"; done >many.rc; echo alias | clew -i --rc=many.rc
  many.rc:1: unknown command `wrong1`: `help` lists the commands
  many.rc:2: unknown command `wrong2`: `help` lists the commands
  many.rc:3: unknown command `wrong3`: `help` lists the commands
  many.rc:4: unknown command `wrong4`: `help` lists the commands
  many.rc:5: unknown command `wrong5`: `help` lists the commands
  many.rc:6: unknown command `wrong6`: `help` lists the commands
  many.rc:7: unknown command `wrong7`: `help` lists the commands
  many.rc:8: unknown command `wrong8`: `help` lists the commands
  many.rc:9: unknown command `wrong9`: `help` lists the commands
  many.rc:10: unknown command `wrong10`: `help` lists the commands
  many.rc:11: unknown command `wrong11`: `help` lists the commands
  many.rc:12: unknown command `wrong12`: `help` lists the commands
  many.rc:13: unknown command `wrong13`: `help` lists the commands
  many.rc:14: unknown command `wrong14`: `help` lists the commands
  many.rc:15: unknown command `wrong15`: `help` lists the commands
  many.rc:16: unknown command `wrong16`: `help` lists the commands
  many.rc:17: unknown command `wrong17`: `help` lists the commands
  many.rc:18: unknown command `wrong18`: `help` lists the commands
  many.rc:19: unknown command `wrong19`: `help` lists the commands
  many.rc:20: unknown command `wrong20`: `help` lists the commands
  and 10 more lines that clew did not understand
  no aliases: `alias NAME COMMAND` makes one

The example is right.

  $ clew --rc=$(dirname $(dirname $(readlink -f $(command -v clew))))/data/clewrc -c bind -c alias -c "show hex" -c "show theme"
  K          why all
  g g        top
  g e        bottom
  def        deps
  half       goto 50%
  hex          off
  theme        light
