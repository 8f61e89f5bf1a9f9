#include <stdio.h>
#include <stdlib.h>
int width, depth, area;
int main(int argc, char **argv)
{
    if (argc >= 3)
    {
        width = atoi(argv[1]);
        depth = atoi(argv[2]);
        area = width * 7;
        area = area + depth;
        printf("area is %d\n", area);
    }
    return 0;
}
