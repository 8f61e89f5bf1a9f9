# commands.awk - makes C of commands.txt: a declaration of each function, and an entry of the table.  SPDX-License-Identifier: GPL-3.0-or-later
#
#     awk -f commands.awk commands.txt >commands.h
#
# With DECLARE the header holds COMMAND(run_goto); of each function, without it {.name = "goto", ...}, of each command (struct command).
function fail(what) { printf "commands.txt:%d: %s\n", FNR, what >"/dev/stderr"; bad = 1; exit 1 }
function quoted(text,    out, i, c)
{
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        out = out (c == "\\" || c == "\"" ? "\\" : "") c
    }
    return "\"" out "\""
}
function yes() { if (value != "yes") fail("expected \"" key ": yes\"") }
function finish(    code)                               # the command that ends here
{
    if (name == "")
        return
    if (help == "")
        fail(name " has no help")
    code = "    {.name = " quoted(name) ", .aliases = " quoted(aliases) ", .arguments = " quoted(arguments) ", .group = " quoted(group)
    if (screen != "") {
        split(screen, word, " ")
        code = code ", .argument = ARGUMENT_TEXT, .screen_only = true, .action = ACTION_" word[1] ", .count = " word[2]
    } else {
        code = code ", .run = " run
        declarations = declarations "COMMAND(" run ");\n"
    }
    entries = entries code fields ", .early = " (whole ? "false" : "true") ",\n     .help = " help "},\n"
    name = ""
}
/^## / { finish(); group = substr($0, 4); next }
/^### / {
    finish()
    name = $2
    arguments = substr($0, length($2) + 6)
    aliases = fields = screen = help = ""
    run = "run_" name
    gsub(/-/, "_", run)
    whole = fresh = 0
    heading = 1
    next
}
name == "" { next }
heading && /^$/ { heading = 0; next }
heading {
    if (!match($0, /^[a-z]+: /))
        fail("expected \"what: value\", or an empty line")
    key = substr($0, 1, RLENGTH - 2)
    value = substr($0, RLENGTH + 1)
    if (key == "aliases") aliases = value
    else if (key == "screen") {
        if (split(value, word, " ") != 2) fail("expected \"screen: ACTION COUNT\"")
        screen = value
    }
    else if (key == "function") run = value
    else if (key == "whole") { yes(); whole = 1 }
    else if (key == "completes") fields = fields ", .argument = ARGUMENT_" toupper(value)
    else if (key == "repeats") { yes(); fields = fields ", .repeats = true" }
    else if (key == "saved") { yes(); fields = fields ", .loads = true" }
    else if (key == "traces") {
        kinds = ""
        for (i = split(value, word, " "); i > 0; i--) {
            kind = word[i] == "crash" ? "CSI" : word[i] == "coverage" ? "GNATCOV" : toupper(word[i])
            kinds = kinds (kinds == "" ? "" : " | ") "KIND_" kind
        }
        fields = fields ", .kinds = " kinds
    } else fail("no such line: " key)
    next
}
/^$/ { fresh = 1; next }
{
    if (help != "")
        help = help "\n             " (fresh ? "\"\\n" substr(quoted($0), 2) : quoted(" " $0))
    else
        help = quoted($0)
    fresh = 0
}
END {
    if (bad)
        exit 1
    finish()
    printf "#ifdef DECLARE\n%s#else\n%s#endif\n", declarations, entries
}
