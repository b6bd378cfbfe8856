/* port_table.c - see port_table.h. */
#include "port_table.h"
#include "ports.h"

struct monoid_table port_table(const struct port *port,
                               const struct monoid_table *T)
{
    if (port_is_of_T(port))
        return *T;
    const size_t unit = port_unit(port, T->bytes);
    return (struct monoid_table){.bytes = unit,
                                 .alignment = unit,
                                 .kind = port->type == PORT_F32 ? FLOATING
                                         : port->type == PORT_I32
                                             ? SIGNED_INTEGER
                                             : UNSIGNED_INTEGER,
                                 .component_bytes = (int)unit,
                                 .components = 1};
}
