/* throws.cc - exceptions through traced frames, destructors on the way, at last one that nobody catches.  SPDX-License-Identifier: GPL-3.0-or-later */
static volatile int alive;

struct guard {
    explicit guard(int n) : size(n) { alive += n; }
    ~guard() { alive -= size; }
    int size;
};

__attribute__((noinline)) static int risky(int n)
{
    guard first(n);
    if (n % 3 == 1)
        throw n;
    guard second(2 * n);
    for (int i = 0; i < n; i++)
        if (i * i > n)
            throw 'x';
    return n;
}

__attribute__((noinline)) static int steady(int n)
{
    int r = 0;
    for (int i = 0; i < n; i++) {
        try {
            guard local(1);
            r += risky(i);
        } catch (int caught) {
            r += caught;
        } catch (char) {
            if (r > 9)
                throw;
            r += 10;
        }
    }
    return r;
}

int main(int argc, char **)
{
    int r = 0;
    for (int n = 1; n < 20; n++)
        if (n % 2)
            r += steady(n + argc);
    return r;
}
