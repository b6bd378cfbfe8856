/* launches.c - sources, numbers and arguments of kernel launches. */
#include "launches.h"
#include "written_kernel.h"
#include "base/paths.h"

#include <limits.h>
#include <stdlib.h>

/* With two bits of state it still fits in 32 bits, with room to spare. */
static const uint32_t LAST_LAUNCH = UINT32_C(1) << 29;

/* The user's file, or kernel.cu, which may have to be written first. */
static enum status find_source(const struct setup *setup, const char *home,
                               struct module_source *source,
                               struct problem *why)
{
    const size_t size = sizeof source->path;

    if (!setup->source && setup->choice->implementation->notation)
        return written_kernel_path(setup->choice, source->path, size, why);
    return (setup->source
                ? path_format(source->path, size, "%s", setup->source)
                : choice_code_path(setup->choice, home, source->path, size))
               ? OK
               : problem_set(why, WRONG_USE,
                             "the name of the source is too long");
}

enum status launches_source(const struct setup *setup,
                            struct module_source *source, struct problem *why)
{
    const struct algorithm *algorithm = setup->choice->algorithm;
    const struct parameter *parameter =
        setup->choice->implementation->parameters;
    char home[PATH_MAX];
    enum status status = paths_home(home, sizeof home, why);

    if (status == OK)
        status = find_source(setup, home, source, why);
    if (status != OK)
        return status;
    module_option(source, "-DEXCLUSIVE=%d", setup->exclusive);
    module_option(source, "-I%s/algorithms/%s%s", home,
                  choice_folder(algorithm), algorithm->name);
    module_option(source, "-I%s/algorithms/gpu", home);
    module_option(source, "-I%s/algorithms/elements", home);
    module_option(source, "-I%s/algorithms", home);
    module_option(source, "-I%s/algorithms/elements/monoids", home);
    if (setup->trace)
        module_option(source, "-DTRACE");
    for (int i = 0; parameter[i].name; i++)
        module_option(source, "-D%s=%ld", parameter[i].macro,
                      setup->choice->value[i]);
    return monoid_options(setup->monoid, source, why);
}

size_t launches_room(const struct execution *e, enum entry entry, int buffer,
                     size_t bytes)
{
    struct plan largest;

    execution_plan(e, entry, setup_largest(&e->setup), e->setup.has_carry,
                   &largest);
    return buffer < largest.buffers && largest.buffer[buffer].bytes > bytes
               ? largest.buffer[buffer].bytes
               : bytes;
}

/* ---------------------------------------------------------------- numbers */

static uint32_t number_from(const char *variable, uint32_t usual)
{
    const char *said = getenv(variable);
    const unsigned long number = said ? strtoul(said, NULL, 10) : 0;

    return number > 0 && number <= LAST_LAUNCH ? (uint32_t)number : usual;
}

struct launch_numbers launch_numbers_begin(void)
{
    return (struct launch_numbers){
        .first = number_from("SCANLAB_FIRST_LAUNCH", 1),
        .last = number_from("SCANLAB_LAST_LAUNCH", LAST_LAUNCH)};
}

void launch_numbers_leap(struct launch_numbers *numbers, uint32_t next)
{
    numbers->wish = next < numbers->last ? next : numbers->last;
}

bool launch_numbers_reserve(struct launch_numbers *numbers, size_t count)
{
    const uint32_t next = numbers->now == 0               ? numbers->first
                          : numbers->now >= numbers->last ? 1
                                                          : numbers->now + 1;

    if (next - 1 + count > numbers->last)
        launch_numbers_leap(numbers, 1);
    return count <= numbers->last;
}

bool launch_numbers_next(struct launch_numbers *numbers)
{
    const bool leaps = numbers->wish > 0;
    const bool again =
        leaps ? numbers->wish <= numbers->now : numbers->now >= numbers->last;

    numbers->now = leaps               ? numbers->wish
                   : numbers->now == 0 ? numbers->first
                   : again             ? 1
                                       : numbers->now + 1;
    numbers->wish = 0;
    return again;
}

/* -------------------------------------------------------------- arguments */

int launch_argument_bytes(const struct argument *argument)
{
    return argument->kind == ARGUMENT_U32 ||
                   argument->kind == ARGUMENT_LAUNCH ||
                   argument->kind == ARGUMENT_GPU ||
                   argument->kind == ARGUMENT_SET
               ? 4
               : 8;
}

int launch_argument(const struct launch_memory *memory,
                    const struct argument *from, union launch_value *to)
{
    switch (from->kind) {
    case ARGUMENT_PORT:
        to->pointer = memory->port[from->index] + from->offset;
        break;
    case ARGUMENT_BUFFER:
        to->pointer = memory->buffer[from->index] + from->offset;
        break;
    case ARGUMENT_U32: to->u32 = (uint32_t)from->scalar; break;
    case ARGUMENT_U64: to->u64 = from->scalar; break;
    case ARGUMENT_CARRY: to->pointer = memory->carry; break;
    case ARGUMENT_LAUNCH: to->u32 = memory->launch; break;
    case ARGUMENT_GPU: to->u32 = memory->gpu; break;
    case ARGUMENT_SET: to->u32 = memory->set; break;
    case ARGUMENT_SHARE: to->u64 = memory->share; break;
    case ARGUMENT_BOARDS: to->pointer = memory->boards[from->index]; break;
    }
    return launch_argument_bytes(from);
}
