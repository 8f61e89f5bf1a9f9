/* connect.c - a connectionist simulator: units in layers, linked in the order read, learn sums of bits.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     connect [EPOCHS]
 *
 * Like such simulators of the 1980s, it keeps units and links as records that point to each other, so the next address is unpredictable. */
#include <stdio.h>
#include <stdlib.h>

struct link { struct unit *from; struct link *next; double weight, change; };
struct unit { struct link *links; double activation, error, bias; };
enum { inputs = 6, hidden = 8, outputs = 3, units = inputs + hidden + outputs, patterns = 1 << inputs };

static struct unit *network[units];
static unsigned state = 1;

static double random_weight(void)
{
    state = state * 1103515245u + 12345u;
    return (double)(state >> 16 & 0x7fff) / 32768.0 - 0.5;
}

static void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        exit(1);
    return memory;
}

static void connect(struct unit *from, struct unit *to)
{
    struct link *link = allocate(sizeof *link);
    *link = (struct link){from, to->links, random_weight(), 0};
    to->links = link;
}

static void network_make(void)
{
    for (int i = 0; i < units; i++)
        network[i] = allocate(sizeof **network);
    for (int to = inputs; to < units; to++)
        for (int from = to < inputs + hidden ? 0 : inputs; from < (to < inputs + hidden ? inputs : inputs + hidden); from++)
            connect(network[from], network[to]);
}

/* The logistic function without the library's exp, whose time would not count as the program's. */
static double squash(double x)
{
    double near = x < 0 ? -x : x, term = 1, sum = 1;
    if (near > 30)
        return x < 0 ? 0 : 1;
    near /= 8;
    for (int i = 1; i < 8; i++)
        sum += term *= near / i;
    sum *= sum, sum *= sum, sum *= sum;
    return x < 0 ? 1 / (1 + sum) : sum / (1 + sum);
}

static void forward(void)
{
    for (int i = inputs; i < units; i++) {
        double sum = network[i]->bias;
        for (const struct link *link = network[i]->links; link; link = link->next)
            sum += link->weight * link->from->activation;
        network[i]->activation = squash(sum);
        network[i]->error = 0;
    }
}

static double backward(unsigned wanted)
{
    double total = 0;
    for (int i = units; i-- > inputs;) {
        struct unit *unit = network[i];
        if (i >= inputs + hidden) {
            unit->error = (double)(wanted >> (i - inputs - hidden) & 1) - unit->activation;
            total += unit->error * unit->error;
        }
        double delta = unit->error * unit->activation * (1 - unit->activation);
        for (struct link *link = unit->links; link; link = link->next) {
            link->from->error += delta * link->weight;
            link->change = 0.7 * delta * link->from->activation + 0.5 * link->change;
            link->weight += link->change;
        }
        unit->bias += 0.7 * delta;
    }
    return total;
}

int main(int argc, char **argv)
{
    int epochs = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 20;
    double total = 0;
    network_make();
    for (int epoch = 0; epoch < epochs; epoch++) {
        total = 0;
        for (unsigned pattern = 0; pattern < patterns; pattern++) {
            unsigned ones = 0;
            for (int i = 0; i < inputs; i++) {
                network[i]->activation = pattern >> i & 1;
                ones += pattern >> i & 1;
            }
            forward();
            total += backward(ones);
        }
    }
    printf("connect %.4f\n", total);
    return 0;
}
