/* allowed_names.c - see allowed_names.h. */
#include "allowed_names.h"

#include <stddef.h>
#include <string.h>

static bool is_among(const char *name, size_t length, const char *list)
{
    for (const char *at = list; (at = strstr(at, name)); at++)
        if ((at == list || at[-1] == ' ') &&
            (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

bool name_is_compilers(const char *name)
{
    static const char list[] =
        "_GLOBAL_OFFSET_TABLE_ __tls_get_addr __stack_chk_fail "
        "__popcountsi2 __popcountdi2 __clzsi2 __clzdi2 __ctzsi2 __ctzdi2 "
        "__bswapsi2 __bswapdi2 __ashlti3 __ashrti3 __lshrti3 __multi3 "
        "__udivti3 __umodti3 __udivmodti4 __divti3 __modti3 __divmodti4 "
        "__floattisf __floattidf __floatuntisf __floatuntidf __fixsfti "
        "__fixdfti __fixunssfti __fixunsdfti __mulsc3 __muldc3 __divsc3 "
        "__divdc3 __powisf2 __powidf2 __extendhfsf2 __truncsfhf2 "
        "__truncdfhf2 __extendhfdf2";

    return !strncmp(name, "_ZTH", 4) || !strncmp(name, "_ZTW", 4) ||
           is_among(name, strlen(name), list);
}

static const char mathematics[] =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh "
    "erf erfc exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod "
    "hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 "
    "logb lrint lround nearbyint nextafter pow remainder rint round "
    "scalbln scalbn sin sinh sqrt tan tanh tgamma trunc y0 y1 yn";

const char *names_of_mathematics(void)
{
    return mathematics;
}

/* sin, sinf; sinl, where "fl" are the letters. */
static bool is_mathematics(const char *name, const char *letters)
{
    const size_t length = strlen(name);
    char plain[32];

    if (length >= sizeof plain)
        return false;
    if (is_among(name, length, mathematics))
        return true;
    if (length < 2 || !strchr(letters, name[length - 1]))
        return false;
    memcpy(plain, name, length - 1);
    plain[length - 1] = '\0';
    return is_among(plain, length - 1, mathematics);
}

bool name_is_mathematics(const char *name)
{
    return is_mathematics(name, "fl");
}

bool name_is_mathematics_of_kernels(const char *name)
{
    return is_mathematics(name, "f");
}

bool name_is_for_hosts(const char *name)
{
    static const char list[] =
        "memcpy memmove memset memcmp memchr strlen strcmp strncmp strcpy "
        "strncpy strchr strstr __memcpy_chk __memmove_chk __memset_chk "
        "__strcpy_chk abs labs llabs div ldiv lldiv rand srand rand_r qsort "
        "bsearch malloc calloc realloc free aligned_alloc posix_memalign "
        "printf fprintf snprintf puts putchar fputs fputc fwrite putc fflush "
        "__printf_chk __fprintf_chk __snprintf_chk stdout stderr abort "
        "__assert_fail frexp frexpf modf modff sincos sincosf nan nanf "
        "sched_yield nanosleep usleep sleep clock clock_gettime "
        "pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock "
        "pthread_mutex_trylock pthread_mutex_unlock pthread_cond_init "
        "pthread_cond_destroy pthread_cond_wait pthread_cond_signal "
        "pthread_cond_broadcast pthread_barrier_init pthread_barrier_destroy "
        "pthread_barrier_wait pthread_spin_init pthread_spin_destroy "
        "pthread_spin_lock pthread_spin_unlock pthread_self __errno_location";

    return is_among(name, strlen(name), list) ||
           !strncmp(name, "__atomic_", 9); /* of 16 bytes, in libatomic */
}
