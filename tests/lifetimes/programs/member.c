/* A structure is copied, which is no fault, and then a member that nobody set is used. */
#include <stdio.h>
#include <stdlib.h>

struct order {
    long number, amount, spare, price;
};

int main(void)
{
    struct order *order = malloc(sizeof *order), copy;
    order->number = 3;
    order->amount = 4;
    order->price = 7;
    copy = *order;
    if (copy.number * copy.price == 21)
        puts("a copy is no fault");
    if (order->spare)                           /* FAULT unwritten 32 11 #0 */
        puts("spare");
    free(order);
    return 0;
}
