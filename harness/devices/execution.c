/* execution.c - what all devices share: requests, plans, forms, and the case n
 * = 0. */
#include "execution.h"
#include "monoids/host_planes.h"
#include "monoids/patterns.h"
#include "simt/code/source_mentions.h"

#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------- setups */

/* An execution keeps the choice for its largest n; without one, for this n. */
static struct choice choice_at(const struct setup *setup, size_t n)
{
    const struct monoid_table *const table = &setup->monoid->table;

    return choice_for(setup->choice, table->bytes, table->kind == FLOATING,
                      setup->largest_n > 0 ? setup->largest_n : n);
}

struct choice setup_choice(const struct setup *setup)
{
    return choice_at(setup, 0);
}

static struct request request_of(const struct setup *setup,
                                 const struct choice *choice,
                                 const struct machine *machine,
                                 struct sizes sizes)
{
    struct request request = {
        .n = sizes.of[0],
        .elem_bytes = setup->monoid->table.bytes,
        .plane_bytes = plane_bytes(&setup->monoid->table),
        .key_bits = setup->monoid->table.key_bits,
        .exclusive = setup->exclusive,
        .has_carry = setup->has_carry,
        .vectorized = setup->monoid->table.vectorized,
        .entry = ENTRY_SCAN,
        .parameters = choice->value,
        .machine = machine,
    };

    memcpy(request.size, sizes.of, sizeof request.size);
    return request;
}

struct sizes setup_largest(const struct setup *setup)
{
    struct sizes sizes = setup->others;

    sizes.of[0] = setup->largest_n;
    return sizes;
}

struct request setup_request(const struct setup *setup, struct sizes sizes)
{
    static struct machine machine;
    static struct choice choice;

    machine = setup->device->type->machine(setup);
    choice = choice_at(setup, sizes.of[0]);
    return request_of(setup, &choice, &machine, sizes);
}

/* The sizes of an input of n: the others as given, if known, else from the
 * pattern. */
static struct sizes sizes_at(const struct setup *setup, size_t n)
{
    const struct task *const task = setup->choice->algorithm->task;
    const struct drawing drawing = pattern_draw(setup->pattern, n);
    struct sizes sizes = setup->others;

    sizes.of[0] = n;
    if (task->sizes_of_n && setup->others.of[1] == 0)
        task->sizes_of_n(n, &drawing, sizes.of);
    return sizes;
}

const char *setup_refuses(const struct setup *setup, size_t n)
{
    const struct machine machine = setup->device->type->machine(setup);
    const struct choice choice = choice_at(setup, n);
    const struct request request =
        request_of(setup, &choice, &machine, sizes_at(setup, n));

    return setup->choice->implementation->refuse(&request);
}

void setup_plan(const struct setup *setup, size_t n, struct plan *plan)
{
    const struct machine machine = setup->device->type->machine(setup);
    const struct choice choice = choice_at(setup, n);
    struct request request =
        request_of(setup, &choice, &machine, sizes_at(setup, n));

    request.has_carry = false;
    *plan = (struct plan){.buffers = 0};
    setup->choice->implementation->plan(&request, plan);
}

struct forms setup_forms(const struct setup *setup, size_t n)
{
    const struct machine machine = setup->device->type->machine(setup);
    const struct choice choice = choice_at(setup, n);
    const struct request request =
        request_of(setup, &choice, &machine, sizes_at(setup, n));
    struct forms forms = {.why = NULL};

    setup->choice->implementation->forms(&request, &forms);
    return forms;
}

enum status setup_prepare(const struct setup *setup, struct problem *why)
{
    const struct choice choice = setup_choice(setup);
    struct setup chosen = *setup;

    chosen.choice = &choice;
    return setup->device->type->prepare
               ? setup->device->type->prepare(&chosen, why)
               : OK;
}

/* ------------------------------------------------------------- executions */

enum status execution_open(const struct setup *setup, struct execution **out,
                           struct problem *why)
{
    const struct execution_type *type = setup->device->type;
    struct execution *e = *out = calloc(1, type->bytes);

    if (!e)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    e->type = type;
    e->setup = *setup;
    e->choice = setup_choice(setup);
    e->setup.choice = &e->choice;
    e->machine = type->machine(setup);
    e->in_turn = setup->source && !source_meets_launches(
                                      setup->source, e->choice.algorithm->name);
    const enum status status = type->open(e, why);
    if (status == OK)
        return OK;
    execution_close(e);
    *out = NULL;
    return status;
}

enum status execution_reserve(struct execution *e, size_t n,
                              struct problem *why)
{
    const bool is_launched =
        n > 0 || !execution_algorithm(e)->task->idle_when_empty;

    return is_launched && e->type->reserve ? e->type->reserve(e, n, why) : OK;
}

const struct choice *execution_choice(const struct execution *e)
{
    return &e->choice;
}

void execution_close(struct execution *e)
{
    if (!e)
        return;
    e->type->close(e);
    free(e);
}

enum status execution_call(struct execution *e, const struct call *call,
                           struct problem *why)
{
    const bool is_idle = execution_algorithm(e)->task->idle_when_empty;

    return is_idle && call->sizes.of[0] == 0 ? OK : e->type->run(e, call, why);
}

enum status execution_scan(struct execution *e, const void *in, void *out,
                           size_t n, const void *carry, struct problem *why)
{
    const struct call call = {.entry = ENTRY_SCAN,
                              .sizes = sizes_of_scan(n),
                              .port = {(void *)in, out},
                              .carry = carry};

    return execution_call(e, &call, why);
}

bool execution_scans_dealt(const struct execution *e)
{
    return e->scans_dealt;
}

enum status execution_scan_dealt(struct execution *e, const void *in, void *out,
                                 size_t n, const struct native_dealt *dealt,
                                 struct problem *why)
{
    const struct call call = {.entry = ENTRY_SCAN,
                              .sizes = sizes_of_scan(n),
                              .port = {(void *)in, out},
                              .dealt = dealt};

    return e->type->run(e, &call, why);
}

enum status execution_reduce(struct execution *e, const void *in, void *out,
                             size_t n, struct problem *why)
{
    const struct call call = {.entry = ENTRY_REDUCE,
                              .sizes = sizes_of_scan(n),
                              .port = {(void *)in, out}};

    if (n > 0)
        return e->type->run(e, &call, why);
    e->setup.monoid->table.identity(out);
    return OK;
}

enum status execution_apply_carry(struct execution *e, void *data, size_t n,
                                  const void *carry, struct problem *why)
{
    const struct call call = {.entry = ENTRY_APPLY_CARRY,
                              .sizes = sizes_of_scan(n),
                              .port = {data, data},
                              .carry = carry};

    return n > 0 ? e->type->run(e, &call, why) : OK;
}

enum status execution_enqueue_call(struct execution *e, const struct call *call,
                                   struct problem *why)
{
    return e->type->enqueue
               ? e->type->enqueue(e, call, why)
               : problem_set(why, WRONG_USE, "%s has no separate memory",
                             e->setup.device->name);
}

enum status execution_deal(struct execution *e, const struct call *call,
                           struct problem *why)
{
    return e->type->deal ? e->type->deal(e, call, why) : OK;
}

enum status execution_join(struct execution *e, struct problem *why)
{
    return e->type->join ? e->type->join(e, why) : OK;
}

enum status execution_gather(struct execution *e, const struct call *call,
                             struct problem *why)
{
    return e->type->gather ? e->type->gather(e, call, why) : OK;
}

bool execution_reserve_launches(struct execution *e, size_t count)
{
    return !e->type->reserve_launches || e->type->reserve_launches(e, count);
}

enum status execution_check_buffers(const struct execution *e,
                                    struct problem *why)
{
    return e->type->check_buffers ? e->type->check_buffers(e, why) : OK;
}

double execution_device_ns(const struct execution *e)
{
    return e->type->device_ns ? e->type->device_ns(e) : 0;
}

struct request execution_request(const struct execution *e, struct sizes sizes)
{
    return request_of(&e->setup, e->setup.choice, &e->machine, sizes);
}

void execution_plan(const struct execution *e, enum entry entry,
                    struct sizes sizes, bool has_carry, struct plan *plan)
{
    struct request request =
        request_of(&e->setup, e->setup.choice, &e->machine, sizes);

    request.entry = entry;
    request.has_carry = has_carry;
    *plan = (struct plan){.buffers = 0};
    e->setup.choice->implementation->plan(&request, plan);
    for (int s = 0; e->in_turn && s < plan->steps; s++)
        plan->step[s].overlapping = false;
}

const char *execution_words(const struct execution *e)
{
    return e->type->words ? e->type->words(e) : "";
}

bool execution_follow(struct execution *e)
{
    return e->type->follow && e->type->follow(e);
}

void execution_followed(struct execution *e, bool same)
{
    e->type->followed(e, same);
}

void execution_blame(struct execution *e, const struct blame *blame)
{
    if (e->type->blame)
        e->type->blame(e, blame);
}

const char *execution_note(const struct execution *e, int index)
{
    return e->type->note ? e->type->note(e, index) : NULL;
}

uint64_t execution_path(const struct execution *e)
{
    return e->type->path ? e->type->path(e) : 0;
}

uint64_t execution_arrays(const struct execution *e)
{
    return e->type->arrays ? e->type->arrays(e) : 0;
}

void execution_place(const struct execution *e, uintptr_t place, char *text,
                     size_t size)
{
    if (e->type->place)
        e->type->place(e, place, text, size);
    else
        snprintf(text, size, "the code");
}

struct device_counts execution_counts(const struct execution *e)
{
    return e->type->counts ? e->type->counts(e)
                           : (struct device_counts){.known = false};
}

enum status execution_explore(struct execution *e, int preemptions,
                              struct problem *why)
{
    return e->type->explore
               ? e->type->explore(e, preemptions, why)
               : problem_set(why, WRONG_USE, "%s does not explore schedules",
                             e->setup.device->name);
}

bool execution_next_run(struct execution *e)
{
    return e->type->next_run(e);
}

struct explored execution_explored(const struct execution *e)
{
    return e->type->explored(e);
}

void execution_leap(struct execution *e, uint32_t launch)
{
    if (e->type->leap)
        e->type->leap(e, launch);
}
