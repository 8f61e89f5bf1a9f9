# agrees.awk - checks that a schema has the program's instructions.  SPDX-License-Identifier: GPL-3.0-or-later
#
#     awk -f agrees.awk SCHEMA FUNCTIONS CODE
#
# FUNCTIONS: lines "LOW HIGH NAME"; CODE: objdump -d --no-show-raw-insn. Every function's operators must cover it to the byte. The schema must have loads
# and stores exactly where the code has them. Prints differences, then a summary; exits with 1 if there are any.
function hex(text,   i, value) {
    text = tolower(text)
    sub(/^0x/, "", text)
    for (i = 1; i <= length(text); i++)
        value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}
function differ(what) {
    if (++different <= 10)
        print what
}
FNR == 1 { file++ }
{ sub(/;.*/, "") }

# From the schema: the instruction number of each reference in its function, and the number of instructions.
file == 1 && $1 == "start_function" { name = $2; size[name] = 0; functions++ }
file == 1 && name != "" && $1 !~ /^(start|end)_(function|block_target)$/ && $1 != "start_block" && NF {
    count = 1
    for (i = 2; i <= NF; i++)
        if ($i ~ /^x[0-9]+$/)
            count = substr($i, 2) + 0
    if (($1 == "load_inst" || $1 == "store_inst") && count != 1)
        differ(FILENAME ":" FNR ": a reference of " count " instructions")
    if ($1 == "load_inst" || $1 == "store_inst")
        stated[name, size[name]] = substr($1, 1, 1)
    size[name] += count
}

file == 2 {
    low = hex($1)
    if (!($3 in size))
        differ($3 " is in the program and not in the schema")
    else if (size[$3] * 4 != hex($2) - low)
        differ($3 ": " size[$3] " instructions in the schema, " (hex($2) - low) / 4 " in the program")
    for (i = 0; low + 4 * i < hex($2); i++) {
        where[low + 4 * i] = 1
        if (($3, i) in stated)
            expected[low + 4 * i] = stated[$3, i]
    }
    covered++
}

file == 3 && /^ *[0-9a-f]+:/ {
    address = hex(substr($1, 1, length($1) - 1))
    found = $2 ~ /^(lb|lbu|lh|lhu|lw|lwl|lwr|ll|lwc1|ldc1|lwxc1|ldxc1|luxc1)$/ ? "l" : $2 ~ /^(sb|sh|sw|swl|swr|sc|swc1|sdc1|swxc1|sdxc1|suxc1)$/ ? "s" : ""
    if (!(address in where))
        next
    if (found != expected[address])
        differ($0 ": the schema says " (expected[address] == "l" ? "load" : expected[address] == "s" ? "store" : "no reference"))
    references += found != ""
    instructions++
}

END {
    if (covered != functions || !instructions)
        differ(functions + 0 " functions in the schema, " covered + 0 " in the program, of " instructions + 0 " instructions")
    print functions " functions, " instructions " instructions, " references " references agree"
    exit different > 0
}
