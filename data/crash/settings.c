/* settings.c - reads settings, one a line. A line that begins with a blank goes on with the value above it. It crashes. */
#include <stdio.h>
#include <string.h>

struct setting {
    char name[8], value[32];
};

static struct setting settings[8];
static int count;

static const char *const names[] = {"host", "port", "path", NULL};

static const char *const text[] = {
    "[server]",
    "host=alpha",
    "path=/srv",
    " /home",
    "# the old place",
    "port=8080",
    "[client]",
    "host=beta",
    "path=/mnt",
    "cache=/var/tmp",
    "# and, where it is small,",
    " /tmp",
    NULL
};

static int known(const char *line)
{
    for (int i = 0; names[i]; i++)
        if (!strncmp(line, names[i], 4))
            return 1;
    return 0;
}

static struct setting *add(const char *line)
{
    struct setting *new = &settings[count++];
    strcpy(new->name, "unnamed");
    memcpy(new->name, line, 4);
    new->name[4] = '\0';
    strcpy(new->value, line + 5);
    return new;
}

static void extend(struct setting *last, const char *more)
{
    char *end = last->value;
    while (*end)
        end++;
    strcpy(end, more);
}

static void read_text(const char *const *line)
{
    struct setting *last = NULL;
    for (; *line; line++) {
        switch (**line) {
        case '#':
            break;
        case '[':
            last = NULL;
            break;
        case ' ':
            extend(last, *line);
            break;
        default:
            if (known(*line))
                last = add(*line);
            else
                last = NULL;
        }
    }
}

int main(void)
{
    read_text(text);
    printf("%d settings\n", count);
    return 0;
}
