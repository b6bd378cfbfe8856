/* port_table.h - what a port's elements are, for files, words and traces. */
#ifndef PORT_TABLE_H
#define PORT_TABLE_H

#include "algorithms/contract/algorithm.h"
#include "monoids/monoid.h"

/* T's own table, or that of plain numbers, which has no functions. */
struct monoid_table port_table(const struct port *port,
                               const struct monoid_table *T);

#endif
