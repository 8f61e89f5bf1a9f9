/* relay.h - a thread that does the work of batches, in turn, while its caller fills the next ones.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct relay *relay = relay_open(work, context, THREAD_BESIDE);
 *     fill batch 0; next = relay_pass(relay); fill that batch; next = relay_pass(relay); ...
 *     relay_rest(relay);                                  all that was passed is done
 *     relay_close(relay);
 *
 * The batches are the caller's: RELAY_BATCHES of them, by number. relay_pass gives the one being filled to the thread, and waits until the next one is done. So
 * it comes back at the same calls each time, however fast the thread is. */
#ifndef CLEW_RECORDING_LOG_RELAY_H
#define CLEW_RECORDING_LOG_RELAY_H

#include "core/core.h"

enum { RELAY_BATCHES = 4 };

/* How a thread stands beside others. */
enum threading {
    THREAD_NONE,                        /* no thread, in any case */
    THREAD_BESIDE,
    THREAD_BEHIND                       /* it takes the processor when others leave it (setpriority(2)) */
};
void thread_stays_behind(void);         /* the calling thread, from here on */

struct relay;
typedef void relay_work(void *context, unsigned batch);     /* in the thread */

/* NULL: there is no thread; THREAD_NONE, one processor, or none can be made. */
struct relay *relay_open(relay_work *work, void *context, enum threading threading);
void relay_close(struct relay *relay);                      /* NULL is allowed. Ends the thread, when it has done what was passed */

unsigned relay_pass(struct relay *relay);                   /* returns the number of the next batch to fill */
void relay_rest(struct relay *relay);

#endif
