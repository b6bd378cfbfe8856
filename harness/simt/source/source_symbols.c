/* source_symbols.c - see source_symbols.h.
 *
 * ELF's symbol table has a variable's name, place and size, but not the size of
 * an array's element, which comes from DWARF.
 */
#include "source_symbols.h"
#include "object_file.h"
#include "source_names.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------- the table of symbols */

static char *copy_of_name(const char *symbol)
{
    char text[256];

    return strdup(source_name(symbol, text, sizeof text));
}

static enum source_storage storage_of(const GElf_Shdr *section)
{
    const bool zero = section->sh_type == SHT_NOBITS;

    if (section->sh_flags & SHF_TLS)
        return zero ? SOURCE_LOCAL_ZERO : SOURCE_LOCAL_VALUES;
    if (section->sh_flags & SHF_WRITE)
        return zero ? SOURCE_ZERO : SOURCE_VALUES;
    return SOURCE_CONSTANT;
}

/* Symbols that the compiler or linker adds, and that no source has. */
static bool is_internal(const char *name)
{
    static const char *const prefix[] = {"_DYNAMIC", "_GLOBAL_OFFSET_TABLE_",
                                         "DW.ref.",  "__dso_handle",
                                         "_ZGV",     "_ZT"};

    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (!strncmp(name, prefix[i], strlen(prefix[i])))
            return true;
    return false;
}

static bool add_variable(struct source_symbols *to, Elf *elf,
                         const GElf_Sym *symbol, const char *name)
{
    Elf_Scn *const scn = elf_getscn(elf, symbol->st_shndx);
    GElf_Shdr section;
    size_t names;

    if (!scn || !gelf_getshdr(scn, &section) || elf_getshdrstrndx(elf, &names))
        return true; /* an absolute symbol: not a variable */
    struct source_symbol *const grown =
        realloc(to->symbol, (to->symbols + 1) * sizeof *grown);
    if (!grown)
        return false;
    to->symbol = grown;
    const char *const section_name = elf_strptr(elf, names, section.sh_name);
    char function[256];
    struct source_symbol *const made = &grown[to->symbols++];
    *made = (struct source_symbol){
        .name = copy_of_name(name),
        .function = strdup(source_function(name, function, sizeof function)),
        .section = strdup(section_name ? section_name : "?"),
        .storage = storage_of(&section),
        .offset = symbol->st_value,
        .bytes = symbol->st_size,
        .element_bytes = symbol->st_size,
    };
    return made->name && made->function && made->section;
}

static bool add_undefined(struct source_symbols *to, const char *name)
{
    char **const grown =
        realloc(to->undefined_name, (to->undefined + 1) * sizeof *grown);

    if (!grown)
        return false;
    to->undefined_name = grown;
    grown[to->undefined] = copy_of_name(name);
    return grown[to->undefined++] != NULL;
}

static void add_function(struct source_symbols *to, const GElf_Sym *symbol)
{
    const uintptr_t begin = symbol->st_value, end = begin + symbol->st_size;

    if (!to->code_end || begin < to->code_begin)
        to->code_begin = begin;
    if (end > to->code_end)
        to->code_end = end;
}

/* False: memory is out. */
static bool read_table(struct source_symbols *to, Elf *elf, Elf_Scn *scn,
                       const GElf_Shdr *table)
{
    Elf_Data *const data = elf_getdata(scn, NULL);
    bool start_up = false; /* symbols of crtbegin.o, whose file is crtstuff.c */
    GElf_Sym symbol;

    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *const name =
            elf_strptr(elf, table->sh_link, symbol.st_name);
        const int type = GELF_ST_TYPE(symbol.st_info);
        const int binding = GELF_ST_BIND(symbol.st_info);
        if (!name)
            continue;
        if (type == STT_FILE)
            start_up = !strcmp(name, "crtstuff.c");
        if (type == STT_TLS && !strncmp(name, "_ZGV", 4) &&
            to->guards < SOURCE_GUARDS)
            to->guard[to->guards++] = symbol.st_value;
        if (!*name || is_internal(name) || (start_up && binding == STB_LOCAL))
            continue;
        if (symbol.st_shndx == SHN_UNDEF) {
            if (binding == STB_GLOBAL && !add_undefined(to, name))
                return false;
        } else if ((type == STT_OBJECT || type == STT_TLS) && symbol.st_size) {
            if (!add_variable(to, elf, &symbol, name))
                return false;
        } else if (type == STT_FUNC && symbol.st_size) {
            add_function(to, &symbol);
        }
    }
    return true;
}

/* Reads .symtab, or .dynsym in a stripped object. */
static bool read_symbols(struct source_symbols *to, Elf *elf)
{
    static const GElf_Word types[] = {SHT_SYMTAB, SHT_DYNSYM};

    for (int i = 0; i < 2; i++)
        for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
            GElf_Shdr section;
            if (gelf_getshdr(scn, &section) && section.sh_type == types[i])
                return read_table(to, elf, scn, &section);
        }
    return true;
}

static void read_local_block(struct source_symbols *to, Elf *elf)
{
    size_t count = 0;
    GElf_Phdr segment;

    elf_getphdrnum(elf, &count);
    for (size_t i = 0; i < count; i++)
        if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_TLS) {
            to->local_bytes = segment.p_memsz;
            to->local_alignment = segment.p_align;
        }
}

/* ----------------------------------------------------- sizes of elements */

/* The type of a variable's elements, also for an array of arrays; without
 * qualifiers and typedefs. */
static bool element_type(Dwarf_Die *variable, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    if (!dwarf_formref_die(
            dwarf_attr_integrate(variable, DW_AT_type, &attribute), type))
        return false;
    while (!dwarf_peel_type(type, type) && dwarf_tag(type) == DW_TAG_array_type)
        if (!dwarf_formref_die(
                dwarf_attr_integrate(type, DW_AT_type, &attribute), type))
            return false;
    return true;
}

/* Where the unit describes the struct that it calls T; 0: there is none. */
static Dwarf_Off find_element(Dwarf_Die *unit)
{
    Dwarf_Die die, type;

    if (dwarf_child(unit, &die))
        return 0;
    do {
        const char *const name = dwarf_diename(&die);
        if (dwarf_tag(&die) == DW_TAG_typedef && name && !strcmp(name, "T") &&
            element_type(&die, &type) &&
            dwarf_tag(&type) == DW_TAG_structure_type)
            return dwarf_dieoffset(&type);
    } while (!dwarf_siblingof(&die, &die));
    return 0;
}

/* True for an array of more than one dimension. */
static bool is_matrix(Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type, child;
    int dimensions = 0;

    if (!dwarf_formref_die(
            dwarf_attr_integrate(variable, DW_AT_type, &attribute), &type) ||
        dwarf_peel_type(&type, &type) != 0 ||
        dwarf_tag(&type) != DW_TAG_array_type ||
        dwarf_child(&type, &child) != 0)
        return false;
    do
        dimensions += dwarf_tag(&child) == DW_TAG_subrange_type;
    while (dwarf_siblingof(&child, &child) == 0);
    return dimensions > 1;
}

/* A variable, or an array, of constants. */
static bool is_constant(Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type = *variable;

    while (dwarf_formref_die(
        dwarf_attr_integrate(&type, DW_AT_type, &attribute), &type))
        switch (dwarf_tag(&type)) {
        case DW_TAG_const_type: return true;
        case DW_TAG_array_type:
        case DW_TAG_typedef:
        case DW_TAG_volatile_type: break;
        default: return false;
        }
    return false;
}

/* The place of a static or thread-local variable, in the same terms as its
 * symbol. False: DWARF does not have it. */
static bool location_of(Dwarf_Die *variable, uintptr_t *offset, bool *local)
{
    Dwarf_Attribute attribute, number;
    Dwarf_Op *op;
    size_t count;
    Dwarf_Word value;

    if (!dwarf_attr(variable, DW_AT_location, &attribute) ||
        dwarf_getlocation(&attribute, &op, &count) || count < 1 || count > 2)
        return false;
    *local = count == 2 && (op[1].atom == DW_OP_form_tls_address ||
                            op[1].atom == DW_OP_GNU_push_tls_address);
    value = op[0].number;
    switch (op[0].atom) {
    case DW_OP_addr:
    case DW_OP_const4u:
    case DW_OP_const8u: break;
    case DW_OP_addrx: /* clang: the number is an index into a table */
    case DW_OP_constx:
        if (dwarf_getlocation_attr(&attribute, op, &number) ||
            (dwarf_formaddr(&number, &value) &&
             dwarf_formudata(&number, &value)))
            return false;
        break;
    default: return false;
    }
    *offset = (uintptr_t)value;
    return count == 1 || *local;
}

static void note_element(struct source_symbols *to, Dwarf_Off element,
                         Dwarf_Die *variable)
{
    uintptr_t offset;
    bool local;
    Dwarf_Die type;
    Dwarf_Word bytes;

    if (!location_of(variable, &offset, &local) ||
        !element_type(variable, &type) || dwarf_aggregate_size(&type, &bytes) ||
        bytes == 0)
        return;
    for (size_t i = 0; i < to->symbols; i++) {
        struct source_symbol *const symbol = &to->symbol[i];
        if (symbol->offset == offset &&
            (symbol->storage <= SOURCE_LOCAL_VALUES) == local &&
            symbol->bytes % bytes == 0) {
            symbol->element_bytes = bytes;
            symbol->constant = is_constant(variable);
            symbol->is_matrix = is_matrix(variable);
            symbol->has_elements = element && dwarf_dieoffset(&type) == element;
        }
    }
}

static void note_elements(struct source_symbols *to, Dwarf_Off element,
                          Dwarf_Die *scope)
{
    Dwarf_Die die;

    if (dwarf_child(scope, &die))
        return;
    do
        switch (dwarf_tag(&die)) {
        case DW_TAG_variable: note_element(to, element, &die); break;
        case DW_TAG_namespace:
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine:
        case DW_TAG_lexical_block: note_elements(to, element, &die); break;
        }
    while (!dwarf_siblingof(&die, &die));
}

struct source_symbols *source_symbols_open(const char *object_path)
{
    struct source_symbols *symbols = calloc(1, sizeof *symbols);
    struct object_file object;

    if (!object_file_open(&object, object_path) || !symbols ||
        !read_symbols(symbols, object.elf)) {
        source_symbols_close(symbols);
        object_file_close(&object);
        return NULL;
    }
    read_local_block(symbols, object.elf);
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    while (object.dwarf &&
           !dwarf_get_units(object.dwarf, cu, &cu, NULL, NULL, &unit, NULL))
        note_elements(symbols, find_element(&unit), &unit);
    object_file_close(&object);
    return symbols;
}

void source_symbols_close(struct source_symbols *symbols)
{
    if (!symbols)
        return;
    for (size_t i = 0; i < symbols->symbols; i++) {
        free(symbols->symbol[i].name);
        free(symbols->symbol[i].function);
        free(symbols->symbol[i].section);
    }
    for (size_t i = 0; i < symbols->undefined; i++)
        free(symbols->undefined_name[i]);
    free(symbols->symbol);
    free(symbols->undefined_name);
    free(symbols);
}
