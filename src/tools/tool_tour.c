/* tool_tour.c - clew tour: the walk through the demo, printed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session.h"
#include "tools/tools.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "Usage: clew tour [--print]\n\n"
    "A walk of five minutes through clew: a small program with a bug is compiled and recorded, and shown on the full screen with a guide in the\n"
    "lines below, which says what to look at and which key to press. A step is over when you did it; F8 does it for you, F7 goes back, q leaves.\n"
    "Without a terminal the steps are printed with their answers. Nothing is left behind.\n\n"
    "  --print   print the steps in any case\n";

int tour_options(int argc, char **argv, bool *print)
{
    static const struct option options[] = {{"print", no_argument, NULL, 'p'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int option;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h')
            fputs(usage, stdout);
        if (option != 'p')
            return option == 'h' ? TOOL_DONE : tool_bad_option("tour", argv, "", options);
        *print = true;
    }
    return optind < argc ? tool_misused("tour", "it takes no file, but here is", argv[optind]) : -1;
}

struct session *tour_session(const struct tour *tour, bool lazy, struct error *error)
{
    struct answer answer = {0};
    struct session *session = session_open(&(struct session_options){.lazy = lazy, .executable = tour->program});
    bool good = session_load(session, tour->trace, error) && session_run(session, "set grain statement", &answer, error) &&
                session_run(session, tour->steps[0].at ? tour->steps[0].at : "begin", &answer, error);
    answer_free(&answer);
    if (good)
        return session;
    session_close(session);
    return NULL;
}

int tool_tour(int argc, char **argv)
{
    struct tour tour;
    struct error error;
    bool print = false;
    int status = tour_options(argc, argv, &print);
    if (status >= 0)
        return status;
    if (!tour_prepare(&tour, &error))
        return tool_complain(&error);
    struct session *session = tour_session(&tour, false, &error);
    status = !session ? tool_complain(&error) : tour_print(&tour, session) ? TOOL_DONE : TOOL_FAILED;
    if (session)
        session_close(session);
    tour_free(&tour);
    return status;
}
