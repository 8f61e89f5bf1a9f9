/* program_objects.c - objects besides the executable: opened at the first question about their code.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/questions/program_inside.h"

#include <stdlib.h>
#include <string.h>

void program_add_object(struct program *program, struct slice path, uint64_t bias, struct slice build)
{
    program->objects = array_grow(program->objects, &program->object_capacity, program->object_count + 1, sizeof *program->objects);
    program->objects[program->object_count++] = (struct program_object){.path = path, .build = build, .bias = bias};
}

void program_forget_objects(struct program *program)
{
    for (size_t i = 0; i < program->object_count; i++) {
        symbols_close(program->objects[i].symbols);
        free(program->objects[i].unread);
    }
    free(program->objects);
    program->objects = NULL;
    program->object_count = program->object_capacity = 0;
}

bool program_is_build(const struct symbols *symbols, struct slice build)
{
    struct slice id = symbols_build_id(symbols);
    struct text digits = {0};
    for (size_t i = 0; i < id.size; i++)
        text_printf(&digits, "%02x", (unsigned char)id.data[i]);
    bool same = build.size == 0 || slice_equal(text_slice(&digits), build);
    text_free(&digits);
    return same;
}

static void open_object(struct program_object *object)
{
    struct arena arena = {0};
    struct error unread;
    const char *path = arena_string(&arena, object->path);
    object->tried = true;
    if (!symbols_open_if_there(path, &object->symbols, &unread)) {
        object->symbols = NULL;
        object->unread = unread.message[0] ? strdup(unread.message) : NULL;
        object->state = PROGRAM_OBJECT_MISSING;
    } else if (!program_is_build(object->symbols, object->build)) {
        symbols_close(object->symbols);
        object->symbols = NULL;
        object->state = PROGRAM_OBJECT_CHANGED;
    }
    arena_free(&arena);
}

size_t program_object_count(const struct program *program)
{
    return program->object_count;
}

enum program_object_state program_object_state(const struct program *program, size_t i, struct slice *path, uint64_t *bias)
{
    struct program_object *object = &program->objects[i];
    if (!object->tried)
        open_object(object);
    *path = object->path;
    *bias = object->bias;
    return object->state;
}

const char *program_object_unread(const struct program *program, size_t i, struct slice *path)
{
    *path = program->objects[i].path;
    return program->objects[i].unread;
}

/* Objects do not overlap: the one that begins last at or below an address is the only one that can hold it. */
struct symbols *program_symbols_at(const struct program *program, uint64_t address, uint64_t *link)
{
    struct program_object *nearest = NULL;
    *link = address - program->bias;
    if (program->symbols && symbols_is_code(program->symbols, *link))
        return program->symbols;
    for (size_t i = 0; i < program->object_count; i++) {
        struct program_object *object = &program->objects[i];
        if (object->bias <= address && (!nearest || object->bias > nearest->bias))
            nearest = object;
    }
    if (nearest && !nearest->tried)
        open_object(nearest);
    if (!nearest || !nearest->symbols)
        return NULL;
    *link = address - nearest->bias;
    return symbols_is_code(nearest->symbols, *link) ? nearest->symbols : NULL;
}
