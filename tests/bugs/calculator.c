/* calculator.c - a tokenizer, a parser by precedence, and a stack machine for integer expressions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum token_kind { TOKEN_NUMBER, TOKEN_OPERATOR, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_END };

struct token {
    enum token_kind kind;
    long number;
    char operator;
};

struct lexer {
    const char *text;
    struct token now;
};

struct instruction {
    char operator;              /* 0: push the number */
    long number;
};

struct code {
    struct instruction at[64];
    int count;
};

struct stack {
    long at[64];
    int top;
};

static void lexer_next(struct lexer *lexer)
{
    while (isspace((unsigned char)*lexer->text))
        lexer->text++;
    char c = *lexer->text;
    lexer->now = (struct token){TOKEN_END, 0, 0};
    if (isdigit((unsigned char)c)) {
        char *end;
        lexer->now.kind = TOKEN_NUMBER;
        lexer->now.number = strtol(lexer->text, &end, 10);
        lexer->text = end;
        return;
    }
    if (c == '\0')
        return;
    lexer->now.kind = c == '(' ? TOKEN_OPEN : c == ')' ? TOKEN_CLOSE : TOKEN_OPERATOR;
    lexer->now.operator = c;
    lexer->text++;
}

static void code_add(struct code *code, char operator, long number)
{
    if (code->count == 64)
        exit(2);
    code->at[code->count++] = (struct instruction){operator, number};
}

static int binds(char operator)
{
    switch (operator) {
    case '+': case '-': return 1;
    case '*': case '/': case '%': return 2;
    default: return 0;
    }
}

static void parse(struct lexer *lexer, struct code *code, int least)
{
    if (lexer->now.kind == TOKEN_OPEN) {
        lexer_next(lexer);
        parse(lexer, code, 1);
        if (lexer->now.kind != TOKEN_CLOSE)
            exit(2);
    } else if (lexer->now.kind == TOKEN_NUMBER) {
        code_add(code, 0, lexer->now.number);
    } else {
        exit(2);
    }
    lexer_next(lexer);
    while (lexer->now.kind == TOKEN_OPERATOR && binds(lexer->now.operator) >= least) {
        char operator = lexer->now.operator;
        lexer_next(lexer);
        parse(lexer, code, binds(operator) + 1);
        code_add(code, operator, 0);
    }
}

static void push(struct stack *stack, long value)
{
    stack->at[stack->top++] = value;
}

static long pop(struct stack *stack)
{
    return stack->at[--stack->top];
}

static long apply(char operator, long left, long right)
{
    switch (operator) {
    case '+': return left + right;
    case '-': return left - right;
    case '*': return left * right;
    case '/': return right ? left / right : 0;
    case '%': return right ? left % right : 0;
    default: exit(2);
    }
}

static long run(const struct code *code)
{
    struct stack stack = {.top = 0};
    for (int i = 0; i < code->count; i++) {
        const struct instruction *instruction = &code->at[i];
        if (!instruction->operator) {
            push(&stack, instruction->number);
            continue;
        }
        long first = pop(&stack);
        long second = pop(&stack);
        push(&stack, apply(instruction->operator, first, second));      /* CAUSE: what was pushed last is the right one */
    }
    return pop(&stack);
}

static long evaluate(const char *text)
{
    struct lexer lexer = {.text = text};
    struct code code = {.count = 0};
    lexer_next(&lexer);
    parse(&lexer, &code, 1);
    return run(&code);
}

int main(int argc, char **argv)
{
    long total = 0;
    for (int i = 1; i < argc; i++) {
        long value = evaluate(argv[i]);
        printf("%s = %ld\n", argv[i], value);
        total += value;
    }
    printf("total: %ld\n", total);      /* FAILURE */
    return 0;
}
