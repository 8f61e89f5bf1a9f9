/* front.c - runs a program under the recorder, starts a worker for each process, and waits.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/front.h"
#include "recording/log/record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- Names ---- */

static void add_process(struct text *out, const struct child *child)
{
    text_printf(out, "%" PRIu64, child->process);
    if (child->turn > 1)
        text_printf(out, ".%u", child->turn);
}

void children_name(struct text *out, const char *pattern, const struct child *child, struct str program)
{
    struct str name = str_basename(program);
    for (; *pattern; pattern++) {
        char letter = *pattern == '%' ? pattern[1] : '\0';
        if (letter == 'p')
            add_process(out, child);
        else if (letter == 'n')
            text_append(out, name.size ? name : str_of("process"));
        else
            text_byte(out, *pattern);
        pattern += letter == 'p' || letter == 'n' || letter == '%';
    }
}

static bool names_process(const char *pattern)
{
    for (; *pattern; pattern++)
        if (*pattern == '%') {
            if (pattern[1] == 'p')
                return true;
            pattern += pattern[1] != '\0';
        }
    return false;
}

bool children_check_pattern(const char *pattern, struct error *error)
{
    if (!names_process(pattern))
        return error_at(error, pattern, 0, 0, "is one name for several traces: put %%p in it, which becomes the number of the process");
    struct text folder = {0};
    const char *slash = strrchr(pattern, '/');
    text_append(&folder, slash ? (struct str){pattern, (size_t)(slash - pattern) + 1} : str_of("."));
    bool may = strchr(text_string(&folder), '%') || access(text_string(&folder), W_OK | X_OK) == 0;
    text_free(&folder);
    return may || error_at(error, pattern, 0, 0, "cannot be written: %s", strerror(errno));
}

/* ---- The socket ---- */

static socklen_t make_address(const struct children *children, struct sockaddr_un *address)
{
    size_t size = strlen(children->name);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path + 1, children->name, size);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + size);
}

static void children_stop(struct children *children);
static struct traced *front_add(struct front *front, const struct worker *worker, uint64_t process);

static bool children_open(struct children *children, struct error *error)
{
    struct sockaddr_un address;
    *children = (struct children){.listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    snprintf(children->name, sizeof children->name, "clew-record-%d-%016" PRIx64, (int)getpid(), hash_key(children));
    socklen_t size = make_address(children, &address);
    if (children->listener >= 0 && bind(children->listener, (struct sockaddr *)&address, size) == 0 && listen(children->listener, SOMAXCONN) == 0)
        return true;
    error_set(error, "cannot make a socket for the recorder: %s", strerror(errno));
    children_stop(children);
    return false;
}

/* Accepts no more connections. */
static void children_stop(struct children *children)
{
    if (children->listener >= 0)
        close(children->listener);
    children->listener = -1;
    while (children->greeting_count)
        close(children->greeting[--children->greeting_count]);
}

static void children_close(struct children *children)
{
    children_stop(children);
    free(children->items);
    children->items = NULL;
    children->count = children->capacity = 0;
}

/* No worker runs and the program has ended: may another process still connect? executes: a process executed another program and is alive; it connects once
 * Valgrind has started. Nothing announces such a connection, so the front waits for a moment. */
static bool children_may_come(struct children *children, bool executes)
{
    enum { MOMENT = 400, START = 2000 };
    if (children->listener < 0 || children->greeting_count)
        return children->listener >= 0;
    if (children->quiet == 0)
        children->quiet = milliseconds();
    return milliseconds() - children->quiet < (executes ? START : MOMENT);
}

/* ---- In the worker: settles its task from the beginning of the log ---- */

static char *find_executable(const struct worker_log *log, const char **script)
{
    struct text path = {0};
    struct error unknown;
    char *executable = NULL;
    if (!str_starts(log->program, "/") && log->folder.size && str_find_byte(log->program, '/') != SIZE_MAX)
        text_printf(&path, "%.*s/", STR(log->folder));
    text_append(&path, log->program);
    if (!path.size || !launch_check(text_string(&path), &executable, &unknown))
        executable = strndup(text_string(&path), path.size);
    *script = path.size ? launch_script(text_string(&path), executable) : NULL;
    text_free(&path);
    return executable;
}

/* The front forked the worker when its child was the last item. The strings made here live as long as the worker. */
static bool settle(struct work_task *task, const struct worker_log *log, struct error *error)
{
    static const char *const origins[] = {[LOG_ORIGIN_START] = "start", [LOG_ORIGIN_FORK] = "fork", [LOG_ORIGIN_EXEC] = "exec"};
    const struct child *self = &task->children->items[task->children->count - 1];
    struct text name = {0};
    children_name(&name, task->options->output, self, log->program);
    task->output = strndup(text_string(&name), name.size);
    text_free(&name);
    task->executable = find_executable(log, &task->script);
    task->process = self->process;
    task->parent = log->header.parent;
    task->began = origins[log->header.origin < sizeof origins / sizeof *origins ? log->header.origin : 0];
    return work_spares_program(task->output, task->executable, error);
}

/* ---- Accepting connections ---- */

static struct child *add_child(struct children *children, uint64_t process)
{
    unsigned turn = 1;
    for (size_t i = 0; i < children->count; i++)
        turn += children->items[i].process == process;
    children->items = array_grow(children->items, &children->capacity, children->count + 1, sizeof *children->items);
    children->items[children->count] = (struct child){process, turn};
    return &children->items[children->count++];
}

static bool is_own(int connection)
{
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == getuid();
}

static void let_in(struct children *children, struct front *front, int connection, uint64_t process)
{
    struct work_task task = {.options = front->options, .children = children};
    struct worker worker;
    struct error error;
    struct child *child = add_child(children, process);
    if (worker_start_later(&worker, &task, settle, connection, &error))
        front_add(front, &worker, child->process);
    else
        children->unrecorded++;
}

/* False: the connection is closed already. */
static bool forget_greeting(struct children *children, int connection)
{
    size_t kept = 0, count = children->greeting_count;
    for (size_t i = 0; i < count; i++)
        if (children->greeting[i] != connection)
            children->greeting[kept++] = children->greeting[i];
    children->greeting_count = kept;
    return kept < count;
}

/* A connection is readable: its log begins, or it has ended without one (a failed fork). */
static void children_greet(struct children *children, struct front *front, int connection)
{
    struct log_header header;
    ssize_t got = recv(connection, &header, sizeof header, MSG_PEEK | MSG_DONTWAIT);
    if ((got < 0 && (errno == EAGAIN || errno == EINTR)) || !forget_greeting(children, connection))
        return;
    if (got == sizeof header && memcmp(header.magic, LOG_MAGIC, sizeof header.magic) == 0)
        let_in(children, front, connection, header.process);
    close(connection);
}

/* Accepts the waiting connections. alive: number of running workers. */
static void children_accept(struct children *children, size_t alive)
{
    int connection;
    children->quiet = 0;
    while (children->listener >= 0 && (connection = accept4(children->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
        bool own = is_own(connection);
        if (own && alive + children->greeting_count < RECORD_PROCESSES) {
            children->greeting[children->greeting_count++] = connection;
            continue;
        }
        children->unrecorded += own;
        close(connection);
    }
}

/* ---- Waits for the program and for the workers ---- */

enum { TICK = 200 /* milliseconds between two reports */ };

/* Expects options and launch set, and the rest empty (listener -1). From here on the front takes the signals. Ignored signals stay ignored: they never reach
 * the descriptor, and the program ignores them too. */
static void front_open(struct front *front)
{
    static const int watched[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD, SIGCONT};
    sigset_t set;
    front->last = &front->first;
    front->begun = milliseconds();
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
        sigaddset(&set, watched[i]);
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(SIGCHLD, &usual, &front->before.child);
    sigprocmask(SIG_BLOCK, &set, &front->before.mask);
    front->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Drops signals that came after the first one, as they would now kill this process. The caller knows of the first by front->signal. */
static void forget_signals(const struct front *front)
{
    struct signalfd_siginfo information;
    while (front->caught && read(front->signals, &information, sizeof information) == sizeof information)
        continue;
}

static void front_close(struct front *front)
{
    while (front->first) {
        struct traced *traced = front->first;
        front->first = traced->next;
        worker_end(&traced->worker);
        free(traced);
    }
    forget_signals(front);
    if (front->signals >= 0)
        close(front->signals);
    sigaction(SIGCHLD, &front->before.child, NULL);
    sigprocmask(SIG_SETMASK, &front->before.mask, NULL);
}

/* Adds a worker that has been started. */
static struct traced *front_add(struct front *front, const struct worker *worker, uint64_t process)
{
    struct traced *traced = memory_allocate(sizeof *traced);
    *traced = (struct traced){.worker = *worker, .process = process};
    *front->last = traced;
    front->last = &traced->next;
    return traced;
}

static void say(const struct front *front, const struct error *what)
{
    const struct record_watch *watch = &front->options->watch;
    if (watch->says)
        watch->says(watch->context, what);
}

/* ---- Workers ---- */

static enum worker_stage stage_of(const struct traced *traced)
{
    return (enum worker_stage)atomic_load(&traced->worker.page->stage);
}

/* Does the front wait for it? For a rebuild that needs no more than a moment it does. */
static bool is_alive(const struct front *front, const struct traced *traced)
{
    enum { GRACE = 300 };
    const struct worker_page *page = traced->worker.page;
    bool opened = atomic_load(&page->executed) >= atomic_load(&page->named);
    bool goes_on = !front->running && atomic_load(&page->logged) && opened && milliseconds() - front->ended >= GRACE;
    return traced->worker.process != 0 && !goes_on;
}

static void tell(struct traced *traced, int status)
{
    if (!traced->told)
        worker_tell_status(&traced->worker, status);
    traced->told = true;
}

/* The last trace of the program's own process: programs that it executed have the same process number. */
static struct traced *trace_of_program(const struct front *front)
{
    struct traced *found = NULL;
    for (struct traced *traced = front->first; traced; traced = traced->next)
        if (traced->process == (uint64_t)front->launch.process || front->children.listener < 0)
            found = traced;
    return found;
}

static void add_words(struct error *error, const char *words)
{
    size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used, "%s", words);
}

static void say_early(const struct front *front, struct traced *traced)
{
    struct error error = traced->worker.page->ended;
    if (front->children.listener < 0)
        snprintf(error.source, sizeof error.source, "%.255s", traced->worker.page->result.output);
    add_words(&error, traced->worker.page->lost ? ": the trace is lost" : ": the trace ends here");
    add_words(&error, front->running ? "; the program goes on unrecorded" : "");
    if (!traced->said)
        say(front, &error);
    traced->said = true;
}

static void hear(struct front *front, struct traced *traced)
{
    bool gone = !worker_hears(&traced->worker);
    struct record_result nothing;
    struct error error;
    if (atomic_load(&traced->worker.page->early) && stage_of(traced) != WORKER_OPENS)
        say_early(front, traced);
    if (gone && !atomic_load(&traced->worker.page->logged) && stage_of(traced) < WORKER_DONE && front->running && !worker_result(&traced->worker, &nothing, &error)) {
        add_words(&error, "; the program goes on unrecorded");
        say(front, &error);
    }
    /* The front knows the status of the program's own process only; for all others the log must do. */
    if (stage_of(traced) == WORKER_WAITS && (!front->running || traced != trace_of_program(front) || traced->process != (uint64_t)front->launch.process))
        tell(traced, STATUS_UNKNOWN);
}

/* ---- The program ---- */

static void stop_text(struct front *front)
{
    for (struct traced *traced = front->first; traced; traced = traced->next)
        atomic_store(&traced->worker.page->stop, true);
}

static void program_ended(struct front *front, int status)
{
    front->running = false;
    front->status = status;
    front->ended = milliseconds();
    if (!progress_report(&front->options->progress, 0, 1))
        stop_text(front);
    struct traced *traced = trace_of_program(front);
    if (traced) {
        struct worker_page *page = traced->worker.page;
        page->has_accessed = launch_accessed(&front->launch, status, &page->accessed);
        tell(traced, status);
    }
    for (traced = front->first; traced; traced = traced->next)
        if (stage_of(traced) == WORKER_WAITS)
            tell(traced, STATUS_UNKNOWN);
}

static bool is_stopped(pid_t process)
{
    char path[40], head[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "re");
    size_t size = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    struct str text = {head, size};   /* 123 (name) T ... */
    size_t end = str_find_last_byte(text, ')');
    return end != SIZE_MAX && str_starts(str_cut(text, end, size), ") T");
}

/* Has a child sent a message? It waits for the answer, and its program may be the one that will continue the stopped program. */
static bool is_addressed(const struct front *front, int patience)
{
    struct pollfd files[1 + RECORD_PROCESSES] = {{front->children.listener, POLLIN, 0}};
    nfds_t count = 1;
    for (size_t i = 0; i < front->children.greeting_count; i++)
        files[count++] = (struct pollfd){front->children.greeting[i], POLLIN, 0};
    return poll(files, count, patience) > 0;
}

enum { MOMENT = 50 /* milliseconds */ };

static void pause_moment(void)
{
    const struct timespec moment = {0, MOMENT * 1000000L};
    nanosleep(&moment, NULL);
}

/* This process is about to stop. Forks a watcher that wakes it when someone else continues the program, or when a child sends a message. The watcher signals
 * the thread, so that a signal sent to the process meanwhile stays pending (signal(7): both have their own set). Returns the watcher, which the caller
 * kills; -1: none. */
static pid_t watch_stopped(const struct front *front)
{
    pid_t process = getpid(), watcher = fork();
    if (watcher != 0)
        return watcher;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();                           /* out of reach of ^Z */
    while (getppid() == process) {
        if (!is_addressed(front, MOMENT) && is_stopped(front->launch.process))
            continue;
        pause_moment();
        if (is_stopped(process))
            syscall(SYS_tgkill, process, process, SIGCONT);
    }
    _exit(0);
}

/* The program has stopped and this process has not. If the program did it by itself, or got a signal, this process must stop too, so that its shell notices.
 * If the terminal stopped both, both continue at almost the same time: then the program no longer counts as stopped after a moment. */
static void program_stopped(struct front *front)
{
    siginfo_t information = {0};
    pause_moment();
    front->stopped = waitid(P_PID, (id_t)front->launch.process, &information, WSTOPPED | WNOHANG) == 0 && information.si_pid != 0;
}

/* This process was continued: continues the program, unless it runs already. */
static void continue_program(struct front *front)
{
    siginfo_t information = {0};
    if (front->stopped && (waitid(P_PID, (id_t)front->launch.process, &information, WCONTINUED | WNOHANG) < 0 || information.si_pid == 0))
        kill(front->launch.process, SIGCONT);
    front->stopped = false;
}

static void look_after_program(struct front *front)
{
    siginfo_t information = {0};
    int status;
    if (!front->running)
        return;
    if (waitpid(front->launch.process, &status, WNOHANG) == front->launch.process)
        program_ended(front, status);
    else if (waitid(P_PID, (id_t)front->launch.process, &information, WSTOPPED | WNOHANG | WNOWAIT) == 0 && information.si_pid != 0)
        program_stopped(front);
}

/* ---- Signals ---- */

static void end_logs(struct front *front)
{
    for (struct traced *traced = front->first; traced; traced = traced->next)
        if (stage_of(traced) < WORKER_WAITS)
            worker_tell_end(&traced->worker);
    children_stop(&front->children);
}

static bool writes_into_pipe(const struct traced *traced)
{
    return atomic_load(&traced->worker.page->in_place);
}

/* A signal came after the run. A worker blocked on a pipe cannot be asked to stop, so it is killed. */
static void interrupt(struct front *front, int number)
{
    if (!front->caught++) {
        front->signal = number;
        front->interrupted = milliseconds();
    }
    stop_text(front);
    end_logs(front);
    for (struct traced *traced = front->first; traced; traced = traced->next)
        if (is_alive(front, traced) && (front->caught > 1 || writes_into_pipe(traced)))
            worker_kill(&traced->worker);
}

static void take_signals(struct front *front)
{
    struct signalfd_siginfo information;
    while (read(front->signals, &information, sizeof information) == sizeof information) {
        int number = (int)information.ssi_signo;
        if (number == SIGCHLD)
            look_after_program(front);
        else if (number == SIGCONT && information.ssi_code != SI_TKILL)
            continue_program(front);
        else if (number == SIGCONT)
            continue;                   /* sent by the watcher of watch_stopped */
        else if (!front->running)
            interrupt(front, number);
        else if (number == SIGTERM || number == SIGHUP)
            kill(front->launch.process, number);
    }
}

/* ---- Waiting ---- */

static size_t count_alive(const struct front *front)
{
    size_t count = 0;
    for (const struct traced *traced = front->first; traced; traced = traced->next)
        count += is_alive(front, traced);
    return count;
}

static struct record_state state_of(const struct front *front)
{
    struct record_state state = {.phase = front->running ? RECORD_RUNS : RECORD_CLOSES};
    for (const struct traced *traced = front->first; traced; traced = traced->next) {
        const struct worker_page *page = traced->worker.page;
        bool reads = is_alive(front, traced) && stage_of(traced) < WORKER_WAITS;
        uint64_t executed = atomic_load(&page->executed), ran = atomic_load(&page->ran);
        state.executed += ran > executed ? ran : executed;
        state.rebuilt += executed;
        state.log += atomic_load(&page->log_bytes);
        state.bytes += atomic_load(&page->bytes);
        state.processes += reads;
        if (!front->running && reads && front->children.listener >= 0)
            state.phase = RECORD_OUTLIVED;
    }
    state.done = front->first ? atomic_load(&front->first->worker.page->done) : 0;
    state.total = front->first ? atomic_load(&front->first->worker.page->total) : 0;
    return state;
}

static void say_finishing(struct front *front)
{
    enum { SOON = 500 };
    struct error what;
    if (front->said_finishing || front->caught != 1 || milliseconds() - front->interrupted < SOON || count_alive(front) == 0)
        return;
    error_set(&what, "interrupted: clew is finishing the trace; another interrupt gives it up");
    say(front, &what);
    front->said_finishing = true;
}

static void say_waiting(struct front *front, const struct record_state *state)
{
    enum { SOON = 1000 };
    struct error what;
    if (front->said_waiting || state->phase != RECORD_OUTLIVED || milliseconds() - front->ended < SOON)
        return;
    error_set(&what, "%zu process%s outlive%s the program: clew waits; an interrupt ends the trace%s here", state->processes, state->processes > 1 ? "es" : "",
              state->processes > 1 ? "" : "s", state->processes > 1 ? "s" : "");
    say(front, &what);
    front->said_waiting = true;
}

static void report(struct front *front)
{
    const struct record_options *options = front->options;
    struct record_state state = state_of(front);
    if (options->watch.runs)
        options->watch.runs(options->watch.context, &state);
    if (state.phase == RECORD_CLOSES && state.total && !progress_report(&options->progress, state.done, state.total))
        stop_text(front);
    say_waiting(front, &state);
    say_finishing(front);
}

/* Did the process execute another program that has no trace? */
static bool is_left(const struct traced *traced)
{
    const struct traced *later = traced->next;
    while (later && later->process != traced->process)
        later = later->next;
    return !later && stage_of(traced) == WORKER_DONE && traced->worker.page->result.executing;
}

/* How many processes executed a program that has no trace. */
static size_t front_count_left(const struct front *front)
{
    size_t count = 0;
    for (const struct traced *traced = front->first; traced; traced = traced->next)
        count += is_left(traced);
    return count;
}

/* Has a process executed another program that has not connected yet? */
static bool executes(const struct front *front)
{
    for (const struct traced *traced = front->first; traced; traced = traced->next)
        if (is_left(traced) && kill((pid_t)traced->process, 0) == 0)
            return true;
    return false;
}

/* Stops with the program, until someone continues either of them or a child sends a message. A stop discards a pending SIGCONT, so the front takes its signals
 * directly before. */
static void stop_with_program(struct front *front)
{
    front->stopped = front->stopped && front->running && is_stopped(front->launch.process);
    if (!front->stopped)
        return;
    pid_t watcher = watch_stopped(front);
    take_signals(front);
    if (front->stopped && front->running)
        kill(getpid(), SIGSTOP);
    if (watcher > 0) {
        kill(watcher, SIGKILL);
        waitpid(watcher, NULL, 0);
    }
}

/* Waits once and handles what came. False: nothing can come any more. */
static bool step(struct front *front)
{
    struct pollfd files[2 + 2 * RECORD_PROCESSES] = {{front->signals, POLLIN, 0}, {front->children.listener, POLLIN, 0}};
    struct traced *of[2 + 2 * RECORD_PROCESSES];
    nfds_t count = 2;
    for (size_t i = 0; i < front->children.greeting_count; i++) {
        of[count] = NULL;
        files[count++] = (struct pollfd){front->children.greeting[i], POLLIN, 0};
    }
    for (struct traced *traced = front->first; traced && count < 2 + 2 * RECORD_PROCESSES; traced = traced->next)
        if (is_alive(front, traced)) {
            of[count] = traced;
            files[count++] = (struct pollfd){traced->worker.control, POLLIN, 0};
        }
    if (count == 2 && !front->running && !children_may_come(&front->children, executes(front)))
        return false;
    bool watched = front->options->watch.runs || front->options->progress.report || front->children.listener >= 0;
    if (poll(files, count, watched ? TICK : -1) < 0 && errno != EINTR)
        return false;
    take_signals(front);
    for (nfds_t i = 2; i < count; i++)
        if (files[i].revents && of[i])
            hear(front, of[i]);
        else if (files[i].revents)
            children_greet(&front->children, front, files[i].fd);
    if (files[1].revents)
        children_accept(&front->children, count_alive(front));
    stop_with_program(front);
    report(front);
    return true;
}

/* Waits until the program and all workers have ended. */
static void front_wait(struct front *front)
{
    while (step(front))
        continue;
}

/* ---- A program alone ---- */

/* Starts the program and waits. The front owns *worker, which is running, from here on. */
static bool run_alone(struct front *front, const struct worker *worker, const struct launch_log *log, struct error *error)
{
    struct traced *traced = front_add(front, worker, 0);
    front->running = launch_start(&front->launch, log, front->options->arguments, &front->before, error);
    traced->process = (uint64_t)front->launch.process;
    close(log->stream);
    bool good = front->running;
    if (!good)
        worker_kill(&traced->worker);
    front_wait(front);
    return good;
}

static bool start_alone(struct front *front, const struct work_task *task, struct error *error)
{
    struct worker worker;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return error_set(error, "cannot make a pipe for the recorder: %s", strerror(errno));
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    bool good = worker_start(&worker, task, ends[0], ends[1], error);
    close(ends[0]);
    if (!good) {
        close(ends[1]);
        return false;
    }
    front_open(front);
    return run_alone(front, &worker, &(struct launch_log){.stream = ends[1]}, error);
}

/* ---- With its children ---- */

static bool start_all(struct front *front, struct error *error)
{
    front_open(front);
    if (!children_open(&front->children, error))
        return false;
    front->running = launch_start(&front->launch, &(struct launch_log){.name = front->children.name}, front->options->arguments, &front->before, error);
    if (!front->running)
        return false;
    front_wait(front);
    if (front->first)
        return true;
    launch_wrote_nothing(&front->launch, front->status, error);
    return false;
}

static void tell_trace(const struct front *front, const struct traced *traced)
{
    const struct record_watch *watch = &front->options->watch;
    const struct worker_page *page = traced->worker.page;
    struct record_result result;
    struct error error;
    bool good = worker_result(&traced->worker, &result, &error);
    struct record_trace trace = {.process = traced->process, .parent = page->parent, .program = page->program, .output = page->result.output};
    trace.began = page->began;
    trace.instructions = result.instructions;
    trace.instances = result.instances;
    trace.executed = result.executed;
    trace.result = &result;
    trace.lost = good ? NULL : &error;
    if (watch->trace)
        watch->trace(watch->context, &trace);
}

/* ---- The end ---- */

/* Reports the traces; the first one makes the result. */
static bool conclude(struct front *front, struct record_result *result, struct error *error)
{
    const struct worker *worker = &front->first->worker;
    bool good = worker_result(worker, result, error);
    if (!good && front->caught && atomic_load(&worker->page->stage) < WORKER_DONE && !worker->page->log_stays)
        error_at(error, worker->page->result.output, 0, 0, "given up: interrupted");
    if (!good && front->first->worker.page->no_log)
        launch_wrote_nothing(&front->launch, front->status, error);
    result->status = front->status;
    result->signal = front->signal;
    result->took = front->ended - front->begun;
    result->unrecorded = front->children.unrecorded;
    result->left = front->options->children ? front_count_left(front) : 0;
    if (front->options->children)
        for (const struct traced *traced = front->first; traced; traced = traced->next) {
            tell_trace(front, traced);
            if (traced != front->first)
                memory_check_add(&result->check, &traced->worker.page->result.check);
        }
    return good;
}

static bool run(const struct record_options *options, const struct work_task *task, struct record_result *result, struct error *error)
{
    struct front front = {.options = options, .children = {.listener = -1}};
    if (!launch_prepare(&front.launch, error))
        return false;
    front.launch.bytes = options->check;
    front.launch.state = options->state && options->format == RECORD_STORE;
    bool good = options->children ? start_all(&front, error) : start_alone(&front, task, error);
    if (good)
        good = conclude(&front, result, error);
    if (!options->children)
        result->started = launch_unrecorded(&front.launch, options->arguments[0], result->started_names, sizeof result->started_names);
    result->restricted = launch_restricted(&front.launch);
    launch_limits(&front.launch, result->limits, sizeof result->limits);
    launch_end(&front.launch, result->message);
    children_close(&front.children);
    if (front.last)
        front_close(&front);
    return good;
}

bool record_run(const struct record_options *options, struct record_result *result, struct error *error)
{
    char name[sizeof result->output], *executable = NULL;
    *result = (struct record_result){0};
    if (!work_name(options, name, sizeof name, error) || !launch_check(options->arguments[0], &executable, error))
        return false;
    struct record_options named = *options;
    named.output = name;
    char *script = launch_script(options->arguments[0], executable);
    struct work_task task = {.options = &named, .executable = executable, .script = script, .output = name};
    bool good = options->children ? children_check_pattern(name, error) : work_spares_program(name, executable, error);
    good = good && run(&named, &task, result, error);
    free(script);
    free(executable);
    return good;
}
