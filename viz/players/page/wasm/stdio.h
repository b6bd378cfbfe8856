/* stdio.h - the part of the C header that the viewer's scenes use. */
#ifndef SCANVIZ_STDIO_H
#define SCANVIZ_STDIO_H

#include <stdarg.h>
#include <stddef.h>

/* Supports %s %c %d %lld %f %g and %%, with a precision. */
int snprintf(char *out, size_t bytes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int vsnprintf(char *out, size_t bytes, const char *format, va_list values);

#endif
