/* ptx.c - one asm statement becomes a block of C++.
 *
 *     asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
 *                  : "=r"(flag) : "l"(flags + i) : "memory");
 *
 * becomes, with the words of device/ordered.h,
 *
 *     do {
 *         uint32_t simt_0;
 *         uint64_t simt_1 = (uint64_t)(flags + i);
 *         simt_0 = simt_load<uint32_t>(simt_1, SIMT_ACQUIRE, SIMT_OF_DEVICE);
 *         flag = (__typeof__(flag))simt_0;
 *     } while (0);
 *
 * Known are the forms in which scans use memory: see `table`. An instruction
 * that is not in it is refused, and so is a word after its name that has no
 * meaning there: nothing is guessed.
 *
 * A vector access (.v2, .v4) is one access for each component, as PTX's memory
 * model has it: they are not ordered, and another thread may come in between.
 */
#include "ptx.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { OPERANDS = 30, WORDS = 10, PARTS = 8, TEXT = 2048, PIECE = 256 };

struct operand {
    char kind; /* of its constraint: r, l, h, f, d, n, q */
    bool in, out;
    const char *value; /* its expression */
    int length;
};

/* An instruction, cut up: @guard word[0].word[1]... part[0], part[1], ... */
struct instruction {
    char guard[PIECE], text[TEXT];
    int words, parts;
    char word[WORDS][32], part[PARTS][PIECE];
};

struct asm_statement {
    char code[TEXT]; /* the PTX */
    struct operand operand[OPERANDS];
    int operands;
    FILE *out;
    char *unknown;
    size_t size;
};

static bool refuse(struct asm_statement *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool refuse(struct asm_statement *s, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(s->unknown, s->size, format, values);
    va_end(values);
    return false;
}

/* ---------------------------------------------------------- the statement */

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

/* Adds the literals at `at`, one after the other, to text. NULL: there is none,
 * or it is too long. */
static const char *take_literals(const char *at, const char *end, char *text,
                                 size_t size)
{
    size_t used = 0;

    at = skip_blanks(at, end);
    if (at == end || *at != '"')
        return NULL;
    while (at < end && *at == '"') {
        for (at++; at < end && *at != '"'; at++) {
            char c = *at;
            if (c == '\\' && ++at < end)
                c = *at == 'n' || *at == 't' ? ' ' : *at;
            if (used + 1 >= size)
                return NULL;
            text[used++] = c;
        }
        at = skip_blanks(at < end ? at + 1 : at, end);
    }
    text[used] = '\0';
    return at;
}

/* The parenthesis that closes the one at `at`, or NULL. */
static const char *closing(const char *at, const char *end)
{
    int depth = 0;

    for (; at < end; at++) {
        if (*at == '"' || *at == '\'') {
            const char quote = *at++;
            while (at < end && *at != quote)
                at += *at == '\\' ? 2 : 1;
        } else if (strchr("([{", *at)) {
            depth++;
        } else if (strchr(")]}", *at) && --depth == 0) {
            return at;
        }
    }
    return NULL;
}

/* "=r"(x), after the text of its constraint. */
static const char *take_operand(struct asm_statement *s, bool output,
                                const char *at, const char *end)
{
    char constraint[8];

    at = take_literals(at, end, constraint, sizeof constraint);
    const char *const close =
        at && at < end && *at == '(' ? closing(at, end) : NULL;
    if (!close || s->operands == OPERANDS)
        return NULL;
    const char *c = constraint;
    struct operand *const operand = &s->operand[s->operands++];
    *operand = (struct operand){.in = !output || *c == '+',
                                .out = output,
                                .value = at,
                                .length = (int)(close + 1 - at)};
    c += output && (*c == '=' || *c == '+');
    if (!strchr("rlhfdnq", *c) || !*c || c[1] ||
        (output && (c == constraint || *c == 'n')))
        return NULL;
    operand->kind = *c;
    return skip_blanks(close + 1, end);
}

static bool take_operands(struct asm_statement *s, const char *at,
                          const char *end)
{
    int section = 0; /* outputs, inputs, what is clobbered */

    while (at && at < end && section < 3) {
        at = skip_blanks(at, end);
        if (at == end)
            return true;
        if (*at == ':') {
            section++;
            at++;
        } else if (section == 3) {
            return true;
        } else if (*at == ',') {
            at++;
        } else if (section == 1 || section == 2) {
            at = take_operand(s, section == 1, at, end);
        } else {
            at = NULL;
        }
    }
    return at != NULL;
}

/* ---------------------------------------------------------------- operands */

static const char *type_of_kind(char kind)
{
    switch (kind) {
    case 'r': return "uint32_t";
    case 'l': return "uint64_t";
    case 'h': return "uint16_t";
    case 'f': return "float";
    case 'd': return "double";
    case 'q': return "unsigned __int128";
    default: return "long long";
    }
}

static void declare_operands(const struct asm_statement *s)
{
    for (int i = 0; i < s->operands; i++) {
        const struct operand *const o = &s->operand[i];
        fprintf(s->out, "%s simt_%d", type_of_kind(o->kind), i);
        if (o->in)
            fprintf(s->out, " = (%s)%.*s", type_of_kind(o->kind), o->length,
                    o->value);
        fputs("; ", s->out);
    }
}

static void assign_outputs(const struct asm_statement *s)
{
    for (int i = 0; i < s->operands; i++) {
        const struct operand *const o = &s->operand[i];
        if (o->out)
            fprintf(s->out, "%.*s = (__typeof__%.*s)simt_%d; ", o->length,
                    o->value, o->length, o->value, i);
    }
}

/* Special registers, and what they are here. */
static const char *special(const char *name)
{
    static const char *const known[][2] = {
        {"%laneid", "simt_lane()"},
        {"%lanemask_eq", "(1u << simt_lane())"},
        {"%lanemask_lt", "((1u << simt_lane()) - 1)"},
        {"%lanemask_le", "((2u << simt_lane()) - 1)"},
        {"%lanemask_gt", "~((2u << simt_lane()) - 1)"},
        {"%lanemask_ge", "~((1u << simt_lane()) - 1)"},
        {"%tid.x", "threadIdx.x"},
        {"%tid.y", "threadIdx.y"},
        {"%tid.z", "threadIdx.z"},
        {"%ntid.x", "blockDim.x"},
        {"%ntid.y", "blockDim.y"},
        {"%ntid.z", "blockDim.z"},
        {"%ctaid.x", "blockIdx.x"},
        {"%ctaid.y", "blockIdx.y"},
        {"%ctaid.z", "blockIdx.z"},
        {"%nctaid.x", "gridDim.x"},
        {"%nctaid.y", "gridDim.y"},
        {"%nctaid.z", "gridDim.z"},
        {"%smid", "blockIdx.x"}, /* a multiprocessor for each block */
        {"%nsmid", "gridDim.x"},
        {"%clock", "(uint32_t)simt_clock()"},
        {"%clock64", "(uint64_t)simt_clock()"},
        {"%globaltimer", "(uint64_t)simt_clock()"},
        {"WARP_SZ", "32u"},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], name))
            return known[i][1];
    return NULL;
}

static bool is_name(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    while (isalnum((unsigned char)*text) || *text == '_')
        text++;
    return !*text;
}

/* What stands for %0, %%laneid, 31, 0x1f or a register. False: none of these.
 */
static bool value_of(struct asm_statement *s, const char *text, char *to)
{
    char *rest;

    if (*text == '%' && isdigit((unsigned char)text[1])) {
        const long i = strtol(text + 1, &rest, 10);
        snprintf(to, PIECE, "simt_%ld", i);
        return (!*rest && i < s->operands) || refuse(s, "the operand %s", text);
    }
    const char *const name = text + (text[0] == '%' && text[1] == '%');
    if (special(name)) {
        snprintf(to, PIECE, "%s", special(name));
        return true;
    }
    strtoll(text, &rest, 0);
    if (rest > text && (!*rest || !strcmp(rest, "U"))) {
        snprintf(to, PIECE, "%s", text);
        return true;
    }
    if (*name == '%' && name > text)
        text = name + 1;
    snprintf(to, PIECE, "simt_r_%s", text);
    return is_name(text) || refuse(s, "'%s' in its PTX", name);
}

/* [%1], [%1+4] or [%1 + 4]: the place in memory, as a number. */
static bool address_of(struct asm_statement *s, const char *text, char *to)
{
    char inside[PIECE], base[PIECE];
    const size_t length = strlen(text);
    long offset = 0;

    if (length < 3 || *text != '[' || text[length - 1] != ']')
        return refuse(s, "the address '%s'", text);
    snprintf(inside, sizeof inside, "%.*s", (int)length - 2, text + 1);
    char *const sign = strchr(inside, '+');
    if (sign) {
        char *rest;
        offset = strtol(sign + 1 + strspn(sign + 1, " "), &rest, 0);
        if (*rest)
            return refuse(s, "the address '%s'", text);
        *sign = '\0';
    }
    inside[strcspn(inside, " ")] = '\0';
    if (*inside == '%' && isdigit((unsigned char)inside[1]) &&
        atoi(inside + 1) < s->operands &&
        s->operand[atoi(inside + 1)].kind != 'l')
        return refuse(s, "an address of 32 bits: %s", text);
    if (!value_of(s, inside, base))
        return false;
    snprintf(to, PIECE + 32, "(%s + %ld)", base, offset);
    return true;
}

/* {a, b}: its components; or the single one. Returns their number, or 0. */
static int components(const char *text, char to[4][PIECE])
{
    int count = 0;

    if (*text != '{') {
        snprintf(to[0], PIECE, "%s", text);
        return 1;
    }
    for (const char *at = text + 1; *at && *at != '}' && count < 4; count++) {
        at += strspn(at, " ");
        const size_t length = strcspn(at, ",} ");
        snprintf(to[count], PIECE, "%.*s", (int)length, at);
        at += length;
        at += strspn(at, " ,");
    }
    return count;
}

/* ------------------------------------------------ words after the name */

/* What the words of a memory instruction say. */
struct how {
    const char *order, *scope, *type; /* type: of C++ */
    int bits, vector;
    char letter; /* of the type: u, s, b, f */
    const char *operation;
    bool shared, volatile_;
};

static bool is_among(const char *word, const char *list)
{
    const size_t length = strlen(word);

    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static bool take_type(const char *word, struct how *how)
{
    static const char *const names[][2] = {
        {"u8", "uint8_t"},   {"b8", "uint8_t"},
        {"s8", "int8_t"},    {"u16", "uint16_t"},
        {"b16", "uint16_t"}, {"s16", "int16_t"},
        {"u32", "uint32_t"}, {"b32", "uint32_t"},
        {"s32", "int32_t"},  {"f32", "float"},
        {"u64", "uint64_t"}, {"b64", "uint64_t"},
        {"s64", "int64_t"},  {"f64", "double"},
        {"pred", "bool"},    {"b128", "unsigned __int128"},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], word)) {
            how->type = names[i][1];
            how->letter = *word;
            how->bits = atoi(word + 1);
            return true;
        }
    return false;
}

/* Reads the words from number `first` on. */
static bool take_words(struct asm_statement *s, const struct instruction *i,
                       int first, const char *operations, struct how *how)
{
    *how = (struct how){.scope = "SIMT_OF_DEVICE", .vector = 1};
    for (int w = first; w < i->words; w++) {
        const char *const word = i->word[w];
        if (!strcmp(word, "acquire"))
            how->order = "SIMT_ACQUIRE";
        else if (!strcmp(word, "release"))
            how->order = "SIMT_RELEASE";
        else if (!strcmp(word, "acq_rel"))
            how->order = "SIMT_ACQ_REL";
        else if (!strcmp(word, "relaxed") || !strcmp(word, "volatile"))
            how->order = "SIMT_RELAXED";
        else if (!strcmp(word, "cta"))
            how->scope = "SIMT_OF_BLOCK";
        else if (is_among(word, "gpu sys"))
            how->scope = "SIMT_OF_DEVICE";
        else if (!strcmp(word, "v2") || !strcmp(word, "v4"))
            how->vector = word[1] - '0';
        else if (!strcmp(word, "shared") || !strcmp(word, "shared::cta"))
            how->shared = true;
        else if (operations && is_among(word, operations))
            how->operation = word;
        else if (!is_among(word, "weak global ca cg cs lu cv wb wt nc "
                                 "L1::no_allocate L1::evict_first "
                                 "L1::evict_last L1::evict_normal L2::64B "
                                 "L2::128B L2::256B") &&
                 !(w == i->words - 1 && take_type(word, how)))
            return refuse(s, "'.%s' in '%s'", word, i->text);
    }
    return true;
}

/* ------------------------------------------------------------ instructions */

static bool wants_parts(struct asm_statement *s, const struct instruction *i,
                        int parts)
{
    return i->parts == parts || refuse(s, "'%s'", i->text);
}

static bool loads(struct asm_statement *s, const struct instruction *i)
{
    struct how how;
    char to[4][PIECE], value[PIECE], from[PIECE + 32];

    if (!take_words(s, i, 1, NULL, &how) || !wants_parts(s, i, 2) ||
        !address_of(s, i->part[1], from))
        return false;
    if (!how.type || components(i->part[0], to) != how.vector ||
        (how.order && strcmp(how.order, "SIMT_RELAXED") != 0 &&
         strcmp(how.order, "SIMT_ACQUIRE") != 0))
        return refuse(s, "'%s'", i->text);
    for (int k = 0; k < how.vector; k++) {
        if (!value_of(s, to[k], value))
            return false;
        fprintf(s->out, "%s = ", value);
        if (how.order)
            fprintf(s->out, "simt_load<%s>(%s + %d, %s, %s); ", how.type, from,
                    k * how.bits / 8, how.order, how.scope);
        else
            fprintf(s->out, "*(const %s *)(%s + %d); ", how.type, from,
                    k * how.bits / 8);
    }
    return true;
}

static bool stores(struct asm_statement *s, const struct instruction *i)
{
    struct how how;
    char from[4][PIECE], value[PIECE], to[PIECE + 32];

    if (!take_words(s, i, 1, NULL, &how) || !wants_parts(s, i, 2) ||
        !address_of(s, i->part[0], to))
        return false;
    if (!how.type || components(i->part[1], from) != how.vector ||
        (how.order && strcmp(how.order, "SIMT_RELAXED") != 0 &&
         strcmp(how.order, "SIMT_RELEASE") != 0))
        return refuse(s, "'%s'", i->text);
    for (int k = 0; k < how.vector; k++) {
        if (!value_of(s, from[k], value))
            return false;
        if (how.order)
            fprintf(s->out, "simt_store<%s>(%s + %d, %s, %s, %s); ", how.type,
                    to, k * how.bits / 8, value, how.order, how.scope);
        else
            fprintf(s->out, "*(%s *)(%s + %d) = %s; ", how.type, to,
                    k * how.bits / 8, value);
    }
    return true;
}

/* The machine's name of an atomic operation. */
static const char *kind_of(const struct how *how)
{
    static const char *const names[][2] = {
        {"exch", "SIMT_EXCHANGE"}, {"cas", "SIMT_COMPARE"}, {"and", "SIMT_AND"},
        {"or", "SIMT_OR"},         {"xor", "SIMT_XOR"},     {"inc", "SIMT_INC"},
        {"dec", "SIMT_DEC"},
    };

    if (!strcmp(how->operation, "add"))
        return how->letter != 'f' ? "SIMT_ADD"
               : how->bits == 32  ? "SIMT_ADD_FLOAT"
                                  : "SIMT_ADD_DOUBLE";
    if (!strcmp(how->operation, "min"))
        return how->letter == 's' ? "SIMT_MIN_SIGNED" : "SIMT_MIN";
    if (!strcmp(how->operation, "max"))
        return how->letter == 's' ? "SIMT_MAX_SIGNED" : "SIMT_MAX";
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(names[k][0], how->operation))
            return names[k][1];
    return NULL;
}

/* atom d, [a], b{, c}; and red [a], b, which returns nothing. */
static bool updates(struct asm_statement *s, const struct instruction *i)
{
    const bool returns = !strcmp(i->word[0], "atom");
    struct how how;
    char to[PIECE], at[PIECE + 32], value[PIECE], compare[PIECE] = "0";

    if (!take_words(s, i, 1, "add exch cas and or xor inc dec min max", &how))
        return false;
    if (!how.type || !how.operation || (how.bits != 32 && how.bits != 64) ||
        how.vector != 1)
        return refuse(s, "'%s'", i->text);
    const bool compares = !strcmp(how.operation, "cas");
    if (!wants_parts(s, i, 2 + returns + compares) ||
        !address_of(s, i->part[returns], at) ||
        !value_of(s, i->part[i->parts - 1], value) ||
        (compares && !value_of(s, i->part[i->parts - 2], compare)))
        return false;
    if (returns && strcmp(i->part[0], "_") != 0) {
        if (!value_of(s, i->part[0], to))
            return false;
        fprintf(s->out, "%s = ", to);
    }
    fprintf(s->out, "simt_update<%s>(%s, %s, %s, %s, %s, %s); ", how.type,
            kind_of(&how), at, value, compare,
            how.order ? how.order : "SIMT_RELAXED", how.scope);
    return true;
}

static bool fences(struct asm_statement *s, const struct instruction *i)
{
    bool block = false, weaker = !strcmp(i->word[0], "fence");

    for (int w = 1; w < i->words; w++) {
        block |= !strcmp(i->word[w], "cta");
        weaker &= strcmp(i->word[w], "sc") != 0;
        if (!is_among(i->word[w], "cta gl gpu sys sc acq_rel"))
            return refuse(s, "'%s'", i->text);
    }
    fprintf(s->out, "%s(%s); ",
            weaker ? "simt_fence_acq_rel" : "simt_threadfence",
            block ? "SIMT_OF_BLOCK" : "SIMT_OF_DEVICE");
    return wants_parts(s, i, 0);
}

/* Barrier 0 of all threads. */
static bool barriers(struct asm_statement *s, const struct instruction *i)
{
    char mask[PIECE];

    if (i->words > 2 && !strcmp(i->word[1], "warp")) {
        if (!wants_parts(s, i, 1) || !value_of(s, i->part[0], mask))
            return false;
        fprintf(s->out, "simt_syncwarp_of(%s); ", mask);
        return true;
    }
    for (int w = 1; w < i->words; w++)
        if (!is_among(i->word[w], "cta sync aligned"))
            return refuse(s, "'%s'", i->text);
    fputs("simt_syncthreads(); ", s->out);
    return (i->words > 1 && i->parts == 1 && !strcmp(i->part[0], "0")) ||
           refuse(s, "'%s' (barrier 0 of all threads is known)", i->text);
}

/* d|p: the value, and whether the lane that it is from is in the range. */
static bool shuffles(struct asm_statement *s, const struct instruction *i)
{
    static const char *const kinds[][2] = {{"idx", "SIMT_SHUFFLE_INDEX"},
                                           {"up", "SIMT_SHUFFLE_UP"},
                                           {"down", "SIMT_SHUFFLE_DOWN"},
                                           {"bfly", "SIMT_SHUFFLE_XOR"}};
    char to[PIECE], is_in[PIECE] = "simt_is_in", value[4][PIECE];
    const char *kind = NULL;

    for (size_t k = 0; k < 4 && i->words == 4; k++)
        if (!strcmp(kinds[k][0], i->word[2]))
            kind = kinds[k][1];
    if (!kind || strcmp(i->word[1], "sync") != 0 || !wants_parts(s, i, 5))
        return refuse(s, "'%s'", i->text);
    snprintf(to, sizeof to, "%s", i->part[0]);
    char *const bar = strchr(to, '|');
    if (bar) {
        *bar = '\0';
        if (!value_of(s, bar + 1 + strspn(bar + 1, " "), is_in))
            return false;
        to[strcspn(to, " ")] = '\0';
    }
    char name[PIECE];
    if (!value_of(s, to, name))
        return false;
    for (int k = 0; k < 4; k++)
        if (!value_of(s, i->part[k + 1], value[k]))
            return false;
    fprintf(s->out,
            "{ bool simt_is_in; (void)simt_is_in; "
            "%s = simt_shuffle_ptx(%s, %s, %s, %s, %s, &%s); } ",
            name, kind, value[3], value[0], value[1], value[2], is_in);
    return true;
}

/* mov, and a number of two words or back: {a, b}. */
static bool moves(struct asm_statement *s, const struct instruction *i)
{
    struct how how;
    char to[4][PIECE], from[4][PIECE], name[4][PIECE];

    if (!take_words(s, i, 1, "to", &how) || !wants_parts(s, i, 2) || !how.type)
        return how.type ? false : refuse(s, "'%s'", i->text);
    const int outs = components(i->part[0], to);
    const int ins = components(i->part[1], from);
    const int half = how.bits / 2;
    for (int k = 0; k < outs; k++)
        if (!value_of(s, to[k], name[k]))
            return false;
    for (int k = 0; k < ins; k++)
        if (!value_of(s, from[k], name[outs + k < 4 ? outs + k : 3]))
            return false;
    if (outs == 1 && ins == 1)
        fprintf(s->out, "%s = %s; ", name[0], name[1]);
    else if (outs == 1 && ins == 2 && half >= 16)
        fprintf(s->out, "%s = (%s)simt_bits(%s) << %d | (%s)simt_bits(%s); ",
                name[0], how.type, name[2], half, how.type, name[1]);
    else if (outs == 2 && ins == 1 && half >= 16)
        fprintf(s->out,
                "{ const %s simt_both = %s; simt_set_bits(&%s, simt_both); "
                "simt_set_bits(&%s, simt_both >> %d); } ",
                how.type, name[2], name[0], name[1], half);
    else
        return refuse(s, "'%s'", i->text);
    return true;
}

/* d = a OPERATOR b, in the instruction's type. */
static bool computes(struct asm_statement *s, const struct instruction *i)
{
    static const char *const operators[][2] = {
        {"add", "+"}, {"sub", "-"},  {"and", "&"},  {"or", "|"},
        {"xor", "^"}, {"shl", "<<"}, {"shr", ">>"}, {"mul", "*"}};
    struct how how;
    char to[PIECE], a[PIECE], b[PIECE];
    const char *sign = NULL;

    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (!strcmp(operators[k][0], i->word[0]))
            sign = operators[k][1];
    if (!take_words(s, i, 1, "lo", &how) || !wants_parts(s, i, 3) ||
        !value_of(s, i->part[0], to) || !value_of(s, i->part[1], a) ||
        !value_of(s, i->part[2], b))
        return false;
    if (!how.type || !sign || i->words != 2 + (how.operation != NULL))
        return refuse(s, "'%s'", i->text);
    const bool shifts = i->word[0][1] == 'h';
    fprintf(s->out, "%s = (%s)%s %s (%s)%s; ", to, how.type, a, sign,
            shifts ? "uint32_t" : how.type, b);
    return true;
}

/* setp.lt.u32 p, a, b; */
static bool compares(struct asm_statement *s, const struct instruction *i)
{
    static const char *const signs[][2] = {
        {"eq", "=="}, {"ne", "!="}, {"lt", "<"},  {"le", "<="}, {"gt", ">"},
        {"ge", ">="}, {"lo", "<"},  {"ls", "<="}, {"hi", ">"},  {"hs", ">="}};
    struct how how;
    char to[PIECE], a[PIECE], b[PIECE];

    if (!take_words(s, i, 1, "eq ne lt le gt ge lo ls hi hs", &how) ||
        !wants_parts(s, i, 3) || !value_of(s, i->part[0], to) ||
        !value_of(s, i->part[1], a) || !value_of(s, i->part[2], b))
        return false;
    for (size_t k = 0; k < sizeof signs / sizeof *signs && how.type; k++)
        if (how.operation && !strcmp(signs[k][0], how.operation)) {
            fprintf(s->out, "%s = (%s)%s %s (%s)%s; ", to, how.type, a,
                    signs[k][1], how.type, b);
            return true;
        }
    return refuse(s, "'%s'", i->text);
}

static bool selects(struct asm_statement *s, const struct instruction *i)
{
    char value[4][PIECE];

    if (!wants_parts(s, i, 4))
        return false;
    for (int k = 0; k < 4; k++)
        if (!value_of(s, i->part[k], value[k]))
            return false;
    fprintf(s->out, "%s = %s ? %s : %s; ", value[0], value[3], value[1],
            value[2]);
    return true;
}

/* Calls of one value: nanosleep.u32 20; popc.b32 d, a; activemask.b32 d. */
static bool calls(struct asm_statement *s, const struct instruction *i)
{
    static const struct {
        const char *name, *call;
        int parts;
    } known[] = {
        {"nanosleep", "simt_nanosleep(%s)", 1},
        {"activemask", "%s = simt_activemask()", 1},
        {"popc", "%s = simt_popc(%s)", 2},
        {"clz", "%s = simt_clz(%s)", 2},
        {"brev", "%s = __brev(%s)", 2},
        {"trap", "simt_trap()", 0},
        {"prefetch", "", 1}, /* brings closer what is read anyway */
    };
    char value[2][PIECE] = {"", ""};

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(known[k].name, i->word[0]) != 0)
            continue;
        if (!wants_parts(s, i, known[k].parts))
            return false;
        for (int p = 0; p < known[k].parts && *known[k].call; p++)
            if (!value_of(s, i->part[p], value[p]))
                return false;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        fprintf(s->out, known[k].call, value[0], value[1]);
#pragma GCC diagnostic pop
        fputs("; ", s->out);
        return true;
    }
    return refuse(s, "'%s'", i->text);
}

/* .reg .u32 a, b; */
static bool declares(struct asm_statement *s, const struct instruction *i)
{
    struct how how = {0};
    char name[PIECE];

    if (i->words != 2 || !take_type(i->word[1], &how))
        return refuse(s, "'%s'", i->text);
    for (int p = 0; p < i->parts; p++) {
        if (!value_of(s, i->part[p], name))
            return false;
        fprintf(s->out, "%s %s; ", how.type, name);
    }
    return true;
}

static const struct {
    const char *name;
    bool (*take)(struct asm_statement *, const struct instruction *);
} table[] = {
    {"ld", loads},        {"st", stores},        {"atom", updates},
    {"red", updates},     {"fence", fences},     {"membar", fences},
    {"bar", barriers},    {"barrier", barriers}, {"shfl", shuffles},
    {"mov", moves},       {"cvta", moves},       {"add", computes},
    {"sub", computes},    {"and", computes},     {"or", computes},
    {"xor", computes},    {"shl", computes},     {"shr", computes},
    {"mul", computes},    {"setp", compares},    {"selp", selects},
    {"nanosleep", calls}, {"activemask", calls}, {"popc", calls},
    {"clz", calls},       {"brev", calls},       {"trap", calls},
    {"prefetch", calls},  {".reg", declares},
};

/* ------------------------------------------------------------- PTX, cut up */

/* Cuts "a, {b, c}, [d]" at its outer commas. */
static bool cut_parts(struct instruction *i, const char *at)
{
    int depth = 0, length = 0;

    for (i->parts = 0;; at++) {
        if (*at == ',' && !depth)
            ;
        else if (*at) {
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
            if (i->parts == PARTS || length == PIECE - 1)
                return false;
            if (length || *at != ' ')
                i->part[i->parts][length++] = *at;
            continue;
        }
        while (length && i->part[i->parts][length - 1] == ' ')
            length--;
        if (length)
            i->part[i->parts++][length] = '\0';
        else if (*at)
            return false;
        length = 0;
        if (!*at)
            return true;
    }
}

static bool cut_instruction(struct instruction *i, const char *text)
{
    snprintf(i->text, sizeof i->text, "%s", text);
    i->words = 0;
    *i->guard = '\0';
    if (*text == '@') {
        const size_t length = strcspn(text, " ");
        snprintf(i->guard, sizeof i->guard, "%.*s", (int)length - 1, text + 1);
        text += length;
        text += strspn(text, " ");
    }
    const char *const end = text + strcspn(text, " ");
    if (!strncmp(text, ".reg", 4)) {
        snprintf(i->word[i->words++], sizeof *i->word, ".reg");
        text = end + strspn(end, " ");
        text += *text == '.';
        snprintf(i->word[i->words++], sizeof *i->word, "%.*s",
                 (int)strcspn(text, " "), text);
        return cut_parts(i, text + strcspn(text, " "));
    }
    while (text < end && i->words < WORDS) {
        const size_t length = strcspn(text, ". ");
        snprintf(i->word[i->words++], sizeof *i->word, "%.*s", (int)length,
                 text);
        text += length + 1;
    }
    return text >= end && cut_parts(i, end + strspn(end, " "));
}

static bool take_instruction(struct asm_statement *s, const char *text)
{
    struct instruction i = {.words = 0};
    char guard[PIECE];

    if (!cut_instruction(&i, text))
        return refuse(s, "'%s'", text);
    if (*i.guard) {
        const bool not = *i.guard == '!';
        if (!value_of(s, i.guard + not, guard))
            return false;
        fprintf(s->out, "if (%s%s) ", not ? "!" : "", guard);
        fputs("{ ", s->out);
    }
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (!strcmp(table[k].name, i.word[0])) {
            if (!table[k].take(s, &i))
                return false;
            if (*i.guard)
                fputs("} ", s->out);
            return true;
        }
    return refuse(s, "'%s'", i.text);
}

/* The scope of a block of PTX is a block of C++. */
static bool take_code(struct asm_statement *s)
{
    char text[TEXT];
    int length = 0, depth = 0;

    for (const char *at = s->code;; at++) {
        const bool ends = !*at || *at == ';';
        const bool is_scope = !length && (*at == '{' || *at == '}');
        if (is_scope) {
            fprintf(s->out, "%c ", *at);
            depth += *at == '{' ? 1 : -1;
            if (depth < 0)
                break;
        } else if (!ends) {
            const bool blank = isspace((unsigned char)*at);
            if (length || !blank)
                text[length++] = blank ? ' ' : *at;
        } else {
            while (length && text[length - 1] == ' ')
                length--;
            text[length] = '\0';
            if (length && !take_instruction(s, text))
                return false;
            length = 0;
        }
        if (!*at)
            break;
    }
    return depth == 0 || refuse(s, "its braces");
}

bool ptx_translate(const char *begin, const char *end, FILE *out, char *unknown,
                   size_t size)
{
    struct asm_statement s = {.out = out, .unknown = unknown, .size = size};
    const char *const rest = take_literals(begin, end, s.code, sizeof s.code);

    if (!rest || !take_operands(&s, rest, end))
        return refuse(&s, "its operands");
    fputs("do { ", out);
    declare_operands(&s);
    if (!take_code(&s))
        return false;
    assign_outputs(&s);
    fputs("} while (0)", out);
    return true;
}
