/* route.c - the shortest route through a road map, by Dijkstra's algorithm over adjacency lists in compact tables. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOWNS = 16, MOST_ROADS = 64, NONE = 255 };

struct road {
    uint8_t to;
    uint8_t next;               /* of the same town; NONE: the last */
    uint32_t metres;
};

struct town {
    char name[12];
    uint8_t roads;
    uint8_t from;               /* on the shortest way */
    uint8_t done;
    uint16_t best;              /* units of 100 m */
};

struct map {
    struct town towns[MOST_TOWNS];
    struct road roads[MOST_ROADS];
    int town_count, road_count;
};

static int map_town(struct map *map, const char *name)
{
    for (int i = 0; i < map->town_count; i++)
        if (strcmp(map->towns[i].name, name) == 0)
            return i;
    if (map->town_count == MOST_TOWNS)
        exit(2);
    struct town *town = &map->towns[map->town_count];
    snprintf(town->name, sizeof town->name, "%s", name);
    town->roads = NONE;
    return map->town_count++;
}

static void map_connect(struct map *map, int from, int to, uint32_t metres)
{
    if (map->road_count == MOST_ROADS)
        exit(2);
    struct road *road = &map->roads[map->road_count];
    road->to = (uint8_t)to;
    road->metres = metres;
    road->next = map->towns[from].roads;
    map->towns[from].roads = (uint8_t)map->road_count++;
}

static void map_read(struct map *map, const char *text)
{
    char from[12], to[12];
    double kilometres;
    if (sscanf(text, "%11[a-z]-%11[a-z]:%lf", from, to, &kilometres) != 3)
        exit(2);
    int a = map_town(map, from), b = map_town(map, to);
    uint32_t metres = (uint32_t)(kilometres * 1000 + 0.5);
    map_connect(map, a, b, metres);
    map_connect(map, b, a, metres);
}

static void search_begin(struct map *map, int start)
{
    for (int i = 0; i < map->town_count; i++) {
        map->towns[i].best = UINT16_MAX;
        map->towns[i].from = NONE;
        map->towns[i].done = 0;
    }
    map->towns[start].best = 0;
}

static int search_nearest(const struct map *map)
{
    int nearest = -1;
    for (int i = 0; i < map->town_count; i++)
        if (!map->towns[i].done && (nearest < 0 || map->towns[i].best < map->towns[nearest].best))
            nearest = i;
    return nearest;
}

static uint16_t distance_by(const struct town *town, const struct road *road)
{
    return (uint16_t)(town->best + road->metres / 100);         /* CAUSE: more than 6553.5 km do not fit */
}

static void search_relax(struct map *map, int at)
{
    const struct town *here = &map->towns[at];
    for (uint8_t i = here->roads; i != NONE; i = map->roads[i].next) {
        struct town *there = &map->towns[map->roads[i].to];
        uint16_t distance = distance_by(here, &map->roads[i]);
        if (!there->done && distance < there->best) {
            there->best = distance;
            there->from = (uint8_t)at;
        }
    }
}

static void search(struct map *map, int start)
{
    search_begin(map, start);
    for (int at; (at = search_nearest(map)) >= 0;) {
        map->towns[at].done = 1;
        if (map->towns[at].best < UINT16_MAX)
            search_relax(map, at);
    }
}

/* START END ROAD...: a road is TOWN-TOWN:KILOMETRES. */
int main(int argc, char **argv)
{
    static struct map map;
    if (argc < 4)
        return 2;
    int start = map_town(&map, argv[1]), end = map_town(&map, argv[2]);
    for (int i = 3; i < argc; i++)
        map_read(&map, argv[i]);
    search(&map, start);
    for (int at = end; at != NONE; at = map.towns[at].from)
        printf("%s\n", map.towns[at].name);
    printf("%u km\n", map.towns[end].best / 10u);       /* FAILURE */
    return 0;
}
