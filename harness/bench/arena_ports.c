/* arena_ports.c - see arena_ports.h. */
#include "arena_ports.h"
#include "base/host.h"
#include "monoids/patterns.h"
#include "devices/port_compare.h"

#include <string.h>

static struct sizes sizes_for(const struct algorithm *algorithm, size_t n,
                              const struct drawing *drawing)
{
    struct sizes sizes = sizes_of_scan(n);

    if (algorithm->application->sizes)
        algorithm->application->sizes(n, drawing, sizes.of);
    return sizes;
}

static size_t bytes_of(const struct algorithm *algorithm, int port,
                       struct sizes sizes, size_t elem_bytes)
{
    return port_unit(&algorithm->ports[port], elem_bytes) *
           port_elements(algorithm, port, ENTRY_SCAN, sizes);
}

size_t drawn_ports_bytes(const struct algorithm *algorithm, size_t n,
                         size_t elem_bytes)
{
    const struct drawing drawing = pattern_draw(0, n);
    const struct sizes sizes = sizes_for(algorithm, n, &drawing);
    size_t bytes = 0;

    for (int i = 0; algorithm->ports[i].name; i++)
        bytes += bytes_of(algorithm, i, sizes, elem_bytes);
    return bytes;
}

/* What the plain loop makes, and how long each output is. */
static void make_outputs(const struct field *field, struct drawn_ports *p)
{
    const struct setup setup = {.device = field->device,
                                .choice = field->choice,
                                .monoid = field->monoid,
                                .pool = field->pool,
                                .exclusive = field->exclusive,
                                .largest_n = field->n,
                                .others = p->call.sizes};
    const struct request request = setup_request(&setup, p->call.sizes);
    const size_t elem_bytes = field->monoid->table.bytes;

    port_expected(&request, p->algorithm, field->monoid, p->memory);
    for (int i = 0; p->algorithm->ports[i].name; i++) {
        const struct port *const port = &p->algorithm->ports[i];
        p->length[i] = port_length(p->algorithm, i, &p->call) *
                       port_unit(port, elem_bytes);
        p->moved +=
            (double)p->length[i] * (port_goes_in(port) + port_comes_out(port));
    }
}

enum status drawn_ports_take(const struct field *field, struct drawn_ports *p,
                             struct problem *why)
{
    const struct algorithm *const algorithm = field->choice->algorithm;
    const struct monoid_table *const m = &field->monoid->table;
    const struct drawing drawing = pattern_draw(0, field->seed);
    struct request request = {
        .n = field->n, .elem_bytes = m->bytes, .exclusive = field->exclusive};
    enum status status = OK;

    *p = (struct drawn_ports){.algorithm = algorithm,
                              .call = {.entry = ENTRY_SCAN}};
    p->call.sizes = sizes_for(algorithm, field->n, &drawing);
    memcpy(request.size, p->call.sizes.of, sizeof request.size);
    for (int i = 0; algorithm->ports[i].name && status == OK; i++) {
        p->bytes[i] = bytes_of(algorithm, i, p->call.sizes, m->bytes);
        status = host_take(p->bytes[i], &p->memory[i], why);
        p->call.port[i] = p->memory[i];
        if (status == OK && algorithm->ports[i].type == PORT_T &&
            port_goes_in(&algorithm->ports[i]))
            m->draw(p->memory[i], p->bytes[i] / m->bytes,
                    field->seed + (unsigned)i);
    }
    if (status != OK)
        return status;
    if (algorithm->application->draw)
        algorithm->application->draw(&request, &drawing, p->memory);
    make_outputs(field, p);
    return OK;
}

void drawn_ports_free(struct drawn_ports *p)
{
    for (int i = 0; i < MAX_PORTS; i++)
        host_free(p->memory[i], p->bytes[i]);
}
