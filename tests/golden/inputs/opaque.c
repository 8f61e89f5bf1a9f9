#include <stdio.h>
struct handle;
struct owner { int age; };
struct handle *handle_open(struct owner *owner);
int handle_id(const struct handle *handle);
int main(void)
{
    struct owner me = {42};
    struct handle *handle = handle_open(&me);
    const struct handle *same = handle;
    printf("%d\n", handle_id(same));
    return 0;
}
