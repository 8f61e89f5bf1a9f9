// An iterator of a vector that has grown.
#include <cstdio>
#include <vector>

int main()
{
    std::vector<int> numbers = {1, 2, 3, 4};
    const int *first = &numbers.front();
    for (int i = 0; i < 100; i++)
        numbers.push_back(i);
    std::printf("%d\n", first[2]);              // FAULT freed-read 16 - - #0
    return 0;
}
