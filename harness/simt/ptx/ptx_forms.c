/* ptx_forms.c - the PTX instructions that scans use to access memory, and their
 * C++, which calls the functions of device/ordered.h and device/ptx_words.h.
 *
 * An instruction that is not in `table` is rejected, and so is a suffix that
 * has no meaning for its instruction: nothing is guessed.
 *
 * A vector access (.v2, .v4) is one access for each component, as in PTX's
 * memory model: these accesses are not ordered, and an access by another thread
 * can happen between them. But the address must be aligned to the whole vector.
 */
#include "ptx_forms.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------ suffixes of the name */

/* The meaning of a memory instruction's suffixes. */
struct how {
    const char *order, *scope, *type; /* type: of C++ */
    int bits, vector;
    char letter; /* of the type: u, s, b, f */
    const char *operation;
    bool shared, global, readonly;
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
        {"u8", "simt_u8"},     {"b8", "simt_u8"},   {"s8", "simt_s8"},
        {"u16", "simt_u16"},   {"b16", "simt_u16"}, {"s16", "simt_s16"},
        {"u32", "simt_u32"},   {"b32", "simt_u32"}, {"s32", "simt_s32"},
        {"f32", "float"},      {"u64", "simt_u64"}, {"b64", "simt_u64"},
        {"s64", "simt_s64"},   {"f64", "double"},   {"pred", "bool"},
        {"b128", "simt_u128"},
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

/* Reads the suffixes from number `first` on. */
static bool take_words(struct ptx_statement *s, const struct ptx_instruction *i,
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
        else if (!strcmp(word, "relaxed"))
            how->order = "SIMT_RELAXED";
        else if (!strcmp(word, "volatile")) {
            how->order = "SIMT_RELAXED";
            how->scope = "SIMT_OF_SYSTEM";
        } else if (!strcmp(word, "cta"))
            how->scope = "SIMT_OF_BLOCK";
        else if (!strcmp(word, "gpu"))
            how->scope = "SIMT_OF_DEVICE";
        else if (!strcmp(word, "sys"))
            how->scope = "SIMT_OF_SYSTEM";
        else if (!strcmp(word, "v2") || !strcmp(word, "v4"))
            how->vector = word[1] - '0';
        else if (!strcmp(word, "shared") || !strcmp(word, "shared::cta"))
            how->shared = true;
        else if (!strcmp(word, "global"))
            how->global = true;
        else if (!strcmp(word, "nc"))
            how->readonly = how->global = true;
        else if (operations && is_among(word, operations))
            how->operation = word;
        else if (!is_among(word, "weak ca cg cs lu cv wb wt "
                                 "L1::no_allocate L1::evict_first "
                                 "L1::evict_last L1::evict_normal L2::64B "
                                 "L2::128B L2::256B") &&
                 !(w == i->words - 1 && take_type(word, how)))
            return ptx_refuse(s, "'.%s' in '%s'", word, i->text);
    }
    return true;
}

/* The address, from the operand of the memory's own instructions. */
static bool take_address(struct ptx_statement *s, const struct how *how,
                         const char *text, char to[PTX_PIECE + 96])
{
    char address[PTX_PIECE + 64];

    if (!ptx_address(s, text, address))
        return false;
    snprintf(to, PTX_PIECE + 96, "%s%s",
             how->shared   ? "simt_in_shared"
             : how->global ? "simt_in_global"
                           : "",
             address);
    return true;
}

/* Writes the check that a vector's address is aligned. */
static void put_alignment(const struct ptx_statement *s, const struct how *how,
                          const char *address, bool write)
{
    if (how->vector > 1)
        fprintf(s->out, "simt_of_vector((const void *)%s, %d, %d); ", address,
                how->vector * how->bits / 8, write);
}

/* ------------------------------------------------------------ instructions */

static bool wants_parts(struct ptx_statement *s,
                        const struct ptx_instruction *i, int parts)
{
    return i->parts == parts || ptx_refuse(s, "'%s'", i->text);
}

/* The address is read once: the first component may overwrite its register. */
static bool loads(struct ptx_statement *s, const struct ptx_instruction *i)
{
    struct how how;
    char to[4][PTX_PIECE], value[PTX_PIECE], from[PTX_PIECE + 96];

    if (!take_words(s, i, 1, NULL, &how) || !wants_parts(s, i, 2) ||
        !take_address(s, &how, i->part[1], from))
        return false;
    if (!how.type || ptx_components(i->part[0], to) != how.vector ||
        (how.order && strcmp(how.order, "SIMT_RELAXED") != 0 &&
         strcmp(how.order, "SIMT_ACQUIRE") != 0))
        return ptx_refuse(s, "'%s'", i->text);
    fprintf(s->out, "{ const simt_u64 simt_at = %s; ", from);
    put_alignment(s, &how, "simt_at", false);
    for (int k = 0; k < how.vector; k++) {
        if (!ptx_value(s, to[k], value))
            return false;
        if (how.readonly)
            fprintf(s->out,
                    "simt_load_readonly((const void *)(simt_at + %d), %d); ",
                    k * how.bits / 8, how.bits / 8);
        fprintf(s->out, "simt_set_loaded(%s, ", value);
        if (how.order)
            fprintf(s->out, "simt_load<%s>(simt_at + %d, %s, %s)); ", how.type,
                    k * how.bits / 8, how.order, how.scope);
        else
            fprintf(s->out, "*(const %s *)(simt_at + %d)); ", how.type,
                    k * how.bits / 8);
    }
    fputs("} ", s->out);
    return true;
}

static bool stores(struct ptx_statement *s, const struct ptx_instruction *i)
{
    struct how how;
    char from[4][PTX_PIECE], value[PTX_PIECE], to[PTX_PIECE + 96];

    if (!take_words(s, i, 1, NULL, &how) || !wants_parts(s, i, 2) ||
        !take_address(s, &how, i->part[0], to))
        return false;
    if (!how.type || ptx_components(i->part[1], from) != how.vector ||
        (how.order && strcmp(how.order, "SIMT_RELAXED") != 0 &&
         strcmp(how.order, "SIMT_RELEASE") != 0))
        return ptx_refuse(s, "'%s'", i->text);
    put_alignment(s, &how, to, true);
    for (int k = 0; k < how.vector; k++) {
        if (!ptx_value(s, from[k], value))
            return false;
        if (how.order)
            fprintf(s->out,
                    "simt_store<%s>(%s + %d, simt_stored<%s>(%s), %s, %s); ",
                    how.type, to, k * how.bits / 8, how.type, value, how.order,
                    how.scope);
        else
            fprintf(s->out, "*(%s *)(%s + %d) = simt_stored<%s>(%s); ",
                    how.type, to, k * how.bits / 8, how.type, value);
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

/* An operand, converted to the instruction's type. */
static bool take_as(struct ptx_statement *s, const char *type, const char *part,
                    char to[PTX_PIECE + 64])
{
    char value[PTX_PIECE];

    if (!ptx_value(s, part, value))
        return false;
    snprintf(to, PTX_PIECE + 64, "simt_as<%s>(%s)", type, value);
    return true;
}

/* atom d, [a], b{, c}; and red [a], b, which returns nothing. */
static bool updates(struct ptx_statement *s, const struct ptx_instruction *i)
{
    const bool returns = !strcmp(i->word[0], "atom");
    struct how how;
    char to[PTX_PIECE], at[PTX_PIECE + 96], value[PTX_PIECE + 64],
        compare[PTX_PIECE + 64] = "0";

    if (!take_words(s, i, 1, "add exch cas and or xor inc dec min max", &how))
        return false;
    if (!how.type || !how.operation || (how.bits != 32 && how.bits != 64) ||
        how.vector != 1 ||
        (how.letter == 'f' && strcmp(how.operation, "add") != 0))
        return ptx_refuse(s, "'%s'", i->text);
    const bool compares = !strcmp(how.operation, "cas");
    if (!wants_parts(s, i, 2 + returns + compares) ||
        !take_address(s, &how, i->part[returns], at) ||
        !take_as(s, how.type, i->part[i->parts - 1], value) ||
        (compares && !take_as(s, how.type, i->part[i->parts - 2], compare)))
        return false;
    const bool is_set = returns && strcmp(i->part[0], "_") != 0;
    if (is_set && !ptx_value(s, i->part[0], to))
        return false;
    const char *const order = how.order ? how.order : "SIMT_RELAXED";
    if (is_set)
        fprintf(s->out, "simt_set(%s, ", to);
    fprintf(s->out, "simt_update<%s>(%s, %s, %s, %s, %s, %s, %s)%s; ", how.type,
            kind_of(&how), at, value, compare, order, order, how.scope,
            is_set ? ")" : "");
    return true;
}

static bool fences(struct ptx_statement *s, const struct ptx_instruction *i)
{
    bool weaker = !strcmp(i->word[0], "fence");
    const char *scope = "SIMT_OF_DEVICE";

    for (int w = 1; w < i->words; w++) {
        if (!strcmp(i->word[w], "cta"))
            scope = "SIMT_OF_BLOCK";
        else if (!strcmp(i->word[w], "sys"))
            scope = "SIMT_OF_SYSTEM";
        weaker &= strcmp(i->word[w], "sc") != 0;
        if (!is_among(i->word[w], "cta gl gpu sys sc acq_rel"))
            return ptx_refuse(s, "'%s'", i->text);
    }
    fprintf(s->out, "%s(%s); ",
            weaker ? "simt_fence_acq_rel" : "simt_threadfence", scope);
    return wants_parts(s, i, 0);
}

/* Barrier 0 of all threads. */
static bool barriers(struct ptx_statement *s, const struct ptx_instruction *i)
{
    char mask[PTX_PIECE];

    if (i->words > 2 && !strcmp(i->word[1], "warp")) {
        if (!wants_parts(s, i, 1) || !ptx_value(s, i->part[0], mask))
            return false;
        fprintf(s->out, "simt_syncwarp_of(simt_as<simt_u32>(%s)); ", mask);
        return true;
    }
    for (int w = 1; w < i->words; w++)
        if (!is_among(i->word[w], "cta sync aligned"))
            return ptx_refuse(s, "'%s'", i->text);
    fputs("simt_syncthreads(); ", s->out);
    return (i->words > 1 && i->parts == 1 && !strcmp(i->part[0], "0")) ||
           ptx_refuse(s, "'%s' (barrier 0 of all threads is known)", i->text);
}

/* d|p: the value, and whether its source lane is in the range. */
static bool shuffles(struct ptx_statement *s, const struct ptx_instruction *i)
{
    static const char *const kinds[][2] = {{"idx", "SIMT_SHUFFLE_INDEX"},
                                           {"up", "SIMT_SHUFFLE_UP"},
                                           {"down", "SIMT_SHUFFLE_DOWN"},
                                           {"bfly", "SIMT_SHUFFLE_XOR"}};
    char to[PTX_PIECE], is_in[PTX_PIECE] = "simt_is_in";
    char value[4][PTX_PIECE + 64];
    const char *kind = NULL;

    for (size_t k = 0; k < 4 && i->words == 4; k++)
        if (!strcmp(kinds[k][0], i->word[2]))
            kind = kinds[k][1];
    if (!kind || strcmp(i->word[1], "sync") != 0 ||
        strcmp(i->word[3], "b32") != 0 || !wants_parts(s, i, 5))
        return ptx_refuse(s, "'%s'", i->text);
    snprintf(to, sizeof to, "%s", i->part[0]);
    char *const bar = strchr(to, '|');
    if (bar) {
        *bar = '\0';
        if (!ptx_value(s, bar + 1 + strspn(bar + 1, " "), is_in))
            return false;
        to[strcspn(to, " ")] = '\0';
    }
    char name[PTX_PIECE];
    if (!ptx_value(s, to, name))
        return false;
    for (int k = 0; k < 4; k++)
        if (!take_as(s, "simt_u32", i->part[k + 1], value[k]))
            return false;
    fprintf(s->out,
            "{ bool simt_is_in; (void)simt_is_in; "
            "simt_set(%s, simt_shuffle_ptx(%s, %s, %s, %s, %s, &%s)); } ",
            name, kind, value[3], value[0], value[1], value[2], is_in);
    return true;
}

/* The type of half a word that mov splits; NULL: none. */
static const char *half_of(const struct how *how)
{
    return how->letter != 'b' ? NULL
           : how->bits == 128 ? "simt_u64"
           : how->bits == 64  ? "simt_u32"
           : how->bits == 32  ? "simt_u16"
                              : NULL;
}

/* name: one whole and its halves. */
static void joins(const struct ptx_statement *s, const struct how *how,
                  char name[4][PTX_PIECE])
{
    const char *const half = half_of(how);

    fprintf(s->out,
            "simt_set(%s, (%s)((%s)simt_as<%s>(%s) << %d | simt_as<%s>(%s))); ",
            name[0], how->type, how->type, half, name[2], how->bits / 2, half,
            name[1]);
}

static void splits(const struct ptx_statement *s, const struct how *how,
                   char name[4][PTX_PIECE])
{
    const char *const half = half_of(how);

    fprintf(s->out,
            "{ const %s simt_both = simt_as<%s>(%s); "
            "simt_set(%s, (%s)simt_both); simt_set(%s, (%s)(simt_both >> %d)); "
            "} ",
            how->type, how->type, name[2], name[0], half, name[1], half,
            how->bits / 2);
}

/* mov, and a number of two words or back: {a, b}. */
static bool moves(struct ptx_statement *s, const struct ptx_instruction *i)
{
    struct how how;
    char to[4][PTX_PIECE], from[4][PTX_PIECE], name[4][PTX_PIECE];

    if (!take_words(s, i, 1, "to", &how) || !wants_parts(s, i, 2) || !how.type)
        return how.type ? false : ptx_refuse(s, "'%s'", i->text);
    const int outs = ptx_components(i->part[0], to);
    const int ins = ptx_components(i->part[1], from);
    if (outs + ins > 3)
        return ptx_refuse(s, "'%s'", i->text);
    for (int k = 0; k < outs + ins; k++)
        if (!ptx_value(s, k < outs ? to[k] : from[k - outs], name[k]))
            return false;
    if (outs == 1 && ins == 1)
        fprintf(s->out, "simt_set(%s, %s(simt_as<%s>(%s))); ", name[0],
                strcmp(i->word[0], "cvta") != 0 ? ""
                : how.shared                    ? "simt_in_shared"
                : how.global                    ? "simt_in_global"
                                                : "",
                how.type, name[1]);
    else if (outs == 1 && ins == 2 && half_of(&how))
        joins(s, &how, name);
    else if (outs == 2 && ins == 1 && half_of(&how))
        splits(s, &how, name);
    else
        return ptx_refuse(s, "'%s'", i->text);
    return true;
}

/* d = a OPERATOR b, in the instruction's type. */
static bool computes(struct ptx_statement *s, const struct ptx_instruction *i)
{
    static const char *const operators[][2] = {
        {"add", "+"}, {"sub", "-"},  {"and", "&"},  {"or", "|"},
        {"xor", "^"}, {"shl", "<<"}, {"shr", ">>"}, {"mul", "*"}};
    struct how how;
    char to[PTX_PIECE], a[PTX_PIECE + 64], b[PTX_PIECE + 64];
    const char *sign = NULL;

    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (!strcmp(operators[k][0], i->word[0]))
            sign = operators[k][1];
    if (!take_words(s, i, 1, "lo", &how) || !wants_parts(s, i, 3))
        return false;
    if (!how.type || !sign || i->words != 2 + (how.operation != NULL))
        return ptx_refuse(s, "'%s'", i->text);
    const bool shifts = i->word[0][1] == 'h';
    if (!ptx_value(s, i->part[0], to) || !take_as(s, how.type, i->part[1], a) ||
        !take_as(s, shifts ? "simt_u32" : how.type, i->part[2], b))
        return false;
    if (shifts)
        fprintf(s->out, "simt_set(%s, simt_%s(%s, %s)); ", to, i->word[0], a,
                b);
    else if (how.letter == 'f')
        fprintf(s->out, "simt_set(%s, (%s)(%s %s %s)); ", to, how.type, a, sign,
                b);
    else /* integers wrap; in C++ only unsigned ones do */
        fprintf(s->out, "simt_set(%s, (%s)((simt_u64)%s %s (simt_u64)%s)); ",
                to, how.type, a, sign, b);
    return true;
}

/* Comparisons of setp: a suffix, the letters of the types that have it, and the
 * same in C++. A comparison of floats with u is true for NaN, the others are
 * not. */
static const struct comparison {
    const char *word, *letters, *text;
} comparisons[] = {
    {"eq", "usbf", "%s == %s"},
    {"ne", "usb", "%s != %s"},
    {"lt", "usf", "%s < %s"},
    {"le", "usf", "%s <= %s"},
    {"gt", "usf", "%s > %s"},
    {"ge", "usf", "%s >= %s"},
    {"lo", "u", "%s < %s"},
    {"ls", "u", "%s <= %s"},
    {"hi", "u", "%s > %s"},
    {"hs", "u", "%s >= %s"},
    {"ne", "f", "simt_differ(%s, %s)"},
    {"equ", "f", "!simt_differ(%s, %s)"},
    {"neu", "f", "%s != %s"},
    {"ltu", "f", "!(%s >= %s)"},
    {"leu", "f", "!(%s > %s)"},
    {"gtu", "f", "!(%s <= %s)"},
    {"geu", "f", "!(%s < %s)"},
};

static const struct comparison *comparison_of(const struct how *how)
{
    for (size_t k = 0; k < sizeof comparisons / sizeof *comparisons; k++)
        if (how->type && how->operation && how->bits &&
            !strcmp(comparisons[k].word, how->operation) &&
            strchr(comparisons[k].letters, how->letter))
            return &comparisons[k];
    return NULL;
}

/* a and b, in one of the texts above or below. */
static void put_call(const struct ptx_statement *s, const char *text,
                     const char *a, const char *b)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fprintf(s->out, text, a, b);
#pragma GCC diagnostic pop
}

/* setp.lt.u32 p, a, b; */
static bool compares(struct ptx_statement *s, const struct ptx_instruction *i)
{
    struct how how;
    char to[PTX_PIECE], a[PTX_PIECE + 64], b[PTX_PIECE + 64];

    if (!take_words(s, i, 1,
                    "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu",
                    &how) ||
        !wants_parts(s, i, 3))
        return false;
    const struct comparison *const found = comparison_of(&how);
    if (!found)
        return ptx_refuse(s, "'%s'", i->text);
    if (!ptx_value(s, i->part[0], to) || !take_as(s, how.type, i->part[1], a) ||
        !take_as(s, how.type, i->part[2], b))
        return false;
    fprintf(s->out, "simt_set(%s, (bool)(", to);
    put_call(s, found->text, a, b);
    fputs(")); ", s->out);
    return true;
}

static bool selects(struct ptx_statement *s, const struct ptx_instruction *i)
{
    char to[PTX_PIECE], a[PTX_PIECE + 64], b[PTX_PIECE + 64], p[PTX_PIECE + 64];
    struct how how;

    if (!take_words(s, i, 1, NULL, &how) || !wants_parts(s, i, 4) || !how.type)
        return how.type ? false : ptx_refuse(s, "'%s'", i->text);
    if (!ptx_value(s, i->part[0], to) || !take_as(s, how.type, i->part[1], a) ||
        !take_as(s, how.type, i->part[2], b) ||
        !take_as(s, "bool", i->part[3], p))
        return false;
    fprintf(s->out, "simt_set(%s, %s ? %s : %s); ", to, p, a, b);
    return true;
}

/* popc.b32 d, a; */
static bool counts(struct ptx_statement *s, const struct ptx_instruction *i)
{
    struct how how;
    char to[PTX_PIECE], value[PTX_PIECE + 64];

    if (!take_words(s, i, 1, NULL, &how) || !wants_parts(s, i, 2))
        return false;
    if (!how.type || how.letter != 'b' || (how.bits != 32 && how.bits != 64))
        return ptx_refuse(s, "'%s'", i->text);
    if (!ptx_value(s, i->part[0], to) ||
        !take_as(s, how.type, i->part[1], value))
        return false;
    fprintf(s->out, "simt_set(%s, simt_%s(%s)); ", to, i->word[0], value);
    return true;
}

/* nanosleep.u32 20; activemask.b32 d; trap; */
static bool calls(struct ptx_statement *s, const struct ptx_instruction *i)
{
    static const struct {
        const char *name, *call;
        int parts;
    } known[] = {
        {"nanosleep", "simt_nanosleep(simt_as<simt_u32>(%s)%s); ", 1},
        {"activemask", "simt_set(%s, simt_activemask()%s); ", 1},
        {"trap", "simt_trap(%s%s); ", 0},
        {"prefetch", "", 1}, /* has no effect here */
    };
    char value[PTX_PIECE] = "";

    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(known[k].name, i->word[0]) != 0)
            continue;
        if (!wants_parts(s, i, known[k].parts) ||
            (known[k].parts && *known[k].call &&
             !ptx_value(s, i->part[0], value)))
            return false;
        put_call(s, known[k].call, value, "");
        return true;
    }
    return ptx_refuse(s, "'%s'", i->text);
}

/* .reg .u32 a, b; */
static bool declares(struct ptx_statement *s, const struct ptx_instruction *i)
{
    struct how how = {0};
    char name[PTX_PIECE];

    if (i->words != 2 || !take_type(i->word[1], &how))
        return ptx_refuse(s, "'%s'", i->text);
    for (int p = 0; p < i->parts; p++) {
        if (!ptx_value(s, i->part[p], name))
            return false;
        fprintf(s->out, "%s %s; ", how.type, name);
    }
    return true;
}

static const struct {
    const char *name;
    bool (*take)(struct ptx_statement *, const struct ptx_instruction *);
} table[] = {
    {"ld", loads},        {"st", stores},        {"atom", updates},
    {"red", updates},     {"fence", fences},     {"membar", fences},
    {"bar", barriers},    {"barrier", barriers}, {"shfl", shuffles},
    {"mov", moves},       {"cvta", moves},       {"add", computes},
    {"sub", computes},    {"and", computes},     {"or", computes},
    {"xor", computes},    {"shl", computes},     {"shr", computes},
    {"mul", computes},    {"setp", compares},    {"selp", selects},
    {"nanosleep", calls}, {"activemask", calls}, {"popc", counts},
    {"clz", counts},      {"brev", counts},      {"trap", calls},
    {"prefetch", calls},  {".reg", declares},
};

bool ptx_form(struct ptx_statement *s, const struct ptx_instruction *i)
{
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (!strcmp(table[k].name, i->word[0]))
            return table[k].take(s, i);
    return ptx_refuse(s, "'%s'", i->text);
}
