/* source_check.c - see source_check.h.
 *
 * The compiler puts a hook at each access, unless a word in the text prevents
 * it; this file finds such words. A macro cannot expand to a directive, so all
 * directives are visible in the text. A word can be pasted together from two
 * parts (##). The first part is then visible, and is rejected if a forbidden
 * word begins with it.
 */
#include "source_check.h"
#include "file_class.h"
#include "same_reading.h"
#include "text_code.h"
#include "base/paths.h"
#include "sandbox/allowed_names.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    const char *path;
    const char *raw;  /* its lines joined */
    const char *code; /* the same, blanked */
    bool with_gpu_h;
    struct problem *why;
};

/* A word, or the beginning of one: "simt_*". */
struct rule {
    const char *word, *sentence;
};

#define HIDES "can hide accesses from the SIMT machine"
#define TELLS_PROOF                                                            \
    "differs between a proof and a GPU, so nothing would be proved"
#define IS_OURS                                                                \
    "belongs to scanlab: a kernel uses only the names of CUDA and gpu.h"

static const struct rule rules[] = {
    {"__declspec", HIDES ": __align__(n) aligns"},
    {"__pragma", HIDES},
    {"__sync_*",
     "belongs to the host's compiler: use atomicAdd() and its family"},
    {"__atomic_*",
     "belongs to the host's compiler: use atomicAdd() and its family"},
    {"__c11_*",
     "belongs to the host's compiler: use atomicAdd() and its family"},
    {"__tsan*", IS_OURS},
    {"__wrap_*", IS_OURS},
    {"__real_*", IS_OURS},
    {"__sanitizer*", IS_OURS},
    {"__ubsan*", IS_OURS},
    {"simt_*", IS_OURS},
    {"SIMT_*", IS_OURS},
    {"interval_*", IS_OURS},
    {"INTERVAL_*", TELLS_PROOF},
    {"MONOID", TELLS_PROOF},
    {"PREDICATE", TELLS_PROOF},
    {"PREDICATE_H", TELLS_PROOF},
    {"KEY_HEADER", TELLS_PROOF},
    {"MAP_HEADER", TELLS_PROOF},
    {"MAP_H", TELLS_PROOF},
    {"KEY_H", TELLS_PROOF},
    {"PRODUCT_HEADER", TELLS_PROOF},
    {"PRODUCT_H", TELLS_PROOF},
    {"BULK_COPIES", TELLS_PROOF},
    {"__null", TELLS_PROOF},
    {"__FILE__", TELLS_PROOF},
    {"__BASE_FILE__", TELLS_PROOF},
    {"__FILE_NAME__", TELLS_PROOF},
    {"__PRETTY_FUNCTION__", TELLS_PROOF},
    {"__TIME__", TELLS_PROOF},
    {"__DATE__", TELLS_PROOF},
    {"__TIMESTAMP__", TELLS_PROOF},
    {"__INCLUDE_LEVEL__", TELLS_PROOF},
    {"__has_*", TELLS_PROOF},
    {"__COUNTER__", TELLS_PROOF},
    {"__builtin_constant_p*", TELLS_PROOF},
};
enum { RULES = sizeof rules / sizeof *rules };

/* Words that need a further check, which a pasted one would escape. */
static const char *const others[] = {"asm", "__attribute__", "__builtin_",
                                     "_Pragma"};
enum { OTHERS = sizeof others / sizeof *others };

static enum status refuse(const struct text *t, const char *at,
                          const char *word, size_t length, const char *sentence)
{
    return problem_set(t->why, NOT_JUDGED, "%s:%d: %.*s %s", t->path,
                       text_line(t->code, at), (int)length, word, sentence);
}

static bool is_among(const char *word, size_t length, const char *list)
{
    for (const char *at = list; *at; at += strcspn(at, " ")) {
        at += *at == ' ';
        const size_t entry = strcspn(at, " ");
        if (entry > 0 && at[entry - 1] == '*'
                ? length >= entry - 1 && !strncmp(at, word, entry - 1)
                : length == entry && !strncmp(at, word, entry))
            return true;
    }
    return false;
}

static const char *skip(const char *at)
{
    return at + strspn(at, " \t\r\n\f\v");
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\f\v\r");
}

/* -------------------------------------------------------------- attributes */

/* Alignment, and attributes that only give the compiler more information. */
static const char attributes[] =
    "aligned __aligned__ packed __packed__ unused __unused__ always_inline "
    "__always_inline__ may_alias __may_alias__ deprecated maybe_unused "
    "nodiscard fallthrough likely unlikely noreturn";

bool source_allows_attribute(const char *word, size_t length)
{
    return is_among(word, length, attributes);
}

static enum status refuse_attribute(const struct text *t, const char *at)
{
    return refuse(t, at, at, text_word(at),
                  "is an attribute that is not known to the SIMT machine; it "
                  "knows __align__(n) and aligned");
}

/* The end of (...), where `at` is its first bracket. */
static const char *behind_brackets(const char *at)
{
    int depth = 0;

    do {
        depth += (*at == '(') - (*at == ')');
        at += *at != '\0';
    } while (*at && depth > 0);
    return at;
}

/* name, name(operands), ...; up to `end`. */
static enum status check_list(const struct text *t, const char *at, char end)
{
    while (*at && *at != end) {
        const size_t length = text_word(at);
        if (length && !source_allows_attribute(at, length))
            return refuse_attribute(t, at);
        at += length;
        if (*at == '(')
            at = behind_brackets(at);
        else if (length == 0 && *at)
            at++;
    }
    return OK;
}

/* ((...)) after the word. Without brackets the list comes from a macro. */
static enum status check_attributes(const struct text *t, const char *at)
{
    const char *const outer = skip(at + text_word(at));
    const char *const inner = *outer == '(' ? skip(outer + 1) : outer;

    return *inner == '(' ? check_list(t, inner + 1, ')')
                         : refuse_attribute(t, at);
}

/* ---------------------------------------------------------------- builtins */

static const char builtins[] =
    "__builtin_popcount* __builtin_clz* __builtin_ctz* __builtin_ffs* "
    "__builtin_parity* __builtin_clrsb* __builtin_bswap* __builtin_bit_cast "
    "__builtin_expect* __builtin_unreachable "
    "__builtin_assume __builtin_assume_aligned __builtin_memcpy "
    "__builtin_memmove "
    "__builtin_memset __builtin_offsetof __builtin_nan __builtin_nanf "
    "__builtin_inf __builtin_inff __builtin_huge_val __builtin_huge_valf "
    "__builtin_fabs __builtin_fabsf __builtin_fmax __builtin_fmaxf "
    "__builtin_fmin __builtin_fminf __builtin_sqrt __builtin_sqrtf "
    "__builtin_is* __builtin_fpclassify __builtin_signbit "
    "__builtin_abs __builtin_labs __builtin_llabs __builtin_trap "
    "__builtin_FUNCTION __builtin_LINE";

bool source_tells_proof(const char *word, size_t length)
{
    return is_among(word, length, "__builtin_constant_p*");
}

/* A function that the compiler's own code calls: it takes pointers, or a kernel
 * could declare it with a struct, which is copied to the call without a hook.
 */
static bool is_compilers(const char *word, size_t length)
{
    char name[32];

    snprintf(name, sizeof name, "%.*s", (int)length, word);
    return name_is_compilers(name);
}

bool source_hides_access(const char *word, size_t length)
{
    return is_among(word, length, "__declspec _Pragma __pragma") ||
           is_compilers(word, length) ||
           (is_among(word, length, "__builtin_*") &&
            !is_among(word, length, builtins));
}

/* ("unroll 4") */
static bool unrolls(const struct text *t, const char *at)
{
    const char *const open = skip(at);
    const char *const words = skip(t->raw + (open + 1 - t->code));

    return *open == '(' &&
           (!strncmp(words, "\"unroll", 7) || !strncmp(words, "\"nounroll", 9));
}

static enum status check_word(const struct text *t, const char *at,
                              size_t length)
{
    if (is_among(at, length, "__attribute __attribute__"))
        return check_attributes(t, at);
    for (int r = 0; r < RULES; r++)
        if (is_among(at, length, rules[r].word))
            return refuse(t, at, at, length, rules[r].sentence);
    if (is_among(at, length, "_Pragma") && unrolls(t, at + length))
        return OK;
    if (source_hides_access(at, length))
        return refuse(t, at, at, length, HIDES);
    if (is_among(at, length, "__attribute*"))
        return refuse(t, at, at, length, HIDES);
    if (is_among(at, length, "R LR uR UR u8R") &&
        t->raw[at - t->code + (long)length] == '"')
        return refuse(t, at, at, length,
                      "begins a raw string: write it with \\n and \\\"");
    return OK;
}

/* -------------------------------------------------------------- directives */

/* Names of gpu.h; and of cuda.h, by their first letters. */
static const char of_gpu[] =
    "op identity keeps T EXCLUSIVE WARP ALL_LANES lane_of_thread shuffle_* "
    "WORDS_OF_T word_of words_of_T fetch put store_16_bytes observe_16_bytes "
    "next_launch_may_begin wait_for_launch_before TRACE_* TRACED DEVICE "
    "UNROLLED GPU_H uint32_t uint64_t int32_t int64_t size_t "
    "INT32_MIN INT32_MAX UINT32_MAX INT64_MIN INT64_MAX UINT64_MAX";
static const char of_cuda[] =
    "asm __asm __asm__ __global__ __device__ __host__ __forceinline__ "
    "__noinline__ __shared__ __constant__ __restrict__ __launch_bounds__ "
    "__align__ __attribute* __builtin_* threadIdx blockIdx blockDim gridDim "
    "warpSize "
    "__syncthreads* __syncwarp __threadfence* __shfl_* __ballot_sync "
    "__all_sync __any_sync __activemask __match_* __reduce_* atomic* simt_* "
    "SIMT_* volatile const static extern inline thread_local struct union "
    "class if while for else return do goto switch sizeof typename template";

/* #define warpSize 32, or WARP, or (32), which change nothing. */
static bool defines_warp(const char *at, size_t length)
{
    const char *const value = skip(at + length);
    const bool bare = !strncmp(value, "32", 2);
    const size_t end = bare ? 2 : 4;

    return is_among(at, length, "warpSize WARP") &&
           (bare || !strncmp(value, "(32)", 4)) &&
           value[end + strspn(value + end, " \t\r")] == '\n';
}

/* #define NAME, #undef NAME. */
static enum status check_definition(const struct text *t, const char *at)
{
    const size_t length = text_word(at);

    if (defines_warp(at, length))
        return OK;
    if (is_among(at, length, of_cuda) ||
        (t->with_gpu_h && is_among(at, length, of_gpu)))
        return refuse(t, at, at, length,
                      "cannot be redefined: a proof covers the monoid and CUDA "
                      "as they are");
    return OK;
}

static bool begins_a_rule(const char *word, size_t length)
{
    for (int r = 0; r < RULES; r++)
        if (!strncmp(rules[r].word, word, length))
            return true;
    for (int i = 0; i < OTHERS; i++)
        if (!strncmp(others[i], word, length))
            return true;
    return false;
}

static bool is_parameter(const char *from, const char *word, size_t length)
{
    const char *const end = from + strcspn(from, ")\n");

    if (*from != '(')
        return false;
    for (const char *at = from; at < end; at++)
        if (text_word(at) == length && !text_is_letter(at[-1]) &&
            !strncmp(at, word, length))
            return true;
    return false;
}

/* at is the name of a macro that is being defined. */
static enum status check_pasting(const struct text *t, const char *at,
                                 const char *end)
{
    const char *const parameters = at + text_word(at);

    for (const char *paste = at; paste + 1 < end; paste++) {
        const bool hashes = paste[0] == '#' && paste[1] == '#';
        const bool digraph = end - paste > 3 && !strncmp(paste, "%:%:", 4);
        if (!hashes && !digraph)
            continue;
        const char *left = paste;
        while (left > at && isspace((unsigned char)left[-1]))
            left--;
        const char *word = left;
        while (word > at && text_is_letter(word[-1]))
            word--;
        const size_t length = (size_t)(left - word);
        paste += hashes ? 1 : 3;
        if (length == 0 && left[-1] == ',')
            continue; /* , ## __VA_ARGS__ */
        if (length == 0 || is_parameter(parameters, word, length) ||
            begins_a_rule(word, length))
            return refuse(t, paste, "##", 2,
                          "makes tokens that cannot be read here: write them "
                          "out, or begin them with fixed letters");
    }
    return OK;
}

static const char pragmas[] =
    "unroll nounroll once diag_* nv_* message warning region endregion";

bool source_allows_pragma(const char *at)
{
    const char *const next =
        at + text_word(at) + strspn(at + text_word(at), " \t");

    return is_among(at, text_word(at), pragmas) ||
           (is_among(at, text_word(at), "GCC clang") &&
            is_among(next, text_word(next), "unroll diagnostic ivdep loop"));
}

static enum status check_pragma(const struct text *t, const char *at)
{
    if (source_allows_pragma(at))
        return OK;
    return refuse(t, at, "#pragma", 7,
                  "is not known to the SIMT machine (#pragma unroll is)");
}

/* at is after the word include. For the compiler no comment and no literal
 * begins in the name of a header. */
static enum status check_include(const struct text *t, const char *at)
{
    const char *const raw = t->raw + (at - t->code);
    const char *const from = skip_blanks(raw);
    const char *const end = from + strcspn(from, "\n");
    const char close = *from == '<' ? '>' : '"';
    const char *c = from + 1;

    if (*from == '/')
        return refuse(t, at, "#include", 8,
                      "has a comment before its name: put it after the name");
    if (*from != '<' && *from != '"')
        return OK;
    for (; c < end && *c != close; c++)
        if ((*c == '/' && (c[1] == '/' || c[1] == '*')) || strchr("\"\'\\", *c))
            return refuse(t, at, from, (size_t)(end - from),
                          "is a header's name with //, /*, a quote or a "
                          "backslash: name it otherwise");
    return OK;
}

/* at is after the # of a line. */
static enum status check_directive(const struct text *t, const char *at)
{
    const char *const end = at + strcspn(at, "\n");
    at += strspn(at, " \t\f\v");
    const size_t length = text_word(at);
    const char *next = at + length;

    next += strspn(next, " \t\f\v");
    if (is_among(at, length, "define undef")) {
        const enum status status = check_definition(t, next);
        return status == OK ? check_pasting(t, next, end) : status;
    }
    if (is_among(at, length, "include"))
        return check_include(t, at + length);
    if (is_among(at, length, "pragma"))
        return check_pragma(t, next);
    if (is_among(at, length, "line import include_next embed") ||
        isdigit((unsigned char)*at))
        return refuse(t, at, at, length, "is a directive that CUDA lacks");
    return OK;
}

/* ---------------------------------------------------------------- one text */

/* Characters that are part of a word only for some compilers: then it is
 * unclear whether a literal or another word begins after them. */
static enum status check_characters(const struct text *t)
{
    for (const char *at = t->code; *at; at++) {
        if ((unsigned char)*at >= 0x80)
            return refuse(t, at, at, text_word(at),
                          "contains characters that CUDA accepts only in "
                          "comments and strings");
        if (*at == '$' || *at == '\\')
            return refuse(t, at, at, 1,
                          "is outside comments and strings: write names with "
                          "letters, digits and _");
    }
    return OK;
}

static enum status check_code(const struct text *t)
{
    bool starts_line = true;
    enum status status = check_characters(t);

    for (const char *at = t->code; *at && status == OK;) {
        const size_t length = text_word(at);
        if (length)
            status = check_word(t, at, length);
        else if (starts_line && *at == '#')
            status = check_directive(t, at + 1);
        else if (starts_line && at[0] == '%' && at[1] == ':')
            status = check_directive(t, at + 2);
        else if (*at == '[' && *skip(at + 1) == '[')
            status = check_list(t, skip(at + 1) + 1, ']');
        else if (at[0] == '<' && at[1] == ':')
            status = refuse(t, at, at, 2, "is a digraph: write [");
        if (*at == '\n')
            starts_line = true;
        else if (!isspace((unsigned char)*at))
            starts_line = false;
        at += length ? length : 1;
    }
    return status;
}

/* For g++ a lone carriage return ends a line, for clang++ it is a blank. */
static const char *lone_return(const char *text)
{
    const char *at = strchr(text, '\r');

    while (at && at[1] == '\n')
        at = strchr(at + 1, '\r');
    return at;
}

enum status source_check_one(const char *path, char *text, int with_gpu_h,
                             struct problem *why)
{
    const char *const lone = lone_return(text);

    if (lone)
        return problem_set(why, NOT_JUDGED,
                           "%s:%d: a carriage return is not followed by a "
                           "newline: end lines with newlines",
                           path, text_line(text, lone));
    text_join_lines(text);
    char *const raw = strdup(text);
    const struct text t = {path, raw, text, with_gpu_h, why};

    if (!raw)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    if (!strncmp(text, "\xef\xbb\xbf", 3))
        memcpy(text, "   ", 3); /* a mark of the encoding */
    const char *const parted = text_blank(text);
    const enum status status =
        parted ? refuse(&t, parted, "#", 1,
                        "begins a directive that continues on the next line, "
                        "after a comment: write it on one line")
               : check_code(&t);
    free(raw);
    return status;
}

/* ------------------------------------------------------------- all of them */

/* Vector instructions of the host: the compiler gives them no hooks. */
static bool is_intrinsics(const char *path)
{
    const char *const slash = strrchr(path, '/');
    const char *const name = slash ? slash + 1 : path;

    return strstr(name, "intrin") || !strncmp(name, "arm_", 4);
}

/* No source is trusted, in any folder, except that of the compiler's trial. */
static bool is_trusted(const char *path, bool is_source)
{
    static const char trial[] = "/harness/simt/device/self_test.cu";
    const size_t length = strlen(path);
    const enum file_class is = file_class(path);

    if (!is_source)
        return is != FILE_OF_KERNEL;
    return is == FILE_OF_DEVICE && length >= strlen(trial) &&
           !strcmp(path + length - strlen(trial), trial);
}

/* Keeps the header's name in `by` if the source includes it itself. */
static void note_include(const char *source, const char *path, char *by,
                         size_t size)
{
    const char *const slash = strrchr(path, '/');
    char name[256];

    if (path_format(name, sizeof name, "<%s>", slash ? slash + 1 : path) &&
        strstr(source, name))
        path_format(by, size, "%s", name);
}

static enum status refuse_intrinsics(const char *path, const char *by,
                                     struct problem *why)
{
    return problem_set(why, NOT_JUDGED,
                       "%s is included%s%s: the SIMT machine does not know the "
                       "host's vector instructions",
                       path, *by ? ", by " : "", by);
}

static enum status check_file(const char *path, bool is_source, bool with_gpu,
                              struct same_reading *reading, struct problem *why)
{
    size_t length;
    char *text;

    if (*path == '<')
        return problem_set(why, NOT_JUDGED,
                           "%s has a name that compilers use for things that "
                           "are not files: rename it",
                           path);
    if (is_trusted(path, is_source))
        return OK;
    if (strstr(path, "simt/device/"))
        return problem_set(why, NOT_JUDGED,
                           "%s is in a folder simt/device, a name that scanlab "
                           "uses itself: rename the folder",
                           path);
    text = path_read(path, &length);
    if (!text)
        return problem_set(why, NOT_JUDGED,
                           "%s: the compiler read this file, but it cannot be "
                           "read again: give it a simple name",
                           path);
    enum status status = OK;
    if (strlen(text) < length)
        status = problem_set(why, NOT_JUDGED,
                             "%s:%d: a zero byte: a kernel is a text file",
                             path, text_line(text, text + strlen(text)));
    else
        status = same_reading_add(reading, path, text, why);
    if (status == OK)
        status = source_check_one(path, text, with_gpu, why);
    free(text);
    return status;
}

/* The next name in "x.o: a.cu b.h \ c.h"; false after the last. In a name, a
 * backslash comes before a blank, a tab, a # and a colon, and $ is doubled. */
static bool next_name(char **rest, char *name, size_t size)
{
    size_t length = 0;
    char *at = *rest;

    at += strspn(at, " \t\n");
    while (at[0] == '\\' && at[1] == '\n')
        at += 2 + strspn(at + 2, " \t\n");
    while (*at && *at != ' ' && *at != '\n' && length < size - 1) {
        at += (*at == '\\' && at[1] && strchr(" \t#:", at[1])) ||
              (*at == '$' && at[1] == '$');
        name[length++] = *at++;
    }
    name[length] = '\0';
    *rest = at;
    return length > 0;
}

enum status source_check(const char *rule, const char *compiler,
                         struct problem *why)
{
    struct same_reading *const reading = same_reading_open();
    char name[PATH_MAX];
    char by[256] = "", *source = NULL;
    bool is_source = true; /* the first of the rule */
    char *const text = path_read(rule, NULL);
    char *rest = text ? strstr(text, ": ") : NULL;
    enum status status = OK;

    if (!rest)
        status =
            problem_set(why, MACHINE_LACKS,
                        "the compiler does not report which files it read");
    const bool with_gpu = rest && strstr(rest, "/gpu.h") != NULL;
    if (rest)
        rest += 2;
    while (status == OK && next_name(&rest, name, sizeof name)) {
        if (is_source)
            source = path_read(name, NULL);
        if (is_intrinsics(name))
            status = refuse_intrinsics(name, by, why);
        else
            status = check_file(name, is_source, with_gpu, reading, why);
        if (source && !is_source)
            note_include(source, name, by, sizeof by);
        is_source = false;
    }
    free(source);
    free(text);
    if (status == OK)
        status = same_reading_check(reading, compiler, rule, why);
    same_reading_close(reading);
    return status;
}
