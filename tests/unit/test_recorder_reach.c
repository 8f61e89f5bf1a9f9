/* test_recorder_reach.c - no system call lets the program reach the recorder's descriptors.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program tries descriptors from its limit on: under the recorder, Valgrind's begin there; natively, none is open there. */
#include "recorded_run.h"

#include <sys/resource.h>

/* The result of each call for a dozen descriptors, as letters: . EBADF, / ENOENT, others literally. */
static const char REACH[] =
    "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <poll.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#include <sys/epoll.h>\n#include <sys/ioctl.h>\n#include <sys/mman.h>\n#include <sys/resource.h>\n#include <sys/socket.h>\n#include <sys/stat.h>\n"
    "#include <sys/syscall.h>\n#include <unistd.h>\n"
    "static void say(const char *what, long result) { if (result >= 0) printf(\"%s %ld \", what, result);\n"
    "else if (errno == EBADF) putchar('.'); else if (errno == ENOENT) putchar('/'); else printf(\"%s %d \", what, errno); }\n"
    "#define T(call) errno = 0, say(#call, (long)(call))\n"
    "static char buffer[8192], path[64], deep[64], dev[64], name[20]; static struct stat st; static int pair[2];\n"
    "static long pass(int fd) { char control[CMSG_SPACE(8)] = \"\"; struct iovec one = {\"x\", 1};\n"
    " struct msghdr m = {.msg_iov = &one, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};\n"
    " struct cmsghdr *c = CMSG_FIRSTHDR(&m); c->cmsg_level = SOL_SOCKET; c->cmsg_type = SCM_RIGHTS; c->cmsg_len = CMSG_LEN(8);\n"
    " ((int *)CMSG_DATA(c))[0] = 1; ((int *)CMSG_DATA(c))[1] = fd; return sendmsg(pair[0], &m, 0); }\n"
    "static void reach(int fd, int here, int ep) { struct epoll_event event = {0}; struct pollfd two[] = {{fd, POLLIN | POLLOUT, 0}, {1, POLLOUT, 0}};\n"
    " sprintf(path, \"/proc/self/fd/%d\", fd); sprintf(deep, \"/proc/%d/fdinfo/%d\", getpid(), fd); sprintf(dev, \"/dev/fd/%d\", fd);\n"
    " sprintf(name, \"%d\", fd);\n"
    " T(fstat(fd, &st)); T(lseek(fd, 0, SEEK_CUR)); T(open(path, 0)); T(open(deep, 0)); T(stat(dev, &st)); T(lstat(path, &st));\n"
    " T(readlink(path, buffer, 99)); T(send(fd, \"x\", 1, 0)); T(shutdown(fd, 2)); T(dup2(1, fd)); T(dup2(fd, 40)); T(dup(fd)); T(dup3(fd, 41, 0));\n"
    " T(fcntl(fd, F_GETFD)); T(fcntl(fd, F_DUPFD, 0)); T(fcntl(fd, F_SETFL, O_NONBLOCK)); T(pass(fd)); T(ioctl(fd, FIONREAD, buffer));\n"
    " T(close(fd)); T(write(fd, \"x\", 1)); T(read(fd, buffer, 1)); T(ftruncate(fd, 0)); T((long)mmap(0, 4096, 1, MAP_SHARED, fd, 0));\n"
    " T(openat(fd, \"x\", 0)); T(close(openat(fd, \"/dev/null\", 0))); T(fstatat(fd, \"\", &st, AT_EMPTY_PATH)); T(fchdir(fd)); T(fchmod(fd, 0));\n"
    " T(access(path, F_OK)); T(truncate(path, 0)); T(openat(here, name, 0)); T(faccessat(here, name, 0, 0)); T(epoll_ctl(ep, EPOLL_CTL_ADD, fd, &event));\n"
    " T(splice(fd, 0, 1, 0, 1, 0)); T(getsockopt(fd, 1, 3, buffer, (socklen_t *)(buffer + 64)));\n"
    " int events = poll(two, 2, 0); printf(\"poll %d %x %x %d\\n\", events, two[0].revents, two[1].revents, two[0].fd == fd); }\n"
    "static void list(int call, int room, int from) { int folder = open(\"/proc/self/fd\", 0), got; printf(\"list\");\n"
    " while ((got = syscall(call, folder, buffer, room)) > 0) for (int at = 0; at < got; at += *(unsigned short *)(buffer + at + 16))\n"
    "  printf(\" %s\", buffer + at + from); printf(\" %d %d %d\\n\", got, got < 0 ? errno : 0, (int)syscall(call, folder, buffer, room)); close(folder); }\n"
    "int main(void) { struct rlimit limit; getrlimit(RLIMIT_NOFILE, &limit); setvbuf(stdout, 0, _IOFBF, 1 << 16); socketpair(AF_UNIX, SOCK_STREAM, 0, pair);\n"
    " int here = open(\"/proc/self/fd\", 0), ep = epoll_create1(0);\n"
    " for (int fd = limit.rlim_max; fd < (int)limit.rlim_max + 14; fd++) reach(fd, here, ep);\n"
    " T(syscall(SYS_close_range, limit.rlim_max, ~0u, 0)); T(syscall(SYS_close_range, 4, ~0u, 0));\n"
    " for (int i = 0; i < 6; i++) { int room[] = {10, 24, 32, 48, 100, 8000}; list(SYS_getdents64, room[i], 19); list(SYS_getdents, room[i], 18); }\n"
    " return 0; }\n";

static void no_call_reaches_the_recorders_descriptors(void **state)
{
    (void)state;
    struct rlimit before, few = {512, 512}; /* five-digit numbers need longer entries */
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    few.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    compile(REACH, "-O1");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    assert_behaves_as_native(&run);
    assert_non_null(strstr(run.output, "poll 2 20 4 1\n"));
    assert_non_null(strstr(run.output, " 0 0 0\n"));
    log_free(&run.log);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

/* The signal at the parent's death belongs to a thread; a fork has none, and an exec keeps it. */
static const char DEATH[] =
    "#include <pthread.h>\n#include <stdio.h>\n#include <sys/prctl.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
    "static void show(void) { int number = -1; printf(\"%d \", prctl(PR_GET_PDEATHSIG, &number)); printf(\"%d\\n\", number); }\n"
    "static void *thread(void *from) { show(); prctl(PR_SET_PDEATHSIG, 10); show(); return from; }\n"
    "int main(int count, char **arguments) { pthread_t other; setvbuf(stdout, 0, _IOLBF, 0); if (count > 1) return show(), 0;\n"
    " show(); prctl(PR_SET_PDEATHSIG, 12); show(); printf(\"%d\\n\", prctl(PR_SET_PDEATHSIG, 65)); show(); prctl(PR_SET_PDEATHSIG, 0); show();\n"
    " printf(\"%d\\n\", prctl(PR_GET_PDEATHSIG, 8)); pthread_create(&other, 0, thread, 0); pthread_join(other, 0); show();\n"
    " if (fork() == 0) { show(); prctl(PR_SET_PDEATHSIG, 15); show(); execl(arguments[0], \"x\", \"y\", (char *)0); } wait(0); return 0; }\n";

static void the_signal_at_the_parents_death_is_the_programs(void **state)
{
    (void)state;
    compile(DEATH, "-O1 -pthread");
    struct run run;
    run_recorded(&run, "--death-signal=0");
    assert_behaves_as_native(&run);
    log_free(&run.log);
}

/* Its limit holds as set, for itself and for programs that it executes. */
static const char LIMIT[] =
    "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <sys/resource.h>\n#include <unistd.h>\n"
    "int main(int count, char **arguments) { struct rlimit l = {90, 150}, o; int n = 0; setvbuf(stdout, 0, _IOLBF, 0);\n"
    " if (count == 1) { printf(\"%d\\n\", setrlimit(RLIMIT_NOFILE, &l)); getrlimit(RLIMIT_NOFILE, &o); printf(\"%ld %ld\\n\", o.rlim_cur, o.rlim_max);\n"
    "  l.rlim_cur = 60; l.rlim_max = 100; n = prlimit(0, RLIMIT_NOFILE, &l, &o); printf(\"%d %ld %ld\\n\", n, o.rlim_cur, o.rlim_max);\n"
    "  l.rlim_cur = 40; n = prlimit(0, RLIMIT_NOFILE, &l, &l); printf(\"%d %ld %ld\\n\", n, l.rlim_cur, l.rlim_max);\n"
    "  l.rlim_cur = 500; l.rlim_max = 50; n = setrlimit(RLIMIT_NOFILE, &l); printf(\"%d %d\\n\", n, errno == EINVAL); n = 0; }\n"
    " getrlimit(RLIMIT_NOFILE, &l); while (n < 500 && open(\"/dev/null\", O_CLOEXEC) >= 0) n++; printf(\"%ld %d %d\\n\", l.rlim_cur, n, errno == EMFILE);\n"
    " if (count == 1) execl(arguments[0], arguments[0], \"x\", (char *)0); return 0; }\n";

static void the_limit_of_descriptors_is_the_programs(void **state)
{
    (void)state;
    compile(LIMIT, "-O1");
    struct run run;
    run_recorded(&run, "--one-instruction=no");
    assert_behaves_as_native(&run);
    log_free(&run.log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_call_reaches_the_recorders_descriptors),
        cmocka_unit_test(the_limit_of_descriptors_is_the_programs),
        cmocka_unit_test(the_signal_at_the_parents_death_is_the_programs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
