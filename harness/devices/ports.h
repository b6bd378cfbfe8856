/* ports.h - how long the ports of a call are, and what lies where.
 *
 * A scan's are in: T[n] and out: T[n]. An application has more of them, of its
 * own types and lengths (algorithm.h).
 */
#ifndef PORTS_H
#define PORTS_H

#include "algorithms/contract/algorithm.h"
#include "monoids/monoid_table.h"

/* Values of an algorithm's named sizes: n is the first. */
struct sizes {
    size_t of[MAX_SIZES];
};

/* Those of a scan. */
static inline struct sizes sizes_of_scan(size_t n)
{
    return (struct sizes){.of = {n}};
}

/* The largest of them: how small a call is. */
static inline size_t sizes_largest(struct sizes sizes)
{
    size_t largest = 0;

    for (int i = 0; i < MAX_SIZES; i++)
        largest = sizes.of[i] > largest ? sizes.of[i] : largest;
    return largest;
}

/* One call of an algorithm. */
struct call {
    enum entry entry;
    struct sizes sizes;
    /* Of the host, in the order of its ports. A scan's out may be its in. */
    void *port[MAX_PORTS];
    const void *carry; /* the T to start from, or NULL */
};

/* How many ports it has. */
int ports_count(const struct algorithm *algorithm);

/* Which one has this name; -1: none. */
int ports_find(const struct algorithm *algorithm, const char *name);

/* Whether it is of elements. */
static inline bool port_is_of_T(const struct port *port)
{
    return port->type == PORT_T || port->type == PORT_T_IN_PLANES;
}

/* "T", "u32"; static storage. */
const char *port_type_name(enum port_type type);

/* Bytes of one element, where T has so many. */
size_t port_unit(const struct port *port, size_t elem_bytes);

/* What its elements are, for files, words and traces: T's own table, or that of
 * plain numbers, which has no functions. */
struct monoid_table port_table(const struct port *port,
                               const struct monoid_table *T);

/* Its elements in a call with these sizes: the most, where the length is known
 * after the run. A reduction leaves one element in `out`. */
size_t port_elements(const struct algorithm *algorithm, int port,
                     enum entry entry, struct sizes sizes);

/* After the run: its elements as the port that counts them says, but no more
 * than there is room for; else port_elements(). */
size_t port_length(const struct algorithm *algorithm, int port,
                   const struct call *call);

/* Whether the code reads it, and whether it writes it. */
static inline bool port_goes_in(const struct port *port)
{
    return port->direction != PORT_OUT;
}

static inline bool port_comes_out(const struct port *port)
{
    return port->direction != PORT_IN;
}

/* Element k of a port as it is in a call: where it is, or in `room`, of 32
 * bytes, if it is in planes. */
const char *port_element(const struct algorithm *algorithm, int port,
                         const struct monoid_table *monoid,
                         const struct call *call, size_t k, char *room);

/* The last port that lies at the same address: where a scan's out is its in,
 * out; else the port itself. */
int port_owner(const struct algorithm *algorithm, const struct call *call,
               int port);

#endif
