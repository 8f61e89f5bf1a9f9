#!/bin/bash
# tests/bench/density.sh [BUILD] - measures bytes per instruction of recordings, everything included, and of their texts by zstd -19. Asserts nothing.
#
# Records the demo, gzip and sort, each with --only=exe and with all code. The input is text of this project. zstd -19 takes about 1.5 s per MB of text;
# texts above TEXT_MOST (default 40m) are not compressed. For comparison: Zhang and Gupta (MICRO-37, 2004) report 4.1 to 4.3 bits, 0.53 bytes,
# per statement of their intermediate code.
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
build=$(cd "${1:-build}" && pwd) || exit 2
clew=$build/clew most=$(numfmt --from=si "$(tr a-z A-Z <<<"${TEXT_MOST:-40m}")")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 2
cat "$root"/src/*/*.c | head -c 1000000 >1m && head -c 40000 1m >40k && head -c 10000 1m >10k && head -c 300000 1m >300k
${CC:-gcc} -g -O0 -o mean "$root/data/demo/mean.c" || exit 2

per() { awk -v bytes="$1" -v count="$2" 'BEGIN { printf "%.2f", bytes / count }'; }
# density NAME WHAT PROGRAM...: a row.
density() {
    local name=$1 only=$2 count store text=- packed=- each=-
    shift 2
    "$clew" record --wait --only="$only" -o r.clew -- "$@" >out 2>log </dev/null || { echo "     $name: cannot record: $(tail -1 log)"; return; }
    count=$("$clew" -c info r.clew 2>/dev/null | awk '$1 == "executions" { gsub(",", "", $2); print $2 }')
    store=$(stat -c %s r.clew)
    if command -v zstd >/dev/null && "$clew" convert --format=wet -o - r.clew 2>/dev/null | head -c $((most + 1)) >text &&
        [ "$(stat -c %s text)" -le "$most" ]; then
        text=$(stat -c %s text) packed=$(zstd -19 -q -c text | wc -c)
        each=$(per "$packed" "$count")
    fi
    printf '     %-34s %-4s %12s %12s %8s %12s %12s %8s\n' "$name" "$only" "$count" "$store" "$(per "$store" "$count")" "$text" "$packed" "$each"
    rm -f r.clew text out
}
printf '\n     %-34s %-4s %12s %12s %8s %12s %12s %8s\n' 'density of recordings' only instructions 'store, bytes' each 'text, bytes' 'by zstd -19' each
density 'the demo' exe ./mean
density 'the demo' all ./mean
density 'gzip -c of 10 KB' exe gzip -c 10k
density 'gzip -c of 40 KB' all gzip -c 40k
density 'gzip -c of 1 MB' exe gzip -c 1m
density 'sort of 10 KB' exe sort 10k
density 'sort of 300 KB' all sort 300k
density 'sort of 1 MB' exe sort 1m
