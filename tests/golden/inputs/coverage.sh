# coverage.sh [ADDRESS:SIZE:OP...] - a flat trace of GNATcoverage with these entries, all numbers hexadecimal, on standard output.
# so:BASE:SIZE:NAME is a shared object that is loaded there; its size is that of its code.
# Without arguments: the program coverage.s as `program`, and two traces of it.
info() { printf "\\x0$1\\0\\0\\0\\x$(printf %02x ${#2})\\0\\0\\0$2"; head -c $((-${#2} & 3)) /dev/zero; }
object() {                                          # base, size, name
    entry "$1" 2 80
    info 1 "$3"
    info a " $((0x$2))"
    printf '\0\0\0\0\0\0\0\0'
}
entry() {
    local word='' i
    for i in 0 1 2 3 4 5 6 7; do word+=$(printf '\\x%02x' $((0x$1 >> 8 * i & 255))); done
    printf "$word\\x$(printf %02x $((0x$2 & 255)))\\x$(printf %02x $((0x$2 >> 8)))\\x$3\\0\\0\\0\\0\\0"
}
trace() {
    printf '#QEMU-Traces\1\0\10\0\0\076\0\0'
    for e; do
        IFS=: read -r address size op name <<<"$e"
        if [ "$address" = so ]; then object "$size" "$op" "$name"; else entry "$address" "$size" "$op"; fi
    done
}
[ $# -gt 0 ] && { trace "$@"; exit; }
as -g -o coverage.o coverage.s && ld -Ttext=0x401000 -o program coverage.o || exit 1
trace 401000:7:11 401018:4:11 401020:4:12 401024:4:11 401029:1:11 >a.trace
trace 401000:7:11 401018:4:12 40101c:4:12 401020:4:12 401024:4:12 401028:2:11 >b.trace
