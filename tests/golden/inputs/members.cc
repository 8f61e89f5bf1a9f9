#include <cstdio>

enum color { RED, GREEN = 5, BELOW = -7 };
typedef enum color color_t;
typedef color_t hue;

struct S {
    int a, b;
    void run(int k) { a += k; }
    virtual void twice() { b *= 2; }
    int get() const { return b; }
};

int main(int argc, char **)
{
    S s;
    int S::*data = argc > 3 ? &S::a : &S::b, S::*none = nullptr;
    void (S::*run)(int) = &S::run, (S::*nothing)(int) = nullptr;
    void (S::*twice)() = &S::twice;
    int (S::*get)() const = &S::get;
    hue shade = argc > 3 ? RED : GREEN;
    s.a = s.b = 1;
    (s.*run)(3);
    (s.*twice)();
    s.*data += shade;
    std::printf("%d %d\n", s.a, (s.*get)() + (none == nullptr) + (nothing == nullptr));
    return 0;
}
