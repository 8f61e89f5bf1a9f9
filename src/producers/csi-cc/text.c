/* text.c - memory, growing text, messages.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "csi.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *have(void *data)
{
    if (!data) {
        fputs("csi-cc: out of memory\n", stderr);
        _Exit(1);
    }
    return data;
}

void *memory_get(size_t count, size_t size)
{
    return have(calloc(count ? count : 1, size ? size : 1));
}

void *memory_grow(void *data, size_t *capacity, size_t wanted, size_t size)
{
    size_t now = *capacity;
    if (wanted <= now)
        return data;
    size_t next = now < 16 ? 16 : now * 2;
    if (next < wanted)
        next = wanted;
    data = have(reallocarray(data, next, size));
    memset((char *)data + now * size, 0, (next - now) * size);
    *capacity = next;
    return data;
}

void buffer_add(struct buffer *buffer, const char *data, size_t size)
{
    buffer->data = memory_grow(buffer->data, &buffer->capacity, buffer->size + size + 1, 1);
    if (size)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    buffer->data[buffer->size] = '\0';
}

static void buffer_vprint(struct buffer *buffer, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    if (size > 0) {
        buffer->data = memory_grow(buffer->data, &buffer->capacity, buffer->size + (size_t)size + 1, 1);
        vsnprintf(buffer->data + buffer->size, (size_t)size + 1, format, again);
        buffer->size += (size_t)size;
    }
    va_end(again);
}

void buffer_print(struct buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buffer_vprint(buffer, format, arguments);
    va_end(arguments);
}

char *text_print(const char *format, ...)
{
    struct buffer buffer = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_vprint(&buffer, format, arguments);
    va_end(arguments);
    buffer_add(&buffer, "", 0);
    return buffer.data;
}

static void say(const char *kind, const char *format, va_list arguments)
{
    struct buffer line = {0};
    buffer_print(&line, "csi-cc: %s", kind);
    buffer_vprint(&line, format, arguments);
    for (size_t i = 0; i < line.size; i++)
        if ((unsigned char)line.data[i] < ' ' || line.data[i] == 0x7f)
            line.data[i] = '?';
    buffer_add(&line, "\n", 1);
    fputs(line.data, stderr);
    free(line.data);
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say("error: ", format, arguments);
    va_end(arguments);
}

void warn(const struct module *module, const char *format, ...)
{
    if (module->options->silent)
        return;
    va_list arguments;
    va_start(arguments, format);
    say("warning: ", format, arguments);
    va_end(arguments);
}
