#!/bin/bash
# tests/bench/record.sh [BUILD...] - measures `clew record` from end to end, as its user waits: until the prompt is back, and until the recording is whole.
#
# Records gzip, sort, python3, sqlite3, perl, cc1 and jq with default options. Prints for each program the time of `valgrind --tool=none` in seconds and as a
# multiple of the native time, and for each build (default: build) the two waits as multiples of `valgrind --tool=none`: medians of ROUNDS (default 3) rounds in
# which all take turns. The prompt is that of --no-wait; where a build has no such option, both waits are the same. Asserts nothing. A program that is
# missing has no row.
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
[ $# -gt 0 ] || set -- "$root/build"
builds=(); for build; do builds+=("$(cd "$build" && pwd)") || exit 2; done
rounds=${ROUNDS:-3}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 2
export LC_ALL=C TIMEFORMAT='%R'
. "$root/tests/bench/inputs.sh"
echo 'my %h; while (<>) { $h{$_}++ for /\w+/g } print join(" ", (sort { $h{$b} <=> $h{$a} || $a cmp $b } keys %h)[0..9]), "\n"' >pl
printf '#include <stdio.h>\nstatic int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\nint main(void) { printf("%%d\\n", f(20)); return 0; }\n' >fib.c
gcc -E fib.c -o fib.i
cc1=$(gcc -print-prog-name=cc1)

seconds() { { time "$@" >/dev/null 2>&1 <"${input:-/dev/null}"; } 2>&1 | tail -1; }
waits=(); for build in "${builds[@]}"; do waits+=(--no-wait); "$build/clew" record --help | grep -q -- --no-wait || waits[-1]=--progress=never; done

# row NAME PROGRAM...
row() {
    local name=$1 i k begin
    shift
    command -v "$1" >/dev/null || return
    rm -f native none prompt.* whole.*
    for ((i = 0; i < rounds; i++)); do
        seconds "$@" >>native
        seconds valgrind --tool=none -q "$@" >>none
        for k in "${!builds[@]}"; do
            begin=$EPOCHREALTIME
            seconds "${builds[k]}/clew" record "${waits[k]}" -o "r$k.clew" -- "$@" >>"prompt.$k"
            "${builds[k]}/clew" -c 'info trace' "r$k.clew" >/dev/null 2>&1
            awk -v from="$begin" -v to="$EPOCHREALTIME" 'BEGIN { print to - from }' >>"whole.$k"
            rm -f "r$k.clew"
        done
    done
    printf '     %-9s %7s %7s' "$name" "$(median <none)" "$(awk -v a="$(median <none)" -v b="$(median <native)" 'BEGIN { printf "%.0f", (b > 0 ? a / b : 0) }')"
    for k in "${!builds[@]}"; do
        awk -v none="$(median <none)" -v prompt="$(median <prompt."$k")" -v whole="$(median <whole."$k")" 'BEGIN { printf "   %7.1f %7.1f", prompt / none, whole / none }'
    done
    echo
}
printf '\n     recording, as multiples of valgrind --tool=none\n     %-9s %7s %7s' program 'none, s' native
for build in "${builds[@]}"; do printf '   %7s %7s' prompt whole; done; echo
row gzip gzip -c 40k
row sort sort 300k
row python3 "$python" py
input=sql row sqlite3 sqlite3 :memory:
row perl perl pl 40k
row cc1 "$cc1" -quiet -O1 fib.i -o fib.s
row jq jq -c '.msg|index("!")' json
