requires: recorder
requires: gcc

Valgrind does not report all memory that system calls write: the lock that fcntl found, the sets and the time that select leaves, the length of a socket's address.
clew shows there what the program found.

  $ cat >told.c <<'END'
  $> #define _GNU_SOURCE
  $> #include <fcntl.h>
  $> #include <poll.h>
  $> #include <stdio.h>
  $> #include <stdlib.h>
  $> #include <string.h>
  $> #include <sys/select.h>
  $> #include <sys/socket.h>
  $> #include <sys/syscall.h>
  $> #include <sys/un.h>
  $> #include <unistd.h>
  $> int main(void)
  $> {
  $>     struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 10};
  $>     unsigned long set = 0x3ff, mask = 0;
  $>     struct timespec left = {1000, 0};
  $>     struct sockaddr_storage name;
  $>     socklen_t size = sizeof name;
  $>     char text[8], control[64];
  $>     struct iovec part = {text, sizeof text};
  $>     struct msghdr message = {.msg_name = &name, .msg_namelen = sizeof name, .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = 64};
  $>     int pair[2], file = open("lock", O_RDWR | O_CREAT, 0600);
  $>     fcntl(file, F_GETLK, &lock);
  $>     socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  $>     write(pair[0], "abc", 3);
  $>     set = 1ul << pair[0] | 1ul << pair[1];
  $>     syscall(SYS_pselect6, pair[1] + 1, &set, NULL, NULL, &left, NULL);
  $>     getsockname(pair[0], (void *)&name, &size);
  $>     recvmsg(pair[1], &message, 0);
  $>     mask = set;
  $>     printf("%d %d\n", lock.l_type == F_UNLCK, mask == 1ul << pair[1]);
  $>     printf("%d %u %u %zu\n", left.tv_sec < 1000, size, message.msg_namelen, message.msg_controllen);
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -o told told.c && clew record --check -o told.clew ./told 2>&1 | sed 's/.*registers/registers/; s/registers [0-9]* times/registers/; s/check: .* bytes/check/'
  1 1
  1 2 0 0
  clew: memory check, 0 mismatches
  registers, 0 mismatches
  $ clew -c 'goto told.c:30' -c 'print lock.l_type' -c 'print set' -c 'print left.tv_sec' -c 'print size' -c 'print message.msg_namelen' -c 'print message.msg_controllen' told.clew
  0x1397#0 of 1  main told.c:30  @124 of 178
    mov    %rax,-0x8(%rbp)  = 0x20
  $1 = 2  short int, written in the call @72 main told.c:23
  $2 = 32  long unsigned int, written in the call @108 main told.c:27
  $3 = 999  __time_t, written in the call @108 main told.c:27
  $4 = 2  socklen_t, written in the call @116 main told.c:28
  $5 = 0  socklen_t, written in the call @122 main told.c:29
  $6 = 0  size_t, written in the call @122 main told.c:29

Nor does clew tell of writes that the kernel did not make: the length behind an address that is NULL, the time that is left of none.

  $ cat >untold.c <<'END'
  $> #include <stdio.h>
  $> #include <sys/socket.h>
  $> #include <sys/syscall.h>
  $> #include <sys/un.h>
  $> #include <time.h>
  $> #include <unistd.h>
  $> int main(void)
  $> {
  $>     struct timespec none = {0, 0};
  $>     struct sockaddr_un name = {AF_UNIX, "socket"}, short_name;
  $>     socklen_t size = 77, room = 2, other = sizeof short_name;
  $>     char text[8];
  $>     int server = socket(AF_UNIX, SOCK_STREAM, 0), client = socket(AF_UNIX, SOCK_STREAM, 0);
  $>     unlink("socket");
  $>     bind(server, (void *)&name, sizeof name);
  $>     listen(server, 1);
  $>     connect(client, (void *)&name, sizeof name);
  $>     int peer = accept(server, NULL, &size);
  $>     getsockname(server, (void *)&short_name, &room);
  $>     write(peer, "abc", 3);
  $>     recvfrom(client, text, sizeof text, 0, NULL, &other);
  $>     syscall(SYS_pselect6, 0, NULL, NULL, NULL, &none, NULL);
  $>     printf("%u %u %u\n", size, room, other);
  $>     return 0;
  $> }
  $> END
  $ gcc -g -O0 -w -o untold untold.c && clew record --check -o untold.clew ./untold 2>&1 | sed 's/.*registers/registers/; s/registers [0-9]* times/registers/; s/check: .* bytes/check/'
  77 9 110
  clew: memory check, 0 mismatches
  registers, 0 mismatches
  $ clew -c 'goto untold.c:24' -c 'print size' -c 'print room' -c 'print other' -c 'print none.tv_sec' -c 'info syscalls accept getsockname recvfrom pselect6' untold.clew | tail -n +3 | sed 's/0x[0-9a-f]*/ADDRESS/g; s/@[0-9]*/@T/'
  $1 = 77  socklen_t, written @T main untold.c:11
  $2 = 9  socklen_t, written in the call @T main untold.c:19
  $3 = 110  socklen_t, written @T main untold.c:11
  $4 = 0  __time_t, written @T main untold.c:9
  @T   main untold.c:18  accept(3, NULL, [77]) = 5
  @T   main untold.c:19  getsockname(3, {sa_family=AF_UNIX}, [2 => 9]) = 0
  @T  main untold.c:21  recvfrom(4, "abc", 8, 0, NULL, [110]) = 3
  @T  main untold.c:22  pselect6(0, NULL, NULL, NULL, {tv_sec=0, tv_nsec=0}, NULL) = 0 (Timeout)
