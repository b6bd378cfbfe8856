/* simt_frame.c - see simt_frame.h. */
#include "simt_frame.h"
#include "base/guard.h"

const char *const schedules[SCHEDULES] = {
    "inorder",  "reverse",  "random:1",  "timed",  "random:2", "random:3",
    "random:4", "random:5", "adversary", "starve", "pct:1",    "pct:2",
};

struct simt *simt;
uint32_t *a, *b;

char folder[] = "/tmp/test_simt.XXXXXX";
static struct table all[8];
static size_t tables;

/* clang-format off */
static const char prelude[] =
    "#define ALL 0xffffffffu\n"
    "#define V(x) (*(volatile unsigned *)&(x))\n"
    "#define V8(x) (*(volatile unsigned char *)&(x))\n"
    "#define T threadIdx.x\n"
    "#define B blockIdx.x\n"
    "__constant__ unsigned squares[4] = {0, 1, 4, 9};\n";

const struct kernel sums[1] = {
    {"sums", 8, 96, CODE({
        __shared__ unsigned s[96];
        s[T] = T + B; __syncthreads();
        for (int k = 64; k; k /= 2) {
            const unsigned x = T + k < 96 ? s[T + k] : 0; __syncthreads();
            if (T < k) s[T] += x; __syncthreads(); }
        if (T) return;
        if (B) while (!V(a[B - 1]));
        __threadfence();
        b[B] = s[0] + (B ? b[B - 1] : 0);
        __threadfence(); V(a[B]) = 1; })},
};
/* clang-format on */

const struct kernel *kernel_called(const char *name)
{
    for (size_t t = 0; t < tables; t++)
        for (size_t k = 0; k < all[t].count; k++)
            if (!strcmp(all[t].kernel[k].name, name))
                return &all[t].kernel[k];
    fail_msg("no kernel %s", name);
    return NULL;
}

void write_kernel(FILE *file, const struct kernel *k)
{
    fprintf(file, "__global__ void %s(unsigned *a, unsigned *b)\n%s\n", k->name,
            k->body);
}

/* Opens `text` as a kernel file; NULL and *why when it is refused. */
struct simt *open_text(const char *name, const char *text, struct problem *why)
{
    struct module_source source = {.quiet = true};
    struct simt *opened;

    snprintf(source.path, sizeof source.path, "%s/%s", folder, name);
    FILE *file = fopen(source.path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    return simt_open(&source, &opened, why) == OK ? opened : NULL;
}

/* Puts `to` in place of each `from`. */
static void replace(char *text, size_t size, const char *from, const char *to)
{
    char old[8192];

    snprintf(old, sizeof old, "%s", text);
    text[0] = '\0';
    for (const char *at = old; *at;) {
        const bool here = !strncmp(at, from, strlen(from));
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%.*s",
                 here ? (int)strlen(to) : 1, here ? to : at);
        at += here ? strlen(from) : 1;
    }
}

/* What a word is for, or what names the place in another way. */
static bool is_for_words(const struct kernel *k)
{
    static const char *const words[] = {
        "atomic", "long long", "uint4", "asm",  "unsigned *", "extern",
        "__ldg",  "uint2",     "char",  "bool", "short",      "element"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(k->body, words[i]))
            return true;
    return k->want && strncmp(k->want, "race on ", 8) != 0;
}

size_t in_bytes(const struct kernel *k, size_t count, struct kernel *out)
{
    size_t made = 0;

    for (size_t i = 0; i < count; i++) {
        static const char begin[] =
            "{ unsigned char *const a8 = (unsigned char *)a + 1;"
            " unsigned char *const b8 = (unsigned char *)b + 2;"
            " { unsigned char *const a = a8, *const b = b8;";
        char body[8192], name[80];
        if (is_for_words(&k[i]))
            continue;
        snprintf(body, sizeof body, "%s", k[i].body);
        replace(body, sizeof body, "V(", "V8(");
        replace(body, sizeof body, "__shared__ unsigned ",
                "__shared__ unsigned char ");
        replace(body, sizeof body, "unsigned *", "unsigned char *");
        out[made] = k[i];
        char *const text = malloc(sizeof begin + strlen(body) + 8);
        assert_non_null(text);
        sprintf(text, "%s %s } }", begin, body);
        snprintf(name, sizeof name, "%s_in_bytes", k[i].name);
        out[made].name = strdup(name);
        out[made].body = text;
        if (k[i].want)
            out[made].want = "race on ";
        made++;
    }
    return made;
}

int frame_open(const struct table *table, size_t count)
{
    static char text[1 << 22];
    struct problem why = {0};
    FILE *file = fmemopen(text, sizeof text, "w");

    guard_install();
    if (!mkdtemp(folder) || !file)
        return -1;
    for (size_t t = 0; t < count; t++)
        all[tables++] = table[t];
    fputs(prelude, file);
    for (size_t t = 0; t < tables; t++)
        for (size_t k = 0; k < all[t].count; k++)
            write_kernel(file, &all[t].kernel[k]);
    fclose(file);
    simt = open_text("kernels.cu", text, &why);
    if (!simt) {
        printf("# %s\n", why.line);
        return -1;
    }
    a = simt_alloc(simt, "a", WORDS * sizeof *a, sizeof *a, 0);
    b = simt_alloc(simt, "b", WORDS * sizeof *b, sizeof *b, 0);
    return a && b ? 0 : -1;
}

int frame_close(void **state)
{
    char command[64];

    (void)state;
    simt_close(simt);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

struct simt_options options_of(const char *schedule)
{
    struct simt_options options = {.counting = true, .checking = true};
    struct problem why = {0};

    if (schedule_parse(schedule, &options, &why) != OK)
        fail_msg("%s", why.line);
    options.weak = true; /* in random */
    options.impatient = true;
    return options;
}

void clear(void)
{
    memset(a, 0, WORDS * sizeof *a);
    memset(b, 0, WORDS * sizeof *b);
    simt_host_wrote(simt, a, WORDS * sizeof *a);
    simt_host_spoilt(simt, b, WORDS * sizeof *b);
}

enum status launch_with(const struct kernel *k,
                        const struct simt_options *options, struct problem *why)
{
    struct simt_options own = *options;
    const struct simt_launch launch = {.kernel = k->name,
                                       .grid = {k->grid, 1, 1},
                                       .block = {k->block, 1, 1},
                                       .dynamic_shared_bytes = k->shared,
                                       .arguments = 2,
                                       .argument = {&a, &b},
                                       .bytes = {8, 8}};
    if (k->resident)
        own.resident = k->resident;
    return simt_launch(simt, &own, &launch, why);
}

enum status launch(const char *name, const char *schedule, struct problem *why)
{
    const struct simt_options options = options_of(schedule);

    *why = (struct problem){0};
    return launch_with(kernel_called(name), &options, why);
}

/* Runs it; nothing may be found. */
void pass(const char *name, const char *schedule)
{
    struct problem why;

    if (launch(name, schedule, &why) != OK)
        fail_msg("%s, %s: %s", name, schedule, why.line);
}

/* False: a line says what is wrong with the verdict. */
static bool judge(const struct kernel *k, const char *schedule)
{
    struct problem why;

    clear();
    const enum status status = launch(k->name, schedule, &why);
    if (k->want && status == CHECK_FAILED && strstr(why.line, k->want))
        return true;
    if (!k->want && status == OK)
        return true;
    printf("# %s, %s: %s; want %s\n", k->name, schedule,
           status == OK ? "nothing found" : why.line,
           k->want ? k->want : "nothing");
    return false;
}

bool thorough(void)
{
    return getenv("TEST_ALL") != NULL;
}

void judge_all(const struct kernel *k, size_t count)
{
    const int taken = thorough() ? SCHEDULES : FEW_SCHEDULES;
    unsigned failures = 0;

    for (size_t i = 0; i < count; i++)
        for (int s = 0; s < taken; s++)
            failures += !judge(&k[i], schedules[s]);
    assert_int_equal(failures, 0);
}

void equal(const char *kernel, size_t at, uint32_t got, uint32_t want)
{
    if (got != want)
        fail_msg("%s: b[%zu] = %#x, want %#x", kernel, at, got, want);
}
