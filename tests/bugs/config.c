/* config.c - reads "key = value" lines with sections, and sizes a pool of workers by them. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ENTRIES = 32, NAME_SIZE = 24 };

struct entry {
    char section[NAME_SIZE];
    char key[NAME_SIZE];
    char value[NAME_SIZE];
};

struct config {
    struct entry entries[MOST_ENTRIES];
    int count;
};

struct limits {
    int workers;
    int queue;
    int timeout;
};

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t size = strlen(text);
    while (size && isspace((unsigned char)text[size - 1]))
        text[--size] = '\0';
    return text;
}

static int config_line(struct config *config, char *section, char *line)
{
    char *text = trim(line);
    if (*text == '\0' || *text == '#')
        return 0;
    if (*text == '[') {
        snprintf(section, NAME_SIZE, "%.*s", (int)strcspn(text + 1, "]"), text + 1);
        return 0;
    }
    char *equals = strchr(text, '=');
    if (!equals || config->count == MOST_ENTRIES)
        return -1;
    *equals = '\0';
    struct entry *entry = &config->entries[config->count++];
    snprintf(entry->section, NAME_SIZE, "%s", section);
    snprintf(entry->key, NAME_SIZE, "%s", trim(text));
    snprintf(entry->value, NAME_SIZE, "%s", trim(equals + 1));
    return 0;
}

static int config_read(struct config *config, const char *path)
{
    char line[128], section[NAME_SIZE] = "";
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    int status = 0;
    while (status == 0 && fgets(line, sizeof line, file))
        status = config_line(config, section, line);
    fclose(file);
    return status;
}

static const char *config_find(const struct config *config, const char *section, const char *key)
{
    for (int i = config->count - 1; i >= 0; i--)
        if (strcmp(config->entries[i].section, section) == 0 && strcmp(config->entries[i].key, key) == 0)
            return config->entries[i].value;
    return NULL;
}

/* A number with an optional k behind it. -1: it is none. */
static int number_read(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text)
        return -1;
    if (*end == 'k')
        value *= 1000, end++;
    return *end == '\0' ? (int)value : -1;
}

static int config_number(const struct config *config, const char *section, const char *key, int fallback)
{
    const char *text = config_find(config, section, key);
    int number = text ? number_read(text) : fallback;           /* CAUSE: whether it is a number is not asked */
    return number;
}

static void limits_read(struct limits *limits, const struct config *config)
{
    limits->workers = config_number(config, "pool", "workers", 1);
    limits->queue = config_number(config, "pool", "queue", 16);
    limits->timeout = config_number(config, "net", "timeout", 30);
}

static int limits_capacity(const struct limits *limits)
{
    return limits->workers * limits->queue;
}

int main(int argc, char **argv)
{
    static struct config config;
    struct limits limits;
    if (argc < 2 || config_read(&config, argv[1]) != 0) {
        fprintf(stderr, "cannot read the configuration\n");
        return 2;
    }
    limits_read(&limits, &config);
    printf("timeout: %d s\n", limits.timeout);
    printf("capacity: %d\n", limits_capacity(&limits));         /* FAILURE */
    return 0;
}
