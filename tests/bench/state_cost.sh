#!/bin/bash
# tests/bench/state_cost.sh [BUILD] - measures what the state stream costs: recordings with and without it (--state=no), each with the default and --only=all.
#
# Prints, for each program: the sizes, their ratio, the stream in percent of the recording with --only=all; and the ratio of elapsed time and of
# processor time, medians of ROUNDS (default 5) rounds in which both record in turn. Asserts nothing. A program that is missing has no row.
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
clew=$(cd "${1:-build}" && pwd)/clew || exit 2
rounds=${ROUNDS:-5}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 2
export LC_ALL=C TIMEFORMAT='%R %U %S'
. "$root/tests/bench/inputs.sh"
cat >words.cc <<'END'
#include <fstream>
#include <iostream>
#include <map>
#include <string>
int main()
{
    std::map<std::string, int> words;
    std::ifstream in("40k");
    for (std::string word; in >> word;)
        words[word]++;
    for (auto &[word, count] : words)
        if (count > 20)
            std::cout << word << ' ' << count << '\n';
}
END
g++ -g -O1 -o words words.cc || exit 2

# record OUT ONLY MORE PROGRAM...: "elapsed processor" on standard output.
record() {
    local out=$1 only=$2 more=$3
    shift 3
    { time "$clew" record --wait --only="$only" $more -o "$out" -- "$@" >/dev/null 2>&1 <"${input:-/dev/null}"; } 2>&1 | tail -1 | awk '{ print $1, $2 + $3 }'
}
cost() {
    local name=$1 only
    shift
    command -v "$1" >/dev/null || return
    local whole=0
    for only in all exe; do
        : >times
        for ((i = 0; i < rounds; i++)); do
            echo "$(record with.clew $only '' "$@") $(record without.clew $only --state=no "$@")" >>times
        done
        local with without
        with=$(stat -c %s with.clew) without=$(stat -c %s without.clew)
        [ $only = exe ] || whole=$with
        printf '     %-9s %-4s %12s %12s %8s %10s %9s %9s\n' "$name" $only "$with" "$without" "$(awk "BEGIN { printf \"%.2f\", $with / $without }")" \
            "$(awk "BEGIN { printf \"%.2f\", $with / $whole }")" "$(awk '{ print $1 / $3 }' times | median)" "$(awk '{ print $2 / $4 }' times | median)"
    done
}
printf '\n     the cost of registers and memory\n'
printf '     %-9s %-4s %12s %12s %8s %10s %9s %9s\n' program only 'with, bytes' 'without' ratio 'of all' elapsed processor
cost gzip gzip -c 40k
cost sort sort 300k
input=sql cost sqlite3 sqlite3
cost python3 "${python:-python3}" py
cost jq jq -c '.msg|index("!")' json
cost C++ ./words
