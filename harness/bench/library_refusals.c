/* library_refusals.c - see library_refusals.h. */
#include "library_refusals.h"
#include "base/paths.h"

#include <limits.h>
#include <string.h>

bool library_function_is(const struct monoid *monoid, const char *name)
{
    char home[PATH_MAX], path[PATH_MAX];

    return monoid->function && paths_home(home, sizeof home, NULL) == OK &&
           path_format(path, sizeof path, "%s/algorithms/elements/%s/%s.h",
                       home, element_functions[monoid->function].folder,
                       name) &&
           !strcmp(path, monoid->function_header);
}

/* T itself is a number, as far as can be seen from outside. */
static bool is_number(const struct monoid_table *m)
{
    return m->components == 1;
}

static bool commutes(const struct monoid_table *m)
{
    enum { PAIRS = 64, LARGEST = 32 };
    _Alignas(16) char drawn[2 * PAIRS * LARGEST], ab[LARGEST], ba[LARGEST];

    m->draw(drawn, 2 * PAIRS, 1);
    for (int i = 0; i < PAIRS; i++) {
        const char *const a = drawn + (size_t)(2 * i) * m->bytes;
        const char *const b = a + m->bytes;
        m->op(a, b, ab);
        m->op(b, a, ba);
        if (!monoid_equal(m, ab, ba))
            return false;
    }
    return true;
}

const char *refuse_ordered(const struct library_case *what)
{
    return commutes(&what->monoid->table)
               ? NULL
               : "it combines elements in any order, but op is not commutative";
}

const char *refuse_keys(const struct library_case *what)
{
    return is_number(&what->monoid->table) &&
                   library_function_is(what->monoid, "value")
               ? NULL
               : "it sorts only numbers, by value";
}

const char *refuse_sort(const struct library_case *what)
{
    const char *const keys = refuse_keys(what);

    return !keys &&
                   library_setting(what) != (size_t)what->monoid->table.key_bits
               ? "it sorts by all bits of a number"
               : keys;
}

const char *refuse_integers(const struct library_case *what)
{
    const struct monoid_table *const m = &what->monoid->table;

    return is_number(m) && m->kind != FLOATING &&
                   library_function_is(what->monoid, "value")
               ? NULL
               : "it compares elements with ==, the equality of integer values";
}

const char *refuse_sparse(const struct library_case *what)
{
    const struct monoid *const m = what->monoid;

    return !m->is_users &&
                   (!strcmp(m->name, "add_f32") ||
                    !strcmp(m->name, "add_f64")) &&
                   library_function_is(m, "times")
               ? NULL
               : "it computes only sums of products of floats: use -m add_f32";
}
