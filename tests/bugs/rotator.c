/* rotator.c - keeps a service's log in a few files of limited size: the oldest is dropped, an index remembers where each line went. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 3, LINES_A_FILE = 4, MOST_ENTRIES = 64 };

struct line {
    char *text;
    int number;
};

struct file {
    struct line lines[LINES_A_FILE];
    int count;
    int first;                  /* the number of its first line */
};

struct log {
    struct file *files[MOST_FILES];     /* the youngest first */
    struct file *index[MOST_ENTRIES];   /* by the line's number: where it is */
    int lines;
    int dropped;
};

static struct file *file_make(int first)
{
    struct file *file = calloc(1, sizeof *file);
    if (!file)
        exit(2);
    file->first = first;
    return file;
}

static void file_drop(struct log *log, struct file *file)
{
    for (int i = 0; i < file->count; i++) {
        log->index[file->lines[i].number] = NULL;
        free(file->lines[i].text);
    }
    log->dropped += file->count;
    free(file);
}

static void log_rotate(struct log *log)
{
    if (log->files[MOST_FILES - 1])
        file_drop(log, log->files[MOST_FILES - 1]);
    for (int i = MOST_FILES - 1; i > 0; i--)
        log->files[i] = log->files[i - 1];
    log->files[0] = file_make(log->lines);
}

static void file_add(struct file *file, int number, const char *text)
{
    struct line *line = &file->lines[file->count++];
    line->number = number;
    line->text = strdup(text);
    if (!line->text)
        exit(2);
}

static void log_write(struct log *log, const char *text)
{
    if (log->lines == MOST_ENTRIES)
        return;
    if (!log->files[0] || log->files[0]->count == LINES_A_FILE)
        log_rotate(log);
    file_add(log->files[0], log->lines, text);
    log->index[log->lines++] = log->files[0];
}

static const struct line *log_line(const struct log *log, int number)
{
    const struct file *file = log->index[number];
    return &file->lines[number - file->first];  /* FAILURE */
}

static int log_oldest(const struct log *log)
{
    int oldest = log->dropped;
    return oldest > 0 ? oldest - 1 : 0;         /* CAUSE: the first that is kept has the number of those dropped */
}

static size_t log_search(const struct log *log, const char *word)
{
    size_t found = 0;
    for (int number = log_oldest(log); number < log->lines; number++) {
        const struct line *line = log_line(log, number);
        if (strstr(line->text, word))
            found++;
    }
    return found;
}

static void log_end(struct log *log)
{
    for (int i = 0; i < MOST_FILES; i++)
        if (log->files[i])
            file_drop(log, log->files[i]);
}

/* LINES WORD: writes so many lines and counts those with the word. */
int main(int argc, char **argv)
{
    static struct log log;
    if (argc < 3)
        return 2;
    static const char *const messages[] = {"started", "accepted a connection", "request served", "connection closed", "idle"};
    for (int i = 0; i < atoi(argv[1]); i++) {
        char text[64];
        snprintf(text, sizeof text, "%03d %s", i, messages[i % 5]);
        log_write(&log, text);
    }
    printf("%s: %zu\n", argv[2], log_search(&log, argv[2]));
    log_end(&log);
    return 0;
}
