/* image.c - reads a small picture in colour, makes it grey, and finds the grey below which half of it lies. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 256 };

struct pixel {
    uint8_t red, green, blue;
};

struct picture {
    int width, height;
    struct pixel *pixels;
};

struct grey {
    int width, height;
    uint8_t *levels;
};

struct histogram {
    int count[LEVELS];
    int total;
};

static void *memory(size_t size)
{
    void *bytes = calloc(1, size);
    if (!bytes)
        exit(2);
    return bytes;
}

static struct picture picture_make(int width, int height, unsigned seed, int hue)
{
    struct picture picture = {width, height, memory((size_t)(width * height) * sizeof(struct pixel))};
    for (int i = 0; i < width * height; i++) {
        seed = seed * 1103515245u + 12345u;
        uint8_t light = (uint8_t)(40 + (seed >> 16) % 64);
        struct pixel *pixel = &picture.pixels[i];
        pixel->red = hue == 'r' || hue == 'w' ? light : 0;
        pixel->green = hue == 'g' || hue == 'w' ? light : 0;
        pixel->blue = hue == 'b' || hue == 'w' ? light : 0;
    }
    return picture;
}

static uint8_t luminance(const struct pixel *pixel)
{
    int level = 299 * pixel->red + 587 * pixel->green + 114 * pixel->blue / 1000;      /* CAUSE: only the last term is divided */
    return level > 255 ? 255 : (uint8_t)level;
}

static struct grey grey_of(const struct picture *picture)
{
    struct grey grey = {picture->width, picture->height, memory((size_t)(picture->width * picture->height))};
    for (int y = 0; y < grey.height; y++)
        for (int x = 0; x < grey.width; x++)
            grey.levels[y * grey.width + x] = luminance(&picture->pixels[y * grey.width + x]);
    return grey;
}

static void histogram_count(struct histogram *histogram, const struct grey *grey)
{
    for (int i = 0; i < grey->width * grey->height; i++) {
        histogram->count[grey->levels[i]]++;
        histogram->total++;
    }
}

static int histogram_median(const struct histogram *histogram)
{
    int below = 0, level = 0;
    while (level < LEVELS && 2 * (below + histogram->count[level]) < histogram->total)
        below += histogram->count[level++];
    return level;
}

static int histogram_percent(const struct histogram *histogram, int from)
{
    int above = 0;
    for (int level = from; level < LEVELS; level++)
        above += histogram->count[level];
    return 100 * above / histogram->total;
}

int main(int argc, char **argv)
{
    int hue = argc > 1 ? argv[1][0] : 'w';
    int side = argc > 2 ? atoi(argv[2]) : 6;
    if (side < 1 || side > 64)
        return 2;
    struct picture picture = picture_make(side, side, 7, hue);
    struct grey grey = grey_of(&picture);
    struct histogram histogram = {.total = 0};
    histogram_count(&histogram, &grey);
    printf("bright: %d%%\n", histogram_percent(&histogram, 128));
    int median = histogram_median(&histogram);
    printf("median: %d\n", median);     /* FAILURE */
    free(picture.pixels);
    free(grey.levels);
    return 0;
}
