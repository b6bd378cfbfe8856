/* enter_field.c - contestants of a field: algorithms, copies. */
#include "enter_field.h"

static struct setup setup_of(const struct field *field,
                             const struct choice *choice)
{
    return (struct setup){.device = field->device,
                          .choice = choice,
                          .monoid = field->monoid,
                          .pool = field->pool,
                          .exclusive = field->exclusive,
                          .largest_n = field->n,
                          .others = field->sizes};
}

const char *field_refuses(const struct field *field,
                          const struct choice *choice)
{
    const struct setup setup = setup_of(field, choice);

    return setup_refuses(&setup, field->n);
}

enum status field_add(struct field *field, const struct choice *choice,
                      struct problem *why)
{
    const struct setup setup = setup_of(field, choice);
    struct contestant *const c = &field->contestant[field->count];

    *c = (struct contestant){.kind = CONTEST_ALGORITHM,
                             .name = choice->algorithm->name,
                             .variant = choice->variant,
                             .pool = field->pool};
    const enum status status = execution_open(&setup, &c->execution, why);
    if (status != OK)
        return status;
    c->choice = execution_choice(c->execution);
    field->count++;
    return OK;
}

static void add_copy(struct field *field, const char *variant,
                     const struct copy_kind *copy, bool alone)
{
    field->contestant[field->count++] =
        (struct contestant){.kind = CONTEST_COPY,
                            .name = "memcpy",
                            .variant = variant,
                            .copy = copy,
                            .alone = alone,
                            .pool = field->pool};
}

void field_add_copies(struct field *field)
{
    const size_t bytes = field->n * field->monoid->table.bytes;
    enum { SMALL = 4 << 20 };

    if (!field->pool) {
        add_copy(field, "", NULL, false);
        return;
    }
    for (int i = 0; copy_kinds[i].name; i++)
        if (!copy_kinds[i].tile_bytes || pool_threads(field->pool) > 1)
            add_copy(field, copy_kinds[i].name, &copy_kinds[i], false);
    if (bytes <= SMALL && pool_threads(field->pool) > 1)
        add_copy(field, "libc on one thread", &copy_kinds[0], true);
}
