/* compare.c - compares decoded suffixes with the blocks that ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     compare TRUTH JSON          TRUTH: output of step; JSON: output of clew suffix --json, one object per line
 *
 * JSON must hold every traced frame, in order. A frame's suffix must be exactly the executed blocks; if the ring wrapped, their end, at
 * least as many paths as it has slots. A "unique" suffix must match; of an "ambiguous" frame, one candidate must. Prints the differences
 * and the number of frames, and exits with 1 if one was wrong. */
#include <cjson/cJSON.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counts {
    unsigned frames, unique, ambiguous, wrapped, blocks, wrong;
};

struct truth {
    char name[256];
    uint32_t *blocks;
    size_t count;
};

static bool read_truth(FILE *file, struct truth *truth)
{
    char *line = NULL;
    size_t capacity = 0, room = 0;
    if (getline(&line, &capacity, file) < 0)
        return false;
    char *at = line + strcspn(line, " \n");
    snprintf(truth->name, sizeof truth->name, "%.*s", (int)(at - line), line);
    truth->blocks = NULL;
    truth->count = 0;
    while (*at == ' ') {
        if (truth->count == room) {
            room = room * 2 + 64;
            truth->blocks = realloc(truth->blocks, room * sizeof *truth->blocks);
        }
        truth->blocks[truth->count++] = (uint32_t)strtoul(at, &at, 10);
    }
    free(line);
    return true;
}

/* The next traced frame: its status is not "no-metadata". If the metadata has its function's name twice, the frame takes several lines,
 * which become one array. NULL: no more. `ahead` holds a line read too far. */
static cJSON *read_frame(FILE *file, cJSON **ahead)
{
    char *line = NULL;
    size_t capacity = 0;
    cJSON *frames = cJSON_CreateArray(), *next = *ahead;
    *ahead = NULL;
    while (next || getline(&line, &capacity, file) >= 0) {
        cJSON *frame = next ? next : cJSON_Parse(line), *first = cJSON_GetArrayItem(frames, 0);
        const char *status = cJSON_GetStringValue(cJSON_GetObjectItem(frame, "status"));
        next = NULL;
        if (!status || strcmp(status, "no-metadata") == 0) {
            cJSON_Delete(frame);
        } else if (!first || cJSON_Compare(cJSON_GetObjectItem(first, "frame"), cJSON_GetObjectItem(frame, "frame"), 1)) {
            cJSON_AddItemToArray(frames, frame);
        } else {
            *ahead = frame;
            break;
        }
    }
    free(line);
    return frames;
}

static bool same(const struct truth *truth, const cJSON *blocks, bool wrapped)
{
    size_t count = (size_t)cJSON_GetArraySize(blocks), at = truth->count;
    if (count == 0 || count > truth->count || (!wrapped && count != truth->count))
        return false;
    at -= count;
    for (const cJSON *block = blocks->child; block; block = block->next)
        if (!cJSON_IsNumber(block) || truth->blocks[at++] != (uint32_t)block->valuedouble)
            return false;
    return true;
}

static void show(const char *what, const struct truth *truth, const cJSON *frame)
{
    char *text = cJSON_PrintUnformatted(frame);
    printf("%s, frame of %s\n  executed:", what, truth->name);
    for (size_t i = 0; i < truth->count; i++)
        printf(" %u", truth->blocks[i]);
    printf("\n  decoded: %s\n", text ? text : "nothing");
    free(text);
}

static void compare(const struct truth *truth, const cJSON *frames, struct counts *counts)
{
    bool found = false, full = true, wrapped = false, ambiguous = cJSON_GetArraySize(frames) > 1, sound = cJSON_GetArraySize(frames) > 0;
    for (const cJSON *frame = frames->child; frame; frame = frame->next) {
        const char *status = cJSON_GetStringValue(cJSON_GetObjectItem(frame, "status"));
        const cJSON *candidates = cJSON_GetObjectItem(frame, "candidates");
        bool round = cJSON_IsTrue(cJSON_GetObjectItem(frame, "wrapped")), here = false;
        for (const cJSON *one = candidates ? candidates->child : NULL; one; one = one->next)
            here |= same(truth, cJSON_GetObjectItem(one, "blocks"), round);
        bool unique = strcmp(status, "unique") == 0 && cJSON_GetArraySize(candidates) == 1;
        ambiguous |= strcmp(status, "ambiguous") == 0;
        sound &= unique || ambiguous;
        found |= here;
        wrapped |= round && here;
        /* A ring that wrapped has ten paths. The last may appear as the current part, if the program recorded it early. */
        full &= !(round && here) || cJSON_GetArraySize(cJSON_GetObjectItem(frame, "completed")) >= 9;
    }
    counts->frames++;
    counts->ambiguous += sound && ambiguous;
    counts->unique += sound && !ambiguous;
    counts->wrapped += wrapped;
    counts->blocks += (unsigned)truth->count;
    if (!found || !sound || !full) {
        show(!found ? "wrong blocks" : !sound ? "wrong status" : "too few paths", truth, frames);
        counts->wrong++;
    }
}

int main(int argc, char **argv)
{
    FILE *truths = argc == 3 ? fopen(argv[1], "re") : NULL, *frames = argc == 3 ? fopen(argv[2], "re") : NULL;
    struct counts counts = {0};
    struct truth truth;
    cJSON *ahead = NULL;
    if (!truths || !frames) {
        fputs("usage: compare TRUTH JSON\n", stderr);
        return 2;
    }
    while (read_truth(truths, &truth)) {
        cJSON *frame = read_frame(frames, &ahead);
        compare(&truth, frame, &counts);
        cJSON_Delete(frame);
        free(truth.blocks);
    }
    if (counts.frames == 0)
        puts("no traced frame was executed");
    printf("%u frames: %u unique, %u ambiguous, %u wrapped; %u blocks executed; %u wrong\n", counts.frames, counts.unique, counts.ambiguous,
           counts.wrapped, counts.blocks, counts.wrong);
    return counts.wrong || counts.frames == 0;
}
