/* tokens.c - cuts a C source into its tokens, all characters in parallel.
 *
 * A character is a function from the state before it to the state after it
 * (c_automaton.h). Functions compose, and composition is associative: so the
 * scan of all functions gives the state before each character, which no thread
 * could find by itself. Then each place decides independently whether a token
 * begins there.
 * Try it: scanlab example tokens algorithms/lookback/cpu.c --costs.
 * Source: Hillis and Steele, Data parallel algorithms, CACM 1986.
 */
#include "basis_select.h"
#include "basis_sort.h"
#include "c_automaton.h"
#include "example.h"

#include <ctype.h>

enum { SHOWN = 12, WIDTH = 50 };

struct lexer {
    const char *text; /* ends with 0 */
    struct dfa *function, *before;
};

static void make_function(void *env, size_t i)
{
    const struct lexer *const l = env;

    for (int s = 0; s < C_STATES; s++)
        l->function[i].to[s] =
            (uint8_t)c_after((enum c_state)s, l->text[i], l->text[i + 1]);
}

static int32_t begins(const void *env, int32_t i)
{
    const struct lexer *const l = env;

    return c_begins((enum c_state)l->before[i].to[BETWEEN], l->text[i]);
}

static int32_t kind_at(const void *env, int32_t i)
{
    const char *const c = (const char *)env + i;

    return (int32_t)c_kind_of(c[0], c[1]);
}

/* From its beginning to the next token's, without the blanks in between. */
static void print_token(FILE *to, int kind, const char *text, size_t length)
{
    while (isspace((unsigned char)text[length - 1]))
        length--;
    fprintf(to, "  %-9s  ", c_kind_names[kind]);
    for (size_t i = 0; i < length && i < WIDTH; i++)
        putc(isspace((unsigned char)text[i]) ? ' ' : text[i], to);
    fprintf(to, "%s\n", length > WIDTH ? "..." : "");
}

static void print(FILE *to, const struct example_input *in, struct ints starts,
                  struct ints kinds, struct ints counts)
{
    for (size_t k = 0; k < starts.n && k < SHOWN; k++) {
        const size_t at = (size_t)starts.at[k];
        print_token(to, kinds.at[k], in->text + at,
                    (k + 1 < starts.n ? (size_t)starts.at[k + 1] : in->n) - at);
    }
    fprintf(to, "%s%zu tokens:", starts.n > SHOWN ? "  ...\n" : "", starts.n);
    for (int k = 0; k < C_KINDS; k++)
        fprintf(to, "%s %ss %d", k ? "," : "", c_kind_names[k], counts.at[k]);
    fprintf(to, "\n");
}

static void run(struct basis *b, const struct example_input *in)
{
    const size_t n = in->n, bytes = n * sizeof(struct dfa);
    struct lexer l = {in->text, b->memory(b, bytes), b->memory(b, bytes)};
    const int32_t one = 1;

    basis_each(b, n, 1, 2 + sizeof(struct dfa), make_function, &l);
    basis_scan(b, &basis_dfa, EXCLUSIVE, l.function, l.before, n);
    const struct ints first = basis_tabulate(b, n, 3, begins, &l);
    const struct ints starts = basis_pack(b, first, basis_iota(b, n));
    const struct ints kinds = basis_map(b, 1, kind_at, in->text, starts);
    const struct ints ones = basis_map(b, 0, basis_constant, &one, kinds);

    print(b->out, in, starts, kinds,
          basis_reduce_by_index(b, C_KINDS, kinds, ones));
}

const struct example tokens_example = {
    .name = "tokens",
    .idea = "splits C source into tokens: a scan of an automaton's functions",
    .source = "Hillis and Steele 1986; ECE408 lecture 16, \"Lexical analysis\"",
    .takes = EXAMPLE_TEXT,
    .reads = "a C source",
    .usual = "tokens.c",
    .run = run,
};
