/* choice.h - an algorithm on a device as a user names it: "kogge_stone",
 * "lookback:plain", "brent_kung:block=64,factor=4". Values not given are
 * defaults, which can depend on the element: choice_for(). */
#ifndef CHOICE_H
#define CHOICE_H

#include "algorithms/contract/algorithm.h"
#include "base/status.h"

/* More than the number of parameter names of all algorithms together. */
enum { MAX_PARAMETER_NAMES = 64 };

struct device;

struct choice {
    const struct algorithm *algorithm;
    const struct device *device;
    const struct implementation *implementation; /* for the device */
    long value[MAX_PARAMETERS];  /* in the order of its parameter table */
    bool given[MAX_PARAMETERS];  /* set by the user; false: the default */
    const struct variant *named; /* the variant named by the user, or NULL */
    char variant[192]; /* as given after the colon; "" for the default */
};

/* The algorithm's parent folder in algorithms/: "" or "applications/". */
const char *choice_folder(const struct algorithm *algorithm);

/* Writes the path of the choice's cpu.c or kernel.cu, with scanlab's files in
 * `home`; false: too long. */
bool choice_code_path(const struct choice *choice, const char *home, char *path,
                      size_t size);

/* An algorithm's code for a device; NULL: none. */
const struct implementation *
choice_implementation(const struct algorithm *algorithm,
                      const struct device *device);

/* OK, or WRONG_USE: plan.c has no closed forms for the chosen code. Call
 * before setup_forms(). */
enum status choice_has_forms(const struct choice *choice, struct problem *why);

/* Resolves a name, with settings after a colon: name=value, names of values,
 * and names of the algorithm's variants, with commas between them. Unknown
 * names, parameters and values, and algorithms without code for the device, are
 * rejected; the message lists the valid ones. */
enum status choice_parse(const char *text, const struct device *device,
                         struct choice *out, struct problem *why);

/* The same choice with the defaults for elements of that size and kind and for
 * up to n elements (0: any number): the first of the algorithm's shapes that
 * fits. Values given by the user are kept. */
struct choice choice_for(const struct choice *choice, size_t elem_bytes,
                         bool floating, size_t n);

/* Sets a parameter by name and the text of its value. */
enum status choice_set(struct choice *choice, const char *name,
                       const char *value, struct problem *why);

/* Copies the settings of a choice in a space of scans (algorithm.h) to another
 * choice of it, for another device. */
void choice_copy(const struct choice *from, struct choice *to);

/* Index of a parameter by name, or -1. */
int choice_parameter(const struct implementation *implementation,
                     const char *name);

/* The value of a parameter by name, for tables; NAN: there is none. */
double choice_value(const struct choice *choice, const char *name);

/* True: its outputs have the same trees of operands in every run
 * (algorithm.h). */
bool choice_is_reproducible(const struct choice *choice);

/* True if a parameter has an effect in this setting: it belongs to no form, or
 * to the chosen form. */
bool choice_uses(const struct choice *choice, int index);

/* If the parameter has no effect, switches to the first form that has it.
 * False: the form's parameter is fixed to another value. */
bool choice_take_form(struct choice *choice, int index, const bool *fixed);

/* The same algorithm with every parameter at its smallest distinguishing value:
 * it divides a hundred elements into several tiles. */
struct choice choice_small(const struct choice *choice);

/* Writes the given values that are not defaults, as in `variant`:
 * "report,block=64,plain". A given value that equals the default is written
 * only if `also` (which may be NULL) is true for it. Parameters without effect
 * in this form are left out. */
void choice_print(const struct choice *choice, const bool *also, char *text,
                  size_t size);

/* NULL-terminated names of all algorithms; static storage. */
const char *const *choice_names(void);

/* NULL-terminated distinct parameter names of all algorithms on all devices. */
const char *const *choice_parameter_names(void);

#endif
