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
    size_t at; /* index of the current event */
};

/* Prints what is wrong with the current event, and exits with 1. */
_Noreturn void wrong(const struct checked *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Members that must exist; `from` is an event or an object in an event. */
int64_t number_of(const struct checked *c, const json_t *from, const char *key);
const char *text_of(const struct checked *c, const json_t *from,
                    const char *key);
/* "" where there is none. */
const char *category_of(const json_t *event);
/* A time of an event, in nanoseconds; negative: there is none. */
int64_t ns_of(const json_t *event, const char *key);

/* Texts of a port's elements, or NULL; and one of these texts, which must
 * exist. */
const json_t *values_of(const struct checked *c, const char *port);
const char *value_at(const struct checked *c, const json_t *values, size_t i);

/* Does the predicate keep the element? -1: not known. */
int is_kept(const struct checked *c, const char *text);
bool is_head(const struct checked *c, const json_t *flags, size_t i);
bool is_algorithm(const struct checked *c, const char *name);
/* The aggregate that a tile of in[begin..end) publishes; false: not known. */
bool aggregate_of(const struct checked *c, size_t begin, size_t end, char *text,
                  size_t size);

/* Launches and findings: check_blocks.c. */
void check_blocks(struct checked *c);
/* Words and their places: check_accesses.c. */
void check_accesses(struct checked *c);
/* The ports of the call: check_ports.c. */
void check_ports(struct checked *c);
/* The outputs of an application: check_reference.c. */
void check_reference(struct checked *c);
/* What the tiles of an application publish: check_tiles.c. */
void check_tiles(struct checked *c);
/* The rules of look-back: check_lookback.c. */
void check_lookback(struct checked *c);
/* The network of a small scan, and its output: check_network.c. */
void check_network(struct checked *c);
/* The trace of a scan by several ranks: check_ranks.c. */
void check_ranks(struct checked *c);

#endif
