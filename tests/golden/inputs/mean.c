/* mean.c - the mean of a server's last response times. All of them lie between 8 and 15 ms; it prints 136 ms. */
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 8 };

struct window {
    int sample[SAMPLES];    /* milliseconds */
    int limit;              /* from here on a response is too slow */
};

static void window_fill(struct window *window, int seed)
{
    for (int i = 0; i < SAMPLES; i++)
        window->sample[i] = 8 + (seed + 5 * i) % SAMPLES;
    window->limit = 1000;
}

static int window_sum(const struct window *window)
{
    int sum = 0;
    for (int i = 0; i <= SAMPLES; i++)
        sum += window->sample[i];
    return sum;
}

static int window_mean(const struct window *window)
{
    int sum = window_sum(window);
    return sum / SAMPLES;
}

int main(int argc, char **argv)
{
    struct window window;
    int seed = argc > 1 ? atoi(argv[1]) : 3;
    window_fill(&window, seed);
    int mean = window_mean(&window);
    printf("mean response time: %d ms\n", mean);
    return 0;
}
