#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/inotify.h>
#include <signal.h>
#include <unistd.h>
#include <stdint.h>
int main(void)
{
    int one = 1, pair[2];
    char buffer[100];
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = 0, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}, from;
    socklen_t size = sizeof a;
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one); setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct linger li = {1, 5}; setsockopt(s, SOL_SOCKET, SO_LINGER, &li, sizeof li); struct timeval tv = {5, 0}; setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv);
    bind(s, (void *)&a, sizeof a); listen(s, 5); getsockname(s, (void *)&a, &size);
    int c = socket(AF_INET, SOCK_STREAM, IPPROTO_TCP); connect(c, (void *)&a, sizeof a);
    size = sizeof from; int t = accept(s, (void *)&from, &size);
    size = 128; struct sockaddr_storage big; getpeername(c, (void *)&big, &size);
    size = sizeof one; getsockopt(c, SOL_SOCKET, SO_ERROR, &one, &size); getsockopt(c, SOL_SOCKET, SO_TYPE, &one, &size);
    send(c, "hello", 5, MSG_NOSIGNAL); recv(t, buffer, 3, 0); recv(t, buffer, sizeof buffer, MSG_DONTWAIT); recv(t, buffer, sizeof buffer, MSG_DONTWAIT);
    int u = socket(AF_INET, SOCK_DGRAM, 0), w = socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP); a.sin_port = 0; bind(u, (void *)&a, sizeof a); size = sizeof a; getsockname(u, (void *)&a, &size);
    sendto(w, "datagram", 8, 0, (void *)&a, sizeof a); size = sizeof from; recvfrom(u, buffer, sizeof buffer, MSG_TRUNC, (void *)&from, &size);
    struct iovec iov[2] = {{"one", 3}, {"two", 3}}; struct msghdr m = {.msg_name = &a, .msg_namelen = sizeof a, .msg_iov = iov, .msg_iovlen = 2}; sendmsg(w, &m, 0);
    struct iovec in[1] = {{buffer, 50}}; struct msghdr n = {.msg_name = &big, .msg_namelen = sizeof big, .msg_iov = in, .msg_iovlen = 1}; recvmsg(u, &n, 0);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    union { char b[CMSG_SPACE(sizeof(int))]; struct cmsghdr h; } control = {.h = {.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
    memcpy(CMSG_DATA(&control.h), &s, sizeof s);
    struct msghdr k = {.msg_iov = iov, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control}; sendmsg(pair[0], &k, 0);
    struct msghdr q = {.msg_iov = in, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control}; recvmsg(pair[1], &q, 0);
    struct sockaddr_un un = {.sun_family = AF_UNIX, .sun_path = "/none/socket"}; int x = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0); connect(x, (void *)&un, sizeof un);
    strcpy(un.sun_path + 1, "abstract-h8"); un.sun_path[0] = 0; bind(x, (void *)&un, 2 + 12);
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT, .sin6_port = htons(99)}; int y = socket(AF_INET6, SOCK_STREAM, 0); connect(y, (void *)&six, sizeof six);
    int nl = socket(AF_NETLINK, SOCK_RAW, 0);
    struct pollfd p[2] = {{pair[0], POLLIN | POLLOUT, 0}, {pair[1], POLLIN, 0}}; poll(p, 2, 0); p[0].events = POLLIN; poll(p, 1, 1);
    struct timespec ts = {1, 0}; p[0].events = POLLOUT; sigset_t none; sigemptyset(&none); ppoll(p, 1, &ts, &none);
    fd_set r, o; FD_ZERO(&r); FD_SET(pair[0], &r); FD_SET(pair[1], &r); FD_ZERO(&o); FD_SET(pair[1], &o); tv = (struct timeval){1, 0}; select(pair[1] + 1, &r, &o, NULL, &tv);
    FD_ZERO(&r); FD_SET(pair[0], &r); tv = (struct timeval){0, 100}; select(pair[0] + 1, &r, NULL, NULL, &tv);
    FD_ZERO(&r); FD_SET(pair[0], &r); ts = (struct timespec){0, 100}; pselect(pair[0] + 1, &r, NULL, NULL, &ts, &none);
    int e = epoll_create1(EPOLL_CLOEXEC); struct epoll_event ev = {.events = EPOLLIN | EPOLLET, .data.fd = pair[1]}; epoll_ctl(e, EPOLL_CTL_ADD, pair[1], &ev); ev.events = EPOLLOUT; ev.data.u64 = 0x1234567890; epoll_ctl(e, EPOLL_CTL_ADD, pair[0], &ev);
    struct epoll_event got[4]; epoll_wait(e, got, 4, 10); epoll_ctl(e, EPOLL_CTL_DEL, pair[0], NULL); epoll_wait(e, got, 4, 0);
    int ef = eventfd(3, EFD_NONBLOCK); uint64_t v; read(ef, &v, 8);
    int tf = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC); struct itimerspec is = {{0, 0}, {0, 1000000}}; timerfd_settime(tf, 0, &is, NULL); timerfd_gettime(tf, &is);
    sigset_t set; sigemptyset(&set); sigaddset(&set, SIGUSR1); signalfd(-1, &set, SFD_CLOEXEC);
    int in1 = inotify_init1(IN_NONBLOCK); inotify_add_watch(in1, "/tmp", IN_CREATE | IN_DELETE);
    shutdown(c, SHUT_WR); close(nl); close(y); close(x);
    char *const args[] = {"true", "an argument", NULL}; char *const env[] = {"A=1", NULL};
    execve("/bin/none", args, env);
    execve("/bin/true", args, env);
    return 0;
}
