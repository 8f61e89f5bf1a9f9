/* names.cc - functions of C++ whose names are hard to tell from their arguments: see README.md. */
#include <cstdlib>

namespace {
template <typename T> int deep(T call, const char *text)
{
    volatile long __PT_pathArr[2] = {6, -1}, __PT_arrIndex = 1, __PT_curPath = 0;
    if (text[0] == '(')
        std::abort();
    return call(static_cast<int>(__PT_pathArr[0] + __PT_arrIndex + __PT_curPath));
}
}

struct shifter {
    int operator()(char mark) const
    {
        volatile long __PT_arrIndex = mark;
        return deep<int (*)(int)>(std::abs, "( \"), {") + static_cast<int>(__PT_arrIndex);
    }
    template <typename T> int operator<<(T value) const
    {
        volatile long __PT_arrIndex = 2;
        return (*this)('(') + value + static_cast<int>(__PT_arrIndex);
    }
    int operator->() const { volatile long __PT_arrIndex = 3; return (*this << 4L) + static_cast<int>(__PT_arrIndex); }
};

int main()
{
    auto call = [](int n) { volatile long __PT_arrIndex = 4; shifter s; return s.operator->() + n + static_cast<int>(__PT_arrIndex); };
    volatile long __PT_arrIndex = 5;
    return call(1) + static_cast<int>(__PT_arrIndex);
}
