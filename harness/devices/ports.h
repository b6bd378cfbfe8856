/* ports.h - the lengths of a call's ports, and their places in memory.
 *
 * A scan has in: T[n] and out: T[n]. An application has more ports, with their
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

/* The sizes of a scan. */
static inline struct sizes sizes_of_scan(size_t n)
{
    return (struct sizes){.of = {n}};
}

/* The largest of them, which decides whether a call is small. */
static inline size_t sizes_largest(struct sizes sizes)
{
    size_t largest = 0;

    for (int i = 0; i < MAX_SIZES; i++)
        largest = sizes.of[i] > largest ? sizes.of[i] : largest;
    return largest;
}

struct native_dealt;

/* One call of an algorithm. */
struct call {
    enum entry entry;
    struct sizes sizes;
    /* Host addresses, in the order of its ports. A scan's out may be its in. */
    void *port[MAX_PORTS];
    const void *carry; /* the T to start from, or NULL */
    /* Chunks dealt to several processes, of which this has its own; or NULL */
    const struct native_dealt *dealt;
};

/* The number of ports. */
int ports_count(const struct algorithm *algorithm);

/* The port with this name; -1: none. */
int ports_find(const struct algorithm *algorithm, const char *name);

/* True: its type is that of the elements. */
static inline bool port_is_of_T(const struct port *port)
{
    return port->type == PORT_T || port->type == PORT_T_IN_PLANES;
}

/* "T", "u32"; static storage. */
const char *port_type_name(enum port_type type);

/* Bytes of one element, if T is `elem_bytes` bytes long. */
size_t port_unit(const struct port *port, size_t elem_bytes);

/* The table of its elements, for files, messages and traces: the table of T, or
 * a table of plain numbers, which has no functions. */
struct monoid_table port_table(const struct port *port,
                               const struct monoid_table *T);

/* The number of its elements in a call with these sizes: the maximum, if the
 * length is known only after the run. A reduction has one element in `out`. */
size_t port_elements(const struct algorithm *algorithm, int port,
                     enum entry entry, struct sizes sizes);

/* After the run: the number of its elements, read from the port that counts
 * them, but at most the capacity; if no port does, port_elements(). */
size_t port_length(const struct algorithm *algorithm, int port,
                   const struct call *call);

/* True if the code reads the port; true if the code writes it. */
static inline bool port_goes_in(const struct port *port)
{
    return port->direction != PORT_OUT;
}

static inline bool port_comes_out(const struct port *port)
{
    return port->direction != PORT_IN;
}

/* Element k of a port in a call: its address, or a copy in `room`, of 32 bytes,
 * if the port is in planes. */
const char *port_element(const struct algorithm *algorithm, int port,
                         const struct monoid_table *monoid,
                         const struct call *call, size_t k, char *room);

/* The last port with the same address: `out` if a scan is in place; otherwise
 * the port itself. */
int port_owner(const struct algorithm *algorithm, const struct call *call,
               int port);

#endif
