requires: recorder
requires: gcc

System calls appear as strace prints them, with what they read and wrote.

  $ cat >calls.c <<'END'
  $> #define _GNU_SOURCE
  $> #include <fcntl.h>
  $> #include <poll.h>
  $> #include <signal.h>
  $> #include <stdlib.h>
  $> #include <sys/epoll.h>
  $> #include <sys/mman.h>
  $> #include <sys/resource.h>
  $> #include <sys/socket.h>
  $> #include <sys/stat.h>
  $> #include <sys/uio.h>
  $> #include <sys/wait.h>
  $> #include <time.h>
  $> #include <unistd.h>
  $> static void handler(int number) { (void)number; }
  $> int main(void)
  $> {
  $>     struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  $>     struct iovec parts[2] = {{"ab", 2}, {"c\n", 2}};
  $>     struct timespec time = {0, 1000};
  $>     struct rlimit limit = {64 * 1024, RLIM_INFINITY};
  $>     struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = 7};
  $>     struct stat status;
  $>     int pair[2], file = open("file", O_RDWR | O_CREAT | O_TRUNC, 0640), child;
  $>     writev(file, parts, 2);
  $>     fcntl(file, F_SETFD, FD_CLOEXEC);
  $>     fcntl(file, F_GETFL);
  $>     fstat(file, &status);
  $>     stat("none", &status);
  $>     mprotect(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096, PROT_NONE);
  $>     socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair);
  $>     struct pollfd polled[2] = {{pair[0], POLLIN | POLLOUT, 0}, {pair[1], POLLIN, 0}};
  $>     poll(polled, 2, 0);
  $>     poll(polled + 1, 1, 0);
  $>     int events = epoll_create1(EPOLL_CLOEXEC);
  $>     epoll_ctl(events, EPOLL_CTL_ADD, pair[0], &event);
  $>     nanosleep(&time, NULL);
  $>     setrlimit(RLIMIT_CORE, &limit);
  $>     sigaction(SIGUSR1, &action, NULL);
  $>     sigaddset(&action.sa_mask, SIGTERM);
  $>     sigprocmask(SIG_BLOCK, &action.sa_mask, NULL);
  $>     raise(SIGUSR1);
  $>     if (!(child = fork()))
  $>         _exit(5);
  $>     waitpid(child, &child, 0);
  $>     close(file);
  $>     return 3;
  $> }
  $> END
  $ gcc -g -O0 -o calls calls.c && clew record -o calls.clew ./calls >/dev/null
  clew: 1 process that the program started ran unrecorded: calls. To record them, use --trace-children
  [3]
  $ cat >calls <<'END'
  $> clew -c "info syscalls $1" calls.clew | sed -E 's/^@[0-9]+ +//; s/0x[0-9a-f]{4,}/ADDRESS/g; s/(si_[pu]id=|wait4\(|tgkill\(|= )[0-9]{2,}(, [0-9]{2,})*/\1PID/g; s/si_uid=0/si_uid=PID/'
  $> END
  $ bash calls '' | sed -n '/openat.*"file"/,$p'
  main calls.c:24     openat(AT_FDCWD, "file", O_RDWR|O_CREAT|O_TRUNC, 0640) = 3
  main calls.c:25     writev(3, [{iov_base="ab", iov_len=2}, {iov_base="c\n", iov_len=2}], 2) = 4
  main calls.c:26     fcntl(3, F_SETFD, FD_CLOEXEC) = 0
  main calls.c:27     fcntl(3, F_GETFL) = ADDRESS (flags O_RDWR|O_LARGEFILE)
  main calls.c:28     newfstatat(3, "", {st_mode=S_IFREG|0640, st_size=4, ...}, AT_EMPTY_PATH) = 0
  main calls.c:29     newfstatat(AT_FDCWD, "none", ADDRESS, 0) = -1 ENOENT (No such file or directory)
  main calls.c:30     mmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = ADDRESS
  main calls.c:30     mprotect(ADDRESS, 4096, PROT_NONE) = 0
  main calls.c:31     socketpair(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0, [4, 5]) = 0
  main calls.c:33     poll([{fd=4, events=POLLIN|POLLOUT}, {fd=5, events=POLLIN}], 2, 0) = 1 ([{fd=4, revents=POLLOUT}])
  main calls.c:34     poll([{fd=5, events=POLLIN}], 1, 0) = 0 (Timeout)
  main calls.c:35     epoll_create1(EPOLL_CLOEXEC) = 6
  main calls.c:36     epoll_ctl(6, EPOLL_CTL_ADD, 4, {events=EPOLLIN|EPOLLET, data={u32=7, u64=7}}) = 0
  main calls.c:37     clock_nanosleep(CLOCK_REALTIME, 0, {tv_sec=0, tv_nsec=1000}, NULL) = 0
  main calls.c:38     prlimit64(0, RLIMIT_CORE, {rlim_cur=64*1024, rlim_max=RLIM64_INFINITY}, NULL) = 0
  main calls.c:39     rt_sigaction(SIGUSR1, {sa_handler=ADDRESS, sa_mask=[], sa_flags=SA_RESTORER|SA_RESTART, sa_restorer=ADDRESS}, NULL, 8) = 0
  main calls.c:41     rt_sigprocmask(SIG_BLOCK, [TERM], NULL, 8) = 0
  main calls.c:42     gettid() = PID
  main calls.c:42     getpid() = PID
  main calls.c:42     tgkill(PID, SIGUSR1) = 0
  main calls.c:42     --- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_TKILL, si_pid=PID, si_uid=PID} ---
  handler calls.c:15  rt_sigreturn() = ?
  main calls.c:43     clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD, child_tidptr=ADDRESS) = PID
  main calls.c:45     wait4(PID, [{WIFEXITED(s) && WEXITSTATUS(s) == 5}], 0, NULL) = PID
  main calls.c:46     close(3) = 0
  _fini               exit_group(3) = ?
  +++ exited with 3 +++

Filters: names, kinds, descriptors, failed calls, text.

  $ bash calls 'writev fcntl'
  main calls.c:25  writev(3, [{iov_base="ab", iov_len=2}, {iov_base="c\n", iov_len=2}], 2) = 4
  main calls.c:26  fcntl(3, F_SETFD, FD_CLOEXEC) = 0
  main calls.c:27  fcntl(3, F_GETFL) = ADDRESS (flags O_RDWR|O_LARGEFILE)
  $ bash calls '%network'
  main calls.c:31  socketpair(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0, [4, 5]) = 0
  $ bash calls 'fd=3' | tail -4
  main calls.c:26  fcntl(3, F_SETFD, FD_CLOEXEC) = 0
  main calls.c:27  fcntl(3, F_GETFL) = ADDRESS (flags O_RDWR|O_LARGEFILE)
  main calls.c:28  newfstatat(3, "", {st_mode=S_IFREG|0640, st_size=4, ...}, AT_EMPTY_PATH) = 0
  main calls.c:46  close(3) = 0
  $ bash calls 'failed %file' | tail -1
  main calls.c:29  newfstatat(AT_FDCWD, "none", ADDRESS, 0) = -1 ENOENT (No such file or directory)
  $ bash calls 'openat /O_CREAT/'
  main calls.c:24  openat(AT_FDCWD, "file", O_RDWR|O_CREAT|O_TRUNC, 0640) = 3
  $ bash calls '!openat /"none"/'
  main calls.c:29  newfstatat(AT_FDCWD, "none", ADDRESS, 0) = -1 ENOENT (No such file or directory)
  $ bash calls 'fork'
  the program made no such system call
  $ bash calls 'opnat'
  clew: no system call or signal is named `opnat`: `info syscalls /opnat/` searches their text
  $ bash calls 'read !write'
  clew: clew cannot combine names with ! and without

Signals.

  $ clew -c 'info signals' calls.clew | sed -E 's/^@[0-9]+ +//; s/si_([pu])id=[0-9]+/si_\1id=PID/g'
  main calls.c:42  --- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_TKILL, si_pid=PID, si_uid=PID} ---
  $ clew -c 'info signals SIGTERM' -c 'info signals SIGNONE' calls.clew
  no handler received such a signal
  clew: no signal is named `SIGNONE`
  [1]
  $ clew -c 'break signal USR1' -c 'goto @1' -c continue calls.clew | sed -E 's/si_([pu])id=[0-9]+/si_\1id=PID/g; s/@[0-9]+ of [0-9]+/@TIME/'
  catchpoint 1, signal USR1: at 1 time
  0x1190#0 of 1  _start  @TIME
    = 0x0
  catchpoint 1, signal USR1: --- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_TKILL, si_pid=PID, si_uid=PID} ---
  0x1540#0 of 1  main calls.c:42  @TIME
    raise(SIGUSR1);  = 0x109545
  $ clew -c 'break signal TERM' calls.clew
  clew: no handler took such a signal while your code ran: `info signals` lists all of them
  [1]

What skipped code asks or writes once your code that it called has run comes behind that code: calls and writes have one time, and `who` names the call that let skipped code run.

  $ cat >late.c <<'END'
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> #include <unistd.h>
  $> static int order[3] = {3, 1, 2};
  $> static int compare(const void *a, const void *b)
  $> {
  $>     (void)!write(1, "+", 1);
  $>     return *(const int *)a - *(const int *)b;
  $> }
  $> int main(void)
  $> {
  $>     qsort(order, 3, sizeof *order, compare);
  $>     printf("least %d\n", order[0]);
  $>     return 3;
  $> }
  $> END
  $ gcc -g -O0 -o late late.c && clew record -o late.clew ./late | cat
  +++least 1
  $ clew -c 'info syscalls write exit_group' late.clew | sed -E 's/^@[0-9]+ +//'
  compare late.c:7  write(1, "+", 1) = 1
  compare late.c:7  write(1, "+", 1) = 1
  compare late.c:7  write(1, "+", 1) = 1
  _fini             write(1, "least 1\n", 8) = 8
  _fini             exit_group(3) = ?
  $ clew -c 'break syscall write' -c 'goto @1' -c 'continue 4' -c 'print order' -c 'reverse-continue' -c 'print order' -c 'output' late.clew | sed -E 's/@[0-9]+( of [0-9]+)?/@T/; s/0x[0-9a-f]+/ADDRESS/g'
  catchpoint 1, syscall write: at 4 times
  ADDRESS#0 of 1  _start  @T
    xor    %ebp,%ebp  = ADDRESS
  catchpoint 1, syscall write: write(1, "least 1\n", 8) = 8
  ADDRESS#0 of 1  _fini  @T
    ret  = ADDRESS (rsp)
  $1 = {1, 2, 3}  int [3], last written in the call @T main late.c:12
  catchpoint 1, syscall write: write(1, "+", 1) = 1
  ADDRESS#2 of 3  compare late.c:7  @T
    call   ADDRESS <write@plt>  = ADDRESS
  $2 = {3, 1, 2}  int [3], last written in the call @T main late.c:12
  @T  compare late.c:7  +++least 1
  $ clew -c 'break syscall exit_group' -c 'goto main' -c 'break late.c:14' -c continue -c continue -c reverse-continue late.clew | grep -E 'point|late.c|_fini' | sed -E 's/@[0-9]+ of [0-9]+/@T/; s/0x[0-9a-f]+/ADDRESS/g'
  catchpoint 1, syscall exit_group: at 1 time
  ADDRESS#0 of 1  main late.c:11  @T
  breakpoint 2, late.c:14 at ADDRESS
  breakpoint 2, late.c:14
  ADDRESS#0 of 1  main late.c:14  @T
  catchpoint 1, syscall exit_group: exit_group(3) = ?
  ADDRESS#0 of 1  _fini  @T
  breakpoint 2, late.c:14
  ADDRESS#0 of 1  main late.c:14  @T
  $ clew -c 'who order' -c 'who stdout->_IO_write_ptr' late.clew | sed -E 's/^@[0-9]+ +//; s/0x[0-9a-f]+/ADDRESS/g'
  ADDRESS#0  compare late.c:9  ret  skipped code that main late.c:12 called wrote it, at ADDRESS
  ADDRESS#2  compare late.c:9  ret  skipped code that main late.c:12 called wrote it, at ADDRESS
  the memory was mapped, unmapped or moved, before your code ran
  ADDRESS#0  main late.c:13  = ADDRESS  call   ADDRESS <printf@plt>  skipped code wrote it, at ADDRESS
  ADDRESS#0  _fini           = ADDRESS  ret  skipped code that _start called wrote it, at ADDRESS
  $ clew --json -c 'who order[0]' late.clew | sed -E 's/.*"time":([0-9]+).*/goto @\1/' | tail -1 >there; clew -c "$(cat there)" late.clew | grep -o 'compare late.c:[0-9]*'
  compare late.c:9
