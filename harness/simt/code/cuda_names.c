/* cuda_names.c - see cuda_names.h.
 *
 * A misspelt name is not in the lists, so its kernel "does not compile".
 */
#include "cuda_names.h"
#include "base/paths.h"
#include "simt/refuse/file_class.h"
#include "simt/refuse/text_code.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BARRIERS "; write __syncthreads(), or a flag with fences"
#define SPLIT    "; write sync()"
#define LOOPS    "; write it as a loop of shfl_up() calls"
#define CLUSTERS "; it runs blocks without clusters"
#define COPIES   "; copy element by element, then sync()"
#define HOST     "; it runs only kernels, no host code"

/* Members of the classes that device/include has. */
static const struct cuda_name members[] = {
    {"barrier_arrive", SPLIT},
    {"barrier_wait", SPLIT},
    {"is_valid", ""},
    {"cluster_rank", CLUSTERS},
    {"cluster_index", CLUSTERS},
    {"num_clusters", CLUSTERS},
    {"dim_clusters", CLUSTERS},
    {"is_lock_free", ""},
    {"is_always_lock_free", ""},
    {"required_alignment", ""},
};

/* Members of CUDA's namespaces. Unqualified, such a name could be anything. */
static const struct cuda_name qualified[] = {
    {"block_tile_memory", ""},
    {"wait", COPIES},
    {"wait_prior", COPIES},
    {"reduce", LOOPS},
    {"reduce_update_async", LOOPS},
    {"reduce_store_async", LOOPS},
    {"inclusive_scan", LOOPS},
    {"exclusive_scan", LOOPS},
    {"inclusive_scan_update", LOOPS},
    {"exclusive_scan_update", LOOPS},
    {"plus", "; write op()"},
    {"less", ""},
    {"greater", ""},
    {"bit_and", ""},
    {"bit_or", ""},
    {"bit_xor", ""},
    {"barrier", BARRIERS},
    {"latch", BARRIERS},
    {"counting_semaphore", BARRIERS},
    {"binary_semaphore", BARRIERS},
    {"pipeline", COPIES},
    {"make_pipeline", COPIES},
    {"pipeline_shared_state", COPIES},
    {"aligned_size_t", COPIES},
    {"annotated_ptr", ""},
    {"access_property", ""},
    {"atomic_flag", "; write cuda::atomic<int>"},
    {"atomic_signal_fence", ""},
    {"array", "; write T x[N]"},
    {"tuple", "; write a struct"},
    {"pair", "; write a struct"},
    {"optional", ""},
    {"span", "; write a pointer"},
    {"complex", ""},
    {"numeric_limits", ""},
};

/* These names can only be CUDA's. */
static const struct cuda_name anywhere[] = {
    {"cluster_group", CLUSTERS},
    {"this_cluster", CLUSTERS},
    {"multi_grid_group", ""},
    {"this_multi_grid", ""},
    {"memcpy_async", COPIES},
    {"cudaLaunchAttribute", CLUSTERS},
    {"cudaLaunchAttributeClusterDimension", CLUSTERS},
    {"cudaLaunchConfig_t", HOST},
    {"cudaError_t", HOST},
    {"cudaStream_t", HOST},
    {"cudaEvent_t", HOST},
    {"cudaTextureObject_t", "; read global memory"},
    {"cudaSurfaceObject_t", "; read global memory"},
};

/* The name in quotes at `at`, if a list has it. */
static const struct cuda_name *find(const struct cuda_name *list, size_t count,
                                    const char *at)
{
    const size_t length = strcspn(at, "'");

    for (size_t i = 0; i < count; i++)
        if (strlen(list[i].name) == length &&
            !strncmp(list[i].name, at, length))
            return &list[i];
    return NULL;
}

static bool says(const char *error, const char *const *phrases)
{
    for (; *phrases; phrases++)
        if (strstr(error, *phrases))
            return true;
    return false;
}

/* The messages of g++ and of clang++. */
static const char *const of_class[] = {"has no member named '",
                                       "no member named '", NULL};
static const char *const of_namespace[] = {"is not a member of '",
                                           "in namespace '", NULL};
static const char *const alone[] = {"was not declared",
                                    "does not name a ",
                                    "no member named '",
                                    "unknown type name '",
                                    "use of undeclared identifier '",
                                    NULL};

#define FIND(list, at) find(list, sizeof list / sizeof *list, at)

const struct cuda_name *cuda_name_in(const char *error)
{
    const bool is_ours =
        strstr(error, "cooperative_groups::") || strstr(error, "cuda::");
    const bool in_class = is_ours && says(error, of_class);
    const bool in_namespace = says(error, of_namespace);
    const struct cuda_name *found = NULL;

    for (const char *at = strchr(error, '\''); at && !found;
         at = strchr(at + 1, '\'')) {
        if (in_class)
            found = FIND(members, at + 1);
        if (!found && in_namespace)
            found = FIND(qualified, at + 1);
        if (!found && (in_namespace || says(error, alone)))
            found = FIND(anywhere, at + 1);
    }
    return found;
}

/* ---------------------------------------------------------------- headers */

/* True for the prefixes of CUDA's headers. */
static bool is_of_cuda(const char *name)
{
    static const char *const begins[] = {"cu",
                                         "cooperative_groups",
                                         "thrust/",
                                         "nv/",
                                         "nvtx",
                                         "crt/",
                                         "mma.h",
                                         "helper_",
                                         "texture_",
                                         "surface_",
                                         "vector_",
                                         "device_",
                                         "driver_",
                                         "host_",
                                         "builtin_types.h",
                                         "channel_descriptor.h",
                                         "common_functions.h",
                                         "library_types.h",
                                         "sm_",
                                         "math_constants"};

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(name, begins[i], strlen(begins[i])))
            return true;
    return false;
}

/* A header of CUDA's, included on a line of `file`. */
struct include {
    const char *file;
    char name[128];
    bool quoted;
    long line;
};

/* The name in an #include, between < and > or between quotes. */
static bool included(const char *line, struct include *to)
{
    line += strspn(line, " \t");
    if (*line++ != '#')
        return false;
    line += strspn(line, " \t");
    if (strncmp(line, "include", 7) != 0)
        return false;
    line += 7 + strspn(line + 7, " \t");
    if (*line != '<' && *line != '"')
        return false;
    to->quoted = *line == '"';
    const size_t length = strcspn(line + 1, ">\"\n");
    return (size_t)snprintf(to->name, sizeof to->name, "%.*s", (int)length,
                            line + 1) < sizeof to->name;
}

/* The first header that matches `words`, according to `fits`. */
static bool find_include(struct include *to, const char *words,
                         bool fits(const struct include *, const char *))
{
    FILE *const file = fopen(to->file, "r");
    char text[512];
    bool found = false;

    for (to->line = 1; file && !found && fgets(text, sizeof text, file);
         ++to->line)
        found = included(text, to) && is_of_cuda(to->name) && fits(to, words);
    --to->line;
    if (file)
        fclose(file);
    return found;
}

/* True when device/include has the header. */
static bool is_known(const char *name)
{
    struct problem ignored;
    char home[PATH_MAX], path[PATH_MAX];

    return paths_home(home, sizeof home, &ignored) == OK &&
           path_format(path, sizeof path, "%s/harness/simt/device/include/%s",
                       home, name) &&
           access(path, R_OK) == 0;
}

/* True when the compiler did not find the header, or stopped in it, or in one
 * that it includes. A header of device/include stops it only with a reason. */
static bool is_blamed(const struct include *header, const char *words)
{
    const char *const name = header->name;
    const char *const at = strstr(words, name);
    const char *const colon = strchr(words, ':');
    const char *const folder = strstr(words, "/include/");

    if (at && strstr(words, "simt/device/include/"))
        return at[strlen(name)] == ':' && strstr(words, "does not know ") &&
               !strstr(words, "assert");
    return (at && (strstr(words, ": No such file") ||
                   strstr(words, "' file not found"))) ||
           (folder && folder < colon && !is_known(name));
}

bool cuda_header_of(const char *source, const char *words, char *name,
                    size_t size, long *line)
{
    struct include header = {.file = source};
    const bool found = find_include(&header, words, is_blamed);

    snprintf(name, size, "%s", header.name);
    *line = header.line;
    return found;
}

/* True when the file is the included header, and not one of the kernel's own
 * headers in its folder. */
static bool is_this(const struct include *header, const char *path)
{
    const size_t length = strlen(path), name = strlen(header->name);
    const char *const folder = strrchr(header->file, '/');
    const size_t beside = folder ? (size_t)(folder - header->file) + 1 : 0;

    return length > name && path[length - name - 1] == '/' &&
           !strcmp(path + length - name, header->name) &&
           !(header->quoted && !strncmp(path, header->file, beside));
}

/* The header that the file includes is an installed one of CUDA's. */
static enum status check_header(const char *file, const char *path,
                                struct problem *why)
{
    struct include header = {.file = file};

    if (!find_include(&header, path, is_this) ||
        file_class(path) == FILE_OF_DEVICE)
        return OK;
    return problem_set(why, NOT_JUDGED,
                       "%s:%ld: the SIMT machine does not know <%s>", file,
                       header.line, header.name);
}

enum status cuda_headers_check(const char *text, struct problem *why)
{
    struct text_marker from = {.line = 0}, marker = {.line = 0};
    enum status status = OK;

    for (const char *at = text; *at && status == OK;) {
        const char *const end = at + strcspn(at, "\n");
        if (*at == '#') {
            text_take_marker(at, &marker);
            if (!from.ours && *from.file && *from.file != '<' &&
                strcmp(from.file, marker.file) != 0)
                status = check_header(from.file, marker.file, why);
            from = marker;
        }
        at = *end ? end + 1 : end;
    }
    return status;
}
