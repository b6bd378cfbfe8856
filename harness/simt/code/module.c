/* module.c - kernel.cu becomes a shared object, and one copy of it for each
 * resident block.
 *
 * The host's C++ compiler makes it, with the hooks of ThreadSanitizer but not
 * its library (hooks.c answers), and without optimisation: so the counts are
 * those of the source, and a spin loop reads its flag every time. __shared__
 * variables are thread_local; a copy under another name has its own.
 */
#include "simt/run/machine.h"
#include "base/paths.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* -------------------------------------------------------------- refusals */

static enum status refuse_variables(const struct simt *simt,
                                    struct problem *why)
{
    for (size_t i = 0; i < simt->symbols->symbols; i++) {
        const struct source_symbol *s = &simt->symbols->symbol[i];
        if (!strcmp(s->section, "simt_constant"))
            continue;
        if (s->storage == SOURCE_LOCAL_VALUES)
            return problem_set(why, CHECK_FAILED,
                               "%s: __shared__ %s has an initialiser: CUDA "
                               "allows none, assign it in the kernel",
                               simt->source, s->name);
        if (s->storage == SOURCE_VALUES || s->storage == SOURCE_ZERO)
            return problem_set(why, CHECK_FAILED,
                               "%s: the variable %s outside of a kernel is not "
                               "known to the SIMT machine: pass a buffer",
                               simt->source, s->name);
    }
    return OK;
}

static bool calls(const struct source_symbols *symbols, const char *name)
{
    for (size_t i = 0; i < symbols->undefined; i++)
        if (!strcmp(symbols->undefined_name[i], name))
            return true;
    return false;
}

static bool copies_in_bulk(const struct source_symbols *symbols)
{
    return calls(symbols, "simt_bulk_load") ||
           calls(symbols, "simt_bulk_store");
}

/* Does it order single threads: by a fence, some lanes of a warp, or a barrier
 * in shared memory and bulk copies? Else all of a block, or of a warp, know the
 * same. */
static bool orders_threads(const struct source_symbols *symbols)
{
    return calls(symbols, "simt_threadfence") ||
           calls(symbols, "simt_syncwarp_of") ||
           calls(symbols, "simt_barrier_init") || copies_in_bulk(symbols);
}

/* Does nothing in it hear of another block before the launch ends, or of the
 * time? By plain loads it may, but that is a race, and told. */
static bool is_deaf(const struct source_symbols *symbols)
{
    for (size_t i = 0; i < symbols->undefined; i++)
        if (strstr(symbols->undefined_name[i], "volatile"))
            return false;
    return !calls(symbols, "simt_atomic") && !calls(symbols, "simt_clock") &&
           !calls(symbols, "simt_nanosleep") &&
           !calls(symbols, "simt_printf") && !orders_threads(symbols);
}

/* ------------------------------------------------------------------ loading */

enum status simt_load(struct simt *simt, const struct module_source *from,
                      enum compiler_family family, struct problem *why)
{
    struct module_source source = *from;
    struct link_map *map;
    char home[PATH_MAX];
    enum status status = paths_home(home, sizeof home, why);

    if (status == OK)
        status = text_refuses(from->path, why);
    if (status != OK)
        return status;
    snprintf(simt->source, sizeof simt->source, "%s", from->path);
    compiler_options(family, home, &source);
    text_dynamic_names(source.path, &source);
    status = module_open(&source, &simt->module, why);
    if (status != OK)
        return status;
    if (dlinfo(simt->module.library, RTLD_DI_LINKMAP, &map) != 0)
        return problem_set(why, CHECK_FAILED, "%s: %s", simt->source,
                           dlerror());
    snprintf(simt->object, sizeof simt->object, "%s", map->l_name);
    simt->lines = source_lines_open(simt->object);
    simt->symbols = source_symbols_open(simt->object);
    if (simt->symbols)
        simt->own = calloc(simt->symbols->symbols + 1, sizeof *simt->own);
    if (!simt->own)
        return problem_set(why, CHECK_FAILED,
                           "%s: the compiled module cannot be read",
                           simt->source);
    simt->apart = orders_threads(simt->symbols);
    simt->has_bulk = copies_in_bulk(simt->symbols);
    simt->is_deaf = is_deaf(simt->symbols);
    return refuse_variables(simt, why);
}

/* The loader tells libraries apart by name first, so that the copy's file
 * stays open: its number is its name. NULL: *words tells why. */
static void *load_copy(const char *path, int *file, const char **words)
{
    char name[64];
    struct stat facts;
    const int from = open(path, O_RDONLY | O_CLOEXEC);
    const int to = memfd_create("kernel", MFD_CLOEXEC);
    void *library = NULL;
    off_t at = 0;

    *words = NULL;
    if (from >= 0 && to >= 0 && fstat(from, &facts) == 0) {
        while (at < facts.st_size &&
               sendfile(to, from, &at, (size_t)(facts.st_size - at)) > 0)
            ;
        snprintf(name, sizeof name, "/proc/self/fd/%d", to);
        if (at == facts.st_size) {
            library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
            *words = dlerror();
        }
    }
    if (!library && !*words)
        *words = strerror(errno);
    if (from >= 0)
        close(from);
    *file = to;
    return library;
}

/* How much a library takes, and its thread-local segment. */
struct segments {
    uintptr_t image;
    size_t bytes, local_bytes;
};

static int find_segments(struct dl_phdr_info *info, size_t size, void *arg)
{
    struct segments *segments = arg;

    (void)size;
    if (info->dlpi_addr != segments->image)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const size_t end =
            info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            segments->local_bytes = info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && segments->bytes < end)
            segments->bytes = end;
    }
    return 1;
}

static enum status prepare_slot(struct simt *simt, int slot,
                                struct problem *why)
{
    struct block *b = &simt->block[slot];
    struct link_map *map;
    void *(*anchor)(void) = NULL;
    void *shared = NULL;

    b->slot = slot;
    const char *words;
    b->library = load_copy(simt->object, &b->file, &words);
    void *symbol = b->library ? dlsym(b->library, "simt_shared_anchor") : NULL;
    if (!symbol || dlinfo(b->library, RTLD_DI_LINKMAP, &map) != 0)
        return problem_set(why, MACHINE_LACKS, "cannot load copy %d of %s (%s)",
                           slot, simt->source,
                           b->library ? "it is not the machine's" : words);
    memcpy(&anchor, &symbol, sizeof anchor);
    anchor(); /* now its thread-local memory is there */
    dlinfo(b->library, RTLD_DI_TLS_DATA, &shared);
    struct segments segments = {map->l_addr, 0, 0};
    dl_iterate_phdr(find_segments, &segments);
    b->image = map->l_addr;
    b->image_bytes = segments.bytes;
    b->shared = (uintptr_t)shared;
    b->shared_bytes = segments.local_bytes;
    b->shadow = calloc(b->shared_bytes / 4 + 2, sizeof *b->shadow);
    b->thread = aligned_alloc(_Alignof(struct thread),
                              MOST_THREADS * sizeof *b->thread);
    if (b->thread)
        memset(b->thread, 0, MOST_THREADS * sizeof *b->thread);
    b->warp = calloc(MOST_THREADS / WARP, sizeof *b->warp);
    if (!simt->site_at) /* all copies have the same places */
        simt->site_at = calloc(b->image_bytes, sizeof *simt->site_at);
    if (!shared || !simt->site_at || !b->shadow || !b->thread || !b->warp ||
        !fibre_reserve(simt, b))
        return problem_set(why, MACHINE_LACKS, "out of memory for %d blocks",
                           slot + 1);
    for (uint32_t i = 0; i < MOST_THREADS; i++) {
        b->thread[i].block = b;
        b->thread[i].index = i;
        b->thread[i].lane = i % WARP;
        b->thread[i].warp = &b->warp[i / WARP];
    }
    return OK;
}

/* Enough copies for so many resident blocks. */
enum status module_copies(struct simt *simt, int slots, struct problem *why)
{
    while (simt->slots < slots) {
        const enum status status = prepare_slot(simt, simt->slots, why);
        simt->slots++; /* also when half made: simt_close frees it */
        simt->checked_kernel[0] = '\0';
        if (status != OK)
            return status;
    }
    return OK;
}

/* What the plan passes must be what the kernel takes. */
static enum status check_parameters(struct simt *simt,
                                    const struct simt_launch *launch,
                                    struct problem *why)
{
    int bytes[MAX_ARGUMENTS];
    const int count = simt->lines
                          ? source_parameters(simt->lines, launch->kernel,
                                              bytes, MAX_ARGUMENTS)
                          : -1;

    int total = 0;
    for (int i = 0; i < count && i < MAX_ARGUMENTS; i++)
        total += bytes[i];
    if (total > PARAMETER_BYTES)
        return problem_set(why, CHECK_FAILED,
                           "%s: the parameters of the kernel %s have %d bytes; "
                           "%d are possible: pass a pointer to a buffer",
                           simt->source, launch->kernel, total,
                           PARAMETER_BYTES);
    if (count >= 0 && count != launch->arguments)
        return problem_set(why, CHECK_FAILED,
                           "%s: the kernel %s has %d parameters; the plan "
                           "passes %d",
                           simt->source, launch->kernel, count,
                           launch->arguments);
    for (int i = 0; i < count; i++)
        if (bytes[i] && bytes[i] != launch->bytes[i])
            return problem_set(why, CHECK_FAILED,
                               "%s: parameter %d of the kernel %s has %d "
                               "bytes; the plan passes %d",
                               simt->source, i + 1, launch->kernel, bytes[i],
                               launch->bytes[i]);
    return OK;
}

/* A kernel's name is exported; __device__ functions are hidden. */
static bool is_kernel(const struct simt *simt, const char *name)
{
    void *symbol = *name ? dlsym(simt->block[0].library, name) : NULL;
    Dl_info info;

    return symbol && dladdr(symbol, &info) &&
           (uintptr_t)info.dli_fbase == simt->block[0].image;
}

/* A kernel has the variables that stand in it, in __device__ functions, and
 * outside of functions; those of other kernels are not there. */
static void note_own_variables(struct simt *simt, const char *kernel)
{
    simt->owns = 0;
    for (size_t i = 0; i < simt->symbols->symbols; i++) {
        const struct source_symbol *s = &simt->symbols->symbol[i];
        if (s->storage == SOURCE_LOCAL_ZERO &&
            (!strcmp(s->function, kernel) || !is_kernel(simt, s->function)))
            simt->own[simt->owns++] = s;
    }
}

size_t module_bytes(const struct simt *simt, const struct source_symbol *own)
{
    return own->bytes == DYNAMIC_SHARED ? simt->dynamic_shared_bytes
                                        : own->bytes;
}

/* Those of __device__ functions are not counted: who calls them is not known.
 */
static enum status check_shared(const struct simt *simt, const char *kernel,
                                struct problem *why)
{
    size_t bytes = 0;

    for (size_t i = 0; i < simt->owns; i++)
        if (!strcmp(simt->own[i]->function, kernel))
            bytes += simt->own[i]->bytes;
    if (bytes > STATIC_SHARED)
        return problem_set(why, CHECK_FAILED,
                           "%s: the __shared__ variables of the kernel %s have "
                           "%zu bytes; a GPU's compiler takes %d: more is "
                           "possible as dynamic memory (extern __shared__)",
                           simt->source, kernel, bytes, STATIC_SHARED);
    if (bytes + simt->dynamic_shared_bytes > MOST_SHARED)
        return problem_set(why, CHECK_FAILED,
                           "%s: a block of the kernel %s takes %zu bytes of "
                           "__shared__ variables and %zu of dynamic shared "
                           "memory; a GPU has %d together: take smaller tiles",
                           simt->source, kernel, bytes,
                           simt->dynamic_shared_bytes, MOST_SHARED);
    return OK;
}

enum status module_kernel(struct simt *simt, const struct simt_launch *launch,
                          struct problem *why)
{
    const char *kernel = launch->kernel;

    if (!strcmp(simt->checked_kernel, kernel) &&
        simt->dynamic_shared_bytes == launch->dynamic_shared_bytes)
        return OK;
    simt->dynamic_shared_bytes = launch->dynamic_shared_bytes;
    simt->layout++;
    for (int s = 0; s < simt->slots; s++) {
        void *symbol = dlsym(simt->block[s].library, kernel);
        if (!symbol)
            return problem_set(why, CHECK_FAILED,
                               "%s defines no kernel '%s' (__global__ void "
                               "%s(...))",
                               simt->source, kernel, kernel);
        memcpy(&simt->block[s].kernel, &symbol, sizeof symbol);
    }
    note_own_variables(simt, kernel);
    enum status status = check_parameters(simt, launch, why);
    if (status == OK)
        status = check_shared(simt, kernel, why);
    if (status == OK)
        snprintf(simt->checked_kernel, sizeof simt->checked_kernel, "%s",
                 kernel);
    return status;
}

void simt_unload(struct simt *simt)
{
    for (int s = 0; s < simt->slots; s++) {
        struct block *b = &simt->block[s];
        if (b->library)
            dlclose(b->library);
        if (b->file >= 0)
            close(b->file);
        free(b->shadow);
        free(b->thread);
        free(b->warp);
        free(b->barrier);
        if (b->stacks)
            munmap(b->stacks, (size_t)MOST_THREADS * STACK_BYTES);
    }
    free(simt->free_stack);
    free(simt->own);
    source_lines_close(simt->lines);
    source_symbols_close(simt->symbols);
    module_close(&simt->module);
}
