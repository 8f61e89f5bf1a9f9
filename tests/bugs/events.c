/* events.c - guests of a house, simulated: a queue of events by time, whose records are used again once an event is over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 16, STAY = 7 };

enum action { ACTION_OPEN, ACTION_ARRIVE, ACTION_LEAVE };

struct event {
    struct event *next;
    long at;
    enum action action;
    int guests;                 /* 0: one alone */
};

struct house {
    struct event records[MOST_EVENTS];
    struct event *free, *queue;
    long now, spacing;
    int singles;                /* that will come, each alone */
    int present, served, most;
};

static void house_begin(struct house *house)
{
    memset(house, 0, sizeof *house);
    for (int i = MOST_EVENTS - 1; i >= 0; i--) {
        house->records[i].next = house->free;
        house->free = &house->records[i];
    }
}

static void queue_insert(struct house *house, struct event *event)
{
    struct event **link = &house->queue;
    while (*link && (*link)->at <= event->at)
        link = &(*link)->next;
    event->next = *link;
    *link = event;
}

static struct event *event_make(struct house *house, long at, enum action action)
{
    struct event *event = house->free;
    if (!event)
        exit(2);
    house->free = event->next;
    event->at = at;
    event->action = action;     /* CAUSE: guests stays what it was */
    return event;
}

static void event_once(struct house *house, long at, enum action action)
{
    queue_insert(house, event_make(house, at, action));
}

static void event_group(struct house *house, long at, enum action action, int guests)
{
    struct event *event = event_make(house, at, action);
    event->guests = guests;
    queue_insert(house, event);
}

static void event_done(struct house *house, struct event *event)
{
    event->next = house->free;
    house->free = event;
}

static int event_guests(const struct event *event)
{
    return event->guests > 0 ? event->guests : 1;
}

static void house_opens(struct house *house)
{
    for (int i = 1; i <= house->singles; i++)
        event_once(house, house->now + i * house->spacing, ACTION_ARRIVE);
}

static void guests_arrive(struct house *house, int guests)
{
    house->present += guests;
    if (house->present > house->most)
        house->most = house->present;
    event_group(house, house->now + STAY, ACTION_LEAVE, guests);
}

static void guests_leave(struct house *house, int guests)
{
    house->present -= guests;
    house->served += guests;
}

static void event_happens(struct house *house, const struct event *event)
{
    house->now = event->at;
    switch (event->action) {
    case ACTION_OPEN: house_opens(house); break;
    case ACTION_ARRIVE: guests_arrive(house, event_guests(event)); break;
    case ACTION_LEAVE: guests_leave(house, event_guests(event)); break;
    }
}

static void house_run(struct house *house)
{
    while (house->queue) {
        struct event *event = house->queue;
        house->queue = event->next;
        event_happens(house, event);
        event_done(house, event);
    }
}

/* OPENING SPACING SINGLES [TIME:GUESTS...]: when it opens, single guests after that, and groups that have asked before. */
int main(int argc, char **argv)
{
    static struct house house;
    if (argc < 4)
        return 2;
    house_begin(&house);
    house.spacing = atol(argv[2]);
    house.singles = atoi(argv[3]);
    event_once(&house, atol(argv[1]), ACTION_OPEN);
    for (int i = 4; i < argc; i++) {
        long at;
        int guests;
        if (sscanf(argv[i], "%ld:%d", &at, &guests) == 2)
            event_group(&house, at, ACTION_ARRIVE, guests);
    }
    house_run(&house);
    printf("at most %d at once, %d left\n", house.most, house.present);
    printf("served: %d\n", house.served);       /* FAILURE */
    return 0;
}
