/* system_call_kinds.c - how arguments of system calls appear.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/system_call_kinds.h"

/* ---- Flags and names. Of two that share bits the longer one stands first ---- */

static const struct system_call_name open_flags[] = {
    {0x40, "O_CREAT"}, {0x80, "O_EXCL"}, {0x100, "O_NOCTTY"}, {0x200, "O_TRUNC"}, {0x400, "O_APPEND"}, {0x800, "O_NONBLOCK"}, {0x101000, "O_SYNC"},
    {0x1000, "O_DSYNC"}, {0x4000, "O_DIRECT"}, {0x8000, "O_LARGEFILE"}, {0x20000, "O_NOFOLLOW"}, {0x40000, "O_NOATIME"}, {0x80000, "O_CLOEXEC"},
    {0x200000, "O_PATH"}, {0x410000, "O_TMPFILE"}, {0x10000, "O_DIRECTORY"}, {0x2000, "FASYNC"}, {0, NULL},
};
static const struct system_call_name accesses[] = {
    {0x4, "R_OK"}, {0x2, "W_OK"}, {0x1, "X_OK"}, {0, NULL},
};
static const struct system_call_name protections[] = {
    {0x1, "PROT_READ"}, {0x2, "PROT_WRITE"}, {0x4, "PROT_EXEC"}, {0x1000000, "PROT_GROWSDOWN"}, {0x2000000, "PROT_GROWSUP"}, {0, NULL},
};
static const struct system_call_name map_flags[] = {
    {0x3, "MAP_SHARED_VALIDATE"}, {0x1, "MAP_SHARED"}, {0x2, "MAP_PRIVATE"}, {0x10, "MAP_FIXED"}, {0x20, "MAP_ANONYMOUS"}, {0x40, "MAP_32BIT"},
    {0x4000, "MAP_NORESERVE"}, {0x8000, "MAP_POPULATE"}, {0x10000, "MAP_NONBLOCK"}, {0x100, "MAP_GROWSDOWN"}, {0x800, "MAP_DENYWRITE"},
    {0x1000, "MAP_EXECUTABLE"}, {0x2000, "MAP_LOCKED"}, {0x20000, "MAP_STACK"}, {0x40000, "MAP_HUGETLB"}, {0x80000, "MAP_SYNC"},
    {0x100000, "MAP_FIXED_NOREPLACE"}, {0, NULL},
};
static const struct system_call_name remap_flags[] = {
    {0x1, "MREMAP_MAYMOVE"}, {0x2, "MREMAP_FIXED"}, {0x4, "MREMAP_DONTUNMAP"}, {0, NULL},
};
static const struct system_call_name sync_flags[] = {
    {0x4, "MS_SYNC"}, {0x1, "MS_ASYNC"}, {0x2, "MS_INVALIDATE"}, {0, NULL},
};
static const struct system_call_name at_flags[] = {
    {0x100, "AT_SYMLINK_NOFOLLOW"}, {0x200, "AT_REMOVEDIR"}, {0x400, "AT_SYMLINK_FOLLOW"}, {0x800, "AT_NO_AUTOMOUNT"}, {0x1000, "AT_EMPTY_PATH"},
    {0x8000, "AT_RECURSIVE"}, {0, NULL},
};
static const struct system_call_name access_at_flags[] = {
    {0x100, "AT_SYMLINK_NOFOLLOW"}, {0x200, "AT_EACCESS"}, {0x1000, "AT_EMPTY_PATH"}, {0, NULL},
};
static const struct system_call_name clone_flags[] = {
    {0x100, "CLONE_VM"}, {0x200, "CLONE_FS"}, {0x400, "CLONE_FILES"}, {0x800, "CLONE_SIGHAND"}, {0x1000, "CLONE_PIDFD"}, {0x2000, "CLONE_PTRACE"},
    {0x4000, "CLONE_VFORK"}, {0x8000, "CLONE_PARENT"}, {0x10000, "CLONE_THREAD"}, {0x20000, "CLONE_NEWNS"}, {0x40000, "CLONE_SYSVSEM"},
    {0x80000, "CLONE_SETTLS"}, {0x100000, "CLONE_PARENT_SETTID"}, {0x200000, "CLONE_CHILD_CLEARTID"}, {0x400000, "CLONE_DETACHED"},
    {0x800000, "CLONE_UNTRACED"}, {0x1000000, "CLONE_CHILD_SETTID"}, {0x2000000, "CLONE_NEWCGROUP"}, {0x4000000, "CLONE_NEWUTS"},
    {0x8000000, "CLONE_NEWIPC"}, {0x10000000, "CLONE_NEWUSER"}, {0x20000000, "CLONE_NEWPID"}, {0x40000000, "CLONE_NEWNET"}, {0x80000000, "CLONE_IO"},
    {0x100000000, "CLONE_CLEAR_SIGHAND"}, {0x200000000, "CLONE_INTO_CGROUP"}, {0, NULL},
};
static const struct system_call_name wait_flags[] = {
    {0x1, "WNOHANG"}, {0x4, "WEXITED"}, {0x2, "WSTOPPED"}, {0x8, "WCONTINUED"}, {0x1000000, "WNOWAIT"}, {0x80000000, "__WCLONE"},
    {0x40000000, "__WALL"}, {0x20000000, "__WNOTHREAD"}, {0, NULL},
};
static const struct system_call_name message_flags[] = {
    {0x1, "MSG_OOB"}, {0x2, "MSG_PEEK"}, {0x4, "MSG_DONTROUTE"}, {0x8, "MSG_CTRUNC"}, {0x10, "MSG_PROBE"}, {0x20, "MSG_TRUNC"},
    {0x40, "MSG_DONTWAIT"}, {0x80, "MSG_EOR"}, {0x100, "MSG_WAITALL"}, {0x200, "MSG_FIN"}, {0x400, "MSG_SYN"}, {0x800, "MSG_CONFIRM"},
    {0x1000, "MSG_RST"}, {0x2000, "MSG_ERRQUEUE"}, {0x4000, "MSG_NOSIGNAL"}, {0x8000, "MSG_MORE"}, {0x10000, "MSG_WAITFORONE"},
    {0x40000, "MSG_BATCH"}, {0x4000000, "MSG_ZEROCOPY"}, {0x20000000, "MSG_FASTOPEN"}, {0x40000000, "MSG_CMSG_CLOEXEC"}, {0, NULL},
};
static const struct system_call_name socket_flags[] = {
    {0x80000, "SOCK_CLOEXEC"}, {0x800, "SOCK_NONBLOCK"}, {0, NULL},
};
static const struct system_call_name epoll_events[] = {
    {0x1, "EPOLLIN"}, {0x2, "EPOLLPRI"}, {0x4, "EPOLLOUT"}, {0x40, "EPOLLRDNORM"}, {0x80, "EPOLLRDBAND"}, {0x100, "EPOLLWRNORM"},
    {0x200, "EPOLLWRBAND"}, {0x400, "EPOLLMSG"}, {0x8, "EPOLLERR"}, {0x10, "EPOLLHUP"}, {0x2000, "EPOLLRDHUP"}, {0x10000000, "EPOLLEXCLUSIVE"},
    {0x20000000, "EPOLLWAKEUP"}, {0x40000000, "EPOLLONESHOT"}, {0x80000000, "EPOLLET"}, {0, NULL},
};
static const struct system_call_name epoll_flags[] = {
    {0x80000, "EPOLL_CLOEXEC"}, {0, NULL},
};
static const struct system_call_name event_flags[] = {
    {0x1, "EFD_SEMAPHORE"}, {0x80000, "EFD_CLOEXEC"}, {0x800, "EFD_NONBLOCK"}, {0, NULL},
};
static const struct system_call_name timer_flags[] = {
    {0x80000, "TFD_CLOEXEC"}, {0x800, "TFD_NONBLOCK"}, {0, NULL},
};
static const struct system_call_name timer_set_flags[] = {
    {0x1, "TFD_TIMER_ABSTIME"}, {0x2, "TFD_TIMER_CANCEL_ON_SET"}, {0, NULL},
};
static const struct system_call_name signal_file_flags[] = {
    {0x80000, "SFD_CLOEXEC"}, {0x800, "SFD_NONBLOCK"}, {0, NULL},
};
static const struct system_call_name inotify_flags[] = {
    {0x800, "IN_NONBLOCK"}, {0x80000, "IN_CLOEXEC"}, {0, NULL},
};
static const struct system_call_name inotify_mask[] = {
    {0x1, "IN_ACCESS"}, {0x2, "IN_MODIFY"}, {0x4, "IN_ATTRIB"}, {0x8, "IN_CLOSE_WRITE"}, {0x10, "IN_CLOSE_NOWRITE"}, {0x20, "IN_OPEN"},
    {0x40, "IN_MOVED_FROM"}, {0x80, "IN_MOVED_TO"}, {0x100, "IN_CREATE"}, {0x200, "IN_DELETE"}, {0x400, "IN_DELETE_SELF"}, {0x800, "IN_MOVE_SELF"},
    {0x1000000, "IN_ONLYDIR"}, {0x2000000, "IN_DONT_FOLLOW"}, {0x4000000, "IN_EXCL_UNLINK"}, {0x20000000, "IN_MASK_ADD"}, {0x40000000, "IN_ISDIR"},
    {0x80000000, "IN_ONESHOT"}, {0, NULL},
};
static const struct system_call_name poll_events[] = {
    {0x1, "POLLIN"}, {0x2, "POLLPRI"}, {0x4, "POLLOUT"}, {0x40, "POLLRDNORM"}, {0x80, "POLLRDBAND"}, {0x100, "POLLWRNORM"}, {0x200, "POLLWRBAND"},
    {0x400, "POLLMSG"}, {0x8, "POLLERR"}, {0x10, "POLLHUP"}, {0x20, "POLLNVAL"}, {0x2000, "POLLRDHUP"}, {0, NULL},
};
static const struct system_call_name descriptor_flags[] = {
    {0x1, "FD_CLOEXEC"}, {0, NULL},
};
static const struct system_call_name lock_operations[] = {
    {0x1, "LOCK_SH"}, {0x2, "LOCK_EX"}, {0x4, "LOCK_NB"}, {0x8, "LOCK_UN"}, {0, NULL},
};
static const struct system_call_name seals[] = {
    {0x1, "F_SEAL_SEAL"}, {0x2, "F_SEAL_SHRINK"}, {0x4, "F_SEAL_GROW"}, {0x8, "F_SEAL_WRITE"}, {0x10, "F_SEAL_FUTURE_WRITE"}, {0, NULL},
};
static const struct system_call_name action_flags[] = {
    {0x4000000, "SA_RESTORER"}, {0x8000000, "SA_ONSTACK"}, {0x10000000, "SA_RESTART"}, {0x20000000, "SA_INTERRUPT"}, {0x40000000, "SA_NODEFER"},
    {0x80000000, "SA_RESETHAND"}, {0x4, "SA_SIGINFO"}, {0x1, "SA_NOCLDSTOP"}, {0x2, "SA_NOCLDWAIT"}, {0, NULL},
};
static const struct system_call_name stack_flags[] = {
    {0x1, "SS_ONSTACK"}, {0x2, "SS_DISABLE"}, {0, NULL},
};
static const struct system_call_name clock_flags[] = {
    {0x1, "TIMER_ABSTIME"}, {0, NULL},
};
static const struct system_call_name random_flags[] = {
    {0x1, "GRND_NONBLOCK"}, {0x2, "GRND_RANDOM"}, {0x4, "GRND_INSECURE"}, {0, NULL},
};
static const struct system_call_name memory_file_flags[] = {
    {0x1, "MFD_CLOEXEC"}, {0x2, "MFD_ALLOW_SEALING"}, {0x4, "MFD_HUGETLB"}, {0, NULL},
};
static const struct system_call_name rename_flags[] = {
    {0x1, "RENAME_NOREPLACE"}, {0x2, "RENAME_EXCHANGE"}, {0x4, "RENAME_WHITEOUT"}, {0, NULL},
};
static const struct system_call_name splice_flags[] = {
    {0x1, "SPLICE_F_MOVE"}, {0x2, "SPLICE_F_NONBLOCK"}, {0x4, "SPLICE_F_MORE"}, {0x8, "SPLICE_F_GIFT"}, {0, NULL},
};
static const struct system_call_name allocate_flags[] = {
    {0x1, "FALLOC_FL_KEEP_SIZE"}, {0x2, "FALLOC_FL_PUNCH_HOLE"}, {0x8, "FALLOC_FL_COLLAPSE_RANGE"}, {0x10, "FALLOC_FL_ZERO_RANGE"},
    {0x20, "FALLOC_FL_INSERT_RANGE"}, {0x40, "FALLOC_FL_UNSHARE_RANGE"}, {0, NULL},
};
static const struct system_call_name statx_flags[] = {
    {0x2000, "AT_STATX_FORCE_SYNC"}, {0x4000, "AT_STATX_DONT_SYNC"}, {0x100, "AT_SYMLINK_NOFOLLOW"}, {0x800, "AT_NO_AUTOMOUNT"},
    {0x1000, "AT_EMPTY_PATH"}, {0, NULL},
};
static const struct system_call_name statx_mask[] = {
    {0xfff, "STATX_ALL"}, {0x7ff, "STATX_BASIC_STATS"}, {0x1, "STATX_TYPE"}, {0x2, "STATX_MODE"}, {0x4, "STATX_NLINK"}, {0x8, "STATX_UID"},
    {0x10, "STATX_GID"}, {0x20, "STATX_ATIME"}, {0x40, "STATX_MTIME"}, {0x80, "STATX_CTIME"}, {0x100, "STATX_INO"}, {0x200, "STATX_SIZE"},
    {0x400, "STATX_BLOCKS"}, {0x800, "STATX_BTIME"}, {0x1000, "STATX_MNT_ID"}, {0x2000, "STATX_DIOALIGN"}, {0, NULL},
};
static const struct system_call_name range_flags[] = {
    {0x2, "CLOSE_RANGE_UNSHARE"}, {0x4, "CLOSE_RANGE_CLOEXEC"}, {0, NULL},
};
static const struct system_call_name file_system_flags[] = {
    {0x20, "ST_VALID"}, {0x1, "ST_RDONLY"}, {0x2, "ST_NOSUID"}, {0x4, "ST_NODEV"}, {0x8, "ST_NOEXEC"}, {0x10, "ST_SYNCHRONOUS"},
    {0x40, "ST_MANDLOCK"}, {0x400, "ST_NOATIME"}, {0x800, "ST_NODIRATIME"}, {0x1000, "ST_RELATIME"}, {0x2000, "ST_NOSYMFOLLOW"}, {0, NULL},
};
static const struct system_call_name shared_flags[] = {
    {0x200, "IPC_CREAT"}, {0x400, "IPC_EXCL"}, {0x800, "SHM_HUGETLB"}, {0x1000, "SHM_NORESERVE"}, {0, NULL},
};
static const struct system_call_name attach_flags[] = {
    {0x1000, "SHM_RDONLY"}, {0x2000, "SHM_RND"}, {0x4000, "SHM_REMAP"}, {0x8000, "SHM_EXEC"}, {0, NULL},
};
static const struct system_call_name whences[] = {
    {0, "SEEK_SET"}, {1, "SEEK_CUR"}, {2, "SEEK_END"}, {3, "SEEK_DATA"}, {4, "SEEK_HOLE"}, {0, NULL},
};
static const struct system_call_name fcntl_commands[] = {
    {0, "F_DUPFD"}, {1, "F_GETFD"}, {2, "F_SETFD"}, {3, "F_GETFL"}, {4, "F_SETFL"}, {5, "F_GETLK"}, {6, "F_SETLK"}, {7, "F_SETLKW"}, {8, "F_SETOWN"},
    {9, "F_GETOWN"}, {10, "F_SETSIG"}, {11, "F_GETSIG"}, {15, "F_SETOWN_EX"}, {16, "F_GETOWN_EX"}, {36, "F_OFD_GETLK"}, {37, "F_OFD_SETLK"},
    {38, "F_OFD_SETLKW"}, {1024, "F_SETLEASE"}, {1025, "F_GETLEASE"}, {1026, "F_NOTIFY"}, {1030, "F_DUPFD_CLOEXEC"}, {1031, "F_SETPIPE_SZ"},
    {1032, "F_GETPIPE_SZ"}, {1033, "F_ADD_SEALS"}, {1034, "F_GET_SEALS"}, {0, NULL},
};
static const struct system_call_name lock_types[] = {
    {0, "F_RDLCK"}, {1, "F_WRLCK"}, {2, "F_UNLCK"}, {0, NULL},
};
static const struct system_call_name futex_operations[] = {
    {0, "FUTEX_WAIT"}, {1, "FUTEX_WAKE"}, {2, "FUTEX_FD"}, {3, "FUTEX_REQUEUE"}, {4, "FUTEX_CMP_REQUEUE"}, {5, "FUTEX_WAKE_OP"}, {6, "FUTEX_LOCK_PI"},
    {7, "FUTEX_UNLOCK_PI"}, {8, "FUTEX_TRYLOCK_PI"}, {9, "FUTEX_WAIT_BITSET"}, {10, "FUTEX_WAKE_BITSET"}, {11, "FUTEX_WAIT_REQUEUE_PI"},
    {12, "FUTEX_CMP_REQUEUE_PI"}, {13, "FUTEX_LOCK_PI2"}, {0, NULL},
};
static const struct system_call_name advices[] = {
    {0, "MADV_NORMAL"}, {1, "MADV_RANDOM"}, {2, "MADV_SEQUENTIAL"}, {3, "MADV_WILLNEED"}, {4, "MADV_DONTNEED"}, {8, "MADV_FREE"}, {9, "MADV_REMOVE"},
    {10, "MADV_DONTFORK"}, {11, "MADV_DOFORK"}, {12, "MADV_MERGEABLE"}, {13, "MADV_UNMERGEABLE"}, {14, "MADV_HUGEPAGE"}, {15, "MADV_NOHUGEPAGE"},
    {16, "MADV_DONTDUMP"}, {17, "MADV_DODUMP"}, {18, "MADV_WIPEONFORK"}, {19, "MADV_KEEPONFORK"}, {20, "MADV_COLD"}, {21, "MADV_PAGEOUT"},
    {22, "MADV_POPULATE_READ"}, {23, "MADV_POPULATE_WRITE"}, {0, NULL},
};
static const struct system_call_name file_advices[] = {
    {0, "POSIX_FADV_NORMAL"}, {1, "POSIX_FADV_RANDOM"}, {2, "POSIX_FADV_SEQUENTIAL"}, {3, "POSIX_FADV_WILLNEED"}, {4, "POSIX_FADV_DONTNEED"},
    {5, "POSIX_FADV_NOREUSE"}, {0, NULL},
};
static const struct system_call_name families[] = {
    {0, "AF_UNSPEC"}, {1, "AF_UNIX"}, {2, "AF_INET"}, {3, "AF_AX25"}, {4, "AF_IPX"}, {9, "AF_X25"}, {10, "AF_INET6"}, {16, "AF_NETLINK"},
    {17, "AF_PACKET"}, {31, "AF_BLUETOOTH"}, {29, "AF_CAN"}, {38, "AF_ALG"}, {40, "AF_VSOCK"}, {41, "AF_KCM"}, {44, "AF_XDP"}, {0, NULL},
};
static const struct system_call_name socket_types[] = {
    {1, "SOCK_STREAM"}, {2, "SOCK_DGRAM"}, {3, "SOCK_RAW"}, {4, "SOCK_RDM"}, {5, "SOCK_SEQPACKET"}, {6, "SOCK_DCCP"}, {10, "SOCK_PACKET"}, {0, NULL},
};
static const struct system_call_name internet_protocols[] = {
    {0, "IPPROTO_IP"}, {1, "IPPROTO_ICMP"}, {2, "IPPROTO_IGMP"}, {6, "IPPROTO_TCP"}, {17, "IPPROTO_UDP"}, {41, "IPPROTO_IPV6"},
    {58, "IPPROTO_ICMPV6"}, {132, "IPPROTO_SCTP"}, {136, "IPPROTO_UDPLITE"}, {255, "IPPROTO_RAW"}, {0, NULL},
};
static const struct system_call_name shutdowns[] = {
    {0, "SHUT_RD"}, {1, "SHUT_WR"}, {2, "SHUT_RDWR"}, {0, NULL},
};
static const struct system_call_name levels[] = {
    {0, "SOL_IP"}, {1, "SOL_SOCKET"}, {6, "SOL_TCP"}, {17, "SOL_UDP"}, {41, "SOL_IPV6"}, {270, "SOL_NETLINK"}, {0, NULL},
};
static const struct system_call_name socket_options[] = {
    {1, "SO_DEBUG"}, {2, "SO_REUSEADDR"}, {3, "SO_TYPE"}, {4, "SO_ERROR"}, {5, "SO_DONTROUTE"}, {6, "SO_BROADCAST"}, {7, "SO_SNDBUF"},
    {8, "SO_RCVBUF"}, {9, "SO_KEEPALIVE"}, {10, "SO_OOBINLINE"}, {11, "SO_NO_CHECK"}, {12, "SO_PRIORITY"}, {13, "SO_LINGER"}, {14, "SO_BSDCOMPAT"},
    {15, "SO_REUSEPORT"}, {16, "SO_PASSCRED"}, {17, "SO_PEERCRED"}, {18, "SO_RCVLOWAT"}, {19, "SO_SNDLOWAT"}, {20, "SO_RCVTIMEO_OLD"},
    {21, "SO_SNDTIMEO_OLD"}, {25, "SO_BINDTODEVICE"}, {26, "SO_ATTACH_FILTER"}, {27, "SO_DETACH_FILTER"}, {28, "SO_PEERNAME"},
    {29, "SO_TIMESTAMP_OLD"}, {30, "SO_ACCEPTCONN"}, {31, "SO_PEERSEC"}, {32, "SO_SNDBUFFORCE"}, {33, "SO_RCVBUFFORCE"}, {34, "SO_PASSSEC"},
    {35, "SO_TIMESTAMPNS_OLD"}, {36, "SO_MARK"}, {38, "SO_PROTOCOL"}, {39, "SO_DOMAIN"}, {42, "SO_PEEK_OFF"}, {46, "SO_BUSY_POLL"},
    {49, "SO_INCOMING_CPU"}, {59, "SO_PEERGROUPS"}, {60, "SO_ZEROCOPY"}, {61, "SO_TXTIME"}, {0, NULL},
};
static const struct system_call_name tcp_options[] = {
    {1, "TCP_NODELAY"}, {2, "TCP_MAXSEG"}, {3, "TCP_CORK"}, {4, "TCP_KEEPIDLE"}, {5, "TCP_KEEPINTVL"}, {6, "TCP_KEEPCNT"}, {7, "TCP_SYNCNT"},
    {8, "TCP_LINGER2"}, {9, "TCP_DEFER_ACCEPT"}, {10, "TCP_WINDOW_CLAMP"}, {11, "TCP_INFO"}, {12, "TCP_QUICKACK"}, {13, "TCP_CONGESTION"},
    {18, "TCP_USER_TIMEOUT"}, {23, "TCP_FASTOPEN"}, {0, NULL},
};
static const struct system_call_name ip_options[] = {
    {1, "IP_TOS"}, {2, "IP_TTL"}, {3, "IP_HDRINCL"}, {4, "IP_OPTIONS"}, {6, "IP_RECVOPTS"}, {7, "IP_RETOPTS"}, {8, "IP_PKTINFO"},
    {10, "IP_MTU_DISCOVER"}, {11, "IP_RECVERR"}, {12, "IP_RECVTTL"}, {13, "IP_RECVTOS"}, {14, "IP_MTU"}, {15, "IP_FREEBIND"}, {32, "IP_MULTICAST_IF"},
    {33, "IP_MULTICAST_TTL"}, {34, "IP_MULTICAST_LOOP"}, {35, "IP_ADD_MEMBERSHIP"}, {36, "IP_DROP_MEMBERSHIP"}, {0, NULL},
};
static const struct system_call_name ipv6_options[] = {
    {16, "IPV6_UNICAST_HOPS"}, {17, "IPV6_MULTICAST_IF"}, {18, "IPV6_MULTICAST_HOPS"}, {19, "IPV6_MULTICAST_LOOP"}, {20, "IPV6_JOIN_GROUP"},
    {21, "IPV6_LEAVE_GROUP"}, {23, "IPV6_MTU_DISCOVER"}, {24, "IPV6_MTU"}, {25, "IPV6_RECVERR"}, {26, "IPV6_V6ONLY"}, {49, "IPV6_RECVPKTINFO"},
    {0, NULL},
};
static const struct system_call_name epoll_operations[] = {
    {1, "EPOLL_CTL_ADD"}, {2, "EPOLL_CTL_DEL"}, {3, "EPOLL_CTL_MOD"}, {0, NULL},
};
static const struct system_call_name prctl_options[] = {
    {0x1, "PR_SET_PDEATHSIG"}, {0x2, "PR_GET_PDEATHSIG"}, {0x3, "PR_GET_DUMPABLE"}, {0x4, "PR_SET_DUMPABLE"}, {0x7, "PR_GET_KEEPCAPS"},
    {0x8, "PR_SET_KEEPCAPS"}, {0xf, "PR_SET_NAME"}, {0x10, "PR_GET_NAME"}, {0x15, "PR_GET_SECCOMP"}, {0x16, "PR_SET_SECCOMP"},
    {0x17, "PR_CAPBSET_READ"}, {0x18, "PR_CAPBSET_DROP"}, {0x19, "PR_GET_TSC"}, {0x1a, "PR_SET_TSC"}, {0x1b, "PR_GET_SECUREBITS"},
    {0x1c, "PR_SET_SECUREBITS"}, {0x1d, "PR_SET_TIMERSLACK"}, {0x1e, "PR_GET_TIMERSLACK"}, {0x23, "PR_SET_MM"}, {0x24, "PR_SET_CHILD_SUBREAPER"},
    {0x25, "PR_GET_CHILD_SUBREAPER"}, {0x26, "PR_SET_NO_NEW_PRIVS"}, {0x27, "PR_GET_NO_NEW_PRIVS"}, {0x28, "PR_GET_TID_ADDRESS"},
    {0x29, "PR_SET_THP_DISABLE"}, {0x2a, "PR_GET_THP_DISABLE"}, {0x2f, "PR_CAP_AMBIENT"}, {0x53564d41, "PR_SET_VMA"}, {0x59616d61, "PR_SET_PTRACER"},
    {0, NULL},
};
static const struct system_call_name arch_codes[] = {
    {0x1001, "ARCH_SET_GS"}, {0x1002, "ARCH_SET_FS"}, {0x1003, "ARCH_GET_FS"}, {0x1004, "ARCH_GET_GS"}, {0x1011, "ARCH_GET_CPUID"},
    {0x1012, "ARCH_SET_CPUID"}, {0, NULL},
};
static const struct system_call_name resources[] = {
    {0, "RLIMIT_CPU"}, {1, "RLIMIT_FSIZE"}, {2, "RLIMIT_DATA"}, {3, "RLIMIT_STACK"}, {4, "RLIMIT_CORE"}, {5, "RLIMIT_RSS"}, {6, "RLIMIT_NPROC"},
    {7, "RLIMIT_NOFILE"}, {8, "RLIMIT_MEMLOCK"}, {9, "RLIMIT_AS"}, {10, "RLIMIT_LOCKS"}, {11, "RLIMIT_SIGPENDING"}, {12, "RLIMIT_MSGQUEUE"},
    {13, "RLIMIT_NICE"}, {14, "RLIMIT_RTPRIO"}, {15, "RLIMIT_RTTIME"}, {0, NULL},
};
static const struct system_call_name clocks[] = {
    {0, "CLOCK_REALTIME"}, {1, "CLOCK_MONOTONIC"}, {2, "CLOCK_PROCESS_CPUTIME_ID"}, {3, "CLOCK_THREAD_CPUTIME_ID"}, {4, "CLOCK_MONOTONIC_RAW"},
    {5, "CLOCK_REALTIME_COARSE"}, {6, "CLOCK_MONOTONIC_COARSE"}, {7, "CLOCK_BOOTTIME"}, {8, "CLOCK_REALTIME_ALARM"}, {9, "CLOCK_BOOTTIME_ALARM"},
    {11, "CLOCK_TAI"}, {0, NULL},
};
static const struct system_call_name interval_timers[] = {
    {0, "ITIMER_REAL"}, {1, "ITIMER_VIRTUAL"}, {2, "ITIMER_PROF"}, {0, NULL},
};
static const struct system_call_name signal_hows[] = {
    {0, "SIG_BLOCK"}, {1, "SIG_UNBLOCK"}, {2, "SIG_SETMASK"}, {0, NULL},
};
static const struct system_call_name usages[] = {
    {0, "RUSAGE_SELF"}, {0xffffffff, "RUSAGE_CHILDREN"}, {1, "RUSAGE_THREAD"}, {0, NULL},
};
static const struct system_call_name policies[] = {
    {0, "SCHED_OTHER"}, {1, "SCHED_FIFO"}, {2, "SCHED_RR"}, {3, "SCHED_BATCH"}, {5, "SCHED_IDLE"}, {6, "SCHED_DEADLINE"}, {0, NULL},
};
static const struct system_call_name wait_ids[] = {
    {0, "P_ALL"}, {1, "P_PID"}, {2, "P_PGID"}, {3, "P_PIDFD"}, {0, NULL},
};
static const struct system_call_name ioctls[] = {
    {0x5401, "TCGETS"}, {0x5402, "TCSETS"}, {0x5403, "TCSETSW"}, {0x5404, "TCSETSF"}, {0x5409, "TCSBRK"}, {0x540a, "TCXONC"}, {0x540b, "TCFLSH"},
    {0x540c, "TIOCEXCL"}, {0x540e, "TIOCSCTTY"}, {0x540f, "TIOCGPGRP"}, {0x5410, "TIOCSPGRP"}, {0x5411, "TIOCOUTQ"}, {0x5412, "TIOCSTI"},
    {0x5413, "TIOCGWINSZ"}, {0x5414, "TIOCSWINSZ"}, {0x541b, "FIONREAD"}, {0x5422, "TIOCNOTTY"}, {0x5424, "TIOCGETD"}, {0x5421, "FIONBIO"},
    {0x5452, "FIOASYNC"}, {0x5429, "TIOCGSID"}, {0x80045430, "TIOCGPTN"}, {0x40045431, "TIOCSPTLCK"}, {0x5450, "FIONCLEX"}, {0x5451, "FIOCLEX"},
    {0x80086601, "FS_IOC_GETFLAGS"}, {0x40086602, "FS_IOC_SETFLAGS"}, {0x40049409, "FICLONE"}, {0x80081272, "BLKGETSIZE64"}, {0x8912, "SIOCGIFCONF"},
    {0x8913, "SIOCGIFFLAGS"}, {0x8915, "SIOCGIFADDR"}, {0x8933, "SIOCGIFINDEX"}, {0, NULL},
};
static const struct system_call_name notifications[] = {
    {0, "SIGEV_SIGNAL"}, {1, "SIGEV_NONE"}, {2, "SIGEV_THREAD"}, {4, "SIGEV_THREAD_ID"}, {0, NULL},
};
static const struct system_call_name user_codes[] = {
    {0, "SI_USER"}, {128, "SI_KERNEL"}, {0xffffffff, "SI_QUEUE"}, {0xfffffffe, "SI_TIMER"}, {0xfffffffd, "SI_MESGQ"}, {0xfffffffc, "SI_ASYNCIO"}, {0xfffffffb, "SI_SIGIO"}, {0xfffffffa, "SI_TKILL"},
    {0, NULL},
};
static const struct system_call_name fault_codes[] = {
    {1, "SEGV_MAPERR"}, {2, "SEGV_ACCERR"}, {3, "SEGV_BNDERR"}, {4, "SEGV_PKUERR"}, {0, NULL},
};
static const struct system_call_name bus_codes[] = {
    {1, "BUS_ADRALN"}, {2, "BUS_ADRERR"}, {3, "BUS_OBJERR"}, {0, NULL},
};
static const struct system_call_name float_codes[] = {
    {1, "FPE_INTDIV"}, {2, "FPE_INTOVF"}, {3, "FPE_FLTDIV"}, {4, "FPE_FLTOVF"}, {5, "FPE_FLTUND"}, {6, "FPE_FLTRES"}, {7, "FPE_FLTINV"},
    {8, "FPE_FLTSUB"}, {0, NULL},
};
static const struct system_call_name illegal_codes[] = {
    {1, "ILL_ILLOPC"}, {2, "ILL_ILLOPN"}, {3, "ILL_ILLADR"}, {4, "ILL_ILLTRP"}, {5, "ILL_PRVOPC"}, {6, "ILL_PRVREG"}, {7, "ILL_COPROC"},
    {8, "ILL_BADSTK"}, {0, NULL},
};
static const struct system_call_name trap_codes[] = {
    {1, "TRAP_BRKPT"}, {2, "TRAP_TRACE"}, {3, "TRAP_BRANCH"}, {4, "TRAP_HWBKPT"}, {0, NULL},
};
static const struct system_call_name child_codes[] = {
    {1, "CLD_EXITED"}, {2, "CLD_KILLED"}, {3, "CLD_DUMPED"}, {4, "CLD_TRAPPED"}, {5, "CLD_STOPPED"}, {6, "CLD_CONTINUED"}, {0, NULL},
};
static const struct system_call_name file_kinds[] = {
    {0x1000, "S_IFIFO"}, {0x2000, "S_IFCHR"}, {0x4000, "S_IFDIR"}, {0x6000, "S_IFBLK"}, {0x8000, "S_IFREG"}, {0xa000, "S_IFLNK"},
    {0xc000, "S_IFSOCK"}, {0, NULL},
};
static const struct system_call_name file_systems[] = {
    {0xef53, "EXT2_SUPER_MAGIC"}, {0x1021994, "TMPFS_MAGIC"}, {0x9fa0, "PROC_SUPER_MAGIC"}, {0x62656572, "SYSFS_MAGIC"},
    {0x794c7630, "OVERLAYFS_SUPER_MAGIC"}, {0x9123683e, "BTRFS_SUPER_MAGIC"}, {0x58465342, "XFS_SUPER_MAGIC"}, {0x6969, "NFS_SUPER_MAGIC"},
    {0x1cd1, "DEVPTS_SUPER_MAGIC"}, {0x858458f6, "RAMFS_MAGIC"}, {0x63677270, "CGROUP2_SUPER_MAGIC"}, {0x50495045, "PIPEFS_MAGIC"},
    {0x534f434b, "SOCKFS_MAGIC"}, {0xf97cff8c, "SELINUX_MAGIC"}, {0x65735546, "FUSE_SUPER_MAGIC"}, {0, NULL},
};
static const struct system_call_name barriers[] = {
    {0, "MEMBARRIER_CMD_QUERY"}, {1, "MEMBARRIER_CMD_GLOBAL"}, {2, "MEMBARRIER_CMD_GLOBAL_EXPEDITED"},
    {4, "MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED"}, {8, "MEMBARRIER_CMD_PRIVATE_EXPEDITED"}, {16, "MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED"},
    {0, NULL},
};
static const struct system_call_name priorities[] = {
    {0, "PRIO_PROCESS"}, {1, "PRIO_PGRP"}, {2, "PRIO_USER"}, {0, NULL},
};

static const struct system_call_name netlink_protocols[] = {
    {0, "NETLINK_ROUTE"}, {2, "NETLINK_USERSOCK"}, {4, "NETLINK_SOCK_DIAG"}, {9, "NETLINK_AUDIT"}, {12, "NETLINK_NETFILTER"}, {15, "NETLINK_KOBJECT_UEVENT"},
    {16, "NETLINK_GENERIC"}, {0, NULL},
};
static const struct system_call_name bit_sets[] = {{0xffffffff, "FUTEX_BITSET_MATCH_ANY"}, {0, NULL}};
static const struct system_call_name shared_keys[] = {{0, "IPC_PRIVATE"}, {0, NULL}};

/* ---- Structures ---- */

static const struct call_member timespec[] = {{"tv_sec", "long", 0}, {"tv_nsec", "long", 8}, {NULL, NULL, 0}};
static const struct call_member timeval[] = {{"tv_sec", "long", 0}, {"tv_usec", "long", 8}, {NULL, NULL, 0}};
static const struct call_member timezone[] = {{"tz_minuteswest", "int", 0}, {"tz_dsttime", "int", 4}, {NULL, NULL, 0}};
static const struct call_member itimerval[] = {{"it_interval", "timeval", 0}, {"it_value", "timeval", 16}, {NULL, NULL, 0}};
static const struct call_member itimerspec[] = {{"it_interval", "timespec", 0}, {"it_value", "timespec", 16}, {NULL, NULL, 0}};
static const struct call_member pollfd[] = {{"fd", "int", 0}, {"events", "pollevents", 4}, {NULL, NULL, 0}};
static const struct call_member pollfd_ready[] = {{"fd", "int", 0}, {"revents", "pollevents", 6}, {NULL, NULL, 0}};
static const struct call_member limits[] = {{"rlim_cur", "limit", 0}, {"rlim_max", "limit", 8}, {NULL, NULL, 0}};
static const struct call_member utsname[] = {{"sysname", "name65", 0}, {"nodename", "name65", 65}, {"...", "none", 0}, {NULL, NULL, 0}};
static const struct call_member usage[] = {{"ru_utime", "timeval", 0}, {"ru_stime", "timeval", 16}, {"...", "none", 0}, {NULL, NULL, 0}};
static const struct call_member epoll_data[] = {{"u32", "uint", 0}, {"u64", "ulong", 0}, {NULL, NULL, 0}};
static const struct call_member epoll_event[] = {{"events", "epollevents", 0}, {"data", "epolldata", 4}, {NULL, NULL, 0}};
static const struct call_member stack[] = {{"ss_sp", "addr", 0}, {"ss_flags", "stackflags", 8}, {"ss_size", "ulong", 16}, {NULL, NULL, 0}};
static const struct call_member lock[] = {{"l_type", "locktype", 0}, {"l_whence", "whence16", 2}, {"l_start", "long", 8}, {"l_len", "long", 16}, {NULL, NULL, 0}};
static const struct call_member lock_found[] = {
    {"l_type", "locktype", 0}, {"l_whence", "whence16", 2}, {"l_start", "long", 8}, {"l_len", "long", 16}, {"l_pid", "int", 24}, {NULL, NULL, 0}};
static const struct call_member window_size[] = {
    {"ws_row", "ushort", 0}, {"ws_col", "ushort", 2}, {"ws_xpixel", "ushort", 4}, {"ws_ypixel", "ushort", 6}, {NULL, NULL, 0}};
static const struct call_member times[] = {{"tms_utime", "long", 0}, {"tms_stime", "long", 8}, {"tms_cutime", "long", 16}, {"tms_cstime", "long", 24}, {NULL, NULL, 0}};
static const struct call_member sysinfo[] = {
    {"uptime", "long", 0}, {"loads", "loads", 8}, {"totalram", "ulong", 32}, {"freeram", "ulong", 40}, {"sharedram", "ulong", 48}, {"bufferram", "ulong", 56},
    {"totalswap", "ulong", 64}, {"freeswap", "ulong", 72}, {"procs", "ushort", 80}, {"totalhigh", "ulong", 88}, {"freehigh", "ulong", 96},
    {"mem_unit", "uint", 104}, {NULL, NULL, 0}};
static const struct call_member file_system[] = {
    {"f_type", "filesystem", 0}, {"f_bsize", "ulong", 8}, {"f_blocks", "ulong", 16}, {"f_bfree", "ulong", 24}, {"f_bavail", "ulong", 32}, {"f_files", "ulong", 40},
    {"f_ffree", "ulong", 48}, {"f_fsid", "filesystemid", 56}, {"f_namelen", "ulong", 64}, {"f_frsize", "ulong", 72}, {"f_flags", "mountflags", 80}, {NULL, NULL, 0}};
static const struct call_member file_system_id[] = {{"val", "pair", 0}, {NULL, NULL, 0}};
static const struct call_member statx[] = {
    {"stx_mask", "statxmask", 0}, {"stx_attributes", "hex", 8}, {"stx_mode", "filemode16", 28}, {"stx_size", "ulong", 40}, {"...", "none", 0}, {NULL, NULL, 0}};
static const struct call_member open_how[] = {{"flags", "open", 0}, {"mode", "mode64", 8}, {"resolve", "hex", 16}, {NULL, NULL, 0}};
static const struct call_member linger[] = {{"l_onoff", "int", 0}, {"l_linger", "int", 4}, {NULL, NULL, 0}};
static const struct call_member signal_value[] = {{"sival_int", "int", 0}, {"sival_ptr", "addr", 0}, {NULL, NULL, 0}};

/* ---- Kinds ---- */

#define NUMBER(WORD, AS, SIZE) {.name = WORD, .as = AS, .size = SIZE}
#define FLAGS(WORD, TABLE, NONE) {.name = WORD, .as = AS_FLAGS, .size = 4, .names = TABLE, .other = NONE}
#define NAMES(WORD, TABLE, OTHER) {.name = WORD, .as = AS_NAME, .size = 4, .names = TABLE, .other = OTHER}
#define MEMBERS(WORD, TABLE, SIZE) {.name = WORD, .as = AS_MEMBERS, .size = SIZE, .members = TABLE}
#define VALUE(WORD, SIZE, FUNCTION) {.name = WORD, .as = AS_VALUE, .size = SIZE, .value = FUNCTION}
#define POINTED(WORD, FUNCTION) {.name = WORD, .as = AS_POINTED, .pointed = FUNCTION}

static const struct call_kind kinds[] = {
    NUMBER("fd", AS_SIGNED, 4), NUMBER("int", AS_SIGNED, 4), NUMBER("uint", AS_UNSIGNED, 4), NUMBER("ushort", AS_UNSIGNED, 2), NUMBER("long", AS_SIGNED, 8),
    NUMBER("ulong", AS_UNSIGNED, 8), NUMBER("hex", AS_HEXADECIMAL, 8), NUMBER("hex32", AS_HEXADECIMAL, 4),
    NUMBER("addr", AS_ADDRESS, 8), NUMBER("mode", AS_OCTAL, 2), NUMBER("mode64", AS_OCTAL, 8), NUMBER("none", AS_TEXT, 0), NUMBER("name65", AS_TEXT, 65),
    VALUE("folder", 4, call_value_folder), VALUE("id", 4, call_value_id), VALUE("signal", 4, call_value_signal), VALUE("open", 4, call_value_open),
    VALUE("futex", 4, call_value_futex), VALUE("clone", 8, call_value_clone), VALUE("ioctl", 4, call_value_ioctl), VALUE("socktype", 4, call_value_socket_type),
    VALUE("statxflags", 4, call_value_statx_flags), VALUE("shmget", 4, call_value_shared), VALUE("limit", 8, call_value_limit),
    VALUE("sigset", 8, call_value_sigset), VALUE("sigaction", 32, call_value_sigaction), VALUE("stat", 144, call_value_stat),
    VALUE("status", 4, call_value_status), VALUE("siginfo", 128, call_value_siginfo), VALUE("filemode16", 2, call_value_file_mode),
    VALUE("termios", 36, call_value_termios), VALUE("msghdr", 56, call_value_message), VALUE("cloneargs", 64, call_value_clone_arguments),
    VALUE("utimespec", 16, call_value_time_change), VALUE("maskpack", 16, call_value_mask_pack), VALUE("loads", 24, call_value_numbers),
    VALUE("pair", 8, call_value_numbers), VALUE("sigevent", 64, call_value_sigevent),
    POINTED("bytes", call_pointed_bytes), POINTED("text", call_pointed_text), POINTED("iovec", call_pointed_vector), POINTED("sockaddr", call_pointed_address),
    POINTED("string", call_pointed_text), POINTED("fdset", call_pointed_descriptors), POINTED("dirents", call_pointed_entries),
    POINTED("strings", call_pointed_strings), POINTED("environment", call_pointed_environment),
    POINTED("cpus", call_pointed_processors), POINTED("option", call_pointed_option),
    MEMBERS("timespec", timespec, 16), MEMBERS("timeval", timeval, 16), MEMBERS("timezone", timezone, 8), MEMBERS("itimerval", itimerval, 32),
    MEMBERS("itimerspec", itimerspec, 32), MEMBERS("pollfd", pollfd, 8), MEMBERS("pollready", pollfd_ready, 8), MEMBERS("limits", limits, 16),
    MEMBERS("utsname", utsname, 130), MEMBERS("rusage", usage, 32), MEMBERS("epolldata", epoll_data, 8), MEMBERS("epollevent", epoll_event, 12),
    MEMBERS("stack", stack, 24), MEMBERS("lock", lock, 32), MEMBERS("lockfound", lock_found, 32), MEMBERS("winsize", window_size, 8), MEMBERS("tms", times, 32),
    MEMBERS("sysinfo", sysinfo, 108), MEMBERS("statfs", file_system, 88), MEMBERS("filesystemid", file_system_id, 8), MEMBERS("statx", statx, 48),
    MEMBERS("openhow", open_how, 24), MEMBERS("linger", linger, 8), MEMBERS("sigval", signal_value, 8),
    FLAGS("oflags", open_flags, "0"), FLAGS("access", accesses, "F_OK"), FLAGS("prot", protections, "PROT_NONE"), FLAGS("map", map_flags, "0"),
    FLAGS("mremap", remap_flags, "0"), FLAGS("msync", sync_flags, "0"), FLAGS("at", at_flags, "0"), FLAGS("accessat", access_at_flags, "0"),
    FLAGS("waitflags", wait_flags, "0"),
    FLAGS("msgflags", message_flags, "0"), FLAGS("sockflags", socket_flags, "0"), FLAGS("epollevents", epoll_events, "0"), FLAGS("epollflags", epoll_flags, "0"),
    FLAGS("efdflags", event_flags, "0"), FLAGS("timerflags", timer_flags, "0"), FLAGS("timersetflags", timer_set_flags, "0"),
    FLAGS("sfdflags", signal_file_flags, "0"), FLAGS("inotifyflags", inotify_flags, "0"), FLAGS("inotifymask", inotify_mask, "0"),
    {.name = "pollevents", .as = AS_FLAGS, .size = 2, .names = poll_events, .other = "0"}, FLAGS("fdflags", descriptor_flags, "0"), FLAGS("flock", lock_operations, "0"),
    FLAGS("seals", seals, "0"), FLAGS("stackflags", stack_flags, "0"), FLAGS("clockflags", clock_flags, "0"), FLAGS("randomflags", random_flags, "0"),
    FLAGS("memfdflags", memory_file_flags, "0"), FLAGS("renameflags", rename_flags, "0"), FLAGS("splice", splice_flags, "0"), FLAGS("falloc", allocate_flags, "0"),
    FLAGS("statxmask", statx_mask, "0"), FLAGS("rangeflags", range_flags, "0"), FLAGS("mountflags", file_system_flags, "0"), FLAGS("shmat", attach_flags, "0"),
    NAMES("whence", whences, "SEEK_???"), {.name = "whence16", .as = AS_NAME, .size = 2, .names = whences, .other = "SEEK_???"},
    {.name = "locktype", .as = AS_NAME, .size = 2, .names = lock_types, .other = "F_???"}, NAMES("fcntl", fcntl_commands, "F_???"),
    NAMES("madvise", advices, "MADV_???"), NAMES("fadvise", file_advices, "POSIX_FADV_???"), NAMES("family", families, "AF_???"),
    NAMES("inetprotocol", internet_protocols, "IPPROTO_???"), NAMES("netlink", netlink_protocols, "NETLINK_???"), NAMES("shutdown", shutdowns, "SHUT_???"),
    NAMES("level", levels, "SOL_???"), NAMES("sockopt", socket_options, "SO_???"), NAMES("tcpopt", tcp_options, "TCP_???"), NAMES("ipopt", ip_options, "IP_???"),
    NAMES("ipv6opt", ipv6_options, "IPV6_???"), NAMES("epollop", epoll_operations, "EPOLL_CTL_???"), NAMES("prctl", prctl_options, "PR_???"),
    NAMES("arch", arch_codes, "ARCH_???"), NAMES("resource", resources, "RLIMIT_???"), NAMES("clock", clocks, "CLOCK_???"), NAMES("itimer", interval_timers, "ITIMER_???"),
    NAMES("sighow", signal_hows, "SIG_???"), NAMES("rusagewho", usages, "RUSAGE_???"), NAMES("policy", policies, "SCHED_???"), NAMES("waitid", wait_ids, "P_???"),
    NAMES("prio", priorities, "PRIO_???"), NAMES("barrier", barriers, "MEMBARRIER_CMD_???"), NAMES("bitset", bit_sets, NULL), NAMES("key", shared_keys, NULL),
    NAMES("notify", notifications, "SIGEV_???"), NAMES("usercode", user_codes, NULL), NAMES("faultcode", fault_codes, NULL), NAMES("buscode", bus_codes, NULL),
    NAMES("floatcode", float_codes, NULL), NAMES("illegalcode", illegal_codes, NULL), NAMES("trapcode", trap_codes, NULL), NAMES("childcode", child_codes, NULL),
    NAMES("futexop", futex_operations, "FUTEX_???"), NAMES("ioctlname", ioctls, NULL), NAMES("socketname", socket_types, "SOCK_???"),
    NAMES("filekind", file_kinds, NULL), {.name = "filesystem", .as = AS_NAME, .size = 8, .names = file_systems},
    {.name = "cloneflags", .as = AS_FLAGS, .size = 8, .names = clone_flags, .other = "0"}, {.name = "saflags", .as = AS_FLAGS, .size = 8, .names = action_flags, .other = "0"},
    FLAGS("statxat", statx_flags, "0"), FLAGS("sharedflags", shared_flags, "0"),
};

const struct call_kind *call_kind_named(struct str name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (str_is(name, kinds[i].name))
            return &kinds[i];
    return NULL;
}
