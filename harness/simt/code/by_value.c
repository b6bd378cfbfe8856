/* by_value.c - see by_value.h.
 *
 *     static T same(T x) { return x; }
 *     left = same(cell[i - 1]);      g++ copies the cell to the call, no hook
 *
 * Nor has the place a hook where it copies a struct that such a call returns.
 * A __device__ function is hidden and always inlined, so that its parameters
 * are variables, and the copy has its hook. CUDA asks for the word anyway.
 */
#include "by_value.h"
#include "object_file.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>

/* The linker makes hidden functions local ones: _Z4same1T. Those that were
 * static are _ZL4same1T, or of a namespace without a name or a function. */
static bool was_hidden(const char *name, const GElf_Sym *symbol)
{
    return GELF_ST_BIND(symbol->st_info) == STB_LOCAL &&
           (!strncmp(name, "_ZN", 3)
                ? strncmp(name, "_ZN12_GLOBAL__N_1", 17) != 0
                : !strncmp(name, "_Z", 2) && name[2] >= '0' && name[2] <= '9');
}

static bool is_called(const struct object_file *object, uint64_t at)
{
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(object->elf, scn));) {
        GElf_Shdr section;
        GElf_Sym symbol;
        Elf_Data *const data = elf_getdata(scn, NULL);
        if (!gelf_getshdr(scn, &section) || section.sh_type != SHT_SYMTAB)
            continue;
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
            const char *const name =
                elf_strptr(object->elf, section.sh_link, symbol.st_name);
            if (name && symbol.st_value == at &&
                GELF_ST_TYPE(symbol.st_info) == STT_FUNC)
                return !was_hidden(name, &symbol);
        }
    }
    return false;
}

static bool is_struct(Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;

    if (!dwarf_formref_die(
            dwarf_attr_integrate(variable, DW_AT_type, &attribute), &type) ||
        dwarf_peel_type(&type, &type) != 0)
        return false;
    const int tag = dwarf_tag(&type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
           tag == DW_TAG_union_type;
}

/* A parameter is one, or the result. */
static bool has_struct(Dwarf_Die *function)
{
    Dwarf_Die child;

    if (is_struct(function))
        return true;
    if (dwarf_child(function, &child) != 0)
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_formal_parameter && is_struct(&child))
            return true;
    while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

/* Of the function; a lambda has none, but its parameter has. */
static int line_of(Dwarf_Die *function)
{
    Dwarf_Die child;
    int line = 0;

    if (dwarf_decl_line(function, &line) == 0 && line > 0)
        return line;
    if (dwarf_child(function, &child) != 0)
        return 0;
    do
        if (dwarf_tag(&child) == DW_TAG_formal_parameter)
            dwarf_decl_line(&child, &line);
    while (dwarf_siblingof(&child, &child) == 0);
    return line;
}

static bool search(const struct object_file *object, Dwarf_Die *scope,
                   Dwarf_Die *found)
{
    Dwarf_Addr begin;

    if (dwarf_child(scope, found) != 0)
        return false;
    do {
        Dwarf_Die inside = *found;
        if (dwarf_tag(found) == DW_TAG_subprogram &&
            dwarf_lowpc(found, &begin) == 0 && has_struct(found) &&
            is_called(object, begin))
            return true;
        if (search(object, &inside, found)) /* a lambda is inside */
            return true;
        *found = inside;
    } while (dwarf_siblingof(found, found) == 0);
    return false;
}

bool takes_by_value(const char *object_path, int *line, char *name, size_t size)
{
    struct object_file object;
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit, function;
    bool found = false;

    *line = 0;
    object_file_open(&object, object_path);
    while (!found && object.dwarf &&
           !dwarf_get_units(object.dwarf, cu, &cu, NULL, NULL, &unit, NULL))
        found = search(&object, &unit, &function);
    if (found) {
        const char *const text = dwarf_diename(&function);
        *line = line_of(&function);
        snprintf(name, size, "%s", text ? text : "?");
    }
    object_file_close(&object);
    return found;
}
