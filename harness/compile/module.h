/* module.h - source + options -> loaded code, compiled once and cached.
 *
 * What was compiled is kept (module_cache.h): an edited or a new header,
 * another compiler and a damaged file all lead to a rebuild, and little else
 * does.
 */
#ifndef MODULE_H
#define MODULE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { MODULE_OPTIONS = 80, MODULE_OPTION_LENGTH = 4200 };

/* What to compile. Options are handed to the compiler as they are. */
struct module_source {
    char path[4096];
    bool cplusplus;
    const char *compiler; /* a program, by name or path; NULL: cc or c++ */
    bool cuda;            /* for nvcc, the code of a GPU beside the host's */
    bool quiet;   /* do not show the compiler's words: the caller only probes */
    bool brief;   /* a header of elements: show its first error only, unless
                   * SCANLAB_ERRORS=all, and do not advise op() */
    bool plain;   /* no sanitizer, even where the program has one */
    bool watched; /* monoids/compares.h is told what the code compares */
    bool keep;    /* never unload: it starts threads of its own */
    /* Compiled and linked in two steps when it is set. Between them this looks
     * at the object file, and may refuse or change it; `rule` is the compiler's
     * make rule, a file with the names of all that was read. */
    enum status (*between)(const struct module_source *source,
                           const char *object, const char *rule,
                           struct problem *why);
    /* Preprocessed first when it is set: then this may replace *text, which is
     * of malloc() and has cpp's line markers and definitions (-dD). Not OK: it
     * refuses the text, and *why says what to write. */
    enum status (*rewrite)(char **text, struct problem *why);
    int options;
    char option[MODULE_OPTIONS][MODULE_OPTION_LENGTH];
    /* Of the first option that did not fit: its beginning and its length. */
    char misfit[48];
    int misfit_length;
};

/* For source->between, of a cpu.c or a monoid: it calls nothing of the system
 * but what its work needs (sandbox/object_check.h). */
enum status module_check_host(const struct module_source *source,
                              const char *object, const char *rule,
                              struct problem *why);

struct module {
    void *library; /* dlopen handle */
    bool was_cached;
};

/* Appends one option, printf-style. One that does not fit, by its length or by
 * the number of options, is a problem of module_source_check. */
void module_option(struct module_source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends options that have blanks between them, as a shell takes them: "-O3
 * -fwrapv". */
void module_flags(struct module_source *source, const char *flags);

/* OK, or WRONG_USE: the path is no file that can be read, or an option did not
 * fit. module_open calls it; so does what compiles in another way. */
enum status module_source_check(const struct module_source *source,
                                struct problem *why);

/* Compiles (or finds) and loads. When it does not compile, the compiler's own
 * lines go to stderr once and the status is NOT_JUDGED; MACHINE_LACKS when
 * there is no compiler. */
enum status module_open(const struct module_source *source, struct module *out,
                        struct problem *why);
void module_close(struct module *module);

/* The address of an exported name; never NULL with OK. */
enum status module_symbol(const struct module *module, const char *name,
                          void **out, struct problem *why);

/* For a source that `words`, the compiler's, find wrong: shows them on stderr,
 * unless the source is quiet or brief, and makes a sentence of the first
 * error. */
enum status module_does_not_compile(const struct module_source *source,
                                    const char *words, struct problem *why);

/* Where the shell would find a program; false when it would not. */
bool module_find_program(const char *name, char *out, size_t size);

/* The compiler's program; MACHINE_LACKS when it is not there. */
enum status module_find_compiler(const struct module_source *source, char *out,
                                 size_t size, struct problem *why);

/* "gcc (Debian 12.2.0) 12.2.0": the first line of `cc --version`; "none" when
 * there is no compiler. Static storage. */
const char *module_compiler(void);

#endif
