// A virtual call of a deleted object, and a member that no constructor sets.
#include <cstdio>

struct Shape {
    int sides, colour;
    explicit Shape(int sides) : sides(sides) {}
    virtual ~Shape() {}
    virtual int corners() const { return sides; }
};

int main(int count, char **)
{
    Shape *shape = new Shape(count + 2);
    std::printf("%d\n", shape->corners());
    if (shape->colour == 3)                     // FAULT unwritten 16 13 #0
        std::puts("red");
    delete shape;
    std::printf("%d\n", shape->sides);          // FAULT freed-read 16 13 7 #0
    return 0;
}
