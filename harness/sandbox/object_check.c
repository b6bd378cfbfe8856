/* object_check.c - see object_check.h.
 *
 * The object may call exactly the functions that the program exports; the only
 * list of them is the Makefile's exports.list. The linker's --wrap turns the
 * hook __tsan_read4 into __wrap___tsan_read4, which the program defines.
 */
#include "object_check.h"
#include "allowed_names.h"
#include "base/paths.h"

#include <ctype.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct object {
    Elf *elf;
    size_t names; /* the section of sections' names */
    Elf_Data *symbols;
    size_t symbol_count, symbol_names;
    enum object_kind kind;
    const char *source;
    struct problem *why;
};

/* ---------------------------------------------------------------- sentences */

/* The first line of the source that has the word, or 0. */
static int line_of(const char *source, const char *word)
{
    char *const text = path_read(source, NULL);
    const size_t length = strlen(word);
    const char *at = text, *from = text;
    int line = 1;

    while (at && (at = strstr(at, word)) &&
           ((at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_')) ||
            isalnum((unsigned char)at[length]) || at[length] == '_'))
        at += length;
    for (; at && from < at; from++)
        line += *from == '\n';
    free(text);
    return at ? line : 0;
}

static enum status refuse(const struct object *o, const char *word,
                          const char *sentence)
{
    const int line = word ? line_of(o->source, word) : 0;

    if (line)
        return problem_set(o->why, NOT_JUDGED, "%s:%d: %s", o->source, line,
                           sentence);
    return problem_set(o->why, NOT_JUDGED, "%s: %s", o->source, sentence);
}

/* The plain name in _Z5hiddenv; other forms are left as they are. */
static const char *plain_name(const char *name, char *text, size_t size)
{
    char *end;
    const bool local = !strncmp(name, "_ZL", 3);

    if (strncmp(name, "_Z", 2) != 0)
        return name;
    const long length = strtol(name + 2 + local, &end, 10);
    if (length <= 0 || (size_t)length >= size || strlen(end) < (size_t)length)
        return name;
    snprintf(text, size, "%.*s", (int)length, end);
    return text;
}

static enum status refuse_call(const struct object *o, const char *name)
{
    char text[128], sentence[512];
    const char *const plain = plain_name(name, text, sizeof text);

    if (strstr(name, "_indirect_thunk_") || strstr(name, "_retpoline_"))
        return refuse(o, NULL,
                      "the kernel calls a function through a pointer, or jumps "
                      "to a computed address: call it by name");
    if (!strncmp(name, "__tsan_atomic", 13))
        return refuse(
            o, NULL,
            "the kernel uses the host compiler's atomics (__sync, __atomic, "
            "std::atomic): use CUDA's, such as atomicAdd()");
    snprintf(sentence, sizeof sentence,
             o->kind == OBJECT_KERNEL
                 ? "the kernel calls %.120s(), which is not known to the SIMT "
                   "machine: a kernel must not call host functions"
                 : "the code calls %.120s(): a scan and a monoid may call "
                   "functions for memory, text, sorting, mathematics, clocks "
                   "and locks, and no other system functions",
             plain);
    return refuse(o, plain, sentence);
}

/* -------------------------------------------------------------------- names */

static bool is_exported(const char *name)
{
    Dl_info here, there;
    void *const address = dlsym(RTLD_DEFAULT, name);

    return address && dladdr(address, &there) &&
           dladdr((void *)(uintptr_t)object_check, &here) &&
           here.dli_fbase == there.dli_fbase;
}

static bool is_wrapped(const char *name)
{
    char wrapped[256];

    return path_format(wrapped, sizeof wrapped, "__wrap_%s", name) &&
           is_exported(wrapped);
}

static bool begins_with(const char *name, const char *beginning)
{
    return !strncmp(name, beginning, strlen(beginning));
}

static bool may_call(const struct object *o, const char *name)
{
    if (name_is_compilers(name) ||
        (o->kind == OBJECT_KERNEL ? name_is_mathematics_of_kernels(name)
                                  : name_is_mathematics(name)))
        return true;
    if (begins_with(name, "interval_") && is_exported(name))
        return true;
    if (o->kind == OBJECT_HOST)
        return name_is_for_hosts(name) ||
               (begins_with(name, "__sanitizer_cov_trace_") &&
                is_wrapped(name));
    return is_wrapped(name) ||
           (begins_with(name, "simt_") && is_exported(name));
}

/* Functions that the loader calls, or that the linker's own files do. */
static bool is_called_at_load(const char *name)
{
    static const char *const names[] = {"_init", "_fini", "__gmon_start__",
                                        "_ITM_registerTMCloneTable",
                                        "_ITM_deregisterTMCloneTable"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* A definition that would take the place of the program's. */
static bool is_taken(const char *name)
{
    static const char *const ours[] = {"__tsan_",      "__wrap_", "__real_",
                                       "__sanitizer_", "__x86_",  "__llvm_"};

    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (begins_with(name, ours[i]))
            return true;
    return is_exported(name) || is_wrapped(name);
}

static enum status check_symbol(const struct object *o, const GElf_Sym *symbol)
{
    const char *const name =
        elf_strptr(o->elf, o->symbol_names, symbol->st_name);
    const int type = GELF_ST_TYPE(symbol->st_info);
    char sentence[256];

    if (!name || !*name || type == STT_SECTION || type == STT_FILE)
        return OK;
    if (type == STT_GNU_IFUNC)
        return refuse(o, name,
                      "it has a function that is chosen at load time (ifunc)");
    if (symbol->st_shndx == SHN_UNDEF)
        return may_call(o, name) ? OK : refuse_call(o, name);
    if (is_called_at_load(name))
        return refuse(o, name, "it defines a function that runs at load time");
    if (!is_taken(name))
        return OK;
    snprintf(sentence, sizeof sentence,
             "it defines %.120s, a name that belongs to scanlab", name);
    return refuse(o, name, sentence);
}

/* ----------------------------------------------------------------- sections */

/* Where a relocation leads to. */
static bool leads_to(const struct object *o, const GElf_Rela *rela,
                     size_t *section, uint64_t *offset)
{
    GElf_Sym symbol;

    if (!gelf_getsym(o->symbols, (int)GELF_R_SYM(rela->r_info), &symbol))
        return false;
    *section = symbol.st_shndx;
    *offset = symbol.st_value + (uint64_t)rela->r_addend;
    return true;
}

/* The compiler's own function, which calls __tsan_init(). */
static bool is_compilers_start(const struct object *o, size_t section,
                               uint64_t offset)
{
    for (size_t i = 0; i < o->symbol_count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(o->symbols, (int)i, &symbol) ||
            symbol.st_shndx != section || symbol.st_value != offset ||
            GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
            continue;
        const char *const name =
            elf_strptr(o->elf, o->symbol_names, symbol.st_name);
        if (name && (!strcmp(name, "_sub_I_00099_0") ||
                     !strcmp(name, "tsan.module_ctor")))
            return true;
    }
    return false;
}

/* A list of functions to call has one entry, and that is the compiler's. */
static bool is_harmless_start(const struct object *o, const GElf_Shdr *list,
                              size_t index)
{
    if (list->sh_size != 8 || list->sh_type != SHT_INIT_ARRAY)
        return false;
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(o->elf, scn));) {
        GElf_Shdr section;
        GElf_Rela rela;
        size_t to;
        uint64_t offset;
        if (!gelf_getshdr(scn, &section) || section.sh_type != SHT_RELA ||
            section.sh_info != index)
            continue;
        return section.sh_size == section.sh_entsize &&
               gelf_getrela(elf_getdata(scn, NULL), 0, &rela) &&
               leads_to(o, &rela, &to, &offset) &&
               is_compilers_start(o, to, offset);
    }
    return false;
}

static bool is_among(const char *name, const char *const *beginnings)
{
    for (; *beginnings; beginnings++)
        if (begins_with(name, *beginnings))
            return true;
    return false;
}

static const char *name_of(const struct object *o, size_t index,
                           GElf_Shdr *section)
{
    Elf_Scn *const scn = elf_getscn(o->elf, index);

    return scn && gelf_getshdr(scn, section)
               ? elf_strptr(o->elf, o->names, section->sh_name)
               : NULL;
}

/* .rela.text is of .text, which is looked at by itself. */
static bool is_for_its_section(const struct object *o, const char *name,
                               const char *beginning, size_t index)
{
    GElf_Shdr section;
    const char *const of = name_of(o, index, &section);

    return of && begins_with(name, beginning) &&
           !strcmp(name + strlen(beginning), of);
}

/* What compilers write. Of others a linker might make what the loader reads:
 * .dynamic names a function to call. */
static bool is_known(const struct object *o, const char *name,
                     const GElf_Shdr *section)
{
    enum { UNWIND = 0x70000001, ADDRSIG = 0x6fff4c03 };
    static const char *const loaded[] = {".text",
                                         ".data",
                                         ".rodata",
                                         ".bss",
                                         ".tdata",
                                         ".tbss",
                                         ".eh_frame",
                                         ".gcc_except_table",
                                         ".init_array",
                                         ".note.gnu.property",
                                         "simt_constant",
                                         "__sancov_",
                                         NULL};
    static const char *const others[] = {
        ".debug_", ".comment", ".note.GNU-stack", ".GCC.command.line", NULL};
    const bool is_loaded = (section->sh_flags & SHF_ALLOC) != 0;

    switch (section->sh_type) {
    case SHT_PROGBITS:
    case SHT_NOBITS: return is_among(name, is_loaded ? loaded : others);
    case SHT_INIT_ARRAY:
    case SHT_NOTE:
    case UNWIND: return is_loaded && is_among(name, loaded);
    case SHT_NULL: return true;
    case SHT_SYMTAB: return !is_loaded && !strcmp(name, ".symtab");
    case SHT_SYMTAB_SHNDX: return !is_loaded && !strcmp(name, ".symtab_shndx");
    case SHT_STRTAB:
        return !is_loaded &&
               (!strcmp(name, ".strtab") || !strcmp(name, ".shstrtab"));
    case SHT_RELA:
        return !is_loaded &&
               is_for_its_section(o, name, ".rela", section->sh_info);
    case SHT_REL:
        return !is_loaded &&
               is_for_its_section(o, name, ".rel", section->sh_info);
    case SHT_GROUP: return !is_loaded && !strcmp(name, ".group");
    case ADDRSIG: return !is_loaded && !strcmp(name, ".llvm_addrsig");
    default: return false;
    }
}

/* A section of relocations with one that calls a function at load. */
static bool has_ifunc(const struct object *o, Elf_Scn *scn,
                      const GElf_Shdr *section)
{
    GElf_Ehdr header;
    GElf_Rela rela;

    if (section->sh_type != SHT_RELA || section->sh_entsize == 0 ||
        !gelf_getehdr(o->elf, &header))
        return false;
    const uint64_t count = section->sh_size / section->sh_entsize;
    for (uint64_t i = 0; i < count; i++) {
        if (!gelf_getrela(elf_getdata(scn, NULL), (int)i, &rela))
            return true;
        const uint64_t type = GELF_R_TYPE(rela.r_info);
        if ((header.e_machine == EM_X86_64 && type == R_X86_64_IRELATIVE) ||
            (header.e_machine == EM_AARCH64 && type == R_AARCH64_IRELATIVE))
            return true;
    }
    return false;
}

/* Lists of functions that are called at load. */
static bool is_list(const char *name, const GElf_Shdr *section)
{
    static const char *const lists[] = {".init",  ".fini",  ".preinit",
                                        ".ctors", ".dtors", ".tm_clone_table",
                                        NULL};

    return (section->sh_flags & SHF_ALLOC) &&
           (is_among(name, lists) || section->sh_type == SHT_INIT_ARRAY ||
            section->sh_type == SHT_FINI_ARRAY ||
            section->sh_type == SHT_PREINIT_ARRAY);
}

static enum status check_section(const struct object *o, Elf_Scn *scn)
{
    GElf_Shdr section;
    char sentence[256];
    const char *const name = gelf_getshdr(scn, &section)
                                 ? elf_strptr(o->elf, o->names, section.sh_name)
                                 : NULL;

    if (!name)
        return problem_set(o->why, MACHINE_LACKS,
                           "%s: the compiled file cannot be read", o->source);
    if (section.sh_size == 0)
        return OK;
    if (is_list(name, &section) &&
        !is_harmless_start(o, &section, elf_ndxscn(scn)))
        return refuse(
            o, NULL,
            "it has code that runs at load time (a constructor, a destructor, "
            "or a variable with a computed initial value)");
    if ((section.sh_flags & SHF_EXECINSTR) &&
        (!begins_with(name, ".text") || (section.sh_flags & SHF_WRITE)))
        return refuse(o, name, "it has code in a separate section");
    if (has_ifunc(o, scn, &section))
        return refuse(o, NULL,
                      "it has an address that is chosen at load time (ifunc)");
    if (is_known(o, name, &section))
        return OK;
    snprintf(
        sentence, sizeof sentence,
        "it has an extra section, %.120s: leave section names to the compiler",
        name);
    return refuse(o, name, sentence);
}

/* ------------------------------------------------------------------- object */

static bool find_symbols(struct object *o)
{
    for (Elf_Scn *scn = NULL; (scn = elf_nextscn(o->elf, scn));) {
        GElf_Shdr section;
        if (!gelf_getshdr(scn, &section) || section.sh_type != SHT_SYMTAB ||
            section.sh_entsize == 0)
            continue;
        o->symbols = elf_getdata(scn, NULL);
        o->symbol_count = section.sh_size / section.sh_entsize;
        o->symbol_names = section.sh_link;
        return o->symbols != NULL;
    }
    return false;
}

static enum status check_all(struct object *o)
{
    enum status status = OK;

    if (elf_getshdrstrndx(o->elf, &o->names) != 0 || !find_symbols(o))
        return problem_set(o->why, MACHINE_LACKS,
                           "%s: the compiled file cannot be read", o->source);
    for (size_t i = 0; i < o->symbol_count && status == OK; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(o->symbols, (int)i, &symbol))
            status = check_symbol(o, &symbol);
    }
    for (Elf_Scn *scn = NULL; status == OK && (scn = elf_nextscn(o->elf, scn));)
        status = check_section(o, scn);
    return status;
}

enum status object_check(const char *object, enum object_kind kind,
                         const char *source, struct problem *why)
{
    const int file = open(object, O_RDONLY | O_CLOEXEC);
    struct object o = {.kind = kind, .source = source, .why = why};
    enum status status;

    elf_version(EV_CURRENT);
    if (file >= 0)
        o.elf = elf_begin(file, ELF_C_READ_MMAP, NULL);
    if (o.elf && elf_kind(o.elf) == ELF_K_ELF)
        status = check_all(&o);
    else
        status = problem_set(why, MACHINE_LACKS,
                             "%s: the compiled file cannot be read", source);
    elf_end(o.elf);
    if (file >= 0)
        close(file);
    return status;
}
