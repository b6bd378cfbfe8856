/* check_trace.h - what the checkers of a trace share. */
#ifndef CHECK_TRACE_H
#define CHECK_TRACE_H

#include <jansson.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct checked {
    const char *path;
    json_t *events, *metadata;
    size_t at; /* index of the event under the eye */
};

/* Says what is wrong with the event under the eye, and ends with 1. */
_Noreturn void wrong(const struct checked *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Members that must be there; `from` is an event or an object in it. */
int64_t number_of(const struct checked *c, const json_t *from, const char *key);
const char *text_of(const struct checked *c, const json_t *from,
                    const char *key);
/* "" where there is none. */
const char *category_of(const json_t *event);
/* A time of an event, in nanoseconds; negative: there is none. */
int64_t ns_of(const json_t *event, const char *key);

/* The rules of look-back: check_lookback.c. */
void check_lookback(struct checked *c);
/* The network of a small scan, and its output: check_network.c. */
void check_network(struct checked *c);

#endif
