/* sensors.c - readings of several sensors in rings, alarms by their moving averages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SENSORS = 4, RING = 6 };

struct ring {
    int readings[RING];
    int alarm;                  /* an average from here on is too much */
    int next, filled;
};

struct sensor {
    char name[12];
    struct ring ring;
    int alarms;
};

struct station {
    struct sensor sensors[MOST_SENSORS];
    int count;
    int highest;                /* average of all that were seen */
};

static struct sensor *station_sensor(struct station *station, const char *name)
{
    for (int i = 0; i < station->count; i++)
        if (strcmp(station->sensors[i].name, name) == 0)
            return &station->sensors[i];
    if (station->count == MOST_SENSORS)
        return NULL;
    struct sensor *sensor = &station->sensors[station->count++];
    snprintf(sensor->name, sizeof sensor->name, "%s", name);
    sensor->ring.alarm = 900;
    return sensor;
}

static void ring_put(struct ring *ring, int reading)
{
    ring->readings[ring->next] = reading;
    ring->next = (ring->next + 1) % RING;
    if (ring->filled < RING)
        ring->filled++;
}

static int ring_sum(const struct ring *ring)
{
    int sum = 0;
    for (int i = 0; i <= ring->filled; i++)             /* CAUSE: one too many */
        sum += ring->readings[i];
    return sum;
}

static int ring_average(const struct ring *ring)
{
    if (ring->filled == 0)
        return 0;
    return ring_sum(ring) / ring->filled;
}

static void station_check(struct station *station, struct sensor *sensor)
{
    int average = ring_average(&sensor->ring);
    if (average > station->highest)
        station->highest = average;
    if (average >= sensor->ring.alarm)
        sensor->alarms++;
}

/* A reading is NAME=VALUE. */
static int station_read(struct station *station, const char *text)
{
    char name[12];
    int value;
    if (sscanf(text, "%11[a-z]=%d", name, &value) != 2)
        return 0;
    struct sensor *sensor = station_sensor(station, name);
    if (!sensor)
        return 0;
    ring_put(&sensor->ring, value);
    station_check(station, sensor);
    return 1;
}

int main(int argc, char **argv)
{
    static struct station station;
    int refused = 0;
    for (int i = 1; i < argc; i++)
        refused += !station_read(&station, argv[i]);
    for (int i = 0; i < station.count; i++)
        printf("%s: %d alarms\n", station.sensors[i].name, station.sensors[i].alarms);
    if (refused)
        printf("%d refused\n", refused);
    printf("highest average: %d\n", station.highest);   /* FAILURE */
    return 0;
}
