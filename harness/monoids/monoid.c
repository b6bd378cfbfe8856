/* monoid.c - finding, compiling and loading monoids. */
#include "monoid.h"
#include "fused_monoid.h"
#include "laws.h"
#include "compile/module.h"
#include "base/guard.h"
#include "base/output_file.h"
#include "base/paths.h"

#include <dirent.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_BUILT_IN = 64,
    INTERVAL_SIZES = 4,
    NAME = sizeof((struct monoid *)0)->name,
    PATH = sizeof((struct monoid *)0)->header
};

/* interval is four types in one header. */
static const char *const interval_names[INTERVAL_SIZES] = {
    "interval", "interval8", "interval16", "interval32"};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* drawn and drawn_whole: only verify uses them, by default. */
static bool is_of_proofs(const char *name)
{
    return !strncmp(name, "drawn", 5);
}

/* The headers of a folder of algorithms/elements/, less their .h. */
struct headers {
    const char *folder, *what; /* "monoids", "monoid" */
    char *names[MAX_BUILT_IN + 1];
};

const struct element_function_words element_functions[ELEMENT_FUNCTIONS] = {
    [FUNCTION_PREDICATE] = {"predicate", "predicates", "PREDICATE", "odd",
                            "which elements are kept"},
    [FUNCTION_KEY] = {"key", "keys", "KEY_HEADER", "value",
                      "the key that elements are sorted by"},
    [FUNCTION_PRODUCT] = {"product", "products", "PRODUCT_HEADER", "times",
                          "the product of two elements"},
    [FUNCTION_MAP] = {"map", "maps", "MAP_HEADER", "neighbours",
                      "how numbers become elements"},
};

/* FUNCTION_NONE: monoids. */
static struct headers *headers_of(enum element_function function)
{
    static struct headers all[ELEMENT_FUNCTIONS];

    all[FUNCTION_NONE].folder = "monoids";
    all[FUNCTION_NONE].what = "monoid";
    for (int i = FUNCTION_NONE + 1; i < ELEMENT_FUNCTIONS; i++) {
        all[i].folder = element_functions[i].folder;
        all[i].what = element_functions[i].name;
    }
    return &all[function];
}

static const char *const *names_of(struct headers *of)
{
    char home[PATH_MAX], folder[PATH_MAX];
    size_t count = 0;

    if (of->names[0] || paths_home(home, sizeof home, NULL) != OK ||
        !path_format(folder, sizeof folder, "%s/algorithms/elements/%s", home,
                     of->folder))
        return (const char *const *)of->names;
    DIR *listing = opendir(folder);
    for (struct dirent *item; listing && (item = readdir(listing));) {
        const size_t length = strlen(item->d_name);
        if (count < MAX_BUILT_IN && length > 2 &&
            !strcmp(item->d_name + length - 2, ".h") &&
            !is_of_proofs(item->d_name))
            if ((of->names[count] = strndup(item->d_name, length - 2)))
                count++;
    }
    if (listing)
        closedir(listing);
    qsort(of->names, count, sizeof *of->names, by_name);
    return (const char *const *)of->names;
}

const char *const *monoid_names(void)
{
    return names_of(headers_of(FUNCTION_NONE));
}

const char *const *element_function_names(enum element_function function)
{
    return names_of(headers_of(function));
}

/* What was said of a header: its name, and its path. */
struct found {
    char *name, *path; /* of NAME and PATH bytes */
    bool is_users;
};

static enum status find_own(const struct headers *of, const char *said,
                            struct found *out, struct problem *why)
{
    char real[PATH_MAX];
    struct stat facts;

    if (!realpath(said, real) || access(real, R_OK) != 0 ||
        stat(real, &facts) != 0)
        return problem_set(why, WRONG_USE, "%s %s: no such file", of->what,
                           said);
    if (!S_ISREG(facts.st_mode))
        return problem_set(why, WRONG_USE, "%s %s is not a file", of->what,
                           said);
    const char *slash = strrchr(said, '/');
    const char *base = slash ? slash + 1 : said;
    snprintf(out->name, NAME, "%.*s", (int)(strlen(base) - 2), base);
    snprintf(out->path, PATH, "%s", real);
    out->is_users = true;
    output_keep(real);
    return OK;
}

/* `file` is what stands for `said` in the folder. */
static enum status find_header(struct headers *of, const char *said,
                               const char *file, const char *home,
                               struct found *out, struct problem *why)
{
    const size_t length = strlen(said);

    out->is_users = false;
    if (length > 2 && !strcmp(said + length - 2, ".h"))
        return find_own(of, said, out, why);
    snprintf(out->name, NAME, "%s", said);
    if (!strchr(said, '/') &&
        path_format(out->path, PATH, "%s/algorithms/elements/%s/%s.h", home,
                    of->folder, file) &&
        access(out->path, R_OK) == 0)
        return OK;
    const char *near = nearest_name(said, names_of(of));
    return problem_set(why, WRONG_USE,
                       "no %s '%s'%s%s%s; 'scanlab list' shows them; give your "
                       "own as a path ending in .h",
                       of->what, said, near ? ": did you mean '" : "",
                       near ? near : "", near ? "'?" : "");
}

/* "add_i32+max_i32", parts of `said` that may be the user's. */
static enum status find_fused(char *said, const char *home, struct monoid *out,
                              struct problem *why)
{
    char names[MOST_FUSED][NAME] = {""}, paths[MOST_FUSED][PATH] = {""};
    const char *path[MOST_FUSED];
    enum status status = OK;
    int count = 0;

    out->name[0] = '\0';
    for (char *part; status == OK && (part = strsep(&said, "+")); count++) {
        const size_t used = strlen(out->name);
        if (count == MOST_FUSED)
            return problem_set(why, WRONG_USE, "-m %s+...: at most %d monoids",
                               out->name, MOST_FUSED);
        struct found found = {names[count], paths[count], false};
        path[count] = paths[count];
        status = find_header(headers_of(FUNCTION_NONE), part, part, home,
                             &found, why);
        if (status == OK && used + strlen(found.name) + 2 > NAME)
            return problem_set(why, WRONG_USE, "-m %s+%s: the name is too long",
                               out->name, found.name);
        if (status == OK)
            sprintf(out->name + used, "%s%s", used ? "+" : "", found.name);
    }
    out->is_users = true; /* its laws are tested */
    return status == OK ? fuse_monoids(out->name, path, count, out->header,
                                       sizeof out->header, why)
                        : status;
}

static enum status find_monoid(const char *said, const char *home,
                               struct monoid *out, struct problem *why)
{
    if (strchr(said, '+') && access(said, R_OK) != 0) {
        char *const parts = strdup(said);
        const enum status fused =
            parts ? find_fused(parts, home, out, why)
                  : problem_set(why, MACHINE_LACKS, "out of memory");
        free(parts);
        return fused;
    }
    struct found found = {out->name, out->header, false};
    const enum status status = find_header(
        headers_of(FUNCTION_NONE), said,
        strncmp(said, "interval", 8) ? said : "interval", home, &found, why);

    out->is_users = found.is_users;
    return status;
}

static enum status find_function(enum element_function function,
                                 const char *said, const char *home,
                                 struct monoid *out, struct problem *why)
{
    struct found found = {out->function_name, out->function_header, false};

    out->function = function;
    if (function == FUNCTION_NONE)
        return OK;
    if (monoid_is_interval(out) && strcmp(said, "drawn_whole") != 0)
        said = "drawn";
    const enum status status =
        find_header(headers_of(function), said, said, home, &found, why);
    out->function_is_users = found.is_users;
    if (status == OK && !monoid_is_interval(out) && !found.is_users &&
        is_of_proofs(said))
        return problem_set(why, WRONG_USE,
                           "the %s %s is for intervals: verify uses it by "
                           "default, without --%s",
                           element_functions[function].name, said,
                           element_functions[function].name);
    return status;
}

bool monoid_is_interval(const struct monoid *monoid)
{
    return !monoid->is_users && !strncmp(monoid->name, "interval", 8);
}

static enum status add_header(struct module_source *source, const char *macro,
                              const char *path, struct problem *why)
{
    if (strpbrk(path, "\"\n"))
        return problem_set(why, WRONG_USE,
                           "%s: an #include cannot contain a path with a "
                           "quotation mark or a line break",
                           path);
    module_option(source, "-D%s=\"%s\"", macro, path);
    return OK;
}

enum status monoid_options(const struct monoid *monoid,
                           struct module_source *source, struct problem *why)
{
    enum status status = add_header(source, "MONOID", monoid->header, why);

    if (status == OK && monoid->function)
        status = add_header(source, element_functions[monoid->function].macro,
                            monoid->function_header, why);
    if (status != OK)
        return status;
    if (!monoid_is_interval(monoid))
        return OK;
    for (int i = 0; i < INTERVAL_SIZES; i++)
        if (!strcmp(monoid->name, interval_names[i])) {
            module_option(source, "-DINTERVAL_BYTES=%d", 4 << i);
            return OK;
        }
    return problem_set(why, WRONG_USE,
                       "no monoid '%s'; those for intervals are interval, "
                       "interval8, interval16 and interval32",
                       monoid->name);
}

/* The compiler speaks of monoid_module.c; the cause is the header. */
static enum status blame_header(struct monoid *monoid, struct problem *why)
{
    const struct problem inner = *why;
    static const char words[] = "monoid_module.c does not compile: ";
    const char *const found = strstr(inner.line, words);
    const char *const error = found ? found + strlen(words) : inner.line;

    /* A built-in monoid compiles without the function. */
    monoid->function_misfits =
        monoid->function && found &&
        (!monoid->is_users || strstr(error, monoid->function_header));
    if (monoid->function_misfits)
        return problem_set(why, NOT_JUDGED,
                           "the %s %s does not compile for elements of %s: %s",
                           element_functions[monoid->function].name,
                           monoid->function_name, monoid->name, error);
    return problem_set(why, NOT_JUDGED, "monoid %s%s: %s", monoid->header,
                       found ? " does not compile" : "", error);
}

/* Only SAME knows which bytes of such an element count. */
static enum status check_gaps(const struct monoid *monoid, struct problem *why)
{
    const struct monoid_table *m = &monoid->table;

    for (int k = 1; k < m->planes; k++)
        if (m->plane[k].bytes > m->plane[k - 1].bytes)
            return problem_set(why, NOT_JUDGED,
                               "monoid %s: PARTS must list the larger numbers "
                               "first, so that all planes are aligned",
                               monoid->header);
    return m->same || !m->has_gaps || !m->has_gaps()
               ? OK
               : problem_set(why, NOT_JUDGED,
                             "monoid %s: T has gaps between its numbers: give "
                             "them all one type, or define how elements are "
                             "compared: #define SAME(got, want)",
                             monoid->header);
}

/* What runs of a user's monoid is told as its own, from here on. */
static enum status check_laws(const struct monoid *monoid, struct problem *why)
{
    enum {
        TRIPLES = 64 /* verify -m asks more */,
        PATIENCE = 10 /* seconds */
    };
    static char suspect[sizeof monoid->header];
    struct laws laws;
    enum status status = OK;

    if (monoid->is_users) {
        memcpy(suspect, monoid->header, sizeof suspect);
        guard_suspect(suspect);
        guard_enter(suspect, PATIENCE);
        status = laws_check(monoid, TRIPLES, &laws, why);
        guard_leave();
    }
    if (monoid->function_is_users && status == OK) {
        guard_enter(monoid->function_header, PATIENCE);
        status = laws_check_function(monoid, why);
        guard_leave();
    }
    return status;
}

enum status monoid_open(const char *name_or_path, struct monoid *out,
                        struct problem *why)
{
    return monoid_open_with(name_or_path, FUNCTION_NONE, NULL, out, why);
}

enum status monoid_open_with(const char *name_or_path,
                             enum element_function function, const char *said,
                             struct monoid *out, struct problem *why)
{
    struct module_source source = {0};
    struct module module;
    char home[PATH_MAX];
    void *table;

    *out = (struct monoid){0};
    enum status status = paths_home(home, sizeof home, why);
    if (status == OK)
        status = find_monoid(name_or_path, home, out, why);
    if (status == OK)
        status = find_function(function, said, home, out, why);
    if (status == OK)
        status = monoid_options(out, &source, why);
    if (status != OK)
        return status;
    path_format(source.path, sizeof source.path,
                "%s/harness/monoids/monoid_module.c", home);
    module_flags(&source, "-std=gnu11 -O2 -fwrapv "
                          "-Werror=implicit-function-declaration -DHOST");
    source.between = module_check_host;
    source.brief = true;
    module_option(&source, "-I%s/harness", home);
    module_option(&source, "-I%s/algorithms", home);
    module_option(&source, "-I%s/algorithms/elements/monoids", home);
    status = module_open(&source, &module, why);
    if (status == NOT_JUDGED)
        return blame_header(out, why);
    if (status != OK)
        return status;
    status = module_symbol(&module, "scanlab_monoid", &table, why);
    if (status == OK) {
        memcpy(&out->table, table, sizeof out->table);
        out->library = module.library;
        status = check_gaps(out, why);
        if (status == OK)
            status = check_laws(out, why);
    }
    if (status != OK) {
        module_close(&module);
        out->library = NULL;
    }
    return status;
}

void monoid_close(struct monoid *monoid)
{
    if (monoid->library)
        dlclose(monoid->library);
    monoid->library = NULL;
}

double monoid_component(const struct monoid_table *monoid, const void *element,
                        int k)
{
    float single;
    double real;

    if (monoid->component_bytes == 8) {
        memcpy(&real, (const char *)element + 8 * k, sizeof real);
        return real;
    }
    memcpy(&single, (const char *)element + 4 * k, sizeof single);
    return (double)single;
}

bool monoid_equal(const struct monoid_table *monoid, const void *got,
                  const void *want)
{
    if (monoid->same)
        return monoid->same(got, want);
    if (memcmp(got, want, monoid->bytes) == 0)
        return true;
    if (monoid->kind != FLOATING)
        return false;
    for (int k = 0; k < monoid->components; k++)
        if (!(monoid_component(monoid, got, k) ==
              monoid_component(monoid, want, k)))
            return false;
    return true;
}

static int print_number(char *text, size_t size,
                        const struct monoid_table *monoid, const void *number)
{
    int64_t integer = 0;
    uint64_t natural = 0;
    const int bytes = monoid->component_bytes;

    if (monoid->kind == FLOATING) {
        float single;
        double real;
        memcpy(&real, number, bytes == 8 ? 8 : 0);
        memcpy(&single, number, bytes == 4 ? 4 : 0);
        return bytes == 8 ? snprintf(text, size, "%.17g", real)
                          : snprintf(text, size, "%.9g", (double)single);
    }
    memcpy(&natural, number, (size_t)bytes); /* little endian hosts */
    integer = (int64_t)(natural << (64 - 8 * bytes)) >> (64 - 8 * bytes);
    return monoid->kind == SIGNED_INTEGER
               ? snprintf(text, size, "%" PRId64, integer)
               : snprintf(text, size, "%" PRIu64, natural);
}

char *monoid_print(const struct monoid_table *monoid, const void *element,
                   char *text, size_t size)
{
    const char *number = element;
    size_t used = 0;

    if (monoid->components == 1) {
        print_number(text, size, monoid, number);
        return text;
    }
    for (int i = 0; i < monoid->components && used + 32 < size; i++) {
        used += (size_t)snprintf(text + used, size - used, i ? ", " : "(");
        used += (size_t)print_number(text + used, size - used, monoid, number);
        number += monoid->component_bytes;
    }
    snprintf(text + used, size - used, ")");
    return text;
}
