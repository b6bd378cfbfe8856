/* ptx.c - one asm statement becomes a block of C++.
 *
 *     asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
 *                  : "=r"(flag) : "l"(flags + i) : "memory");
 *
 * becomes, with the functions of device/ordered.h and device/ptx_words.h,
 *
 *     do {
 *         simt_u32 simt_0;
 *         simt_u64 simt_1 = simt_operand<simt_u64>(flags + i);
 *         simt_set_loaded(simt_0, simt_load<simt_u32>(
 *             simt_as<simt_u64>(simt_1) + 0, SIMT_ACQUIRE, SIMT_OF_DEVICE));
 *         simt_result(flag, simt_0);
 *     } while (0);
 *
 * Every inserted word is a keyword, or begins with simt_ or ::. No name in a
 * kernel begins like that, so even a kernel's own uint8_t cannot change the
 * meaning of the block.
 *
 * ptx_forms.c has the instructions.
 */
#include "ptx.h"
#include "ptx_forms.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool ptx_refuse(struct ptx_statement *s, const char *format, ...)
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
static const char *take_operand(struct ptx_statement *s, bool output,
                                const char *at, const char *end)
{
    char constraint[8];

    at = take_literals(at, end, constraint, sizeof constraint);
    const char *const close =
        at && at < end && *at == '(' ? closing(at, end) : NULL;
    if (!close || s->operands == PTX_OPERANDS)
        return NULL;
    const char *c = constraint;
    struct ptx_operand *const operand = &s->operand[s->operands++];
    *operand = (struct ptx_operand){.in = !output || *c == '+',
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

/* One of the literals up to `end` has this text. */
static bool has_literal(const char *at, const char *end, const char *text)
{
    const size_t length = strlen(text);

    for (; at + length + 2 <= end; at++)
        if (*at == '"' && !strncmp(at + 1, text, length) &&
            at[length + 1] == '"')
            return true;
    return false;
}

static bool take_operands(struct ptx_statement *s, const char *at,
                          const char *end)
{
    int section = 0; /* outputs, inputs, clobbers */

    while (at && at < end && section < 3) {
        at = skip_blanks(at, end);
        if (at == end)
            return true;
        if (*at == ':') {
            section++;
            at++;
            s->clobbers = section == 3 && has_literal(at, end, "memory");
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
    case 'r': return "simt_u32";
    case 'l': return "simt_u64";
    case 'h': return "simt_u16";
    case 'f': return "float";
    case 'd': return "double";
    case 'q': return "simt_u128";
    default: return "simt_literal"; /* n */
    }
}

static void declare_operands(const struct ptx_statement *s)
{
    for (int i = 0; i < s->operands; i++) {
        const struct ptx_operand *const o = &s->operand[i];
        const char *const type = type_of_kind(o->kind);
        fprintf(s->out, "%s simt_%d", type, i);
        if (o->kind == 'n')
            fprintf(s->out, " = simt_constant%.*s", o->length, o->value);
        else if (o->in)
            fprintf(s->out, " = simt_operand<%s>%.*s", type, o->length,
                    o->value);
        fputs("; ", s->out);
    }
}

static void assign_outputs(const struct ptx_statement *s)
{
    for (int i = 0; i < s->operands; i++) {
        const struct ptx_operand *const o = &s->operand[i];
        if (o->out)
            fprintf(s->out, "simt_result(%.*s, simt_%d); ", o->length, o->value,
                    i);
    }
}

static bool is_name(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    while (isalnum((unsigned char)*text) || *text == '_')
        text++;
    return !*text;
}

/* 31, 0x1f, -1, 7U: 64 bits. And 0f3F800000 or 0d3FF0000000000000: the bits of
 * a float, of a double. */
static bool take_number(const char *text, char *to)
{
    const char kind =
        (char)(*text == '0' ? tolower((unsigned char)text[1]) : 0);
    const bool is_bits = kind == 'f' || kind == 'd';
    char *rest;

    errno = 0;
    const unsigned long long bits =
        strtoull(text + (is_bits ? 2 : 0), &rest, is_bits ? 16 : 0);
    const size_t digits = (size_t)(rest - text);
    if (errno || digits == 0)
        return false;
    if (is_bits) {
        snprintf(to, PTX_PIECE, "simt_bits_as<%s>(0x%llx%s)",
                 kind == 'f' ? "float" : "double", bits,
                 kind == 'f' ? "u" : "ull");
        return !*rest && digits == (kind == 'f' ? 10 : 18);
    }
    snprintf(to, PTX_PIECE, "simt_literal{0x%llxull}", bits);
    return !*rest || !strcmp(rest, "U");
}

/* Writes the C++ for %0, %%laneid, 31, 0x1f or a register. False: none of
 * these. */
bool ptx_value(struct ptx_statement *s, const char *text, char *to)
{
    if (*text == '%' && isdigit((unsigned char)text[1])) {
        char *rest;
        const long i = strtol(text + 1, &rest, 10);
        snprintf(to, PTX_PIECE, "simt_%ld", i);
        return (!*rest && i < s->operands) ||
               ptx_refuse(s, "the operand %s", text);
    }
    const char *const name = text + (text[0] == '%' && text[1] == '%');
    if (ptx_register(name)) {
        snprintf(to, PTX_PIECE, "%s", ptx_register(name));
        return true;
    }
    if (!ptx_refuse_register(s, name))
        return false;
    if (take_number(text, to))
        return true;
    if (*name == '%' && name > text)
        text = name + 1;
    snprintf(to, PTX_PIECE, "simt_r_%s", text);
    return is_name(text) || ptx_refuse(s, "'%s' in its PTX", name);
}

/* [%1], [%1+4] or [%1 + 4]: the address, as a number. */
bool ptx_address(struct ptx_statement *s, const char *text, char *to)
{
    char inside[PTX_PIECE], base[PTX_PIECE];
    const size_t length = strlen(text);
    long offset = 0;

    if (length < 3 || *text != '[' || text[length - 1] != ']')
        return ptx_refuse(s, "the address '%s'", text);
    snprintf(inside, sizeof inside, "%.*s", (int)length - 2, text + 1);
    char *const sign = strchr(inside, '+');
    if (sign) {
        char *rest;
        offset = strtol(sign + 1 + strspn(sign + 1, " "), &rest, 0);
        if (*rest)
            return ptx_refuse(s, "the address '%s'", text);
        *sign = '\0';
    }
    inside[strcspn(inside, " ")] = '\0';
    if (*inside == '%' && isdigit((unsigned char)inside[1]) &&
        atoi(inside + 1) < s->operands &&
        s->operand[atoi(inside + 1)].kind != 'l')
        return ptx_refuse(s, "an address of 32 bits: %s", text);
    if (!ptx_value(s, inside, base))
        return false;
    snprintf(to, PTX_PIECE + 64, "(simt_as<simt_u64>(%s) + %ld)", base, offset);
    return true;
}

/* {a, b}: its components; or the single one. Returns their number, or 0. */
int ptx_components(const char *text, char to[4][PTX_PIECE])
{
    int count = 0;

    if (*text != '{') {
        snprintf(to[0], PTX_PIECE, "%s", text);
        return 1;
    }
    for (const char *at = text + 1; *at && *at != '}' && count < 4; count++) {
        at += strspn(at, " ");
        const size_t length = strcspn(at, ",} ");
        snprintf(to[count], PTX_PIECE, "%.*s", (int)length, at);
        at += length;
        at += strspn(at, " ,");
    }
    return count;
}

/* ------------------------------------------------------------- PTX, parsed */

/* Cuts "a, {b, c}, [d]" at its outer commas. */
static bool cut_parts(struct ptx_instruction *i, const char *at)
{
    int depth = 0, length = 0;

    for (i->parts = 0;; at++) {
        if (*at == ',' && !depth)
            ;
        else if (*at) {
            depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
            if (i->parts == PTX_PARTS || length == PTX_PIECE - 1)
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

static bool cut_instruction(struct ptx_instruction *i, const char *text)
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
    while (text < end && i->words < PTX_WORDS) {
        const size_t length = strcspn(text, ". ");
        snprintf(i->word[i->words++], sizeof *i->word, "%.*s", (int)length,
                 text);
        text += length + 1;
    }
    return text >= end && cut_parts(i, end + strspn(end, " "));
}

/* True for instructions that a compiler must not move. */
static bool touches_memory(const struct ptx_instruction *i)
{
    static const char *const names[] = {"ld",    "st",     "atom", "red",
                                        "fence", "membar", "bar",  "barrier"};

    for (int w = 1; w < i->words; w++)
        if (!strcmp(i->word[w], "nc") || !strcmp(i->word[w], "const"))
            return false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(i->word[0], names[k]))
            return true;
    return false;
}

static bool take_instruction(struct ptx_statement *s, const char *text)
{
    struct ptx_instruction i = {.words = 0};
    char guard[PTX_PIECE];

    if (!cut_instruction(&i, text))
        return ptx_refuse(s, "'%s'", text);
    s->touches |= touches_memory(&i);
    if (*i.guard) {
        const bool not = *i.guard == '!';
        if (!ptx_value(s, i.guard + not, guard))
            return false;
        fprintf(s->out, "if (%ssimt_as<bool>(%s)) { ", not ? "!" : "", guard);
    }
    if (!ptx_form(s, &i))
        return false;
    if (*i.guard)
        fputs("} ", s->out);
    return true;
}

/* The scope of a block of PTX is a block of C++. */
static bool take_code(struct ptx_statement *s)
{
    char text[PTX_TEXT];
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
    return depth == 0 || ptx_refuse(s, "its braces");
}

static bool has_output(const struct ptx_statement *s)
{
    for (int i = 0; i < s->operands; i++)
        if (s->operand[i].out)
            return true;
    return false;
}

/* `begin` is after the parenthesis; "asm volatile" comes before it. Without an
 * output it is volatile anyway. */
static bool is_volatile(const struct ptx_statement *s, const char *begin)
{
    static const char word[] = "volatile";
    const char *at = begin - 1;
    size_t left = strlen(word);

    while (isspace((unsigned char)at[-1]) || at[-1] == '_')
        at--;
    while (left > 0 && at[-1] == word[left - 1]) {
        at--;
        left--;
    }
    return left == 0 || !has_output(s);
}

static void tell_compiler(const struct ptx_statement *s, const char *begin)
{
    const int lacks = (is_volatile(s, begin) ? 0 : 1) | (s->clobbers ? 0 : 2);

    if (s->touches && lacks)
        fprintf(s->out, "simt_asm_may_move(%d); ", lacks);
}

bool ptx_translate(const char *begin, const char *end, FILE *out, char *unknown,
                   size_t size)
{
    struct ptx_statement s = {.out = out, .unknown = unknown, .size = size};
    const char *const rest = take_literals(begin, end, s.code, sizeof s.code);

    if (!rest || !take_operands(&s, rest, end))
        return ptx_refuse(&s, "its operands");
    fputs("do { ", out);
    declare_operands(&s);
    if (!take_code(&s))
        return false;
    tell_compiler(&s, begin);
    assign_outputs(&s);
    fputs("} while (0)", out);
    return true;
}
