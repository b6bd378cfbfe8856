/* printing.c - a kernel's printf().
 *
 * It prints to stderr, but no more than a GPU's buffer holds. The output is not
 * a result, so it may depend on any data; but strings are read here, without a
 * hook, and the number returned is a value in the kernel. So each byte of a
 * string counts as an access by the thread, and the number returned is the same
 * as in CUDA: the number of arguments, not of characters.
 */
#include "parts.h"
#include "simt/device/calls.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PC __builtin_return_address(0)

/* Calls with a full buffer before they count as endless. */
enum { MAX_PRINTED = 1000000 };

/* %-08.3lf, parsed. */
struct conversion {
    bool width, precision; /* is a `*`, an argument */
    int digits;            /* of the precision, or -1 */
    char length[3], letter;
};

static const char digits[] = "0123456789";

/* Parses the conversion at `at`, a %; returns the text after it. */
static const char *take_conversion(const char *at, struct conversion *out)
{
    *out = (struct conversion){.digits = -1};
    at += 1 + strspn(at + 1, "-+ #0'");
    out->width = *at == '*';
    at += out->width ? 1 : strspn(at, digits);
    if (*at == '.') {
        out->precision = *++at == '*';
        out->digits = 0;
        for (; *at >= '0' && *at <= '9' && out->digits < 1 << 20; at++)
            out->digits = 10 * out->digits + *at - '0';
        at += out->precision;
    }
    for (int i = 0; i < 2 && *at && strchr("hlLqjzt", *at); i++)
        out->length[i] = *at++;
    out->letter = *at;
    return *at ? at + 1 : at;
}

static void read_string(const char *text, long most, const void *pc)
{
    for (long i = 0; i < most || most < 0; i++) {
        if ((uintptr_t)(text + i) - fibre_stack >= STACK_BYTES)
            access_memory((uintptr_t)(text + i), 1, 1, false, ACCESS_PLAIN, pc);
        if (!text[i])
            return;
    }
}

/* Takes the conversion's value. False: CUDA has no such conversion. */
static bool take_value(const struct conversion *c, va_list *values, long most,
                       const void *pc)
{
    const bool wide = strchr("lLqjzt", c->length[0]) && c->length[0];

    switch (c->letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        if (wide)
            (void)va_arg(*values, long long);
        else
            (void)va_arg(*values, int);
        return true;
    case 'c': (void)va_arg(*values, int); return !wide;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': (void)va_arg(*values, double); return c->length[0] != 'L';
    case 'p': (void)va_arg(*values, void *); return true;
    case 's':
        if (!wide)
            read_string(va_arg(*values, const char *), most, pc);
        return !wide;
    default: return false;
    }
}

/* The number of values, or -1: printf() would touch memory differently. */
static int take_values(const char *format, va_list *values, const void *pc)
{
    int count = 0;

    for (const char *at = format; (at = strchr(at, '%'));) {
        struct conversion c;
        at = take_conversion(at, &c);
        if (c.letter == '%')
            continue;
        if (c.width)
            (void)va_arg(*values, int);
        const long most = c.precision ? va_arg(*values, int) : c.digits;
        if (!take_value(&c, values, most, pc))
            return -1;
        count += 1 + c.width + c.precision;
    }
    return count;
}

static void print(struct simt *simt, const char *format, va_list values)
{
    char *const to = simt->printing.text + simt->printing.used;
    const size_t room = sizeof simt->printing.text - simt->printing.used;
    const int length = vsnprintf(to, room, format, values);

    fputs(to, stderr);
    simt->printing.used +=
        length > 0 && (size_t)length < room ? (size_t)length : room - 1;
    if (sizeof simt->printing.text - simt->printing.used < 2)
        fprintf(stderr, "\n(kernels printed %zu bytes: no more is shown)\n",
                sizeof simt->printing.text);
}

int simt_printf(const char *format, ...)
{
    struct simt *const simt = simt_running;
    const struct thread *const t = simt->turn.current;
    va_list values;

    read_string(format, -1, PC);
    va_start(values, format);
    const int count = take_values(format, &values, PC);
    va_end(values);
    if (count < 0)
        finding(simt,
                "printf: %P (%T) uses a format that CUDA does not support",
                site_of(simt, PC), t->block->number, t->index);
    if (sizeof simt->printing.text - simt->printing.used < 2) {
        if (++simt->printing.more > MAX_PRINTED)
            finding(simt, "prints without end: %P (%T)", site_of(simt, PC),
                    t->block->number, t->index);
        return count;
    }
    va_start(values, format);
    print(simt, format, values);
    va_end(values);
    return count;
}
