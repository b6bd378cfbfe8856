/* check_blocks.c - each block of a launch runs once, within its launch;
 * an unfinished block needs a finding in the metadata, and there is one finding
 * event if the metadata has a finding, else none.
 */
#include "check_trace.h"

#include <stdlib.h>
#include <string.h>

struct launch {
    int64_t begin, end, blocks, seen;
    bool *block;
};

static void end_launch(const struct checked *c, struct launch *launch)
{
    if (launch->block && launch->seen < launch->blocks &&
        !json_object_get(c->metadata, "finding") &&
        number_of(c, c->metadata, "dropped") == 0)
        wrong(c, "%lld of %lld blocks", (long long)launch->seen,
              (long long)launch->blocks);
    free(launch->block);
    launch->block = NULL;
}

static void begin_launch(const struct checked *c, struct launch *launch,
                         const json_t *event, const json_t *args)
{
    const json_t *const grid = json_object_get(args, "grid");

    end_launch(c, launch);
    if (json_array_size(grid) != 3)
        wrong(c, "a launch without a grid");
    *launch = (struct launch){.begin = ns_of(event, "ts"), .blocks = 1};
    launch->end = launch->begin + ns_of(event, "dur");
    for (size_t i = 0; i < 3; i++)
        launch->blocks *= json_integer_value(json_array_get(grid, i));
    launch->block = calloc((size_t)launch->blocks + 1, sizeof(bool));
}

static void check_block(const struct checked *c, struct launch *launch,
                        const json_t *event, const json_t *args)
{
    const int64_t number = number_of(c, args, "block");
    const int64_t ts = ns_of(event, "ts");

    if (number < 0 || number >= launch->blocks)
        wrong(c, "block %lld is none of the launch", (long long)number);
    if (launch->block[number])
        wrong(c, "block %lld runs twice", (long long)number);
    if (ts < launch->begin || ts + ns_of(event, "dur") > launch->end)
        wrong(c, "block %lld runs outside of its launch", (long long)number);
    launch->block[number] = true;
    launch->seen++;
    if (json_object_get(args, "unfinished") &&
        !json_object_get(c->metadata, "finding"))
        wrong(c, "unfinished, and nothing is wrong");
}

void check_blocks(struct checked *c)
{
    struct launch launch = {.block = NULL};
    int findings = 0;

    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        const json_t *const args = json_object_get(event, "args");
        const char *const category = category_of(event);
        if (!strcmp(category, "launch"))
            begin_launch(c, &launch, event, args);
        else if (!strcmp(category, "block"))
            check_block(c, &launch, event, args);
        findings += !strcmp(category, "finding");
    }
    c->at = 0;
    end_launch(c, &launch);
    if (findings != (json_object_get(c->metadata, "finding") != NULL))
        wrong(c, "%d findings, the metadata says something else", findings);
}
