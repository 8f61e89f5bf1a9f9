/* loans.c - loans with rates and fees, made of a template or by hand, in an arena; prints what is owed after some months. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOANS = 8 };

struct loan {
    long cents;
    int rate;                   /* hundredths of a per cent a year */
    int months;
    long fee;                   /* a month */
    int fixed;                  /* the rate does not change */
};

struct arena {
    _Alignas(16) unsigned char bytes[1024];
    size_t used;
};

struct bank {
    struct arena arena;
    struct loan *loans[MOST_LOANS];
    int count;
    long earned;
};

static void *arena_take(struct arena *arena, size_t size)
{
    size_t rounded = (size + 15) / 16 * 16;
    if (arena->used + rounded > sizeof arena->bytes)
        exit(2);
    void *bytes = arena->bytes + arena->used;
    arena->used += rounded;
    return bytes;
}

static struct loan *bank_loan(struct bank *bank, long cents, int months)
{
    if (bank->count == MOST_LOANS)
        exit(2);
    struct loan *loan = arena_take(&bank->arena, sizeof *loan);         /* CAUSE: the rate is set by one of two callers only */
    loan->cents = cents;
    loan->months = months;
    loan->fee = 250;
    loan->fixed = 0;
    bank->loans[bank->count++] = loan;
    return loan;
}

static void bank_like(struct bank *bank, long cents, const struct loan *other)
{
    struct loan *loan = bank_loan(bank, cents, other->months);
    loan->fee = other->fee;
    loan->fixed = 1;
}

static void bank_open(struct bank *bank, long cents, int months, int rate)
{
    struct loan *loan = bank_loan(bank, cents, months);
    loan->rate = rate;
}

static long loan_interest(const struct loan *loan)
{
    return loan->cents * loan->rate / 120000;
}

static long loan_month(struct loan *loan)
{
    long interest = loan_interest(loan);
    loan->cents += interest + loan->fee;
    loan->months--;
    return interest;
}

static void bank_month(struct bank *bank)
{
    for (int i = 0; i < bank->count; i++)
        if (bank->loans[i]->months > 0)
            bank->earned += loan_month(bank->loans[i]);
}

/* MONTHS LOAN...: a loan is CENTS:MONTHS:RATE, or CENTS alone, like the first one. */
int main(int argc, char **argv)
{
    static struct bank bank;
    if (argc < 3)
        return 2;
    for (int i = 2; i < argc; i++) {
        long cents;
        int months, rate, count = sscanf(argv[i], "%ld:%d:%d", &cents, &months, &rate);
        if (count == 3)
            bank_open(&bank, cents, months, rate);
        else if (count == 1 && bank.count > 0)
            bank_like(&bank, cents, bank.loans[0]);
    }
    for (int i = 0; i < atoi(argv[1]); i++)
        bank_month(&bank);
    for (int i = 0; i < bank.count; i++)
        printf("loan %d: %ld owed\n", i, bank.loans[i]->cents);
    long owed = bank.loans[bank.count - 1]->cents;
    printf("the last one: %ld\n", owed);        /* FAILURE */
    return 0;
}
