# strings.awk - prints the sentences in string literals of C files that a person may read.  SPDX-License-Identifier: GPL-3.0-or-later
#
#     awk -f tests/strings.awk FILE.c...          prints FILE:LINE, a tab, the text; one literal a line
#
# Adjacent literals are one text, also across lines and PRI macros (which read %N). A text counts if it has two words of letters.
# Skips comments, characters and #include lines. Escapes stay as written.
function tell() {
    if (text ~ /[A-Za-z][A-Za-z]+[^A-Za-z]* [^A-Za-z]*[A-Za-z][A-Za-z]+/) print place "\t" text
    text = ""; open = 0
}
FNR == 1 { tell(); comment = 0 }
/^[ \t]*#[ \t]*include/ { next }
{
    line = $0
    while (line != "") {
        if (comment) {
            end = index(line, "*/")
            if (!end) break
            line = substr(line, end + 2); comment = 0
            continue
        }
        if (match(line, /^[ \t]+/)) line = substr(line, RLENGTH + 1)
        else if (substr(line, 1, 2) == "/*") { comment = 1; line = substr(line, 3) }
        else if (substr(line, 1, 2) == "//") break
        else if (match(line, /^'(\\.|[^'\\])*'/)) { tell(); line = substr(line, RLENGTH + 1) }
        else if (match(line, /^"(\\.|[^"\\])*"/)) {
            if (!open) place = FILENAME ":" FNR
            text = text substr(line, 2, RLENGTH - 2); open = 1
            line = substr(line, RLENGTH + 1)
        }
        else if (open && match(line, /^PRI[a-zA-Z0-9]+/)) { text = text "N"; line = substr(line, RLENGTH + 1) }
        else if (match(line, /^[A-Za-z0-9_]+/)) { tell(); line = substr(line, RLENGTH + 1) }
        else { tell(); line = substr(line, 2) }
    }
}
END { tell() }
