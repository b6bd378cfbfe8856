/* source_lines.c - see source_lines.h.
 *
 * DWARF has a tree for each source file (a unit): functions, the blocks in
 * them, calls that were inlined, variables. Each node lists the addresses of
 * its code.
 */
#include "source_lines.h"
#include "object_file.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

struct source_lines {
    struct object_file object;
};

struct source_lines *source_lines_open(const char *object_path)
{
    struct source_lines *const lines = calloc(1, sizeof *lines);

    if (!lines)
        return NULL;
    if (!object_file_open(&lines->object, object_path)) {
        source_lines_close(lines);
        return NULL;
    }
    return lines;
}

void source_lines_close(struct source_lines *lines)
{
    if (!lines)
        return;
    object_file_close(&lines->object);
    free(lines);
}

/* ------------------------------------------------------------------ lines */

/* Finds the unit with the code at `at`. A table of addresses would be faster,
 * but clang writes none, and a kernel is a single unit. */
static bool unit_of(struct source_lines *lines, Dwarf_Addr at, Dwarf_Die *unit)
{
    Dwarf_CU *cu = NULL;

    while (
        !dwarf_get_units(lines->object.dwarf, cu, &cu, NULL, NULL, unit, NULL))
        if (dwarf_haspc(unit, at) > 0)
            return true;
    return false;
}

/* The place of an inlined call, in the function outside it. */
static void call_place(Dwarf_Die *call, Dwarf_Die *unit,
                       struct source_place *out)
{
    Dwarf_Attribute attribute;
    Dwarf_Word line = 0, file = 0;
    Dwarf_Files *files;
    size_t count;

    dwarf_formudata(dwarf_attr(call, DW_AT_call_line, &attribute), &line);
    dwarf_formudata(dwarf_attr(call, DW_AT_call_file, &attribute), &file);
    *out = (struct source_place){.line = (int)line};
    if (!dwarf_getsrcfiles(unit, &files, &count) && file < count)
        out->file = dwarf_filesrc(files, file, NULL, NULL);
}

/* A search for the functions around the address `at`, from the inside out.
 * `place` is the place within the function that is noted next. */
struct search {
    Dwarf_Addr at;
    Dwarf_Die *unit;
    struct source_place place;
    struct source_line *out;
};

static void note_function(struct search *search, Dwarf_Die *function)
{
    struct source_line *const out = search->out;

    search->place.function = dwarf_diename(function);
    if (out->places < SOURCE_PLACES) /* else this one replaces the last */
        out->places++;
    out->place[out->places - 1] = search->place;
    if (dwarf_tag(function) == DW_TAG_inlined_subroutine)
        call_place(function, search->unit, &search->place);
}

/* Goes down to the innermost scope of `at`, and notes functions on the way
 * back. (dwarf_getscopes() would give the scopes around the definition of an
 * inlined function, not around its call.) */
static void search_scope(struct search *search, Dwarf_Die *scope)
{
    Dwarf_Die die;

    if (dwarf_child(scope, &die))
        return;
    do
        switch (dwarf_tag(&die)) {
        case DW_TAG_namespace: search_scope(search, &die); break;
        case DW_TAG_lexical_block:
            if (dwarf_haspc(&die, search->at) > 0)
                search_scope(search, &die);
            break;
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine:
            if (dwarf_haspc(&die, search->at) > 0) {
                search_scope(search, &die);
                note_function(search, &die);
            }
            break;
        }
    while (!dwarf_siblingof(&die, &die));
}

const char *source_file_name(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool source_line(struct source_lines *lines, uintptr_t offset,
                 struct source_line *out)
{
    Dwarf_Die unit;
    struct search search = {.at = offset - 1, .unit = &unit, .out = out};

    *out = (struct source_line){.places = 0};
    if (!lines->object.dwarf || !unit_of(lines, search.at, &unit))
        return false;
    Dwarf_Line *const line = dwarf_getsrc_die(&unit, search.at);
    if (!line || dwarf_lineno(line, &search.place.line))
        return false;
    search.place.file = dwarf_linesrc(line, NULL, NULL);
    search_scope(&search, &unit);
    if (!out->places) /* code outside any function */
        out->place[out->places++] = search.place;
    for (int i = 0; i < out->places; i++) {
        if (!out->place[i].file)
            out->place[i].file = "?";
        if (!out->place[i].function)
            out->place[i].function = "?";
    }
    return true;
}

/* ------------------------------------------------------------- parameters */

/* From one type to the type under it, as long as that is only another name. */
static bool take_off(Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    return dwarf_formref_die(dwarf_attr_integrate(type, DW_AT_type, &attribute),
                             type) != NULL;
}

/* X *__restrict__, and whether X is const; X is not volatile. */
static enum source_promise promise_of(Dwarf_Die type)
{
    bool restricts = false, constant = false;
    int tag;

    while ((tag = dwarf_tag(&type)) == DW_TAG_restrict_type ||
           tag == DW_TAG_const_type || tag == DW_TAG_typedef) {
        restricts |= tag == DW_TAG_restrict_type;
        if (!take_off(&type))
            return PROMISES_NOTHING;
    }
    if (!restricts || tag != DW_TAG_pointer_type || !take_off(&type))
        return PROMISES_NOTHING;
    while ((tag = dwarf_tag(&type)) == DW_TAG_const_type ||
           tag == DW_TAG_typedef) {
        constant |= tag == DW_TAG_const_type;
        if (!take_off(&type))
            break; /* const void */
    }
    return tag == DW_TAG_volatile_type ? PROMISES_NOTHING
           : constant                  ? PROMISES_CONSTANT
                                       : PROMISES_ALONE;
}

static struct source_parameter parameter_of(Dwarf_Die *parameter)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    Dwarf_Word size = 0;

    if (!dwarf_attr_integrate(parameter, DW_AT_type, &attribute) ||
        !dwarf_formref_die(&attribute, &type))
        return (struct source_parameter){0, PROMISES_NOTHING};
    if (dwarf_aggregate_size(&type, &size) != 0)
        size = 0;
    return (struct source_parameter){(int)size, promise_of(type)};
}

static int parameters_of(Dwarf_Die *function, struct source_parameter out[],
                         int most)
{
    Dwarf_Die child;
    int count = 0;

    if (dwarf_child(function, &child) != 0)
        return 0;
    do {
        if (dwarf_tag(&child) != DW_TAG_formal_parameter)
            continue;
        if (count < most)
            out[count] = parameter_of(&child);
        count++;
    } while (dwarf_siblingof(&child, &child) == 0);
    return count;
}

/* Calls `visit` with each function that has code, until it returns true. */
static bool visit_functions(struct source_lines *lines,
                            bool (*visit)(Dwarf_Die *function, void *context),
                            void *context)
{
    Dwarf_Off at = 0, next;
    size_t header;

    while (lines->object.dwarf &&
           dwarf_nextcu(lines->object.dwarf, at, &next, &header, NULL, NULL,
                        NULL) == 0) {
        Dwarf_Die unit, child;
        if (dwarf_offdie(lines->object.dwarf, at + header, &unit) &&
            dwarf_child(&unit, &child) == 0)
            do {
                if (dwarf_tag(&child) == DW_TAG_subprogram &&
                    dwarf_hasattr(&child, DW_AT_low_pc) &&
                    visit(&child, context))
                    return true;
            } while (dwarf_siblingof(&child, &child) == 0);
        at = next;
    }
    return false;
}

struct wanted_function {
    const char *name;
    struct source_parameter *out;
    int most, count;
};

static bool take_parameters(Dwarf_Die *function, void *context)
{
    struct wanted_function *const wanted = context;
    const char *const name = dwarf_diename(function);

    if (!name || strcmp(name, wanted->name) != 0)
        return false;
    wanted->count = parameters_of(function, wanted->out, wanted->most);
    return true;
}

int source_parameters(struct source_lines *lines, const char *function,
                      struct source_parameter out[], int most)
{
    struct wanted_function wanted = {function, out, most, -1};

    visit_functions(lines, take_parameters, &wanted);
    return wanted.count;
}

static bool has_promise(Dwarf_Die *function, void *context)
{
    enum { MOST = 16 };
    struct source_parameter parameter[MOST];
    const int count = parameters_of(function, parameter, MOST);

    (void)context;
    for (int i = 0; i < count && i < MOST; i++)
        if (parameter[i].promise != PROMISES_NOTHING)
            return true;
    return false;
}

bool source_has_promises(struct source_lines *lines)
{
    return visit_functions(lines, has_promise, NULL);
}
