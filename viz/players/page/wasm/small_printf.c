/* small_printf.c - snprintf() for WebAssembly. The browser formats numbers with
 * a decimal point: see digits() in code.js. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Writes x as %.*f or, `general`, as %.*g; returns how many bytes. */
int digits(double x, int precision, int general, char *out);

struct printed {
    char *out;
    size_t room, used; /* used may be more than there is room for */
};

static void put(struct printed *p, const char *text, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++, p->used++)
        if (p->used + 1 < p->room)
            p->out[p->used] = text[k];
}

static void put_whole(struct printed *p, long long x)
{
    char text[24];
    size_t at = sizeof text;
    uint64_t left = x < 0 ? -(uint64_t)x : (uint64_t)x;

    do
        text[--at] = (char)('0' + left % 10);
    while (left /= 10);
    if (x < 0)
        text[--at] = '-';
    put(p, text + at, sizeof text - at);
}

static void put_text(struct printed *p, const char *text, int most)
{
    size_t bytes = 0;

    while (text[bytes] && (most < 0 || bytes < (size_t)most))
        bytes++;
    put(p, text, bytes);
}

static void put_double(struct printed *p, double x, int precision, char kind)
{
    char text[400];
    const int bytes =
        digits(x, precision < 0 ? 6 : precision, kind == 'g', text);

    put(p, text, (size_t)bytes);
}

int vsnprintf(char *out, size_t bytes, const char *format, va_list values)
{
    struct printed p = {out, bytes, 0};

    for (const char *f = format; *f; f++) {
        int precision = -1, longs = 0;
        if (*f != '%') {
            put(&p, f, 1);
            continue;
        }
        if (*++f == '.') {
            precision = 0;
            if (*++f == '*') {
                precision = va_arg(values, int);
                f++;
            }
            for (; *f >= '0' && *f <= '9'; f++)
                precision = precision * 10 + (*f - '0');
        }
        for (; *f == 'l'; f++)
            longs++;
        switch (*f) {
        case 's': put_text(&p, va_arg(values, const char *), precision); break;
        case 'd':
            put_whole(&p,
                      longs ? va_arg(values, long long) : va_arg(values, int));
            break;
        case 'f':
        case 'g': put_double(&p, va_arg(values, double), precision, *f); break;
        case 'c': put(&p, &(char){(char)va_arg(values, int)}, 1); break;
        default: put(&p, f, 1); break;
        }
    }
    if (bytes > 0)
        out[p.used < bytes ? p.used : bytes - 1] = '\0';
    return (int)p.used;
}

int snprintf(char *out, size_t bytes, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    const int used = vsnprintf(out, bytes, format, values);
    va_end(values);
    return used;
}
