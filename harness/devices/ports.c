/* ports.c - see ports.h. */
#include "ports.h"
#include "monoids/host_planes.h"

#include <string.h>

int ports_count(const struct algorithm *algorithm)
{
    int count = 0;

    while (algorithm->task->ports[count].name)
        count++;
    return count;
}

int ports_find(const struct algorithm *algorithm, const char *name)
{
    for (int i = 0; algorithm->task->ports[i].name; i++)
        if (!strcmp(algorithm->task->ports[i].name, name))
            return i;
    return -1;
}

const char *port_type_name(enum port_type type)
{
    static const char *const names[] = {
        [PORT_T] = "T",     [PORT_T_IN_PLANES] = "planes of T",
        [PORT_U8] = "u8",   [PORT_U32] = "u32",
        [PORT_U64] = "u64", [PORT_I32] = "i32",
        [PORT_F32] = "f32"};

    return names[type];
}

size_t port_unit(const struct port *port, size_t elem_bytes)
{
    switch (port->type) {
    case PORT_T:
    case PORT_T_IN_PLANES: return elem_bytes;
    case PORT_U8: return 1;
    case PORT_U64: return 8;
    default: return 4;
    }
}

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

size_t port_elements(const struct algorithm *algorithm, int port,
                     enum entry entry, struct sizes sizes)
{
    const struct length *const length = &algorithm->task->ports[port].length;
    size_t elements = 0;

    if (entry == ENTRY_REDUCE && port > 0)
        return 1;
    if (length->size) {
        int i = 0; /* a table without names has n alone */
        while (algorithm->task->sizes[i] &&
               strcmp(algorithm->task->sizes[i], length->size))
            i++;
        elements = sizes.of[algorithm->task->sizes[i] ? i : 0];
    }
    return elements + (size_t)length->plus;
}

size_t port_length(const struct algorithm *algorithm, int port,
                   const struct call *call)
{
    const size_t room =
        port_elements(algorithm, port, call->entry, call->sizes);
    const char *const after = algorithm->task->ports[port].length.known_after;
    uint64_t count;

    if (!after || call->entry != ENTRY_SCAN)
        return room;
    memcpy(&count, call->port[ports_find(algorithm, after)], sizeof count);
    return count < room ? (size_t)count : room;
}

const char *port_element(const struct algorithm *algorithm, int port,
                         const struct monoid_table *monoid,
                         const struct call *call, size_t k, char *room)
{
    const struct port *const p = &algorithm->task->ports[port];

    if (p->type != PORT_T_IN_PLANES)
        return (const char *)call->port[port] + k * port_unit(p, monoid->bytes);
    element_of_planes(monoid,
                      port_elements(algorithm, port, call->entry, call->sizes),
                      call->port[port], k, room);
    return room;
}

int port_owner(const struct algorithm *algorithm, const struct call *call,
               int port)
{
    int owner = ports_count(algorithm) - 1;

    while (owner > port && call->port[owner] != call->port[port])
        owner--;
    return owner;
}
