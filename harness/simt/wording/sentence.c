/* sentence.c - writes the sentence of a finding.
 *
 *     race on cell[3]: kernel.cu:23 (block 0, thread 4) reads it and
 *     kernel.cu:25 (block 0, thread 3) writes it, with no barrier, fence or
 *     flag between them
 *
 * One sentence says what happened and where: line, block, thread and element.
 */
#include "sentence.h"
#include "simt/code/red_zones.h"

#include <stdio.h>
#include <string.h>

/* True for code that is not the kernel's: CUDA's functions, and op() of a
 * proof. */
static bool is_ours(const struct source_place *place)
{
    return strstr(place->file, "simt/device/") ||
           strstr(place->file, "monoids/interval.h") ||
           strstr(place->file, "products/drawn.h") ||
           strstr(place->file, "maps/drawn.h") ||
           strstr(place->file, "predicates/drawn.h") ||
           strstr(place->file, "keys/drawn.h");
}

/* The line to name for a place in another file: the innermost one in the given
 * source, or else the one that calls into that file. */
static const struct source_place *line_of_kernel(const struct names *names,
                                                 const struct source_line *at,
                                                 int inner)
{
    const char *const source = source_file_name(names->code->source);
    int caller = inner;

    for (int k = inner; k < at->places; k++)
        if (!strcmp(source_file_name(at->place[k].file), source))
            return &at->place[k];
    while (caller + 1 < at->places &&
           !strcmp(at->place[caller].file, at->place[inner].file))
        caller++;
    return &at->place[caller];
}

/* "scan.h:12 (from kernel.cu:40)": the line of the code, and one that calls it.
 */
const char *name_place(const struct names *names, uint32_t site, char *text,
                       size_t size)
{
    const uint32_t offset = names->code->sites.offset[site];
    struct source_line at;
    int inner = 0;

    if (!names->code->lines || !source_line(names->code->lines, offset, &at)) {
        snprintf(text, size, "the code at +0x%x", offset);
        return text;
    }
    while (inner + 1 < at.places && is_ours(&at.place[inner]))
        inner++;
    const struct source_place *in = &at.place[inner];
    const struct source_place *out = line_of_kernel(names, &at, inner);
    if (in == out || !strcmp(in->file, out->file))
        snprintf(text, size, "%s:%d", source_file_name(in->file), in->line);
    else
        snprintf(text, size, "%s:%d (from %s:%d)", source_file_name(in->file),
                 in->line, source_file_name(out->file), out->line);
    return text;
}

const char *name_block(const struct names *names, uint32_t block,
                       char text[BLOCK_NAME])
{
    const uint32_t of_gpu = names->gpu_blocks;

    if (of_gpu)
        snprintf(text, BLOCK_NAME, "GPU %u, block %u", block / of_gpu,
                 block % of_gpu);
    else
        snprintf(text, BLOCK_NAME, "block %u", block);
    return text;
}

bool name_call(const struct names *names, uint32_t site, char *text,
               size_t size)
{
    const uint32_t offset = names->code->sites.offset[site];
    struct source_line at;
    int inner = 0;

    if (!names->code->lines || !source_line(names->code->lines, offset, &at))
        return false;
    while (inner + 1 < at.places && is_ours(&at.place[inner]))
        inner++;
    if (inner + 1 >= at.places ||
        strcmp(at.place[inner].file, at.place[inner + 1].file) != 0)
        return false;
    snprintf(text, size, "%s() is called at %s:%d", at.place[inner].function,
             source_file_name(at.place[inner + 1].file),
             at.place[inner + 1].line);
    return true;
}

static void name_element(const char *name, size_t begin, size_t bytes,
                         size_t unit, size_t address, char *text, size_t size)
{
    const size_t count = bytes / unit;
    const char *const plural = count == 1 ? "" : "s";

    if (address < begin)
        snprintf(text, size, "%s[-%zu] (%s has %zu element%s of %zu bytes)",
                 name, (begin - address + unit - 1) / unit, name, count, plural,
                 unit);
    else if (address >= begin + bytes)
        snprintf(text, size, "%s[%zu] (%s has %zu element%s of %zu bytes)",
                 name, (address - begin) / unit, name, count, plural, unit);
    else if (count > 1)
        snprintf(text, size, "%s[%zu]", name, (address - begin) / unit);
    else
        snprintf(text, size, "%s", name);
}

/* An address up to this many elements below an array counts as an index of it.
 */
static const size_t MAX_BELOW = 1 << 16;

/* The elements of dynamic shared memory are not known, and kernels put several
 * types there. Indices count words, so that each place has one name. */
enum { DYNAMIC_UNIT = 4 };

/* The kernel's __shared__ variable that holds the address, or the nearest one.
 */
static const struct source_symbol *shared_near(const struct kernel_code *code,
                                               const struct code_copy *copy,
                                               uintptr_t address)
{
    const struct source_symbol *near = NULL;
    size_t least = SIZE_MAX;

    for (size_t i = 0; i < code->owns; i++) {
        const struct source_symbol *s = code->own[i];
        const uintptr_t begin = copy->shared + s->offset;
        const uintptr_t end = begin + code_bytes(code, s);
        const size_t away = address < begin  ? begin - address
                            : address >= end ? address - end + 1
                                             : 0;
        if (away < least) {
            least = away;
            near = s;
        }
    }
    return near;
}

static void name_shared(const struct kernel_code *code,
                        const struct code_copy *copy, uintptr_t address,
                        size_t bytes, char *text, size_t size)
{
    const struct source_symbol *found = shared_near(code, copy, address);
    size_t unit = bytes;

    if (found && found->element_bytes < found->bytes)
        unit = found->element_bytes;
    else if (found && found->bytes == DYNAMIC_SHARED)
        unit = DYNAMIC_UNIT;
    if (found)
        name_element(found->name, copy->shared + found->offset,
                     code_bytes(code, found), unit, address, text, size);
    else
        snprintf(text, size, "shared memory (the kernel has none)");
}

static bool is_by_shared(const struct code_copy *copy, uintptr_t address)
{
    return address + RED_ZONE - copy->shared <
           copy->shared_bytes + 2 * RED_ZONE;
}

static bool is_in_an_array(const struct global_memory *global,
                           uintptr_t address)
{
    const struct piece *const near = global_near(global, address);

    return near && address - near->begin < near->bytes;
}

/* The array that begins next above an address; NULL: there is none. */
static const struct piece *array_above(const struct global_memory *global,
                                       uintptr_t address)
{
    const struct piece *above = NULL;

    for (int i = 0; i < global->pieces; i++) {
        const struct piece *const m = &global->piece[i];
        if (m->begin > address && (!above || m->begin < above->begin))
            above = m;
    }
    return above;
}

/* An index below 0 in an unsigned type of 32 bits is 2^32 elements too large,
 * whatever the element's size. Returns the address without these, if it is just
 * below an array: for the size that brings it nearest; or `address`. An address
 * in an array stays: shared memory can happen to be 2^32 elements above a
 * global array. `*of`: the array that it is below. */
static uintptr_t unwrapped(const struct global_memory *global,
                           const struct code_copy *copy, uintptr_t address,
                           const struct piece **of)
{
    uintptr_t best = address;
    size_t least = SIZE_MAX;

    *of = NULL;
    if (is_by_shared(copy, address) || is_in_an_array(global, address))
        return address;
    for (size_t unit = 1; unit <= 64; unit *= 2) {
        const uintptr_t back = address - (unit << 32);
        const struct piece *const above = array_above(global, back);
        const bool shared = is_by_shared(copy, back);
        const size_t below = shared  ? 0
                             : above ? above->begin - back
                                     : SIZE_MAX;
        if (below <= MAX_BELOW * unit && below < least) {
            least = below;
            best = back;
            *of = shared ? NULL : above;
        }
    }
    return best;
}

const char *name_memory(const struct names *names, const struct code_copy *copy,
                        uintptr_t address, size_t bytes, char *text,
                        size_t size)
{
    const struct global_memory *const global = names->global;
    const struct piece *wrapped;

    address = unwrapped(global, copy, address, &wrapped);
    const struct piece *const near =
        wrapped ? wrapped : global_near(global, address);

    if (is_by_shared(copy, address))
        name_shared(names->code, copy, address, bytes, text, size);
    else if (near && address - global->begin < global->bytes)
        name_element(near->name, near->begin, near->bytes, near->unit, address,
                     text, size);
    else if (address < 4096)
        snprintf(text, size, "address %zu (a null pointer)", (size_t)address);
    else
        snprintf(text, size, "an address outside all arrays (0x%zx)",
                 (size_t)address);
    return text;
}

/* ------------------------------------------------------------- a sentence */

struct sentence {
    const struct names *names;
    va_list *values;
    char *text;
    size_t size, used;
    uint32_t block; /* the first block that it names */
};

static void put(struct sentence *s, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    const int length =
        vsnprintf(s->text + s->used, s->size - s->used, format, values);
    va_end(values);
    s->used += length < 0 ? 0 : (size_t)length;
    if (s->used >= s->size)
        s->used = s->size - 1;
}

static void put_value(struct sentence *s, const char *spec)
{
    char words[192];

    switch (spec[strcspn(spec, "PBTMsudxz")]) {
    case 'P':
        put(s, "%s",
            name_place(s->names, va_arg(*s->values, uint32_t), words,
                       sizeof words));
        break;
    case 'T': {
        const uint32_t block = va_arg(*s->values, uint32_t);
        const uint32_t thread = va_arg(*s->values, uint32_t);
        put(s, "%s, thread %u", name_block(s->names, block, words), thread);
        if (s->block == UINT32_MAX)
            s->block = block;
        break;
    }
    case 'B':
        put(s, "%s", name_block(s->names, va_arg(*s->values, uint32_t), words));
        break;
    case 'M': {
        const struct code_copy *copy =
            va_arg(*s->values, const struct code_copy *);
        const uintptr_t address = va_arg(*s->values, uintptr_t);
        const size_t bytes = va_arg(*s->values, size_t);
        put(s, "%s",
            name_memory(s->names, copy, address, bytes, words, sizeof words));
        break;
    }
    case 's': put(s, "%s", va_arg(*s->values, const char *)); break;
    case 'u': put(s, "%u", va_arg(*s->values, unsigned)); break;
    case 'd': put(s, "%d", va_arg(*s->values, int)); break;
    case 'x': put(s, "%08x", va_arg(*s->values, unsigned)); break;
    case 'z': put(s, "%zu", va_arg(*s->values, size_t)); break;
    default: break;
    }
}

uint32_t sentence_write(const struct names *names, char *text, size_t size,
                        const char *format, va_list *values)
{
    struct sentence s = {.names = names,
                         .values = values,
                         .text = text,
                         .size = size,
                         .block = UINT32_MAX};

    text[0] = '\0';
    for (const char *c = format; *c;) {
        const size_t plain = strcspn(c, "%");
        put(&s, "%.*s", (int)plain, c);
        c += plain;
        if (!*c)
            break;
        char spec[8] = "";
        size_t length = 1;
        while (!strchr("PBTMsudx", c[length]))
            length++;
        snprintf(spec, sizeof spec, "%.*s", (int)length, c + 1);
        put_value(&s, spec);
        c += length + 1;
    }
    return s.block;
}
