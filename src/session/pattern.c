/* pattern.c - regular expressions that always come to an end.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/session.h"

#include <string.h>

enum { TEXT_LOOKED_AT = 4096 };

/* \1 to \9; a backslash in front of another one is none. */
static bool has_back_reference(const char *expression)
{
    for (const char *at = expression; (at = strchr(at, '\\')) && at[1]; at += 2)
        if (at[1] >= '1' && at[1] <= '9')
            return true;
    return false;
}

bool pattern_compile(const char *expression, regex_t *regex, struct error *error)
{
    if (has_back_reference(expression))
        return error_set(error, "back references (\\1) are not supported: looking for them can take for ever");
    int code = regcomp(regex, expression, REG_EXTENDED);
    if (code == 0)
        return true;
    char reason[128];
    regerror(code, regex, reason, sizeof reason);
    return error_set(error, "not a regular expression: %s", reason);
}

bool pattern_matches(const regex_t *regex, const char *text, size_t *from, size_t *to)
{
    regmatch_t match = {.rm_so = 0, .rm_eo = (regoff_t)strnlen(text, TEXT_LOOKED_AT)};
    if (regexec(regex, text, 1, &match, REG_STARTEND) != 0)
        return false;
    if (from) {
        *from = (size_t)match.rm_so;
        *to = (size_t)match.rm_eo;
    }
    return true;
}
