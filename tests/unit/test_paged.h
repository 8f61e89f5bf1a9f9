/* test_paged.h - writes streams to a paged file and reads them again.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_PAGED_H
#define CLEW_TESTS_TEST_PAGED_H

#include "random.h"

#include "recording/store/paged.h"
#include "recording/store/store.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static char folder[64], path[128], other[128];

static inline int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/clew-paged-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/store", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    return 0;
}

static inline int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    unlink(other);
    return rmdir(folder);
}

static inline int begin(void **state)
{
    (void)state;
    unlink(path);
    unlink(other);
    return 0;
}

/* Counts the names in the folder: no temporary file may stay. */
static inline int count_files(void)
{
    int count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

/* ---- Expected content of a stream ---- */

struct model {
    unsigned char *data;
    size_t size, capacity;
};

static inline void model_zeros(struct model *model, size_t size)
{
    model->data = array_grow(model->data, &model->capacity, model->size + size + 1, 1);
    memset(model->data + model->size, 0, size);
    model->size += size;
}

static inline void model_add(struct model *model, const void *data, size_t size)
{
    model_zeros(model, size);
    if (size)
        memcpy(model->data + model->size - size, data, size);
}

static inline uint64_t model_append(struct model *model, const void *data, size_t size)
{
    size_t left = (PAGED_SIZE - model->size % PAGED_SIZE) % PAGED_SIZE;
    if (size > left && left)
        model_zeros(model, left);
    model_add(model, data, size);
    return model->size - size;
}

static inline uint64_t model_append_items(struct model *model, const void *items, size_t count, size_t item)
{
    model_zeros(model, (item - model->size % item) % item);
    uint64_t at = model->size;
    model_add(model, items, count * item);
    return at;
}

static inline struct paged_writer *create(const char *name, unsigned streams)
{
    struct paged_writer *writer;
    struct error error;
    if (!paged_create(name, streams, &writer, &error))
        fail_msg("%s", error.message);
    return writer;
}

static inline struct paged *finish(struct paged_writer *writer, const void *header, size_t size)
{
    struct paged *paged;
    struct error error;
    if (!paged_finish(writer, header, size, &paged, &error))
        fail_msg("%s", error.message);
    return paged;
}

static inline struct paged *open_paged(const char *name)
{
    struct paged *paged;
    struct error error;
    if (!paged_open(name, &paged, &error))
        fail_msg("%s", error.message);
    return paged;
}

static inline void check_no_damage(const struct paged *paged)
{
    struct error error;
    if (paged_damage(paged, &error))
        fail_msg("%s", error.message);
}

static inline void free_models(struct model *models, unsigned streams)
{
    for (unsigned i = 0; i < streams; i++)
        free(models[i].data);
}

static unsigned char noise[4 * PAGED_SIZE], lines[4 * PAGED_SIZE];

static inline void make_data(void)
{
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof noise; i++) {
        noise[i] = (unsigned char)next_random(&seed);
        lines[i] = (unsigned char)"of ten lines\n"[i / 3 % 13];
    }
}

/* Each page begins with its number. */
static inline struct paged *make_numbered(unsigned pages)
{
    struct paged_writer *writer = create(path, 2);
    paged_compress(writer, 1);
    for (uint32_t page = 0; page < pages; page++) {
        for (unsigned stream = 0; stream < 2; stream++) {
            paged_append(writer, stream, &page, sizeof page);
            paged_append(writer, stream, noise, PAGED_SIZE - sizeof page);
        }
    }
    return finish(writer, NULL, 0);
}

static inline uint32_t number_at(const unsigned char *data)
{
    uint32_t number;
    memcpy(&number, data, sizeof number);
    return number;
}

#endif
