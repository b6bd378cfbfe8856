/* by_value.c - see by_value.h.
 *
 *     static T same(T x) { return x; }
 *     left = same(cell[i - 1]);      g++ copies the cell to the call, no hook
 *
 * There is no hook either when the caller copies a struct that such a call
 * returns. A __device__ function is hidden and always inlined: its parameters
 * become ordinary variables, and there is a hook when the struct is copied.
 * CUDA requires the word anyway.
 */
#include "by_value.h"
#include "simt/source/object_file.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>

/* The linker makes hidden functions local, like functions that were static or
 * in an unnamed namespace. So they are distinguished before linking: for the
 * linker the hidden ones are not functions. */
static bool unmark_hidden(Elf *elf)
{
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
        GElf_Shdr section;
        GElf_Sym symbol;
        if (!gelf_getshdr(scn, &section))
            return false;
        Elf_Data *const data =
            section.sh_type == SHT_SYMTAB ? elf_getdata(scn, NULL) : NULL;
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
            if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC ||
                GELF_ST_VISIBILITY(symbol.st_other) != STV_HIDDEN)
                continue;
            symbol.st_info =
                GELF_ST_INFO(GELF_ST_BIND(symbol.st_info), STT_NOTYPE);
            if (!gelf_update_sym(data, i, &symbol))
                return false;
            elf_flagdata(data, ELF_C_SET, ELF_F_DIRTY);
        }
    }
    return true;
}

bool by_value_prepare(const char *object_path)
{
    return object_file_change(object_path, unmark_hidden);
}

/* The function's symbol, if a real call of it is possible; or NULL. */
static const char *called_by(const struct object_file *object, uint64_t at)
{
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(object->elf, scn));) {
        GElf_Shdr section;
        GElf_Sym symbol;
        Elf_Data *const data = elf_getdata(scn, NULL);
        if (!gelf_getshdr(scn, &section) || section.sh_type != SHT_SYMTAB)
            continue;
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++)
            if (symbol.st_value == at &&
                GELF_ST_TYPE(symbol.st_info) == STT_FUNC)
                return elf_strptr(object->elf, section.sh_link, symbol.st_name);
    }
    return NULL;
}

/* True for all types except those that fit a register: the load of such a value
 * has its hook, and then the call gets the register. A pointer to a member
 * function is a struct of two words. */
static bool is_struct(Dwarf_Die *variable)
{
    static const int held[] = {DW_TAG_base_type,
                               DW_TAG_enumeration_type,
                               DW_TAG_pointer_type,
                               DW_TAG_reference_type,
                               DW_TAG_rvalue_reference_type,
                               DW_TAG_unspecified_type /* of nullptr */};
    Dwarf_Attribute attribute;
    Dwarf_Die type;

    if (!dwarf_formref_die(
            dwarf_attr_integrate(variable, DW_AT_type, &attribute), &type) ||
        dwarf_peel_type(&type, &type) != 0)
        return false;
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        if (dwarf_tag(&type) == held[i])
            return false;
    return true;
}

/* True if a parameter or the result is a struct, or may be one, as after "...".
 */
static bool has_struct(Dwarf_Die *function)
{
    Dwarf_Die child;

    if (is_struct(function))
        return true;
    if (dwarf_child(function, &child) != 0)
        return false;
    do
        if (dwarf_tag(&child) == DW_TAG_unspecified_parameters ||
            (dwarf_tag(&child) == DW_TAG_formal_parameter && is_struct(&child)))
            return true;
    while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

/* The function's line; a lambda has none, but its parameter has. */
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

struct searching {
    const struct object_file *object;
    struct by_value *to;
    int count;
};

static void note(struct searching *s, Dwarf_Die *function, const char *symbol)
{
    const char *const name = dwarf_diename(function);
    struct by_value *const made = &s->to[s->count++];

    made->line = line_of(function);
    snprintf(made->name, sizeof made->name, "%s", name ? name : "?");
    snprintf(made->symbol, sizeof made->symbol, "%s", symbol);
}

static void search(struct searching *s, Dwarf_Die *scope)
{
    Dwarf_Addr begin;
    Dwarf_Die found;

    if (dwarf_child(scope, &found) != 0)
        return;
    do {
        const char *const symbol = dwarf_tag(&found) == DW_TAG_subprogram &&
                                           dwarf_lowpc(&found, &begin) == 0 &&
                                           has_struct(&found)
                                       ? called_by(s->object, begin)
                                       : NULL;
        if (symbol)
            note(s, &found, symbol);
        if (s->count < BY_VALUE)
            search(s, &found); /* a lambda is inside */
    } while (s->count < BY_VALUE && dwarf_siblingof(&found, &found) == 0);
}

void takes_by_value(const char *object_path, struct by_value to[BY_VALUE])
{
    struct object_file object;
    struct searching s = {&object, to, 0};
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;

    memset(to, 0, BY_VALUE * sizeof *to);
    object_file_open(&object, object_path);
    while (s.count < BY_VALUE && object.dwarf &&
           !dwarf_get_units(object.dwarf, cu, &cu, NULL, NULL, &unit, NULL))
        search(&s, &unit);
    object_file_close(&object);
}
