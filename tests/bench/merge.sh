#!/bin/bash
# tests/bench/merge.sh BUILD - compares merging 100 traces of a million entries each with `cat` of the same files; asserts nothing.
#
# TRACES (default 100) and ENTRIES (default 1000000) make it smaller. An entry takes 16 bytes, so a temporary folder needs 1.6 GB, one shape after the other;
# above 2 GB the script refuses.
build=${1:-build} traces=${TRACES:-100} entries=${ENTRIES:-1000000} folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ((traces * entries > 125000000)); then echo "merge.sh: more than 2 GB of traces"; exit 1; fi
gcc -std=c11 -O2 -D_GNU_SOURCE -Isrc -I. -o "$folder/merge" tests/bench/merge.c "$build/libclew.a" || exit 1
TIMEFORMAT='%R %U %S'

# cost COMMAND...: its user+system seconds.
cost() { { time "$@" >"$folder/out"; } 2>&1 | tail -1 | awk '{ print $2 + $3 }'; }

for shape in same half random; do
    mkdir "$folder/traces"
    "$folder/merge" write "$shape" "$traces" "$entries" "$folder/traces" || exit 1
    cat "$folder"/traces/* >/dev/null
    plain=$(cost bash -c "cat $folder/traces/* | cat >/dev/null") merged=$(cost "$folder/merge" "$folder"/traces/*)
    awk -v s="$shape" -v p="$plain" -v m="$merged" 'BEGIN { printf "%-7s merge %.2f s, cat %.2f s of CPU, ratio %.1f; ", s, m, p, (p > 0 ? m / p : 0) }'
    cat "$folder/out"
    rm -r "$folder/traces"
done
