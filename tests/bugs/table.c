/* table.c - sums a column of a table of separated values by a key, as a small report does. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 8, MOST_FIELDS = 8, FIELD_SIZE = 24 };

struct record {
    char fields[MOST_FIELDS][FIELD_SIZE];
    int count;
};

struct group {
    char key[FIELD_SIZE];
    long sum;
    int rows;
};

struct report {
    struct group groups[MOST_KEYS];
    int count;
    int rows;
};

static void record_split(struct record *record, const char *line)
{
    record->count = 0;
    while (record->count < MOST_FIELDS) {
        size_t size = strcspn(line, ";\n");
        size_t kept = size < FIELD_SIZE ? size : FIELD_SIZE - 1;
        char *field = record->fields[record->count++];
        memcpy(field, line, kept);
        field[kept] = '\0';
        line += size;
        if (*line != ';')
            return;
        line++;
    }
}

/* An amount in cents, "12.50" or "12". False: it is none. */
static int cents_read(const char *text, long *cents)
{
    char *end;
    errno = 0;
    long whole = strtol(text, &end, 10), part = 0;
    if (end == text || errno)
        return 0;
    if (*end == '.') {
        const char *digits = end + 1;
        part = strtol(digits, &end, 10);
        if (end != digits + 2)
            return 0;
    }
    if (*end != '\0')
        return 0;
    *cents = 100 * whole + part;
    return 1;
}

static struct group *report_group(struct report *report, const char *key)
{
    for (int i = 0; i < report->count; i++)
        if (strcmp(report->groups[i].key, key) == 0)
            return &report->groups[i];
    if (report->count == MOST_KEYS)
        return NULL;
    struct group *group = &report->groups[report->count++];
    memcpy(group->key, key, sizeof group->key);
    return group;
}

static void group_add(struct group *group, long cents)
{
    group->sum += cents;
    group->rows++;
}

static void report_read(struct report *report, FILE *file, int key, int column)
{
    char line[128];
    struct record record;
    long cents = 0;
    while (fgets(line, sizeof line, file)) {
        record_split(&record, line);
        if (line[0] == '#' || key >= record.count || column >= record.count)
            continue;
        cents_read(record.fields[column], &cents);              /* CAUSE: where it is none the row before counts again */
        struct group *group = report_group(report, record.fields[key]);
        if (group)
            group_add(group, cents);
        report->rows++;
    }
}

static long report_total(const struct report *report)
{
    long total = 0;
    for (int i = 0; i < report->count; i++)
        total += report->groups[i].sum;
    return total;
}

/* FILE KEY-COLUMN AMOUNT-COLUMN, from 0. */
int main(int argc, char **argv)
{
    static struct report report;
    FILE *file = argc > 3 ? fopen(argv[1], "r") : NULL;
    if (!file)
        return 2;
    report_read(&report, file, atoi(argv[2]), atoi(argv[3]));
    fclose(file);
    for (int i = 0; i < report.count; i++)
        printf("%s: %ld in %d rows\n", report.groups[i].key, report.groups[i].sum, report.groups[i].rows);
    printf("total: %ld\n", report_total(&report));      /* FAILURE */
    return 0;
}
