/* libcuda.c - a stand-in for NVIDIA's driver, for tests without a GPU.
 *
 * Memory is the host's. A launch is a plain loop, for the few kernels that the
 * tests name; the output of libnvrtc.c contains the monoid, which cc compiles,
 * and shows whether the scan is exclusive. The variable FAKE_CUDA lists what is
 * to go wrong, as words separated by commas:
 *
 *     no_device       cuInit finds none        init=803     cuInit fails
 *     version=11040   of CUDA                  gpus=2       how many
 *     sm=75           compute capability       memory=N     bytes of the GPU
 *     load=209        modules do not load      launch=701   launches fail
 *     fault=700       the first launch spoils the context, ... fault_in=NAME
 *                     or the first of that kernel
 *     lost            a spoilt context stays   hang         a launch never ends
 *     wrong           outputs are off at element 5, by a bit
 *     wobbles         in every other launch, element 5 is off by its last bit
 *     drops           element 5 is left out there
 *     beside          a byte past the output is written
 *     spoils          element 5 of the input is
 *     behind_input, before_flags, behind_flags
 *                     a byte there is written by scan_tiles
 *     lazy            a scan writes nothing where no element of the output is
 *                     poison, as if what stands there were its own
 *     slow            scan_all takes a tenth of a second
 *     graph_wrong     outputs are off in launches from a graph
 *     capture=900     launches fail while their stream is captured, ...
 *                     capture_in=NAME or only those of that kernel
 *     end_capture=901, instantiate=2, graph_launch=1
 *                     these calls fail
 *
 *     late            traced: a flag is noted 7 ns after it was first seen
 *     never           traced: a flag is seen that no block has set
 *     full            traced: a block has 1000 records too
 *                     many
 *
 * The kernel named timed, which reads the clock before and after another
 * kernel, takes 1000 cycles, 3 for each element, and up to 4 more. The kernel
 * named traced runs another kernel, and also records what blocks of a look-back
 * might have done.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NOT_FOUND = 500, NOT_READY = 600, MAX_TAKEN = 256 };
enum { CAPTURE_UNSUPPORTED = 900, CAPTURE_INVALIDATED = 901 };

struct function {
    struct module *module;
    const char *name;
};

struct module {
    bool is_real; /* what the real NVRTC made: it can be loaded, not run */
    bool exclusive;
    size_t bytes; /* of an element; 0: the monoid is not compiled yet */
    void (*op)(const void *a, const void *b, void *out);
    void (*identity)(void *out);
    char *text;
    int count;
    struct function function[8];
};

static struct {
    void *memory;
    size_t bytes;
} taken[MAX_TAKEN];

static size_t used;
static int spoilt; /* the error that all calls give until the reset */
static bool hangs;
static struct timespec marks[64];
static int mark_count;

/* ------------------------------------------------------------ what is said */

/* The text after WORD= (or after WORD alone), or NULL. */
static const char *said(const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = getenv("FAKE_CUDA"); at && *at;
         at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        if (!strncmp(at, word, length) &&
            (at[length] == '=' || at[length] == ',' || !at[length]))
            return at + length + (at[length] == '=');
    return NULL;
}

static long number(const char *word, long usual)
{
    const char *text = said(word);
    return text ? atol(text) : usual;
}

/* ------------------------------------------------------------------- facts */

int cuInit(unsigned flags)
{
    (void)flags;
    return said("no_device") ? 100 : (int)number("init", 0);
}

int cuDriverGetVersion(int *version)
{
    *version = (int)number("version", 13000);
    return 0;
}

int cuGetErrorName(int error, const char **text)
{
    static const struct {
        int error;
        const char *name;
    } names[] = {{0, "CUDA_SUCCESS"},
                 {1, "CUDA_ERROR_INVALID_VALUE"},
                 {2, "CUDA_ERROR_OUT_OF_MEMORY"},
                 {100, "CUDA_ERROR_NO_DEVICE"},
                 {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
                 {500, "CUDA_ERROR_NOT_FOUND"},
                 {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                 {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
                 {719, "CUDA_ERROR_LAUNCH_FAILED"},
                 {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
                 {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"},
                 {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].error == error) {
            *text = names[i].name;
            return 0;
        }
    return 1;
}

int cuGetErrorString(int error, const char **text)
{
    (void)error;
    *text = "as the test wants it";
    return 0;
}

int cuDeviceGetCount(int *count)
{
    *count = (int)number("gpus", 1);
    return 0;
}

int cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return 0;
}

int cuDeviceGetName(char *name, int size, int device)
{
    snprintf(name, (size_t)size, "Fake GPU %d", device);
    return 0;
}

static size_t all_bytes(void)
{
    return (size_t)number("memory", 1 << 30);
}

int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
    (void)device;
    *bytes = all_bytes();
    return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    (void)device;
    switch (attribute) {
    case 1: *value = 1024; break;
    case 8: *value = 48 << 10; break;
    case 10: *value = 32; break;
    case 13: *value = 1980000; break;
    case 16: *value = 4; break;
    case 36: *value = 3201000; break;
    case 38: *value = 1 << 20; break;
    case 39: *value = 2048; break;
    case 75: *value = (int)number("sm", 90) / 10; break;
    case 76: *value = (int)number("sm", 90) % 10; break;
    case 81: *value = 228 << 10; break;
    case 82: *value = 65536; break;
    case 97: *value = 227 << 10; break;
    case 106: *value = 32; break;
    default: *value = 0;
    }
    return 0;
}

/* The real NVRTC asks for one. */
int cuGetExportTable(const void **table, const void *id)
{
    (void)id;
    *table = NULL;
    return NOT_FOUND;
}

/* ----------------------------------------------------------------- capture */

/* Work in a graph: a function with the bytes that it needs. */
struct node {
    void (*work)(const void *data);
    char data[192];
};

struct graph {
    struct node *node;
    size_t count, room;
    bool invalid;
};

static struct graph *captured; /* NULL: work runs when it is enqueued */
static bool in_graph;          /* a graph is running */

/* Enqueues work: it runs now, or is captured. Rows of libraries in tests call
 * it, too. */
int fake_enqueue(void (*work)(const void *data), const void *data, size_t bytes)
{
    struct graph *const g = captured;

    if (!g) {
        work(data);
        return 0;
    }
    if (bytes > sizeof g->node->data)
        abort();
    if (g->count == g->room) {
        g->room = 2 * g->room + 16;
        g->node = realloc(g->node, g->room * sizeof *g->node);
    }
    g->node[g->count].work = work;
    memcpy(g->node[g->count++].data, data, bytes);
    return 0;
}

/* What may not be done during a capture makes its graph invalid. */
static bool breaks_capture(void)
{
    if (captured)
        captured->invalid = true;
    return captured != NULL;
}

/* ---------------------------------------------------------------- context */

int cuDevicePrimaryCtxRetain(void **context, int device)
{
    (void)device;
    *context = &spoilt;
    return spoilt;
}

int cuDevicePrimaryCtxRelease_v2(int device)
{
    (void)device;
    return 0;
}

int cuDevicePrimaryCtxReset_v2(int device)
{
    (void)device;
    if (said("lost"))
        return spoilt;
    for (int i = 0; i < MAX_TAKEN; i++) {
        free(taken[i].memory);
        taken[i].memory = NULL;
    }
    used = 0;
    spoilt = 0;
    return 0;
}

int cuCtxSetCurrent(void *context)
{
    (void)context;
    return 0;
}

int cuStreamCreate(void **stream, unsigned flags)
{
    (void)flags;
    *stream = &hangs;
    return spoilt;
}

int cuStreamDestroy_v2(void *stream)
{
    (void)stream;
    return 0;
}

int cuStreamQuery(void *stream)
{
    (void)stream;
    if (breaks_capture())
        return CAPTURE_UNSUPPORTED;
    return spoilt ? spoilt : hangs ? NOT_READY : 0;
}

int cuEventCreate(void **event, unsigned flags)
{
    (void)flags;
    *event = &marks[mark_count++ % 64];
    return spoilt;
}

int cuEventDestroy_v2(void *event)
{
    (void)event;
    return 0;
}

int cuEventRecord(void *event, void *stream)
{
    (void)stream;
    if (breaks_capture())
        return CAPTURE_UNSUPPORTED;
    clock_gettime(CLOCK_MONOTONIC, event);
    return spoilt;
}

int cuEventElapsedTime(float *milliseconds, void *start, void *end)
{
    const struct timespec *a = start, *b = end;

    *milliseconds = (float)((double)(b->tv_sec - a->tv_sec) * 1e3 +
                            (double)(b->tv_nsec - a->tv_nsec) / 1e6);
    return spoilt;
}

/* ----------------------------------------------------------------- memory */

int cuMemGetInfo_v2(size_t *available, size_t *all)
{
    *all = all_bytes();
    *available = *all - used;
    return spoilt;
}

int cuMemAlloc_v2(uint64_t *memory, size_t bytes)
{
    if (breaks_capture())
        return CAPTURE_UNSUPPORTED;
    if (spoilt)
        return spoilt;
    if (bytes > all_bytes() - used)
        return 2;
    for (int i = 0; i < MAX_TAKEN; i++) {
        if (taken[i].memory)
            continue;
        taken[i].bytes = bytes;
        taken[i].memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
        if (!taken[i].memory)
            return 2;
        *memory = (uint64_t)(uintptr_t)taken[i].memory;
        used += bytes;
        return 0;
    }
    return 2;
}

int cuMemFree_v2(uint64_t memory)
{
    for (int i = 0; i < MAX_TAKEN; i++)
        if (taken[i].memory == (void *)(uintptr_t)memory) {
            free(taken[i].memory);
            taken[i].memory = NULL;
            used -= taken[i].bytes;
            return spoilt;
        }
    return spoilt ? spoilt : 1;
}

int cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    (void)flags;
    *memory = malloc(bytes);
    return spoilt;
}

/* Does it lie in one piece of memory that was taken, as the driver asks? */
static bool is_taken(uint64_t memory, size_t bytes)
{
    for (int i = 0; i < MAX_TAKEN; i++) {
        const uint64_t from = (uint64_t)(uintptr_t)taken[i].memory;
        if (taken[i].memory && memory >= from &&
            memory + bytes <= from + taken[i].bytes)
            return true;
    }
    return false;
}

int cuMemFreeHost(void *memory)
{
    free(memory);
    return 0;
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes,
                         void *stream)
{
    (void)stream;
    if (breaks_capture())
        return CAPTURE_UNSUPPORTED;
    if (!is_taken(to, bytes))
        return 1;
    if (!spoilt)
        memcpy((void *)(uintptr_t)to, from, bytes);
    return spoilt;
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *stream)
{
    (void)stream;
    if (breaks_capture())
        return CAPTURE_UNSUPPORTED;
    if (!is_taken(from, bytes))
        return 1;
    if (!spoilt)
        memcpy(to, (void *)(uintptr_t)from, bytes);
    return spoilt;
}

struct copying {
    void *to;
    const void *from;
    size_t bytes;
};

static void copy(const void *data)
{
    const struct copying *const c = data;

    memcpy(c->to, c->from, c->bytes);
}

int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void *stream)
{
    const struct copying c = {(void *)(uintptr_t)to, (void *)(uintptr_t)from,
                              bytes};

    (void)stream;
    if (!is_taken(from, bytes) || !is_taken(to, bytes))
        return 1;
    return spoilt ? spoilt : fake_enqueue(copy, &c, sizeof c);
}

struct filling {
    void *memory;
    size_t bytes;
    int value;
};

static void fill(const void *data)
{
    const struct filling *const f = data;

    memset(f->memory, f->value, f->bytes);
}

int cuMemsetD8Async(uint64_t memory, unsigned char value, size_t bytes,
                    void *stream)
{
    const struct filling f = {(void *)(uintptr_t)memory, bytes, value};

    (void)stream;
    return spoilt ? spoilt : fake_enqueue(fill, &f, sizeof f);
}

/* ---------------------------------------------------------------- kernels */

/* Sizes of their parameters: 8 is an address or a 64-bit number. */
static const struct {
    const char *name, *parameters;
} kernels[] = {{"scan_all", "888"},
               {"scan_tiles", "88888884"},
               {"first_difference", "8888"},
               {"reduce_tiles", "8888"},
               {"apply_carry", "888"},
               {"fingerprint", "888"},
               {"first_beyond_f32", "88888"},
               {"first_beyond_f64", "88888"},
               {NULL, NULL}};

/* ... of a look-back whose flags and values are in one word. */
static const char packed_tiles[] = "888884";

static bool is_packed(const struct function *f)
{
    return strstr(f->module->text, "-DPACKED=1") != NULL;
}

/* What the real NVRTC made is an ELF file. Its sections' headers stand at the
 * end. */
struct section {
    const char *name;
    const unsigned char *data;
    size_t bytes;
};

static uint64_t field(const unsigned char *at, int bytes)
{
    uint64_t value = 0;

    memcpy(&value, at, (size_t)bytes);
    return value;
}

static struct section section_of(const unsigned char *elf, size_t k)
{
    const unsigned char *headers = elf + field(elf + 40, 8);
    const size_t each = field(elf + 58, 2), of_names = field(elf + 62, 2);
    const unsigned char *header = headers + k * each;
    const unsigned char *names = elf + field(headers + of_names * each + 24, 8);

    return (struct section){(const char *)names + field(header, 4),
                            elf + field(header + 24, 8), field(header + 32, 8)};
}

/* The section "PREFIX.NAME"; its data is NULL when there is none. */
static struct section find_section(const unsigned char *elf, const char *prefix,
                                   const char *name)
{
    char wanted[256];

    snprintf(wanted, sizeof wanted, "%s.%s", prefix, name);
    for (size_t k = 0; k < field(elf + 60, 2); k++)
        if (!strcmp(section_of(elf, k).name, wanted))
            return section_of(elf, k);
    return (struct section){NULL, NULL, 0};
}

static size_t elf_bytes(const unsigned char *elf)
{
    return field(elf + 40, 8) + field(elf + 58, 2) * field(elf + 60, 2);
}

/* Bytes of parameter `index` of a kernel, 0 where there is none: .nv.info.NAME
 * has for each of them the item 04 17, 12 bytes long; in the last four bytes
 * the size stands from bit 18 on. */
static size_t real_parameter(const unsigned char *elf, const char *name,
                             size_t index)
{
    const struct section info = find_section(elf, ".nv.info", name);

    for (size_t at = 0; at + 4 <= info.bytes;) {
        const unsigned char *item = info.data + at;
        const size_t length = item[0] == 4 ? field(item + 2, 2) : 0;
        if (item[0] == 4 && item[1] == 0x17 && field(item + 8, 2) == index)
            return field(item + 12, 4) >> 18;
        at += 4 + length;
    }
    return 0;
}

int cuModuleLoadData(void **out, const void *image)
{
    struct module *module = calloc(1, sizeof *module);

    if (number("load", 0))
        return (int)number("load", 0);
    module->is_real = !memcmp(image, "\177ELF", 4);
    if (module->is_real) {
        module->text = malloc(elf_bytes(image));
        memcpy(module->text, image, elf_bytes(image));
    } else {
        module->text = strdup(image);
    }
    module->exclusive = strstr(image, "-DEXCLUSIVE=1") != NULL;
    *out = module;
    return spoilt;
}

int cuModuleUnload(void *module)
{
    struct module *m = module;

    free(m->text);
    free(m);
    return spoilt;
}

int cuModuleGetFunction(void **out, void *module, const char *name)
{
    struct module *m = module;
    const bool shared =
        !strcmp(name, "reduce_tiles") || !strcmp(name, "apply_carry");

    if (m->is_real ? !find_section((unsigned char *)m->text, ".text", name).data
                   : !shared && !strstr(m->text, name))
        return NOT_FOUND;
    m->function[m->count] = (struct function){m, name};
    *out = &m->function[m->count++];
    return spoilt;
}

int cuFuncSetAttribute(void *function, int attribute, int value)
{
    (void)function, (void)attribute, (void)value;
    return spoilt;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function,
                                                int threads, size_t shared)
{
    (void)function, (void)threads, (void)shared;
    *blocks = 2;
    return spoilt;
}

int cuFuncGetParamInfo(void *function, size_t index, size_t *offset,
                       size_t *bytes)
{
    const struct function *f = function;

    *offset = 8 * index;
    if (f->module->is_real) {
        *bytes =
            real_parameter((unsigned char *)f->module->text, f->name, index);
        return *bytes == 0;
    }
    for (int i = 0; kernels[i].name; i++) {
        const char *parameters = kernels[i].parameters;
        if (strcmp(kernels[i].name, f->name) != 0)
            continue;
        if (!strcmp(f->name, "scan_tiles") && is_packed(f))
            parameters = packed_tiles;
        if (index >= strlen(parameters))
            return 1;
        *bytes = (size_t)(parameters[index] - '0');
        return 0;
    }
    return 1;
}

static char *address(void *argument)
{
    char *memory;
    memcpy(&memory, argument, sizeof memory);
    return memory;
}

static uint64_t long_number(void *argument)
{
    uint64_t value;
    memcpy(&value, argument, sizeof value);
    return value;
}

/* An option of the compiler's, up to the end of its line; "" without it. */
static void find_option(const struct module *m, const char *name, char *out,
                        size_t size)
{
    const char *at = strstr(m->text, name);

    snprintf(out, size, "%.*s", at ? (int)strcspn(at, "\n") : 0, at ? at : "");
}

static const char monoid_text[] =
    "#include <stdint.h>\n#include <stddef.h>\n"
    "#ifdef PACKED_H_PATH\n#include PACKED_H_PATH\n"
    "uint32_t interval_op(uint32_t a, uint32_t b)\n"
    "{ return packed_scramble(packed_join(packed_range(a),\n"
    "                                     packed_range(b))); }\n"
    "uint32_t interval_identity(void)\n"
    "{ return packed_scramble(PACKED_NOTHING); }\n"
    "void interval_fill(uint32_t *opaque, int words, uint32_t handle)\n"
    "{ packed_fill(opaque, words, handle); }\n"
    "void interval_join(const uint32_t *a, const uint32_t *b, uint32_t *r,\n"
    "                   int words)\n"
    "{ packed_join_words(a, b, r, words); }\n"
    "#endif\n"
    "#define DEVICE static inline\n#include MONOID\n"
    "size_t fake_bytes = sizeof(T);\n"
    "void fake_op(const void *a, const void *b, void *out)\n"
    "{ *(T *)out = op(*(const T *)a, *(const T *)b); }\n"
    "void fake_identity(void *out) { *(T *)out = identity(); }\n";

/* The monoid, compiled by such a command: in the test's folder, where its other
 * processes find it. The header may change meanwhile: its time counts, too. */
static void *open_monoid(const char *command, const char *option)
{
    const char *folder = getenv("FAKE_CUDA_FOLDER");
    uint64_t hash = 14695981039346656037u;
    char header[4200], name[4200], fresh[4300], whole[14000];
    struct stat is = {0};

    if (sscanf(option, "-DMONOID=\"%4199[^\"]", header) != 1 ||
        stat(header, &is) != 0)
        abort();
    snprintf(whole, sizeof whole, "%s %lld.%ld %d", command,
             (long long)is.st_mtim.tv_sec, is.st_mtim.tv_nsec,
             folder ? 0 : (int)getpid());
    for (const char *c = whole; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    snprintf(name, sizeof name, "%s/%016llx.so", folder ? folder : "/tmp",
             (unsigned long long)hash);
    if (access(name, R_OK) != 0) {
        snprintf(fresh, sizeof fresh, "%s.%d", name, (int)getpid());
        snprintf(whole, sizeof whole, "%s -o '%s'", command, fresh);
        FILE *cc = popen(whole, "w");
        fputs(monoid_text, cc);
        if (pclose(cc) != 0 || rename(fresh, name) != 0)
            abort();
    }
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!folder)
        unlink(name);
    return library;
}

/* Compiles the module's monoid for the host. */
static void load_monoid(struct module *m)
{
    char monoid[4200], bytes[64], packed[4200], command[9000];
    static const char pre[] = "--pre-include=/";

    if (m->bytes)
        return;
    find_option(m, "-DMONOID=", monoid, sizeof monoid);
    find_option(m, "-DINTERVAL_BYTES=", bytes, sizeof bytes);
    find_option(m, pre, packed, sizeof packed);
    snprintf(command, sizeof command,
             "cc -w -O1 -fwrapv -shared -fPIC -Wl,-Bsymbolic '%s' %s %s%s%s "
             "-x c -",
             monoid, *bytes ? bytes : "-DNO_INTERVAL",
             *packed ? "'-DPACKED_H_PATH=\"" : "",
             *packed ? packed + sizeof pre - 2 : "", *packed ? "\"'" : "");
    void *library = open_monoid(command, monoid);
    void *symbol[3] = {dlsym(library, "fake_op"),
                       dlsym(library, "fake_identity"),
                       dlsym(library, "fake_bytes")};
    memcpy(&m->op, &symbol[0], sizeof m->op);
    memcpy(&m->identity, &symbol[1], sizeof m->identity);
    m->bytes = *(size_t *)symbol[2];
}

/* Has every element been written since the bench poisoned them? */
static bool stands(const char *out, uint64_t n, size_t bytes)
{
    char poison[64];

    memset(poison, 0xa5, sizeof poison);
    for (uint64_t i = 0; i < n; i++)
        if (!memcmp(out + i * bytes, poison, bytes))
            return false;
    return true;
}

static void scan_of(const struct function *f, void **argument, uint64_t n)
{
    const struct module *m = f->module;
    const char *in = address(argument[0]);
    char *out = address(argument[1]);
    _Alignas(16) char sum[64], next[64];

    if (said("lazy") && stands(out, n, m->bytes))
        return;
    m->identity(sum);
    for (uint64_t i = 0; i < n; i++) {
        m->op(sum, in + i * m->bytes, next);
        memcpy(out + i * m->bytes, m->exclusive ? sum : next, m->bytes);
        memcpy(sum, next, m->bytes);
    }
    if ((said("wrong") || (in_graph && said("graph_wrong"))) && n > 5)
        out[5 * m->bytes] ^= 1;
    static unsigned wobbles; /* as float sums in another order */
    if (said("wobbles") && n > 5 && wobbles++ % 2)
        out[5 * m->bytes] ^= 1;
    if (said("drops") && n > 5)
        memcpy(out + 5 * m->bytes, out + 4 * m->bytes, m->bytes);
    if (said("beside") && n > 5)
        out[n * m->bytes] ^= 1;
    if (said("spoils") && n > 5 && in != out)
        address(argument[0])[5 * m->bytes] ^= 1;
}

static void scan(const struct function *f, void **argument)
{
    scan_of(f, argument, long_number(argument[2]));
}

/* Look-back: a flag that has this launch's tag before it is a stale one. */
static void scan_tiles(const struct function *f, unsigned blocks,
                       void **argument)
{
    uint32_t *flags = (uint32_t *)(void *)address(argument[4]), launch;
    const bool packed = is_packed(f);
    bool stale = false;

    memcpy(&launch, argument[packed ? 5 : 7], sizeof launch);
    scan(f, argument);
    for (unsigned b = 0; b < blocks; b++) { /* packed: above a value's word */
        uint32_t *const flag =
            packed ? &flags[b * (f->module->bytes / 4) * 2 + 1] : &flags[b];
        stale |= *flag - launch * 4 - 1 < 2;
        *flag = launch * 4 + 2;
    }
    if (stale)
        address(argument[1])[0] ^= 1;
    if (said("behind_input") && address(argument[0]) != address(argument[1]))
        address(argument[0])[long_number(argument[2]) * f->module->bytes] ^= 1;
    if (said("before_flags"))
        ((char *)flags)[-1] ^= 1;
    if (said("behind_flags") && !packed)
        flags[blocks] ^= 1;
}

static void first_difference(void **argument)
{
    const char *a = address(argument[0]), *b = address(argument[1]);
    uint64_t *first = (uint64_t *)(void *)address(argument[3]);

    for (uint64_t i = long_number(argument[2]); i-- > 0;)
        if (memcmp(a + 4 * i, b + 4 * i, 4) != 0 && i < *first)
            *first = i;
}

static double real_at(const void *numbers, uint64_t i, bool is_double)
{
    return is_double ? ((const double *)numbers)[i]
                     : (double)((const float *)numbers)[i];
}

/* Which ran is on stderr, for tests. */
static void first_beyond(void **argument, bool is_double)
{
    const void *out = address(argument[0]), *want = address(argument[1]),
               *allowed = address(argument[2]);
    uint64_t *first = (uint64_t *)(void *)address(argument[4]);

    for (uint64_t i = long_number(argument[3]); i-- > 0;)
        if (!(fabs(real_at(out, i, is_double) - real_at(want, i, is_double)) <=
              real_at(allowed, i, is_double)))
            *first = i;
    fprintf(stderr, "stand-in: first_beyond %s\n",
            *first == UINT64_MAX ? "none" : "some");
}

/* Another hash than the kernel's. */
static void fingerprint(void **argument)
{
    const unsigned char *a = (const unsigned char *)address(argument[0]);
    uint64_t *sum = (uint64_t *)(void *)address(argument[2]);

    for (uint64_t i = 0; i < 4 * long_number(argument[1]); i++)
        *sum = (*sum ^ a[i]) * 0x100000001b3u;
}

static void reduce_tiles(const struct module *m, unsigned blocks,
                         void **argument)
{
    const char *in = address(argument[0]);
    char *out = address(argument[1]);
    const uint64_t n = long_number(argument[2]),
                   tile = long_number(argument[3]);
    _Alignas(16) char sum[64];

    for (uint64_t b = 0; b < blocks; b++) {
        m->identity(sum);
        for (uint64_t i = b * tile; i < n && i < (b + 1) * tile; i++)
            m->op(sum, in + i * m->bytes, sum);
        memcpy(out + b * m->bytes, sum, m->bytes);
    }
}

static void apply_carry(const struct module *m, void **argument)
{
    char *out = address(argument[0]), *carry = address(argument[1]);

    for (uint64_t i = 0; i < long_number(argument[2]); i++)
        m->op(carry, out + i * m->bytes, out + i * m->bytes);
}

/* Runs a kernel of the tests by its name. */
static void run_kernel(const struct function *f, const char *name,
                       unsigned blocks, void **argument)
{
    if (!strcmp(name, "scan_all") && said("slow"))
        usleep(100000);
    if (!strcmp(name, "scan_all"))
        scan(f, argument);
    else if (!strcmp(name, "scan_sections")) /* in, out, totals, n */
        scan_of(f, argument, long_number(argument[3]));
    else if (!strcmp(name, "scan_tiles"))
        scan_tiles(f, blocks, argument);
    else if (!strcmp(name, "first_difference"))
        first_difference(argument);
    else if (!strcmp(name, "fingerprint"))
        fingerprint(argument);
    else if (!strncmp(name, "first_beyond", 12))
        first_beyond(argument, name[14] == '6');
    else if (!strcmp(name, "reduce_tiles"))
        reduce_tiles(f->module, blocks, argument);
    else if (!strcmp(name, "apply_carry"))
        apply_carry(f->module, argument);
}

/* What timed.cu makes of a kernel: the address of the count is the last. */
static void run_timed(const struct function *f, void **argument)
{
    static const char kernel[] = "-DWRAPPED_KERNEL=",
                      count[] = "-DWRAPPED_COUNT=";
    static int calls;
    char name[256], number[64];
    long long cycles = 1000 + calls++ % 5;

    find_option(f->module, kernel, name, sizeof name);
    find_option(f->module, count, number, sizeof number);
    run_kernel(f, name + sizeof kernel - 1, 1, argument);
    const bool sections = strstr(name, "scan_sections") != NULL;
    cycles += 3 * (long long)long_number(argument[sections ? 3 : 2]);
    memcpy(address(argument[atoi(number + sizeof count - 1)]), &cycles,
           sizeof cycles);
}

/* As harness/trace/record_format.h has it. */
struct told {
    uint64_t at;
    uint32_t who, tile;
    uint64_t data[2];
};

enum { TICKET, PHASE, PUBLISH, LOOK };

static void note(struct told *block, unsigned kind, unsigned state,
                 uint32_t tile, uint64_t at, const uint64_t data[2])
{
    struct told *const told = &block[++block->tile];

    *told = (struct told){.at = at, .who = kind | state << 8, .tile = tile};
    if (data)
        memcpy(told->data, data, sizeof told->data);
}

/* The lanes of a warp look at all tiles before b: their A, and the P of tile 0.
 * Twice, as said in `more`. */
static void note_look(struct told *block, uint32_t b, uint64_t at)
{
    const uint32_t unused = b < 32 ? ~(uint32_t)0 << b : 0;
    const uint32_t p = b <= 32 ? (uint32_t)1 << (b - 1) : 0;
    const uint64_t data[2] = {(~p | unused) | (uint64_t)(p | unused) << 32,
                              2 | (uint64_t)64 << 32};

    note(block, LOOK, 0, b - 1, at, data);
}

/* What block b of so many does with its tile, from the time `at` on. */
static void tell_tile(struct told *block, uint32_t b, unsigned blocks,
                      uint64_t at, const uint64_t begin_count[2],
                      const uint64_t *aggregate, const uint64_t *prefix)
{
    const bool last = b == blocks - 1;

    note(block, TICKET, 0, b, at, begin_count);
    note(block, PHASE, 0, 0, at, NULL);      /* load */
    note(block, PHASE, 1, 0, at + 32, NULL); /* scan */
    note(block, PHASE, 2, 0, at + 64, NULL); /* look back */
    if (!last && !(said("never") && b == 1))
        note(block, PUBLISH, b ? 1 : 2, b, at + 64 + (said("late") ? 999 : 0),
             b ? aggregate : prefix);
    if (b > 0)
        note_look(block, b, at + 992);
    if (b > 0 && !last)
        note(block, PUBLISH, 2, b, at + 1088, prefix);
    note(block, PHASE, 3, 0, at + 1088, NULL); /* store */
}

/* Blocks of 32 elements of 4 bytes, all at once on four multiprocessors. */
static void tell_blocks(const struct function *f, unsigned blocks,
                        void **argument, struct told *told, uint32_t room)
{
    const struct module *m = f->module;
    const char *in = address(argument[0]);
    const uint64_t n = long_number(argument[2]);
    uint64_t before[2] = {0};

    m->identity(before);
    for (uint32_t b = 0; b < blocks; b++) {
        struct told *const block = told + (size_t)b * room;
        const uint64_t begin = 32 * (uint64_t)b;
        const uint64_t count = n - begin < 32 ? n - begin : 32;
        uint64_t sum[2] = {0}, next[2] = {0};
        m->identity(sum);
        for (uint64_t i = 0; i < count; i++)
            m->op(sum, in + (begin + i) * m->bytes, sum);
        m->op(before, sum, next);
        memset(block, 0, sizeof *block);
        tell_tile(block, b, blocks, 4096 + 32 * b, (uint64_t[]){begin, count},
                  sum, next);
        memcpy(before, next, sizeof before);
        block->at = 4096 + 32 * b;
        block->data[0] = block->at + (said("full") ? 9600 : 1600);
        block->who = b % 4;
        while (said("full") && b == 0 && block->tile + 1 < room)
            note(block, PHASE, 3, 0, 5200 + block->tile, NULL);
        if (said("full") && b == 0)
            block->tile += 1000;
    }
}

/* What traced.cu makes of a kernel: where to, and room for how many, are the
 * last. */
static void run_traced(const struct function *f, unsigned blocks,
                       void **argument)
{
    static const char kernel[] = "-DWRAPPED_KERNEL=",
                      count[] = "-DWRAPPED_COUNT=";
    char name[256], number[64];
    uint32_t room;

    find_option(f->module, kernel, name, sizeof name);
    find_option(f->module, count, number, sizeof number);
    const int last = atoi(number + sizeof count - 1);
    memcpy(&room, argument[last + 1], sizeof room);
    run_kernel(f, name + sizeof kernel - 1, blocks, argument);
    struct told *const told = (struct told *)(void *)address(argument[last]);
    if (strstr(name, "scan_tiles") && f->module->bytes == 4)
        tell_blocks(f, blocks, argument, told, room);
    for (unsigned b = 0; !strstr(name, "scan_tiles") && b < blocks; b++) {
        told[(size_t)b * room] = (struct told){.at = 4096, .who = b};
        told[(size_t)b * room].data[0] = 8192;
    }
}

/* A launch with its arguments. */
struct launch {
    const struct function *function;
    unsigned blocks;
    uint64_t argument[16];
};

static void run_launch(const struct function *f, unsigned blocks,
                       void **argument)
{
    if (strncmp(f->name, "first_", 6) != 0 &&
        strcmp(f->name, "fingerprint") != 0)
        load_monoid(f->module);
    if (!strcmp(f->name, "timed"))
        run_timed(f, argument);
    else if (!strcmp(f->name, "traced"))
        run_traced(f, blocks, argument);
    else
        run_kernel(f, f->name, blocks, argument);
}

static void run_captured(const void *data)
{
    const struct launch *const l = data;
    uint64_t value[16];
    void *argument[16];

    for (int i = 0; i < 16; i++) {
        value[i] = l->argument[i];
        argument[i] = &value[i];
    }
    run_launch(l->function, l->blocks, argument);
}

static int capture_launch(const struct function *f, unsigned blocks,
                          void **argument)
{
    const char *const in = said("capture_in");
    struct launch l = {.function = f, .blocks = blocks};
    size_t offset, bytes;

    if (said("capture") && (!in || !strncmp(in, f->name, strcspn(in, ",")))) {
        captured->invalid = true;
        return (int)number("capture", CAPTURE_UNSUPPORTED);
    }
    for (size_t i = 0; i < 16; i++)
        if (cuFuncGetParamInfo((void *)(uintptr_t)f, i, &offset, &bytes) == 0)
            memcpy(&l.argument[i], argument[i], bytes);
        else
            break;
    return fake_enqueue(run_captured, &l, sizeof l);
}

int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y,
                   unsigned grid_z, unsigned block_x, unsigned block_y,
                   unsigned block_z, unsigned shared_bytes, void *stream,
                   void **argument, void **extra)
{
    static bool faulted;
    const struct function *f = function;
    const char *in = said("fault_in");

    (void)grid_y, (void)grid_z, (void)block_x, (void)block_y, (void)block_z;
    (void)shared_bytes, (void)stream, (void)extra;
    if (spoilt)
        return spoilt;
    if (number("launch", 0) || f->module->is_real)
        return (int)number("launch", 0); /* a real one does nothing */
    if (said("fault") && !faulted &&
        (!in || !strncmp(in, f->name, strcspn(in, ",")))) {
        faulted = true;
        spoilt = (int)number("fault", 700);
        return 0; /* it shows later */
    }
    if (captured)
        return capture_launch(f, grid_x, argument);
    hangs |= said("hang") != NULL;
    run_launch(f, grid_x, argument);
    return 0;
}

/* ------------------------------------------------------------------ graphs */

#ifndef WITHOUT_GRAPHS

int cuStreamBeginCapture_v2(void *stream, int mode)
{
    (void)stream, (void)mode;
    if (captured)
        return 1;
    captured = calloc(1, sizeof *captured);
    return spoilt;
}

int cuGraphDestroy(void *graph)
{
    struct graph *const g = graph;

    free(g->node);
    free(g);
    return 0;
}

int cuStreamEndCapture(void *stream, void **graph)
{
    struct graph *const g = captured;

    (void)stream;
    *graph = NULL;
    captured = NULL;
    if (!g)
        return 1;
    if (g->invalid || said("end_capture")) {
        cuGraphDestroy(g);
        return (int)number("end_capture", CAPTURE_INVALIDATED);
    }
    *graph = g;
    return 0;
}

/* The graph may be destroyed afterwards. */
int cuGraphInstantiateWithFlags(void **out, void *graph,
                                unsigned long long flags)
{
    const struct graph *const from = graph;
    struct graph *const g = calloc(1, sizeof *g);

    (void)flags;
    *g = *from;
    g->node = malloc(from->count * sizeof *g->node + 1);
    memcpy(g->node, from->node, from->count * sizeof *g->node);
    *out = g;
    if (!said("instantiate"))
        return 0;
    cuGraphDestroy(g);
    *out = NULL;
    return (int)number("instantiate", 2);
}

int cuGraphUpload(void *graph, void *stream)
{
    (void)graph, (void)stream;
    return spoilt ? spoilt : captured ? CAPTURE_UNSUPPORTED : 0;
}

int cuGraphLaunch(void *graph, void *stream)
{
    const struct graph *const g = graph;

    (void)stream;
    if (captured || spoilt || said("graph_launch"))
        return spoilt ? spoilt : (int)number("graph_launch", 900);
    in_graph = true;
    for (size_t i = 0; i < g->count; i++)
        g->node[i].work(g->node[i].data);
    in_graph = false;
    return 0;
}

int cuGraphExecDestroy(void *graph)
{
    return cuGraphDestroy(graph);
}

#endif
