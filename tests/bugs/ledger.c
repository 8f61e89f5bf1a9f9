/* ledger.c - accounts with fees and interest: reads bookings, closes the month, prints each account's statement. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ACCOUNTS = 8, MOST_BOOKINGS = 32 };

struct booking {
    int account;
    long cents;
};

struct account {
    char owner[16];
    long balance;
    long fees;
    int bookings;
};

struct statement {
    const struct account *account;
    long opening, closing;
    long interest;
};

struct ledger {
    struct account accounts[MOST_ACCOUNTS];
    struct booking bookings[MOST_BOOKINGS];
    int accounts_count, bookings_count;
};

static int ledger_account(struct ledger *ledger, const char *owner)
{
    for (int i = 0; i < ledger->accounts_count; i++)
        if (strcmp(ledger->accounts[i].owner, owner) == 0)
            return i;
    if (ledger->accounts_count == MOST_ACCOUNTS)
        return -1;
    snprintf(ledger->accounts[ledger->accounts_count].owner, sizeof ledger->accounts[0].owner, "%s", owner);
    return ledger->accounts_count++;
}

static void ledger_book(struct ledger *ledger, int account, long cents)
{
    if (account < 0 || ledger->bookings_count == MOST_BOOKINGS)
        return;
    ledger->bookings[ledger->bookings_count++] = (struct booking){account, cents};
}

static void ledger_read(struct ledger *ledger, const char *text)
{
    char owner[16];
    long cents;
    if (sscanf(text, "%15[a-z]:%ld", owner, &cents) == 2)
        ledger_book(ledger, ledger_account(ledger, owner), cents);
    else
        fprintf(stderr, "not a booking: %s\n", text);
}

static void account_post(struct account *account, long cents)
{
    account->balance += cents;
    account->bookings++;
}

static long account_charge(struct account *account)
{
    long fee = account->bookings > 2 ? 150 + 25 * account->bookings : 0;
    account->fees += fee;
    account->balance -= fee;
    return fee;
}

static long interest_of(long cents)
{
    return cents > 0 ? cents * 2 / 100 : 0;
}

static void statement_close(struct statement *statement, struct account *account)
{
    long before = account->balance;
    long fee = account_charge(account);
    statement->account = account;
    statement->interest = interest_of(account->balance);
    if (fee)
        statement->interest = 0;
    statement->closing = before + statement->interest;          /* CAUSE: the balance from before the fee */
}

static void ledger_post(struct ledger *ledger)
{
    for (int i = 0; i < ledger->bookings_count; i++) {
        const struct booking *booking = &ledger->bookings[i];
        account_post(&ledger->accounts[booking->account], booking->cents);
    }
}

static void ledger_close(struct ledger *ledger, struct statement *statements)
{
    for (int i = 0; i < ledger->accounts_count; i++) {
        statements[i].opening = ledger->accounts[i].balance;
        statement_close(&statements[i], &ledger->accounts[i]);
        ledger->accounts[i].balance = statements[i].closing;
    }
}

static long ledger_worth(const struct ledger *ledger)
{
    long worth = 0;
    for (int i = 0; i < ledger->accounts_count; i++)
        worth += ledger->accounts[i].balance;
    return worth;
}

int main(int argc, char **argv)
{
    static struct ledger ledger;
    struct statement statements[MOST_ACCOUNTS];
    for (int i = 1; i < argc; i++)
        ledger_read(&ledger, argv[i]);
    ledger_post(&ledger);
    ledger_close(&ledger, statements);
    for (int i = 0; i < ledger.accounts_count; i++) {
        const struct statement *statement = &statements[i];
        printf("%-8s fees %ld interest %ld\n", statement->account->owner, statement->account->fees, statement->interest);
    }
    printf("worth: %ld\n", ledger_worth(&ledger));      /* FAILURE */
    return 0;
}
