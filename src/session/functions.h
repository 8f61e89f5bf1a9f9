/* functions.h - the functions of the command table, by file.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each answers the command of its name (struct command, run); what is said of it stands in table.c. Part of session.h. */
#ifndef CLEW_SESSION_FUNCTIONS_H
#define CLEW_SESSION_FUNCTIONS_H

#include "core/core.h"

struct session;
struct answer;

#define COMMAND(name) bool name(struct session *session, struct slice arguments, struct answer *answer, struct error *error) CHECKED
COMMAND(run_goto);
COMMAND(run_trace);
COMMAND(run_drop);
COMMAND(run_diff);
COMMAND(run_back);
COMMAND(run_forward);
COMMAND(run_next_instance);
COMMAND(run_previous_instance);
COMMAND(run_follow);
COMMAND(run_step);
COMMAND(run_reverse_step);
COMMAND(run_continue);
COMMAND(run_reverse_continue);
COMMAND(run_finish);
COMMAND(run_reverse_finish);
COMMAND(run_until);
COMMAND(run_next);
COMMAND(run_stepi);
COMMAND(run_nexti);
COMMAND(run_reverse_next);
COMMAND(run_reverse_stepi);
COMMAND(run_reverse_nexti);
COMMAND(run_break);
COMMAND(run_tbreak);
COMMAND(run_watch);
COMMAND(run_rwatch);
COMMAND(run_awatch);
COMMAND(run_delete);
COMMAND(run_disable);
COMMAND(run_enable);
COMMAND(run_ignore);
COMMAND(run_condition);
COMMAND(run_breakpoints);
COMMAND(run_cache);
COMMAND(run_parallelism);
COMMAND(run_examine);
COMMAND(run_backtrace);
COMMAND(run_calls);
COMMAND(run_frame);
COMMAND(run_up);
COMMAND(run_down);
COMMAND(run_thread);
COMMAND(run_snapshot);
COMMAND(run_suffix);
COMMAND(run_candidates);
COMMAND(run_candidate);
COMMAND(run_graph);
COMMAND(run_coverage);
COMMAND(run_next_uncovered);
COMMAND(run_previous_uncovered);
COMMAND(run_branch);
COMMAND(run_entries);
COMMAND(run_gdb_commands);
COMMAND(run_paste);
COMMAND(run_core);

COMMAND(run_where);
COMMAND(run_info);
COMMAND(run_list);
COMMAND(run_disassemble);
COMMAND(run_print);
COMMAND(run_whatis);
COMMAND(run_values);
COMMAND(run_instances);
COMMAND(run_problems);
COMMAND(run_history);
COMMAND(run_links);

COMMAND(run_deps);
COMMAND(run_uses);
COMMAND(run_control);
COMMAND(run_slice);
COMMAND(run_chop);
COMMAND(run_why);
COMMAND(run_who);
COMMAND(run_ask);
COMMAND(run_find);
COMMAND(run_find_next);
COMMAND(run_find_previous);
COMMAND(run_find_address);
COMMAND(run_find_value);
COMMAND(run_filter);

COMMAND(run_copy);
COMMAND(run_pipe);
COMMAND(run_edit);
COMMAND(run_export);
COMMAND(run_mark);
COMMAND(run_marks);
COMMAND(run_set);
COMMAND(run_show);
COMMAND(run_unset);
COMMAND(run_directory);
COMMAND(run_grain);
COMMAND(run_index);
COMMAND(run_hex);
COMMAND(run_open);
COMMAND(run_source);
COMMAND(run_quit);
COMMAND(run_bind);
COMMAND(run_unbind);
COMMAND(run_alias);
COMMAND(run_unalias);
COMMAND(run_theme);
COMMAND(run_display);
COMMAND(run_undisplay);
COMMAND(run_unmark);
COMMAND(run_undo);
COMMAND(run_repeat);
COMMAND(run_note);
COMMAND(run_notes);
COMMAND(run_save);
COMMAND(run_load);

COMMAND(run_help);
COMMAND(run_apropos);

#endif
