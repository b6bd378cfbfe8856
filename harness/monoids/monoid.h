/* monoid.h - a monoid on the host, where its elements are opaque bytes.
 *
 * A monoid is a header of algorithms/elements/monoids/ (or the user's own). The
 * harness compiles monoid_module.c around it and loads the result; from then on
 * every element is `bytes` opaque bytes made of `components` numbers of the
 * same type, e.g. affine_u32 is two uint32_t, mss_i32 four int32_t.
 */
#ifndef MONOID_H
#define MONOID_H

#include "algorithms/contract/algorithm.h"
#include "base/status.h"
#include "monoid_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct monoid {
    char name[64];     /* "add_i32", or the file's name without .h */
    char header[4096]; /* path of the header */
    bool is_users;     /* not one of the built-in ones */
    /* For an application: its element function; if it has none, both names are
     * "". */
    enum element_function function;
    char function_name[64], function_header[4096];
    bool function_is_users;
    bool function_misfits; /* it does not compile for elements of this monoid */
    struct monoid_table table;
    void *library; /* dlopen handle */
};

/* Finds a built-in monoid by name, or a user's header by a path that ends in
 * .h; compiles and loads it. The caller closes it with monoid_close.
 * NOT_JUDGED: the header does not compile; CHECK_FAILED: a user's op has no
 * identity or is not associative on random elements. */
enum status monoid_open(const char *name_or_path, struct monoid *out,
                        struct problem *why);
/* ... with a function of its elements, found in the same way in the folder of
 * algorithms/ for its kind. For intervals it is always "drawn". NOT_JUDGED with
 * out->function_misfits: for example a predicate on numbers, if T is a struct.
 * */
enum status monoid_open_with(const char *name_or_path,
                             enum element_function function, const char *said,
                             struct monoid *out, struct problem *why);
void monoid_close(struct monoid *monoid);

/* True for the four sizes of the interval monoid: proofs run on it. */
bool monoid_is_interval(const struct monoid *monoid);

struct module_source;
/* Adds the -D options that select this monoid in a source. */
enum status monoid_options(const struct monoid *monoid,
                           struct module_source *source, struct problem *why);

/* Writes one element as text, "7" or "(4, 9)"; returns text. */
char *monoid_print(const struct monoid_table *monoid, const void *element,
                   char *text, size_t size);

/* True: two elements are equal, as numbers (0 is -0), or by SAME. */
bool monoid_equal(const struct monoid_table *monoid, const void *got,
                  const void *want);

/* Component k of an element of floats. */
double monoid_component(const struct monoid_table *monoid, const void *element,
                        int k);

/* NULL-terminated names of the built-in monoids, and of the functions of a
 * kind, without those of proofs ("drawn"); sorted; static storage. */
const char *const *monoid_names(void);
const char *const *element_function_names(enum element_function function);

/* The names of each kind of element function. */
struct element_function_words {
    const char *name;       /* "predicate", also the option's name */
    const char *folder;     /* of algorithms/: "predicates" */
    const char *macro;      /* defined as the header's path */
    const char *by_default; /* a function that accepts numbers: "odd" */
    const char *what;       /* "which elements are kept" */
};
extern const struct element_function_words
    element_functions[ELEMENT_FUNCTIONS]; /* from FUNCTION_NONE + 1 on */

#endif
