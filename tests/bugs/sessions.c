/* sessions.c - sessions of a server, kept in a pool of records with a free list, and timers that end them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SESSIONS = 8, MOST_TIMERS = 8, NAME_SIZE = 12 };

struct session {
    struct session *next_free;
    char user[NAME_SIZE];
    long credit;                /* seconds */
    int requests;
};

struct timer {
    struct session *session;    /* NULL: not set */
    long at;
};

struct server {
    struct session records[MOST_SESSIONS];
    struct session *free;
    struct session *open[MOST_SESSIONS];
    struct timer timers[MOST_TIMERS];
    int open_count;
    long now, charged;
};

static void server_begin(struct server *server)
{
    memset(server, 0, sizeof *server);
    for (int i = MOST_SESSIONS - 1; i >= 0; i--) {
        server->records[i].next_free = server->free;
        server->free = &server->records[i];
    }
}

static struct session *session_take(struct server *server)
{
    struct session *session = server->free;
    if (session)
        server->free = session->next_free;
    return session;
}

static void session_give(struct server *server, struct session *session)
{
    session->next_free = server->free;
    server->free = session;
}

static void timer_set(struct server *server, struct session *session, long at)
{
    for (int i = 0; i < MOST_TIMERS; i++)
        if (!server->timers[i].session) {
            server->timers[i] = (struct timer){session, at};
            return;
        }
}

static struct session *session_find(struct server *server, const char *user)
{
    for (int i = 0; i < server->open_count; i++)
        if (strcmp(server->open[i]->user, user) == 0)
            return server->open[i];
    return NULL;
}

static void session_login(struct server *server, const char *user, long credit)
{
    struct session *session = session_take(server);
    if (!session)
        return;
    snprintf(session->user, sizeof session->user, "%s", user);
    session->credit = credit;
    session->requests = 0;
    server->open[server->open_count++] = session;
    timer_set(server, session, server->now + credit);
}

static void session_logout(struct server *server, const char *user)
{
    for (int i = 0; i < server->open_count; i++)
        if (strcmp(server->open[i]->user, user) == 0) {
            session_give(server, server->open[i]);      /* CAUSE: a timer still points to it */
            server->open[i] = server->open[--server->open_count];
            return;
        }
}

static void session_request(struct server *server, const char *user)
{
    struct session *session = session_find(server, user);
    if (session)
        session->requests++;
}

static void server_wait(struct server *server, long seconds)
{
    server->now += seconds;
    for (int i = 0; i < MOST_TIMERS; i++) {
        struct timer *timer = &server->timers[i];
        if (timer->session && timer->at <= server->now) {
            server->charged += timer->session->credit * timer->session->requests;
            timer->session = NULL;
        }
    }
}

/* +USER:CREDIT logs in, -USER out, USER is a request, @SECONDS passes time. */
static void server_do(struct server *server, const char *what)
{
    char user[NAME_SIZE] = "";
    long credit = 60;
    if (what[0] == '+' && sscanf(what + 1, "%11[a-z]:%ld", user, &credit) >= 1)
        session_login(server, user, credit);
    else if (what[0] == '-')
        session_logout(server, what + 1);
    else if (what[0] == '@')
        server_wait(server, atol(what + 1));
    else
        session_request(server, what);
}

int main(int argc, char **argv)
{
    static struct server server;
    server_begin(&server);
    for (int i = 1; i < argc; i++)
        server_do(&server, argv[i]);
    printf("open: %d\n", server.open_count);
    printf("charged: %ld\n", server.charged);   /* FAILURE */
    return 0;
}
