/* finding.c - words for what was found.
 *
 *     race on cell[3]: kernel.cu:23 (block 0, thread 4) reads it, which
 *     kernel.cu:25 (block 0, thread 3) wrote, and nothing orders the two
 *
 * One sentence says what, where and who; a few more, on request, say why it
 * matters and what would be right. The launch ends with the first finding:
 * what comes after it mostly follows from it.
 */
#include "simt/run/machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_ours(const struct source_place *place)
{
    const char *name = strstr(place->file, "simt/device/cuda.h");
    return name != NULL;
}

/* "scan.h:12 (from kernel.cu:40)": where it is written, and where in the
 * kernel that was called. */
const char *finding_place(struct simt *simt, uint32_t site, char *text,
                          size_t size)
{
    const uint32_t offset = simt->site_offset[site];
    struct source_line at;
    int inner = 0;

    if (!simt->lines || !source_line(simt->lines, offset, &at)) {
        snprintf(text, size, "the code at +0x%x", offset);
        return text;
    }
    while (inner + 1 < at.places && is_ours(&at.place[inner]))
        inner++;
    const struct source_place *in = &at.place[inner];
    const struct source_place *out = &at.place[at.places - 1];
    if (in == out || !strcmp(in->file, out->file))
        snprintf(text, size, "%s:%d", base_name(in->file), in->line);
    else
        snprintf(text, size, "%s:%d (from %s:%d)", base_name(in->file),
                 in->line, base_name(out->file), out->line);
    return text;
}

static void name_element(const char *name, size_t begin, size_t bytes,
                         size_t unit, size_t address, char *text, size_t size)
{
    const size_t count = bytes / unit;

    if (address < begin)
        snprintf(text, size, "%s[-%zu] (%s has %zu elements of %zu bytes)",
                 name, (begin - address + unit - 1) / unit, name, count, unit);
    else if (address >= begin + bytes)
        snprintf(text, size, "%s[%zu] (%s has %zu elements of %zu bytes)", name,
                 (address - begin) / unit, name, count, unit);
    else if (count > 1)
        snprintf(text, size, "%s[%zu]", name, (address - begin) / unit);
    else
        snprintf(text, size, "%s", name);
}

/* The kernel's __shared__ variable that holds the address, or is nearest. */
static const struct source_symbol *shared_near(const struct simt *simt,
                                               const struct block *block,
                                               uintptr_t address)
{
    const struct source_symbol *near = NULL;
    size_t least = SIZE_MAX;

    for (size_t i = 0; i < simt->owns; i++) {
        const struct source_symbol *s = simt->own[i];
        const uintptr_t begin = block->shared + s->offset;
        const uintptr_t end = begin + module_bytes(simt, s);
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

const char *finding_memory(struct simt *simt, const struct block *block,
                           uintptr_t address, size_t bytes, char *text,
                           size_t size)
{
    const struct memory *near = memory_near(simt, address);

    if (address + RED_ZONE - block->shared <
        block->shared_bytes + 2 * RED_ZONE) {
        const struct source_symbol *found = shared_near(simt, block, address);
        if (found)
            name_element(found->name, block->shared + found->offset,
                         module_bytes(simt, found),
                         found->element_bytes < found->bytes
                             ? found->element_bytes
                             : bytes,
                         address, text, size);
        else
            snprintf(text, size, "shared memory (the kernel has none)");
    } else if (near && address - simt->global < simt->global_bytes) {
        name_element(near->name, near->begin, near->bytes, near->unit, address,
                     text, size);
    } else if (address < 4096) {
        snprintf(text, size, "address %zu (a null pointer)", (size_t)address);
    } else {
        snprintf(text, size, "an address that is nobody's (0x%zx)",
                 (size_t)address);
    }
    return text;
}

/* ------------------------------------------------------------- a sentence */

struct sentence {
    struct simt *simt;
    const char *format;
    va_list *values;
    char *text;
    size_t size, used;
    uint32_t block; /* the first that it names */
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

    switch (spec[strcspn(spec, "PTMsudxz")]) {
    case 'P':
        put(s, "%s",
            finding_place(s->simt, va_arg(*s->values, uint32_t), words,
                          sizeof words));
        break;
    case 'T': {
        const uint32_t block = va_arg(*s->values, uint32_t);
        const uint32_t thread = va_arg(*s->values, uint32_t);
        put(s, "block %u, thread %u", block, thread);
        if (s->block == UINT32_MAX)
            s->block = block;
        break;
    }
    case 'M': {
        const struct block *block = va_arg(*s->values, const struct block *);
        const uintptr_t address = va_arg(*s->values, uintptr_t);
        const size_t bytes = va_arg(*s->values, size_t);
        put(s, "%s",
            finding_memory(s->simt, block, address, bytes, words,
                           sizeof words));
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

static void put_all(void *arg)
{
    struct sentence *s = arg;

    for (const char *c = s->format; *c;) {
        const size_t plain = strcspn(c, "%");
        put(s, "%.*s", (int)plain, c);
        c += plain;
        if (!*c)
            return;
        char spec[8] = "";
        size_t length = 1;
        while (!strchr("PTMsudx", c[length]))
            length++;
        snprintf(spec, sizeof spec, "%.*s", (int)length, c + 1);
        put_value(s, spec);
        c += length + 1;
    }
}

void finding(struct simt *simt, const char *format, ...)
{
    char line[sizeof simt->why.line];
    va_list values;

    if (!simt->failed) {
        line[0] = '\0';
        va_start(values, format);
        struct sentence sentence = {.simt = simt,
                                    .format = format,
                                    .values = &values,
                                    .text = line,
                                    .size = sizeof line,
                                    .block = UINT32_MAX};
        fibre_errand(simt, put_all, &sentence);
        va_end(values);
        if (simt->trace)
            record_finding(simt, sentence.block, line);
        problem_set(&simt->why, CHECK_FAILED, "%s", line);
        simt->failed = true;
    }
    if (simt->current && !simt->on_errand)
        fibre_stop(); /* never run again */
}

void finding_more(struct simt *simt, const char *words)
{
    const size_t used = strlen(simt->words);

    if (!simt->failed)
        snprintf(simt->words + used, sizeof simt->words - used, "%s", words);
}

const char *simt_finding(const struct simt *simt)
{
    return simt->words;
}
