/* source_lines.c - see source_lines.h.
 *
 * DWARF is a tree for each source file (a unit): functions, blocks in them,
 * calls that were inlined, variables. Each knows the addresses of its code.
 */
#include "source_lines.h"

#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct source_lines {
    int file;
    Elf *elf;
    Dwarf *dwarf; /* NULL: no debug information */
};

struct source_lines *source_lines_open(const char *object_path)
{
    struct source_lines *const lines = calloc(1, sizeof *lines);

    if (!lines)
        return NULL;
    elf_version(EV_CURRENT);
    lines->file = open(object_path, O_RDONLY | O_CLOEXEC);
    if (lines->file >= 0)
        lines->elf = elf_begin(lines->file, ELF_C_READ_MMAP, NULL);
    if (!lines->elf || elf_kind(lines->elf) != ELF_K_ELF) {
        source_lines_close(lines);
        return NULL;
    }
    lines->dwarf = dwarf_begin_elf(lines->elf, DWARF_C_READ, NULL);
    return lines;
}

void source_lines_close(struct source_lines *lines)
{
    if (!lines)
        return;
    dwarf_end(lines->dwarf);
    elf_end(lines->elf);
    if (lines->file >= 0)
        close(lines->file);
    free(lines);
}

/* ------------------------------------------------------------------ lines */

/* The unit whose code `at` is. A table of addresses would find it faster, but
 * clang writes none; a kernel is one unit. */
static bool unit_of(struct source_lines *lines, Dwarf_Addr at, Dwarf_Die *unit)
{
    Dwarf_CU *cu = NULL;

    while (!dwarf_get_units(lines->dwarf, cu, &cu, NULL, NULL, unit, NULL))
        if (dwarf_haspc(unit, at) > 0)
            return true;
    return false;
}

/* Where an inlined call stands: in the scope outside it. */
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

/* A search: where we look, and the place that the next function found, going
 * outwards, is in. */
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
    if (out->places < SOURCE_PLACES) /* else the last is replaced */
        out->places++;
    out->place[out->places - 1] = search->place;
    if (dwarf_tag(function) == DW_TAG_inlined_subroutine)
        call_place(function, search->unit, &search->place);
}

/* Goes down to the innermost scope of `at`, and notes functions on the way
 * back. (dwarf_getscopes gives what is around an inlined function where it is
 * written, not what called it.) */
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
    if (!lines->dwarf || !unit_of(lines, search.at, &unit))
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

    while (lines->dwarf && dwarf_nextcu(lines->dwarf, at, &next, &header, NULL,
                                        NULL, NULL) == 0) {
        Dwarf_Die unit, child;
        if (dwarf_offdie(lines->dwarf, at + header, &unit) &&
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

/* ------------------------------------------------------------------ names */

/* Reads "4cell" at *at and moves on behind it; NULL when none stands there. */
static const char *identifier(const char **at, size_t *length)
{
    char *end;

    if (!isdigit((unsigned char)**at))
        return NULL;
    *length = strtoul(*at, &end, 10);
    if (*length == 0 || *length > strlen(end))
        return NULL;
    *at = end + *length;
    return end;
}

/* "", "_0", "__10_": the first, second, twelfth of that name. */
static bool is_discriminator(const char *at)
{
    if (*at == '_')
        at++;
    if (*at == '_')
        at++;
    at += strspn(at, "0123456789");
    if (*at == '_')
        at++;
    return !*at;
}

/* A variable in a function: _ZZ, the function, E, the variable. */
static const char *local_name(const char *symbol, size_t *length)
{
    for (const char *e = strchr(symbol, 'E'); e; e = strchr(e + 1, 'E')) {
        const char *at = e + 1;
        const char *const name = identifier(&at, length);
        if (name && is_discriminator(at))
            return name;
    }
    return NULL;
}

/* A name in namespaces: _ZN, each with its length, E. */
static const char *nested_name(const char *at, size_t *length)
{
    const char *name = NULL;

    for (const char *next; (next = identifier(&at, length));)
        name = next;
    /* The last call may have spoilt *length. */
    if (name)
        *length = (size_t)(at - name);
    return name;
}

char *source_name(const char *symbol, char *text, size_t size)
{
    const char *name = NULL;
    size_t length = strcspn(symbol, "@"); /* printf@GLIBC_2.2.5 */

    if (!strncmp(symbol, "_ZZ", 3)) {
        name = local_name(symbol, &length);
    } else if (!strncmp(symbol, "_ZN", 3)) {
        name = nested_name(symbol + 3, &length);
    } else if (!strncmp(symbol, "_Z", 2)) {
        const char *at = symbol + 2 + (symbol[2] == 'L'); /* L: static */
        name = identifier(&at, &length);
    }
    if (!name) {
        name = symbol;
        length = strcspn(symbol, "@");
    }
    snprintf(text, size, "%.*s", (int)length, name);
    return text;
}

char *source_function(const char *symbol, char *text, size_t size)
{
    const char *name = NULL;
    size_t length = 0;

    if (!strncmp(symbol, "_ZZ", 3)) {
        const char *at = symbol + 3 + (symbol[3] == 'L');
        name = identifier(&at, &length);
    }
    snprintf(text, size, "%.*s", name ? (int)length : 0, name ? name : "");
    return text;
}

static char *copy_of_name(const char *symbol)
{
    char text[256];

    return strdup(source_name(symbol, text, sizeof text));
}

/* ---------------------------------------------------------------- symbols */

static enum source_storage storage_of(const GElf_Shdr *section)
{
    const bool zero = section->sh_type == SHT_NOBITS;

    if (section->sh_flags & SHF_TLS)
        return zero ? SOURCE_LOCAL_ZERO : SOURCE_LOCAL_VALUES;
    if (section->sh_flags & SHF_WRITE)
        return zero ? SOURCE_ZERO : SOURCE_VALUES;
    return SOURCE_CONSTANT;
}

/* Of the compiler's own making, not in the source. */
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
        return true; /* absolute: nothing of ours */
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

/* False when memory is out. */
static bool read_table(struct source_symbols *to, Elf *elf, Elf_Scn *scn,
                       const GElf_Shdr *table)
{
    Elf_Data *const data = elf_getdata(scn, NULL);
    bool start_up = false; /* crtbegin's, which says it is "crtstuff.c" */
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
        if (!*name || is_internal(name) || (start_up && binding == STB_LOCAL))
            continue;
        if (symbol.st_shndx == SHN_UNDEF) {
            if (binding == STB_GLOBAL && !add_undefined(to, name))
                return false;
        } else if ((type == STT_OBJECT || type == STT_TLS) && symbol.st_size) {
            if (!add_variable(to, elf, &symbol, name))
                return false;
        }
    }
    return true;
}

/* .symtab, or in a stripped object .dynsym. */
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

/* ----------------------------------------------------- element sizes (DWARF)
 */

/* Bytes of a variable's element, through arrays of arrays; 0: not known. */
static size_t element_bytes(Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    Dwarf_Word bytes;

    if (!dwarf_formref_die(
            dwarf_attr_integrate(variable, DW_AT_type, &attribute), &type))
        return 0;
    while (!dwarf_peel_type(&type, &type) &&
           dwarf_tag(&type) == DW_TAG_array_type)
        if (!dwarf_formref_die(
                dwarf_attr_integrate(&type, DW_AT_type, &attribute), &type))
            return 0;
    return dwarf_aggregate_size(&type, &bytes) ? 0 : (size_t)bytes;
}

/* Where a static or thread-local variable lives, as the symbols say it. */
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

static void note_element(struct source_symbols *to, Dwarf_Die *variable)
{
    uintptr_t offset;
    bool local;
    size_t bytes;

    if (!location_of(variable, &offset, &local) ||
        !(bytes = element_bytes(variable)))
        return;
    for (size_t i = 0; i < to->symbols; i++) {
        struct source_symbol *const symbol = &to->symbol[i];
        if (symbol->offset == offset &&
            (symbol->storage <= SOURCE_LOCAL_VALUES) == local &&
            symbol->bytes % bytes == 0)
            symbol->element_bytes = bytes;
    }
}

static void note_elements(struct source_symbols *to, Dwarf_Die *scope)
{
    Dwarf_Die die;

    if (dwarf_child(scope, &die))
        return;
    do
        switch (dwarf_tag(&die)) {
        case DW_TAG_variable: note_element(to, &die); break;
        case DW_TAG_namespace:
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine:
        case DW_TAG_lexical_block: note_elements(to, &die); break;
        }
    while (!dwarf_siblingof(&die, &die));
}

struct source_symbols *source_symbols_open(const char *object_path)
{
    struct source_lines *const lines = source_lines_open(object_path);
    struct source_symbols *symbols = calloc(1, sizeof *symbols);

    if (!lines || !symbols || !read_symbols(symbols, lines->elf)) {
        source_symbols_close(symbols);
        source_lines_close(lines);
        return NULL;
    }
    read_local_block(symbols, lines->elf);
    Dwarf_CU *cu = NULL;
    Dwarf_Die unit;
    while (lines->dwarf &&
           !dwarf_get_units(lines->dwarf, cu, &cu, NULL, NULL, &unit, NULL))
        note_elements(symbols, &unit);
    source_lines_close(lines);
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
