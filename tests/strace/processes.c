#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>
#include <grp.h>
#include <sys/random.h>
static void handler(int s) { (void)s; }
static void informed(int s, siginfo_t *i, void *c) { (void)s; (void)i; (void)c; }
int main(void)
{
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigset_t set, old;
    int status;
    struct rusage usage;
    sigaction(SIGUSR1, &a, NULL);
    sigaddset(&a.sa_mask, SIGTERM);
    a.sa_sigaction = informed; a.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESETHAND;
    sigaction(SIGUSR2, &a, NULL);
    a.sa_flags = SA_SIGINFO;
    sigaction(SIGCHLD, &a, NULL);
    sigaction(SIGRTMIN + 1, &a, NULL);
    sigaction(SIGALRM, &a, NULL);
    signal(SIGPIPE, SIG_IGN); signal(SIGPIPE, SIG_DFL);
    sigemptyset(&set); sigaddset(&set, SIGINT); sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, &old); sigprocmask(SIG_SETMASK, &old, NULL); sigfillset(&set); sigprocmask(SIG_SETMASK, &set, &old); sigprocmask(SIG_UNBLOCK, &set, NULL);
    sigpending(&set);
    raise(SIGUSR1); kill(getpid(), SIGUSR2);
    union sigval v = {.sival_int = 7}; sigqueue(getpid(), SIGRTMIN + 1, v);
    stack_t ss = {.ss_sp = malloc(SIGSTKSZ), .ss_size = 8192}; sigaltstack(&ss, NULL);
    pid_t child = fork();
    if (child == 0) _exit(5);
    waitpid(child, &status, 0);
    child = fork();
    if (child == 0) { signal(SIGTERM, SIG_DFL); for (;;) pause(); }
    waitpid(-1, &status, WNOHANG);
    kill(child, SIGKILL);
    wait4(child, &status, WUNTRACED, &usage);
    waitpid(-1, &status, 0);
    struct rlimit l; getrlimit(RLIMIT_NOFILE, &l); l.rlim_cur = 1000; setrlimit(RLIMIT_NOFILE, &l); getrlimit(RLIMIT_CORE, &l); prlimit(0, RLIMIT_AS, NULL, &l);
    getrusage(RUSAGE_SELF, &usage); struct tms t; times(&t); struct sysinfo si; sysinfo(&si);
    struct utsname u; uname(&u);
    struct timespec ts = {0, 1000}; nanosleep(&ts, NULL); clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
    clock_getres(CLOCK_MONOTONIC, &ts);
    struct itimerval it = {{0, 0}, {0, 5000}}; setitimer(ITIMER_REAL, &it, NULL);
    struct timespec half = {0, 50000000}, left; nanosleep(&half, &left);
    getitimer(ITIMER_REAL, &it);
    timer_t timer; struct sigevent ev = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM, .sigev_value.sival_int = 9}; timer_create(CLOCK_REALTIME, &ev, &timer);
    struct itimerspec is = {{0, 0}, {0, 3000000}}; timer_settime(timer, 0, &is, NULL); pause(); timer_gettime(timer, &is); timer_delete(timer);
    prctl(PR_SET_NAME, "renamed"); char name[16]; prctl(PR_GET_NAME, name); prctl(PR_GET_DUMPABLE); prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); 
    getuid(); geteuid(); getgid(); getegid(); getppid(); getpgrp(); getpgid(0); getsid(0);
    gid_t g[64]; getgroups(64, g); uid_t r, e, s; getresuid(&r, &e, &s);
    cpu_set_t cpus; sched_getaffinity(0, sizeof cpus, &cpus); sched_yield(); sched_getscheduler(0);
    getpriority(PRIO_PROCESS, 0);
    getrandom(name, 4, 0);
    alarm(0);
    siginfo_t info; 
    child = fork(); if (!child) _exit(1);
    waitid(P_PID, child, &info, WEXITED);
    raise(SIGTERM);
    return 0;
}
