#!/bin/bash
# tests/bench/ae.sh [BUILD] - the tables of the paper on Abstract Execution, with programs of the same four sorts; asserts nothing.
#
# Measures everything once in each of ROUNDS (default 3) rounds. Prints medians of user and system time; of the two programs only
# user time, because the disk caused most of the paper's overhead. Needs
# mips-linux-gnu-gcc and qemu-mips; compress (ncompress) and valgrind for their columns. The paper's figures (Larus 1990, section 6)
# come from a DECstation 3100 and other programs: they show the order of magnitude, and are not comparable. Under an emulator, the
# time cost of instrumentation says little; the ratio of executed instructions, library included, says more.
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
build=${1:-build} rounds=${ROUNDS:-3}
case $build in /*) ;; *) build=$root/$build ;; esac
here=$root/tests/ae clew=${CLEW:-$build/clew} failed=0 count=0
. "$here/common"
programs=(connect pack polyomino gauss)
declare -A size=([connect]=150 [pack]=1280 [polyomino]=5 [gauss]=200)
declare -A small=([connect]=6 [pack]=24 [polyomino]=3 [gauss]=45)       # for Valgrind, whose rate does not depend on the size
declare -A paper=([connect]='pdp 1.9 1.3 9.8 141.7 171533' [pack]='compress 1.3 1.2 19.9 52.9 350017'
    [polyomino]='polyd 3.5 2.7 15.5 117.9 247628' [gauss]='sgefa 1.0 0.6 50.7 584.0 381893')
TIMEFORMAT='%U %S'
cost() { { time "$@" >/dev/null 2>/dev/null </dev/null; } 2>&1 | tail -1 | awk '{ print $1 + $2 }'; }
user_cost() { local TIMEFORMAT=%U; { time "$@" >/dev/null 2>/dev/null </dev/null; } 2>&1 | tail -1; }
run_plain() { cp plain prog && env -i "$qemu" ./prog "$argument"; }
run_instrumented() { cp instrumented prog && env -i "$qemu" ./prog "$argument"; }
run_counted() { cp plain prog && env -i "$qemu" -plugin "$oracle,$1totals=$2" ./prog "$argument"; }
valgrind=$(command -v valgrind.bin || command -v valgrind)
[ -x /usr/bin/valgrind.bin ] && export VALGRIND_LAUNCHER=/usr/bin/valgrind.bin

prepare() {                             # prepare NAME: makes everything to measure, in a folder of its own
    local source=$root/tests/bench/ae/$1.c
    mkdir "$work/$1" && cd "$work/$1" || exit 2
    argument=${size[$1]}
    compile_both -O2 "$source" >log 2>&1 || { cat log; return 1; }
    run_instrumented >/dev/null && mv ae.out events || return 1
    functions_list prog.sma instrumented >functions
    run_counted ranges=functions, totals >/dev/null
    run_counted '' totals-plain >/dev/null
    cp instrumented prog && env -i "$qemu" -plugin "$oracle,totals=totals-instrumented" ./prog "$argument" >/dev/null
    command -v compress >/dev/null && compress -c events >events.Z
    "$clew" aec -o regenerated.c instrumented prog.sma && native counted -Wno-unused regenerated.c "$root/tests/bench/ae/count.c" 2>/dev/null || rm -f counted
    gcc -O2 -o native "$source"
    [ -z "$valgrind" ] || "$valgrind" --tool=lackey --trace-mem=yes --log-fd=9 ./native "${small[$1]}" 9>&1 >/dev/null | grep -c '^ *[ILSM] *[0-9a-f]' >lackey
}

measure() {                             # measure NAME: prints a line "KIND SECONDS" for each
    cd "$work/$1" || exit 2
    argument=${size[$1]}
    { echo "plain $(user_cost run_plain)"
      echo "instrumented $(user_cost run_instrumented)"
      echo "count $(cost "$clew" regenerate --format=count prog.sma events instrumented)"
      echo "bin5 $(cost "$clew" regenerate --format=bin5 prog.sma events instrumented)"
      [ -x counted ] && echo "aec $(cost ./counted events)"
      echo "qemu $(cost run_counted ranges=functions, /dev/null)"
      [ -s lackey ] && echo "lackey $(cost "$valgrind" --tool=lackey --trace-mem=yes --log-file=/dev/null ./native "${small[$1]}")"; } >>times
}

# median KIND: of this folder's times; rate KIND COUNT: millions a second.
median() { awk -v kind="$1" '$1 == kind { print $2 }' times | sort -n | awk '{ v[NR] = $1 } END { print NR ? v[int((NR + 1) / 2)] : 0 }'; }
rate() { awk -v time="$(median "$1")" -v count="${2:-0}" 'BEGIN { if (time > 0 && count > 0) printf "%.1f", count / time / 1e6; else print "-" }'; }
ratio() { awk -v a="${1:-0}" -v b="${2:-0}" -v digits="$3" 'BEGIN { if (b > 0) printf "%.*f", digits, a / b; else print "-" }'; }

each() {                                # each FUNCTION: with its folder, totals and the paper's figures at hand
    for name in "${programs[@]}"; do
        cd "$work/$name" || exit 2
        read -r _ instructions _ references _ _ <totals
        addresses=$((instructions + references)) bytes=$(stat -c %s events) packed=$(stat -c %s events.Z 2>/dev/null)
        read -r p_name p_run p_profile p_ratio p_packed p_rate <<<"${paper[$name]}"
        $1
    done
}
row_time() {
    local plain instrumented executed
    plain=$(median plain) instrumented=$(median instrumented)
    executed=$(ratio "$(cut -d' ' -f6 totals-instrumented)" "$(cut -d' ' -f6 totals-plain)" 2)
    printf '%-10s %8s %12s %8s %12s %10s %6s\n' "$name" "$plain" "$instrumented" "$(ratio "$instrumented" "$plain" 2)" "$executed" \
        "$p_name" "$(awk "BEGIN { printf \"%.2f\", 1 + $p_profile / $p_run }")"
}
row_size() {
    printf '%-10s %10s %10s %12s %11s %9s %9s %10s %6s %6s\n' "$name" "$bytes" "${packed:--}" "$instructions" "$references" \
        "$(ratio $((addresses * 5)) "$bytes" 1)" "$(ratio $((addresses * 5)) "$packed" 1)" "$p_name" "$p_ratio" "$p_packed"
}
row_rate() {
    printf '%-10s %8s %8s %8s %8s %8s %14s\n' "$name" "$(rate count $addresses)" "$(rate bin5 $addresses)" "$(rate aec $addresses)" "$(rate qemu $addresses)" \
        "$(rate lackey "$(cat lackey 2>/dev/null)")" "$(awk "BEGIN { printf \"%.2f\", $p_rate / 1e6 }")"
}
row_jumps() {
    "$work/jumps" 3000 prog.sma events instrumented | awk -v name="$name" '{
        printf "%-10s %12s %11s %8.1f %9.1f %9.3f %9.3f\n", name, $2, $6, $8 / 1048576, $2 / $4 / 1e6, $10 * 1e3, $12 * 1e3 }'
}

for name in "${programs[@]}"; do
    prepare "$name" || { echo "ae.sh: $name does not compile or run"; exit 1; }
done
for ((round = 0; round < rounds; round++)); do
    for name in "${programs[@]}"; do measure "$name"; done
done
echo "Abstract Execution: gcc -O2, median of $rounds rounds"
printf '\n%-10s %8s %12s %8s %12s %17s\n' program 'plain s' 'instrum. s' ratio instructions 'paper: ratio'
each row_time
printf '\n%-10s %10s %10s %12s %11s %9s %9s %24s\n' program events 'events.Z' instructions references '5n/events' '5n/.Z' 'paper: 5n/events, 5n/.Z'
each row_size
printf '\n%-10s %8s %8s %8s %8s %8s %14s   millions of addresses a second\n' program clew bin5 aec qemu lackey 'paper: aec'
each row_rate
libraries="$(pkg-config --libs libelf capstone libcjson libzstd zlib liblzma) -ldwarf -liberty"
cd "$root" && native "$work/jumps" -Isrc -I. tests/bench/ae/jumps.c "$build/libclew.a" $libraries 2>"$work/log" || { tail -3 "$work/log"; exit 0; }
printf '\n%-10s %12s %11s %8s %9s %9s %9s   3,000 random jumps through the timeline\n' program addresses checkpoints MB 'pass M/s' 'mean ms' 'worst ms'
each row_jumps
