// Frees in other ways than it allocated.
#include <cstdio>
#include <cstdlib>

int main()
{
    int *numbers = new int[10];
    numbers[3] = 4;
    std::printf("%d\n", numbers[3]);
    delete numbers;                             // FAULT mismatch 40 7 #0
    char *text = static_cast<char *>(std::malloc(10));
    text[0] = 0;
    std::printf("%s\n", text);
    delete text;                                // FAULT mismatch 10 11 #0
    int *one = new int(5);
    std::printf("%d\n", *one);
    std::free(one);                             // FAULT mismatch 4 15 #0
    return 0;
}
