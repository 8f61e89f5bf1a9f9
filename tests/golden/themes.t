Themes: files that say what styles look like. The user's own stand above those that came with clew; a wrong one is told with its line.

  $ mkdir -p own/clew/themes; echo 'value blue' >own/clew/themes/mine.theme; echo 'value bold' >own/clew/themes/dark.theme; echo x >own/clew/themes/.theme
  $> XDG_CONFIG_HOME=$PWD/own clew -c theme -c 'theme mine' -c 'show theme' -c theme | sed -E 's, /.*(own/clew|data), ...\1,'
    dark        ...own/clew/themes
  > default     ...data/themes
    light       ...data/themes
    mine        ...own/clew/themes
    plain       ...data/themes
  theme        mine
    dark        ...own/clew/themes
    default     ...data/themes
    light       ...data/themes
  > mine        ...own/clew/themes
    plain       ...data/themes
  $ clew -c 'set theme light' -c 'show theme' -c 'theme default' -c 'show theme' --json
  {"setting":"theme","value":"light"}
  {"setting":"theme","value":"default"}
  $ clew -c 'theme own/clew/themes/mine.theme' -c 'show theme' | sed "s,$PWD,HERE,"
  theme        HERE/own/clew/themes/mine.theme
  $ printf 'heading bold\nvalue purple\n' >purple.theme; clew -c 'theme purple.theme'
  purple.theme:2: `purple` is not a colour: expected black, red, green, yellow, blue, magenta, cyan or white, with or without bright-, 0 to 255, default, bold, underline, dim or reverse
  [1]
  $ printf 'heading bold\n\n\033]0;x\007 red\n' >escape.theme; clew -c 'theme ./escape.theme'
  ./escape.theme:3: `\x1b]0;x\x07` is not a style: expected one of normal, heading, current, dim, address, location, value, control, uncertain, unknown, warning, error, match, keyword, string, comment, number, preprocessor
  [1]
  $ printf 'value red on blue\n' >"two words.theme"; clew -c 'theme "two words.theme"'; clew -c 'theme two words.theme'
  two words.theme:1: `on` is not a colour: expected black, red, green, yellow, blue, magenta, cyan or white, with or without bright-, 0 to 255, default, bold, underline, dim or reverse
  two words.theme:1: `on` is not a colour: expected black, red, green, yellow, blue, magenta, cyan or white, with or without bright-, 0 to 255, default, bold, underline, dim or reverse
  [1]
  $ clew -c 'theme missing'; clew -c 'theme ./missing.theme'; clew -c 'theme ../themes/light'; clew -c 'set theme'; clew -c 'theme .'
  clew: there is no theme `missing`: `theme` lists them
  clew: there is no theme `./missing.theme`: `theme` lists them
  clew: there is no theme `../themes/light`: `theme` lists them
  clew: which theme? `theme` lists them
  clew: there is no theme `.`: `theme` lists them
  [1]
