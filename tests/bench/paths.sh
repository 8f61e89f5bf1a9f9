#!/bin/bash
# tests/bench/paths.sh BUILD - times decoding of paths in a function of 10^5 blocks; asserts nothing.
build=${1:-build} program=$(mktemp)
trap 'rm -f "$program"' EXIT
gcc -std=c11 -O2 -D_GNU_SOURCE -Isrc -I. -o "$program" tests/bench/paths.c "$build/libclew.a" && "$program"
