/* bit_fields.c - see bit_fields.h. */
#include "bit_fields.h"
#include "simt/source/object_file.h"

#include <dwarf.h>
#include <stdbool.h>

/* The type of a variable, a member or another type. */
static bool type_of(Dwarf_Die *of, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    return dwarf_attr_integrate(of, DW_AT_type, &attribute) &&
           dwarf_formref_die(&attribute, type);
}

static bool is_struct(int tag)
{
    return tag == DW_TAG_structure_type || tag == DW_TAG_union_type ||
           tag == DW_TAG_class_type;
}

/* The type without its other names; for an array, that of its elements. */
static bool take_off(Dwarf_Die *type, bool *is_volatile)
{
    int tag;

    while ((tag = dwarf_tag(type)) == DW_TAG_volatile_type ||
           tag == DW_TAG_const_type || tag == DW_TAG_typedef ||
           tag == DW_TAG_array_type) {
        *is_volatile |= tag == DW_TAG_volatile_type;
        if (!type_of(type, type))
            return false;
    }
    return true;
}

/* Finds a volatile bit-field of the struct, or of one of its members. */
static bool find_member(Dwarf_Die *type, bool is_volatile, Dwarf_Die *found)
{
    Dwarf_Die member;

    if (dwarf_child(type, &member) != 0)
        return false;
    do {
        Dwarf_Die of;
        bool here = is_volatile;
        if (dwarf_tag(&member) != DW_TAG_member || !type_of(&member, &of) ||
            !take_off(&of, &here))
            continue;
        if (here && dwarf_hasattr(&member, DW_AT_bit_size)) {
            *found = member;
            return true;
        }
        if (is_struct(dwarf_tag(&of)) && find_member(&of, here, found))
            return true;
    } while (dwarf_siblingof(&member, &member) == 0);
    return false;
}

static bool find(Dwarf_Die *die, Dwarf_Die *found)
{
    Dwarf_Die child, type = *die;
    bool is_volatile = false;

    if ((is_struct(dwarf_tag(die)) || dwarf_tag(die) == DW_TAG_volatile_type) &&
        take_off(&type, &is_volatile) && is_struct(dwarf_tag(&type)) &&
        find_member(&type, is_volatile, found))
        return true;
    if (dwarf_child(die, &child) != 0)
        return false;
    do
        if (find(&child, found))
            return true;
    while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

static bool find_in_object(Dwarf *dwarf, Dwarf_Die *found)
{
    Dwarf_Off at = 0, next;
    Dwarf_Die unit;
    size_t header;

    for (; dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL) == 0;
         at = next)
        if (dwarf_offdie(dwarf, at + header, &unit) && find(&unit, found))
            return true;
    return false;
}

enum status bit_fields_check(const char *object, const char *source,
                             struct problem *why)
{
    struct object_file file;
    Dwarf_Die found;
    Dwarf_Word line = 0;
    Dwarf_Attribute attribute;

    if (!object_file_open(&file, object)) {
        object_file_close(&file);
        return problem_set(why, MACHINE_LACKS, "%s cannot be read", object);
    }
    const bool has = file.dwarf && find_in_object(file.dwarf, &found);
    if (has && dwarf_attr(&found, DW_AT_decl_line, &attribute))
        dwarf_formudata(&attribute, &line);
    object_file_close(&file);
    return has ? problem_set(why, NOT_JUDGED,
                             "%s: a volatile bit-field, declared on line %d: a "
                             "GPU writes it with a load and a store of its "
                             "word, so stores by other threads in between are "
                             "lost: use shifts and masks",
                             source, (int)line)
               : OK;
}
