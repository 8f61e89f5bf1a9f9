// Frees in other ways than it allocated: arrays as single objects, and the reverse.
#include <cstdlib>
int main()
{
    int *a = new int[5];
    delete a;                                   // FAULT mismatch 20 5 #0
    int *b = new int;
    delete[] b;                                 // FAULT mismatch 4 7 #0
    int *c = new int[3];
    free(c);                                    // FAULT mismatch 12 9 #0
    int *d = (int *)malloc(12);
    delete d;                                   // FAULT mismatch 12 11 #0
    return 0;
}
