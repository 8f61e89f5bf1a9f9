#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <sys/statvfs.h>
#include <sys/sendfile.h>
#include <sys/xattr.h>
#include <linux/falloc.h>
#include <unistd.h>
#include <utime.h>
#include <sys/time.h>
#include <string.h>
#include <errno.h>
int main(void)
{
    char buffer[64], path[256];
    struct stat st;
    struct statx sx;
    struct statfs fs;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 10};
    mkdir("folder", 0755);
    int fd = open("folder/a", O_RDWR | O_CREAT | O_TRUNC, 0644);
    write(fd, "hello\n\tworld\0\033[1m\"q\"\\", 22);
    lseek(fd, 2, SEEK_SET);
    read(fd, buffer, sizeof buffer);
    pread(fd, buffer, 4, 1);
    pwrite(fd, "xyz", 3, 30);
    struct iovec v[3] = {{"ab", 2}, {"", 0}, {"cdefghijklmnopqrstuvwxyz0123456789", 34}};
    writev(fd, v, 3);
    lseek(fd, 0, SEEK_SET);
    char one[3], two[20];
    struct iovec r[2] = {{one, 3}, {two, 20}};
    readv(fd, r, 2);
    preadv(fd, r, 2, 4);
    pwritev(fd, v, 1, 4);
    stat("folder", &st); lstat("folder/a", &st); fstat(fd, &st); fstatat(AT_FDCWD, "folder/none", &st, AT_SYMLINK_NOFOLLOW);
    stat("/dev/null", &st); stat("/tmp", &st);
    statx(AT_FDCWD, "folder/a", AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &sx);
    statfs("/proc", &fs);
    fstatfs(fd, &fs);
    access("folder/a", R_OK | W_OK); faccessat(AT_FDCWD, "folder/a", X_OK, AT_EACCESS);
    chmod("folder/a", 0600); fchmod(fd, 0640); fchmodat(AT_FDCWD, "folder/a", 0644, 0);
    chown("folder/a", -1, -1);
    umask(027); umask(022); link("folder/a", "folder/b"); symlink("a", "folder/c"); readlink("folder/c", path, sizeof path);
    rename("folder/b", "folder/d"); renameat2(AT_FDCWD, "folder/d", AT_FDCWD, "folder/e", RENAME_NOREPLACE);
    unlink("folder/none"); unlink("folder/e"); unlinkat(AT_FDCWD, "folder/c", 0); ftruncate(fd, 100); truncate("folder/a", 50);
    fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 100); posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL); fsync(fd); fdatasync(fd);
    fcntl(fd, F_GETFD); fcntl(fd, F_SETFD, FD_CLOEXEC); fcntl(fd, F_GETFD); fcntl(fd, F_GETFL); fcntl(fd, F_SETFL, O_APPEND); fcntl(fd, F_GETFL);
    int f2 = fcntl(fd, F_DUPFD, 10), f3 = fcntl(fd, F_DUPFD_CLOEXEC, 20);
    fcntl(fd, F_SETLK, &lock); lock.l_type = F_RDLCK; fcntl(fd, F_GETLK, &lock); flock(fd, LOCK_EX | LOCK_NB); flock(fd, LOCK_UN);
    dup(fd); dup2(fd, 30); dup3(fd, 31, O_CLOEXEC); close(f2); close(f3); struct timespec times[2] = {{0, UTIME_OMIT}, {1000000000, 5}};
    utimensat(AT_FDCWD, "folder/a", times, 0); futimens(fd, NULL); struct timespec nows[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}}; futimens(fd, nows);
    int pipes[2]; pipe(pipes); pipe2(pipes, O_CLOEXEC | O_NONBLOCK); int n; write(pipes[1], "abc", 3); ioctl(pipes[0], FIONREAD, &n);
    ioctl(0, TCGETS, buffer); struct winsize w; ioctl(0, TIOCGWINSZ, &w); n = 1; ioctl(pipes[0], FIONBIO, &n); ioctl(fd, 0x80084161, buffer);
    off_t at = 0; lseek(fd, 0, SEEK_SET); sendfile(pipes[1], fd, &at, 20); splice(pipes[0], NULL, pipes[1], NULL, 5, SPLICE_F_NONBLOCK);
    char *m = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    mprotect(m, 4096, PROT_NONE); madvise(m + 4096, 4096, MADV_DONTNEED); munmap(m, 8192);
    m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0); msync(m, 4096, MS_SYNC); m = mremap(m, 4096, 8192, MREMAP_MAYMOVE); munmap(m, 8192);
    getcwd(path, sizeof path); chdir("folder"); chdir("..");
    int d = open("folder", O_RDONLY | O_DIRECTORY); fchdir(d); fchdir(open("..", O_RDONLY | O_PATH));
    DIR *dir = opendir("folder"); while (readdir(dir)) ; closedir(dir); getxattr("folder/a", "user.x", path, sizeof path);
    listxattr("folder/a", path, sizeof path); memfd_create("mem", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    unlink("folder/a"); rmdir("folder"); rmdir("none\tof that\n"); open("/etc/passwd", O_WRONLY | O_EXCL | O_CREAT | O_NOFOLLOW, 0);
    copy_file_range(fd, NULL, 31, NULL, 10, 0); close_range(40, ~0u, 0); close(99);
    return 3;
}
