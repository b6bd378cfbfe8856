/* kernel_code.c - turns kernel.cu into a shared object, with one copy for each
 * resident block.
 *
 * The host's C++ compiler makes the object, with the hooks of ThreadSanitizer,
 * which call run/hooks.c instead of ThreadSanitizer's library. The compiler
 * does not optimise, so the counts are those of the source, and a spin loop
 * reads its flag every time. __shared__ variables are thread_local: each copy
 * has its own.
 */
#include "kernel_code.h"
#include "algorithms/contract/algorithm.h"
#include "base/paths.h"
#include "kernel_text.h"
#include "unknown_words.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* -------------------------------------------------------------- refusals */

static enum status refuse_variables(const struct kernel_code *code,
                                    struct problem *why)
{
    for (size_t i = 0; i < code->symbols->symbols; i++) {
        const struct source_symbol *s = &code->symbols->symbol[i];
        if (!strcmp(s->section, "simt_constant") &&
            s->storage > SOURCE_LOCAL_VALUES)
            continue;
        if (s->storage == SOURCE_LOCAL_VALUES)
            return problem_set(why, NOT_JUDGED,
                               "%s: __shared__ %s has an initialiser, which "
                               "CUDA does not allow: assign it in the kernel",
                               code->source, s->name);
        if (s->storage == SOURCE_LOCAL_ZERO && s->constant)
            return problem_set(why, NOT_JUDGED,
                               "%s: __shared__ %s is const, so its reads could "
                               "not be tracked: declare it without const",
                               code->source, s->name);
        if (s->storage == SOURCE_VALUES || s->storage == SOURCE_ZERO)
            return problem_set(
                why, NOT_JUDGED,
                "%s: the SIMT machine does not support variables outside a "
                "kernel, such as %s: pass a buffer",
                code->source, s->name);
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

/* True when the kernels can order single threads: with fences, __syncwarp() of
 * some lanes, barriers in shared memory or bulk copies. Otherwise all threads
 * of a block, or of a warp, know the same. */
static bool orders_threads(const struct source_symbols *symbols)
{
    return calls(symbols, "simt_threadfence") ||
           calls(symbols, "simt_fence_acq_rel") ||
           calls(symbols, "simt_fence_acquire") ||
           calls(symbols, "simt_fence_release") ||
           calls(symbols, "simt_syncwarp_of") ||
           calls(symbols, "simt_acquire_begin") ||
           calls(symbols, "simt_release_begin") ||
           calls(symbols, "simt_barrier_init") || copies_in_bulk(symbols);
}

/* True when no block can learn of another block, or of the time, before the
 * launch ends. A plain load could, but that is a race, and reported. */
static bool is_deaf(const struct source_symbols *symbols)
{
    for (size_t i = 0; i < symbols->undefined; i++)
        if (strstr(symbols->undefined_name[i], "volatile"))
            return false;
    return !calls(symbols, "simt_atomic") &&
           !calls(symbols, "simt_block_load") &&
           !calls(symbols, "simt_wide_load") && !calls(symbols, "simt_clock") &&
           !calls(symbols, "simt_nanosleep") &&
           !calls(symbols, "simt_printf") && !orders_threads(symbols);
}

/* ------------------------------------------------------------------ loading */

static enum status read_module(struct kernel_code *code, struct problem *why)
{
    struct link_map *map;

    if (dlinfo(code->module.library, RTLD_DI_LINKMAP, &map) != 0)
        return problem_set(why, NOT_JUDGED, "%s: %s", code->source, dlerror());
    snprintf(code->object, sizeof code->object, "%s", map->l_name);
    code->lines = source_lines_open(code->object);
    code->symbols = source_symbols_open(code->object);
    if (code->symbols)
        code->own = calloc(code->symbols->symbols + 1, sizeof *code->own);
    if (!code->own)
        return problem_set(why, NOT_JUDGED,
                           "%s: the compiled module cannot be read",
                           code->source);
    takes_by_value(code->object, code->by_value);
    code->orders_threads = orders_threads(code->symbols);
    code->has_bulk = copies_in_bulk(code->symbols);
    code->is_deaf = is_deaf(code->symbols);
    code->has_promises = code->lines && source_has_promises(code->lines);
    return OK;
}

enum status code_open(struct kernel_code *code,
                      const struct module_source *from,
                      enum compiler_family family, struct problem *why)
{
    struct module_source source = *from;
    char home[PATH_MAX];
    enum status status = paths_home(home, sizeof home, why);

    if (status == OK)
        status = module_source_check(from, why);
    if (status == OK)
        status = text_refuses(from->path, why);
    if (status != OK)
        return status;
    snprintf(code->source, sizeof code->source, "%s", from->path);
    compiler_options(family, home, &source);
    text_dynamic_names(source.path, &source);
    status = module_open(&source, &code->module, why);
    if (status == NOT_JUDGED)
        unknown_words(why);
    if (status == OK)
        status = read_module(code, why);
    return status == OK ? refuse_variables(code, why) : status;
}

/* Loads a copy of the file. For the loader, two libraries with one name are the
 * same, so each copy has its own file, which stays open, since its number is
 * part of the name. NULL: *words has the reason. */
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

/* Size of a library in memory, and of its thread-local segment. */
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

enum status code_copy_open(struct kernel_code *code, int slot,
                           struct code_copy *copy, struct problem *why)
{
    struct link_map *map;
    void *(*anchor)(void) = NULL;
    void *shared = NULL;
    const char *words;

    copy->library = load_copy(code->object, &copy->file, &words);
    void *symbol =
        copy->library ? dlsym(copy->library, "simt_shared_anchor") : NULL;
    if (!symbol || dlinfo(copy->library, RTLD_DI_LINKMAP, &map) != 0)
        return problem_set(
            why, MACHINE_LACKS, "cannot load copy %d of %s (%s)", slot,
            code->source,
            copy->library ? "it was not compiled for this computer" : words);
    memcpy(&anchor, &symbol, sizeof anchor);
    anchor(); /* allocates the thread-local memory */
    dlinfo(copy->library, RTLD_DI_TLS_DATA, &shared);
    struct segments segments = {map->l_addr, 0, 0};
    dl_iterate_phdr(find_segments, &segments);
    copy->image = map->l_addr;
    copy->image_bytes = segments.bytes;
    copy->shared = (uintptr_t)shared;
    copy->shared_bytes = segments.local_bytes;
    /* A shared variable's constructor does nothing, so it need not run. */
    for (size_t i = 0; shared && i < code->symbols->guards; i++)
        ((char *)shared)[code->symbols->guard[i]] = 1;
    code->kernel[0] = '\0'; /* code_choose() must look into this copy, too */
    /* All copies share the sites. */
    if (!shared ||
        (!code->sites.at && !sites_open(&code->sites, segments.bytes)))
        return problem_set(why, MACHINE_LACKS, "out of memory for %d blocks",
                           slot + 1);
    return OK;
}

void code_copy_close(struct code_copy *copy)
{
    if (copy->library)
        dlclose(copy->library);
    if (copy->file >= 0)
        close(copy->file);
}

/* The arguments that the plan passes must fit the kernel's parameters. */
static enum status check_parameters(struct kernel_code *code,
                                    const struct code_call *call,
                                    struct problem *why)
{
    struct source_parameter is[MAX_ARGUMENTS];
    const int count = code->lines ? source_parameters(code->lines, call->kernel,
                                                      is, MAX_ARGUMENTS)
                                  : -1;

    int total = 0;
    for (int i = 0; i < MAX_ARGUMENTS; i++) {
        total += i < count ? is[i].bytes : 0;
        code->promise[i] = i < count ? is[i].promise : PROMISES_NOTHING;
    }
    if (total > PARAMETER_BYTES)
        return problem_set(
            why, NOT_JUDGED,
            "%s: the parameters of the kernel %s take up %d bytes, but at most "
            "%d are allowed: pass a pointer to a buffer",
            code->source, call->kernel, total, PARAMETER_BYTES);
    if (count >= 0 && count != call->parameters)
        return problem_set(why, NOT_JUDGED,
                           "%s: the kernel %s has %d parameters; the plan "
                           "passes %d",
                           code->source, call->kernel, count, call->parameters);
    for (int i = 0; i < count; i++)
        if (is[i].bytes && is[i].bytes != call->parameter_bytes[i])
            return problem_set(why, NOT_JUDGED,
                               "%s: parameter %d of the kernel %s is %d bytes "
                               "long; the plan passes %d",
                               code->source, i + 1, call->kernel, is[i].bytes,
                               call->parameter_bytes[i]);
    return OK;
}

bool code_takes(const struct kernel_code *code, const char *kernel,
                const int bytes[], int parameters)
{
    struct source_parameter is[MAX_ARGUMENTS];
    const int count =
        code->lines ? source_parameters(code->lines, kernel, is, MAX_ARGUMENTS)
                    : -1;
    bool same = count == parameters;

    for (int i = 0; same && i < count; i++)
        same = is[i].bytes == bytes[i] || !is[i].bytes;
    return same;
}

/* A kernel's name is exported; __device__ functions are hidden. */
static bool is_kernel(const struct code_copy *copy, const char *name)
{
    void *symbol = *name ? dlsym(copy->library, name) : NULL;
    Dl_info info;

    return symbol && dladdr(symbol, &info) &&
           (uintptr_t)info.dli_fbase == copy->image;
}

/* The variables of a kernel are those declared in it, in __device__ functions
 * or outside functions, but not in other kernels. */
static void note_own_variables(struct kernel_code *code,
                               const struct code_copy *copy, const char *kernel)
{
    code->owns = 0;
    for (size_t i = 0; i < code->symbols->symbols; i++) {
        const struct source_symbol *s = &code->symbols->symbol[i];
        if (s->storage == SOURCE_LOCAL_ZERO &&
            (!strcmp(s->function, kernel) || !is_kernel(copy, s->function)))
            code->own[code->owns++] = s;
    }
}

/* Variables in __device__ functions are not counted, since the kernels that
 * call these are not known. */
static enum status check_shared(const struct kernel_code *code,
                                const char *kernel, struct problem *why)
{
    size_t bytes = 0;

    for (size_t i = 0; i < code->owns; i++)
        if (!strcmp(code->own[i]->function, kernel))
            bytes += code->own[i]->bytes;
    if (bytes > STATIC_SHARED)
        return problem_set(
            why, NOT_JUDGED,
            "%s: the __shared__ variables of the kernel %s take up %zu bytes, "
            "but a GPU's compiler accepts at most %d: more is possible as "
            "dynamic memory (extern __shared__)",
            code->source, kernel, bytes, STATIC_SHARED);
    if (bytes + code->dynamic_bytes > MAX_SHARED)
        return problem_set(
            why, NOT_JUDGED,
            "%s: a block of the kernel %s takes %zu bytes of __shared__ "
            "variables and %zu of dynamic shared memory; a GPU has %d for both "
            "together: use smaller tiles",
            code->source, kernel, bytes, code->dynamic_bytes, MAX_SHARED);
    return OK;
}

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (const unsigned char *b = bytes; count > 0; b++, count--)
        hash = (hash ^ *b) * 0x100000001b3;
    return hash;
}

uint64_t code_arrays(const struct kernel_code *code)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < code->symbols->symbols; i++) {
        const struct source_symbol *const s = &code->symbols->symbol[i];
        const size_t length =
            s->element_bytes ? s->bytes / s->element_bytes : 0;
        uint64_t hash = 0xcbf29ce484222325;
        if (s->storage > SOURCE_LOCAL_VALUES)
            continue;
        hash = hash_bytes(hash, s->function, strlen(s->function));
        hash = hash_bytes(hash, s->name, strlen(s->name));
        sum += hash_bytes(hash, &length, sizeof length);
    }
    return sum;
}

bool code_is_element(const struct kernel_code *code,
                     const struct code_copy *copy, uintptr_t address)
{
    for (size_t i = 0; i < code->owns; i++) {
        const struct source_symbol *const own = code->own[i];
        if (own->has_elements &&
            address - copy->shared - own->offset < own->bytes)
            return true;
    }
    return false;
}

const char *code_lacks_dynamic(const struct kernel_code *code,
                               const struct code_copy *copy, uintptr_t address)
{
    for (size_t i = 0; i < code->owns && code->dynamic_bytes == 0; i++) {
        const struct source_symbol *const own = code->own[i];
        if (own->bytes == DYNAMIC_SHARED &&
            address - copy->shared - own->offset < own->bytes)
            return own->name;
    }
    return NULL;
}

bool code_is_too_large(const struct problem *why, char *words, size_t size)
{
    static const char begins[] = "the __shared__ variables of the kernel ";
    const char *const at = strstr(why->line, begins);
    const char *const end = strstr(why->line, ": more is possible as dynamic");

    if (at && end > at)
        snprintf(words, size, "%.*s", (int)(end - at), at);
    return at && end > at;
}

/* Its __launch_bounds__ are a constant in the module (kernel_rewrite.c). */
static void note_bounds(struct kernel_code *code, const struct code_copy *copy,
                        const char *kernel)
{
    char name[sizeof code->kernel + 16];

    snprintf(name, sizeof name, "simt_bounds_%s", kernel);
    const unsigned *const bounds = dlsym(copy->library, name);
    code->most_threads = bounds ? *bounds : 0;
}

static enum status check_bounds(const struct kernel_code *code,
                                const struct code_call *call,
                                struct problem *why)
{
    if (!code->most_threads || call->threads <= code->most_threads)
        return OK;
    return problem_set(
        why, CHECK_FAILED,
        "%s: the kernel %s has __launch_bounds__(%u), but the plan launches it "
        "with %u threads in a block: on a GPU the launch fails",
        code->source, call->kernel, code->most_threads, call->threads);
}

static enum status refuse_by_value(const struct kernel_code *code,
                                   const char *kernel, struct problem *why)
{
    const struct by_value *f = code->by_value;

    while (f < code->by_value + BY_VALUE && !strcmp(f->symbol, kernel))
        f++;
    if (f == code->by_value + BY_VALUE || !*f->symbol)
        return OK;
    return problem_set(
        why, NOT_JUDGED,
        "%s:%d: the SIMT machine does not support a call that copies a struct, "
        "such as an element, and is not inlined: %s(): write __device__ before "
        "the function, as CUDA requires, or pass pointers",
        code->source, f->line, f->name);
}

enum status code_choose(struct kernel_code *code, const struct code_call *call,
                        struct code_copy *const copy[], int copies,
                        struct problem *why)
{
    const char *kernel = call->kernel;

    if (!strcmp(code->kernel, kernel) &&
        code->dynamic_bytes == call->dynamic_bytes)
        return check_bounds(code, call, why);
    code->dynamic_bytes = call->dynamic_bytes;
    code->layout++;
    for (int i = 0; i < copies; i++) {
        void *symbol = dlsym(copy[i]->library, kernel);
        if (!symbol)
            return problem_set(why, NOT_JUDGED,
                               "%s defines no kernel '%s' (__global__ void "
                               "%s(...))",
                               code->source, kernel, kernel);
        memcpy(&copy[i]->kernel, &symbol, sizeof symbol);
    }
    note_own_variables(code, copy[0], kernel);
    note_bounds(code, copy[0], kernel);
    enum status status = check_parameters(code, call, why);
    if (status == OK)
        status = refuse_by_value(code, kernel, why);
    if (status == OK)
        status = check_bounds(code, call, why);
    if (status == OK)
        status = check_shared(code, kernel, why);
    if (status == OK)
        snprintf(code->kernel, sizeof code->kernel, "%s", kernel);
    return status;
}

void code_close(struct kernel_code *code)
{
    free(code->own);
    sites_close(&code->sites);
    source_lines_close(code->lines);
    source_symbols_close(code->symbols);
    module_close(&code->module);
}
