#include <cstdio>

static int by_all = 7;
static int size = 100;

struct Base {
    int kept = 2;
};

class Counter : Base {
public:
    explicit Counter(int start) : value_(start) { inner_.deep = start * 3; }
    int add(int by)
    {
        int kept = by + 1;
        value_ += by + by_all;
        inner_.deep -= kept;
        size = value_;
        return value_ + Base::kept;
    }

private:
    struct { int deep; } inner_;
    int value_, size = 0;
};

int main(int argc, char **)
{
    Counter counter(argc);
    counter.add(4);
    std::printf("%d\n", counter.add(5));
    return size - 100;
}
