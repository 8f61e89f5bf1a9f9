Execution traces of GNATcoverage, real and made: what is printed in each of the three forms, the exit status, and where the diagnostics point are as
the collection's table says.

  $ cd "$SAMPLES/gnatcov" && work=$(mktemp -d) && rows=0
  $> while IFS=$'\t' read -r file mode status diagnostics origin; do
  $>     case $file in '#'*) continue ;; esac
  $>     option=; [ "$mode" = dump ] || option=--$mode
  $>     clew dump-trace $option "$file" >"$work/printed" 2>"$work/told"; now=$?
  $>     places=$(sed -n 's/^clew: [^:]*: byte \([0-9]*\): \(error\|warning\): ..*/\2@\1/p' "$work/told" | paste -sd,)
  $>     [ "$(wc -l <"$work/told")" = "$(grep -c '^clew: .*: byte ' "$work/told")" ] || echo "$file $mode: another line on standard error"
  $>     cmp "$work/printed" "expected/${file##*/}.$mode" || echo "$file $mode: another text"
  $>     [ "$now ${places:--}" = "$status $diagnostics" ] || echo "$file $mode: $now ${places:--}, expected $status $diagnostics"
  $>     rows=$((rows + 1))
  $> done <expect.tsv; rm -r "$work"; echo "$rows rows"
  108 rows
