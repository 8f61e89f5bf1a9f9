// Members, references, strings and containers of C++, at -O0.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

enum class Kind { circle, square };

struct Point {
    int x, y;
};

class Shape {
public:
    Shape(Kind kind, int size) : kind_(kind), size_(size), corner_{size, -size} {}
    virtual ~Shape() = default;
    virtual int area() const
    {
        int twice = size_ * 2;
        return twice;
    }
    int scale(int by)
    {
        int before = size_;
        size_ *= by;
        corner_.x += before;
        return size_ - before;
    }
    Kind kind_;
    int size_;
    Point corner_;
};

class Square : public Shape {
public:
    explicit Square(int size) : Shape(Kind::square, size), cached_(0) {}
    int area() const override
    {
        int value = size_ * size_;
        cached_ = value;
        return value;
    }
    mutable long cached_;
};

static int sum_of(const std::vector<int> &numbers, int &calls)
{
    int sum = 0;
    for (size_t i = 0; i < numbers.size(); i++)
        sum += numbers[i];
    calls++;
    return sum;
}

int main()
{
    std::vector<int> numbers;
    std::map<std::string, int> named;
    int calls = 0, area = 0;
    unsigned hash = 2166136261u;
    for (int i = 0; i < 6; i++) {
        numbers.push_back(i * i % 7);
        std::string name = "n" + std::to_string(i % 3);
        named[name] += i;
        for (char c : name)
            hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    }
    std::sort(numbers.begin(), numbers.end());
    Square square(4);
    Shape circle(Kind::circle, 3);
    Shape *both[2] = {&square, &circle};
    for (int i = 0; i < 2; i++) {
        area += both[i]->area();
        int grown = both[i]->scale(i + 2);
        area += grown;
    }
    int sum = sum_of(numbers, calls);
    Point moved = square.corner_;
    moved.y += named["n1"];
    std::printf("%d %d %d %u %d\n", area, sum, calls, hash, moved.y);
    return 0;
}
