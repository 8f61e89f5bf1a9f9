/* wrap.c - breaks text into lines of a width, with an indentation, and underlines its longest line. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *bytes;
    size_t size, room;
};

struct wrapper {
    struct buffer *out;
    size_t width, indent;
    size_t column;              /* how much of the line is filled */
    size_t longest;
    int lines;
};

struct word {
    const char *text;
    size_t size;
};

static void buffer_put(struct buffer *buffer, const char *bytes, size_t size)
{
    if (buffer->size + size > buffer->room) {
        buffer->room = 2 * (buffer->size + size);
        buffer->bytes = realloc(buffer->bytes, buffer->room);
        if (!buffer->bytes)
            exit(2);
    }
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
}

static void buffer_fill(struct buffer *buffer, char byte, size_t count)
{
    while (count-- > 0)
        buffer_put(buffer, &byte, 1);
}

static int word_next(const char **text, struct word *word)
{
    while (**text == ' ')
        (*text)++;
    word->text = *text;
    while (**text && !isspace((unsigned char)**text))
        (*text)++;
    word->size = (size_t)(*text - word->text);
    return word->size > 0;
}

static void line_begin(struct wrapper *wrapper)
{
    buffer_fill(wrapper->out, ' ', wrapper->indent);
    wrapper->column = wrapper->indent;
    wrapper->lines++;
}

static void line_end(struct wrapper *wrapper)
{
    if (wrapper->column > wrapper->longest)
        wrapper->longest = wrapper->column;
    buffer_put(wrapper->out, "\n", 1);
}

static void word_put(struct wrapper *wrapper, const struct word *word)
{
    size_t needed = word->size + (wrapper->column > wrapper->indent);
    if (wrapper->column + needed > wrapper->width && wrapper->column > wrapper->indent) {
        line_end(wrapper);
        line_begin(wrapper);
    }
    if (wrapper->column > wrapper->indent)
        buffer_put(wrapper->out, " ", 1);
    buffer_put(wrapper->out, word->text, word->size);
    wrapper->column += needed;          /* CAUSE: needed is of the line before, with a blank that is not there */
}

static void paragraph_put(struct wrapper *wrapper, const char *text)
{
    struct word word;
    line_begin(wrapper);
    for (;;) {
        if (word_next(&text, &word))
            word_put(wrapper, &word);
        else if (*text == '\n')
            text++;
        else
            break;
    }
    line_end(wrapper);
}

static void wrapper_underline(struct wrapper *wrapper)
{
    buffer_fill(wrapper->out, '=', wrapper->longest);
    buffer_put(wrapper->out, "\n", 1);
}

/* WIDTH INDENT PARAGRAPH... */
int main(int argc, char **argv)
{
    struct buffer out = {NULL, 0, 0};
    if (argc < 4)
        return 2;
    struct wrapper wrapper = {.out = &out, .width = (size_t)atoi(argv[1]), .indent = (size_t)atoi(argv[2])};
    for (int i = 3; i < argc; i++)
        paragraph_put(&wrapper, argv[i]);
    wrapper_underline(&wrapper);
    fwrite(out.bytes, 1, out.size, stdout);
    printf("%d lines, the longest has %zu columns\n", wrapper.lines, wrapper.longest);  /* FAILURE */
    free(out.bytes);
    return 0;
}
