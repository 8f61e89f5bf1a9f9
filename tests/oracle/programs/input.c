/* input.c - a file read by read, fgets and mmap, and parts of it put together.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_read(const char *path)
{
    static _Alignas(64) char bytes[16];
    int file = open(path, O_RDONLY), sum = 0;
    for (ssize_t size; (size = read(file, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < size; i++)
            if (bytes[i] == 'a')
                sum += (int)i + 1;
    close(file);
    return sum;
}

static int by_line(const char *path)
{
    static _Alignas(64) char line[64];       /* string functions read more or less beyond the end, as it is aligned */
    FILE *file = fopen(path, "r");
    int sum = 0;
    while (file && fgets(line, sizeof line, file))
        sum = sum * 3 + line[0] + (int)strlen(line);
    if (file)
        fclose(file);
    return sum;
}

static int by_map(const char *path)
{
    struct stat about;
    int file = open(path, O_RDONLY), words = 0;
    if (file < 0 || fstat(file, &about))
        return -1;
    const char *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    for (off_t i = 0; bytes != MAP_FAILED && i < about.st_size; i++)
        words += bytes[i] == ' ' || bytes[i] == '\n';
    munmap((void *)(size_t)bytes, (size_t)about.st_size);
    return words;
}

int main(int count, char **arguments)
{
    const char *path = count > 1 ? arguments[1] : "words";
    int sum = by_read(path) + by_line(path) * 2 + by_map(path);
    printf("%d\n", sum);
    return sum & 0x7f;
}
