/* source_lines.c - see source_lines.h.
 *
 * DWARF has a tree for each source file (a unit): functions, the blocks in
 * them, calls that were inlined, variables. Each node knows the addresses of
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

/* Finds the unit that has the code at `at`. A table of addresses would be
 * faster, but clang writes none, and a kernel is a single unit. */
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

static int parameters_of(Dwarf_Die *function, int bytes[], int most)
{
    Dwarf_Die child;
    int count = 0;

    if (dwarf_child(function, &child) != 0)
        return 0;
    do {
        Dwarf_Attribute attribute;
        Dwarf_Die type;
        Dwarf_Word size = 0;
        if (dwarf_tag(&child) != DW_TAG_formal_parameter)
            continue;
        if (dwarf_attr_integrate(&child, DW_AT_type, &attribute) &&
            dwarf_formref_die(&attribute, &type) &&
            dwarf_aggregate_size(&type, &size) != 0)
            size = 0;
        if (count < most)
            bytes[count] = (int)size;
        count++;
    } while (dwarf_siblingof(&child, &child) == 0);
    return count;
}

int source_parameters(struct source_lines *lines, const char *function,
                      int bytes[], int most)
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
                const char *name = dwarf_diename(&child);
                if (dwarf_tag(&child) == DW_TAG_subprogram && name &&
                    !strcmp(name, function) &&
                    dwarf_hasattr(&child, DW_AT_low_pc))
                    return parameters_of(&child, bytes, most);
            } while (dwarf_siblingof(&child, &child) == 0);
        at = next;
    }
    return -1;
}
