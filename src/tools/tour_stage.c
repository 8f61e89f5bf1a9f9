/* tour_stage.c - the demo in a folder of its own: compiled and recorded there, or as it came with clew.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tour.h"


#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const demo_files[] = {"mean.c", "mean", "mean.clew"};

/* What is installed is in share/clew/demo beside bin; what was built is beside the data it was built with. Malloced; NULL: it is nowhere. */
static char *find_demo(void)
{
    static const char *const places[] = {"share/clew/demo", "data/demo"};
    char self[4096];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    struct slice folder = {self, size > 0 ? (size_t)size : 0};
    for (int up = 0; up < 2; up++) {
        size_t slash = slice_find_last_byte(folder, '/');
        folder.size = slash == SIZE_MAX ? 0 : slash;
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct text path = {0};
        text_printf(&path, "%.*s/%s", SLICE(folder), places[i]);
        char *found = access(text_string(&path), R_OK) == 0 ? strdup(text_string(&path)) : NULL;
        text_free(&path);
        if (found)
            return found;
    }
    return NULL;
}

/* A file of one folder into another one, under the same name and with its mode. */
static bool copy_file(const char *from, const char *name, const char *to, struct error *error)
{
    struct text source = {0}, target = {0};
    struct arena arena = {0};
    struct slice bytes;
    struct stat about;
    text_printf(&source, "%s/%s", from, name);
    text_printf(&target, "%s/%s", to, name);
    bool good = file_read(text_string(&source), &arena, &bytes, error);
    FILE *file = good ? fopen(text_string(&target), "w") : NULL;
    if (good && !file)
        good = error_at(error, text_string(&target), 0, 0, "cannot be written: %s", strerror(errno));
    bool written = file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
    if (file && (fclose(file) != 0 || !written))
        good = error_at(error, text_string(&target), 0, 0, "cannot be written: %s", strerror(errno));
    if (good && stat(text_string(&source), &about) == 0)
        chmod(text_string(&target), about.st_mode & 0777);
    arena_free(&arena);
    text_free(&source);
    text_free(&target);
    return good;
}

/* gcc -g, and clew record of what it made, in the folder. False: something is missing or failed, and the recording that came with clew will do. */
static bool record_demo(const char *folder)
{
    char self[] = "/proc/self/exe";
    char *compile[] = {"gcc", "-g", "-O0", "-o", "mean", "mean.c", NULL}, *record[] = {self, "record", "--progress=never", "--", "./mean", NULL};
    char *compiler = program_search("gcc"), *recorder = part_search("CLEW_RECORDER", "clewrec-amd64-linux", X_OK);
    bool done = compiler && recorder && program_succeeds(compiler, compile, folder) && program_succeeds(self, record, folder);
    free(compiler);
    free(recorder);
    return done;
}

/* The executable before its recording: a younger one would be told of. */
static bool copy_demo(const char *demo, const char *folder, struct error *error)
{
    struct text recorded = {0};
    text_printf(&recorded, "%s/recorded", demo);
    bool good = copy_file(text_string(&recorded), "mean", folder, error) && copy_file(text_string(&recorded), "mean.clew", folder, error);
    text_free(&recorded);
    return good;
}

bool tour_prepare(struct tour *tour, struct error *error)
{
    const char *place = getenv("TMPDIR");
    *tour = (struct tour){0};
    char *demo = find_demo();
    if (!demo)
        return error_set(error, "the demo is not there: expected share/clew/demo beside the folder of clew (make install puts it there)");
    int size = snprintf(tour->folder, sizeof tour->folder, "%s/clew-tour-XXXXXX", place && *place ? place : "/tmp");
    bool good = (size > 0 && (size_t)size < sizeof tour->folder && mkdtemp(tour->folder)) || (tour->folder[0] = '\0');
    if (!good)
        good = error_at(error, place ? place : "/tmp", 0, 0, "no folder can be made there: %s (TMPDIR names another place)", strerror(errno));
    struct text script = {0};
    text_printf(&script, "%s/tour.script", demo);
    good = good && tour_read(text_string(&script), tour, error) && copy_file(demo, "mean.c", tour->folder, error);
    tour->fresh = good && record_demo(tour->folder);
    good = good && (tour->fresh || copy_demo(demo, tour->folder, error));
    snprintf(tour->trace, sizeof tour->trace, "%s/mean.clew", tour->folder);
    snprintf(tour->program, sizeof tour->program, "%s/mean", tour->folder);
    text_free(&script);
    free(demo);
    if (!good)
        tour_free(tour);
    return good;
}

void tour_leave(const struct tour *tour)
{
    for (size_t i = 0; tour->folder[0] && i < sizeof demo_files / sizeof *demo_files; i++) {
        struct text path = {0};
        text_printf(&path, "%s/%s", tour->folder, demo_files[i]);
        unlink(text_string(&path));
        text_free(&path);
    }
    if (tour->folder[0])
        rmdir(tour->folder);
}

void tour_free(struct tour *tour)
{
    tour_leave(tour);
    free(tour->steps);
    arena_free(&tour->arena);
    *tour = (struct tour){0};
}
