What shows what stands in a file that others may not read is not for others to read, either: an index, what is converted, exported, saved, regenerated.

  $ cp "$SAMPLES"/ae/golden/ae.out.EL "$SAMPLES"/ae/golden/fig1.EL.exe "$ROOT"/data/demo/recorded/mean.clew .; umask 022; for m in 600 640 644; do chmod $m good-instance.wet mean.clew ae.out.EL
  $>   clew index --rebuild good-instance.wet >/dev/null; clew convert mean.clew -o made.wet 2>/dev/null; clew -c 'export! text made.text why' -c 'export! json made.json where' -c 'save made.session' mean.clew >/dev/null 2>&1
  $>   clew regenerate -o made.events ae.out.EL fig1.sma fig1.EL.exe; stat -c '%a %n' good-instance.wet.clew made.*; rm -f made.* good-instance.wet.clew; done
  600 good-instance.wet.clew
  600 made.events
  600 made.json
  600 made.session
  600 made.text
  600 made.wet
  640 good-instance.wet.clew
  640 made.events
  640 made.json
  640 made.session
  640 made.text
  640 made.wet
  644 good-instance.wet.clew
  644 made.events
  644 made.json
  644 made.session
  644 made.text
  644 made.wet
  $ umask 077; clew -c 'export! text made.text why' mean.clew; clew regenerate -o made.events ae.out.EL fig1.sma fig1.EL.exe; stat -c '%a %n' made.*
  made.text written
  600 made.events
  600 made.text
