# report.awk - judges the rows of compare.c by `expected`, and sums up.  SPDX-License-Identifier: GPL-3.0-or-later
#
#     awk -f report.awk expected rows
#
# A line of `expected`: a pattern of names, program or other, a column, the least percentage that must agree (~: possibly all
# agree), and the reason for the rest.
function percent(part, whole) { return whole ? int(10000 * part / whole) / 100 : 100 }

function judge(name, code, column, agreed,    i, found) {
    for (i = 1; i <= expected_count; i++)
        if (name ~ "^(" pattern[i] ")$" && code == expected_code[i] && column == expected_column[i]) {
            found = 1
            seen[i] = 1
            if (agreed < 100 || expected_least[i] ~ /~$/) needed[i] = 1
            if (agreed < least[i]) return " " column " below " least[i]
        }
    return agreed < 100 && !found ? " " column : ""
}

FILENAME != "-" {
    if ($0 ~ /^[^#]/ && NF >= 5) {
        pattern[++expected_count] = $1; expected_code[expected_count] = $2; expected_column[expected_count] = $3; least[expected_count] = $4 + 0; expected_least[expected_count] = $4
    }
    next
}
/^ok - / { sub(/^ok - /, "ok " ++count " - "); print; next }
/^#/ { print; next }
/^- / { print "not ok " ++count " - " $2 " could not be compared"; failed = 1; next }
{
    wrong = ""
    row = sprintf("%-20s %-8s %6d %9d ", $1, $2, $3, $4)
    split("counts data sets control values", columns)
    for (i = 1; i <= 5; i++) {
        agreed = percent($(4 + i), i == 1 ? $3 : $4)
        row = row sprintf(" %6.2f", agreed)
        wrong = wrong judge($1, $2, columns[i], agreed)
        sum[$2, i] += $(4 + i)
        if (!($2 in worst) || agreed < worst[$2]) { worst[$2] = agreed; worst_name[$2] = $1 " (" columns[i] ")" }
    }
    sites[$2] += $3; instances[$2] += $4; programs[$1] = 1
    print (wrong == "" ? "ok " : "not ok ") ++count " - " row (wrong == "" ? "" : "  disagrees:" wrong)
    failed = failed || wrong != ""
}
END {
    for (i = 1; i <= expected_count; i++)
        if (seen[i] && !needed[i]) { print "not ok " ++count " - all agrees in " pattern[i] " " expected_code[i] " " expected_column[i] ": `expected` is out of date"; failed = 1 }
    for (name in programs) total++
    for (code in sites) {
        row = sprintf("# %d programs, %s: %d instructions, %d instances compared; agree: counts %.2f %%", total, code == "other" ? "other code" : "program code", sites[code], instances[code], percent(sum[code, 1], sites[code]))
        for (i = 2; i <= 5; i++) row = row sprintf(", %s %.2f %%", columns[i], percent(sum[code, i], instances[code]))
        print row "; worst " (worst[code] < 100 ? sprintf("%s %.2f %%", worst_name[code], worst[code]) : "none: all agree")
    }
    print "1.." count + 0
    exit failed || !count
}
