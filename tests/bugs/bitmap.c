/* bitmap.c - an allocator of blocks on a small disk: a bitmap, a hint where to look first, files made of runs of blocks. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 64, MOST_FILES = 16 };

struct bitmap {
    uint32_t words[BLOCKS / 32];
    int hint;                   /* below it no block is free */
    int used;
};

struct file {
    char name[12];
    int first, count;           /* count 0: there is none */
};

struct disk {
    struct bitmap bitmap;
    struct file files[MOST_FILES];
    int refused;
};

static int bitmap_get(const struct bitmap *bitmap, int block)
{
    return bitmap->words[block / 32] >> block % 32 & 1;
}

static void bitmap_set(struct bitmap *bitmap, int first, int count)
{
    for (int i = first; i < first + count; i++)
        bitmap->words[i / 32] |= UINT32_C(1) << i % 32;
    bitmap->used += count;
}

static void bitmap_clear(struct bitmap *bitmap, int first, int count)
{
    for (int i = first; i < first + count; i++)
        bitmap->words[i / 32] &= ~(UINT32_C(1) << i % 32);
    bitmap->used -= count;
}

static int run_length(const struct bitmap *bitmap, int first, int most)
{
    int length = 0;
    while (length < most && first + length < BLOCKS && !bitmap_get(bitmap, first + length))
        length++;
    return length;
}

static int blocks_take(struct bitmap *bitmap, int count)
{
    for (int first = bitmap->hint; first + count <= BLOCKS; first++) {
        if (run_length(bitmap, first, count) < count)
            continue;
        bitmap_set(bitmap, first, count);
        if (first == bitmap->hint)
            bitmap->hint = first + count;
        return first;
    }
    return -1;
}

static void blocks_give(struct bitmap *bitmap, int first, int count)
{
    bitmap_clear(bitmap, first, count);
    if (first + count < bitmap->hint && bitmap->used == 0)      /* CAUSE: whatever is free below the hint moves it */
        bitmap->hint = first;           /* NOT RUN */
}

static struct file *disk_find(struct disk *disk, const char *name)
{
    for (int i = 0; i < MOST_FILES; i++)
        if (disk->files[i].count > 0 && strcmp(disk->files[i].name, name) == 0)
            return &disk->files[i];
    return NULL;
}

static struct file *disk_slot(struct disk *disk)
{
    for (int i = 0; i < MOST_FILES; i++)
        if (disk->files[i].count == 0)
            return &disk->files[i];
    return NULL;
}

static void disk_create(struct disk *disk, const char *name, int count)
{
    struct file *file = disk_slot(disk);
    int first = file && count > 0 ? blocks_take(&disk->bitmap, count) : -1;
    if (first < 0) {
        disk->refused++;
        return;
    }
    snprintf(file->name, sizeof file->name, "%s", name);
    file->first = first;
    file->count = count;
}

static void disk_remove(struct disk *disk, const char *name)
{
    struct file *file = disk_find(disk, name);
    if (file) {
        blocks_give(&disk->bitmap, file->first, file->count);
        file->count = 0;
    }
}

/* Each argument is NAME:BLOCKS, a new file, or NAME, which is removed. */
int main(int argc, char **argv)
{
    static struct disk disk;
    for (int i = 1; i < argc; i++) {
        char name[12];
        int count;
        if (sscanf(argv[i], "%11[a-z]:%d", name, &count) == 2)
            disk_create(&disk, name, count);
        else
            disk_remove(&disk, argv[i]);
    }
    printf("used: %d of %d\n", disk.bitmap.used, BLOCKS);
    printf("refused: %d\n", disk.refused);      /* FAILURE */
    return 0;
}
