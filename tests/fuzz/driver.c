/* driver.c - a small fuzzer for compilers without libFuzzer.
 *
 *     fuzz_text [-s SEED] [-n TIMES] [-t SECONDS] [FILE...]
 *
 * Runs each FILE (or a few built-in inputs) unchanged, then mutations of these
 * inputs: it stops after TIMES mutations or after SECONDS seconds, whichever
 * comes first. The same seed produces the same inputs. When an input breaks the
 * program, it is kept as ./crash-SEED-NUMBER (unless a sanitizer kills the
 * program first; -n then finds the number); -n 0 runs the program on that file
 * only.
 *
 * A fuzzer for a particular form of input supplies its own mutations, as for
 * libFuzzer: LLVMFuzzerCustomMutator().
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t largest,
                               unsigned seed) __attribute__((weak));

enum { LARGEST = 1 << 17, MAX_SEEDS = 256 };

struct bytes {
    size_t size;
    uint8_t at[LARGEST];
};

#define NPY(DICTIONARY) "\x93NUMPY\1\0\x3f\0" DICTIONARY

/* The first byte picks a monoid or an element size. */
static const struct {
    const char *at;
    size_t size;
} built_in[] = {
#define SEED(TEXT)                                                             \
    {                                                                          \
        TEXT, sizeof TEXT - 1                                                  \
    }
    SEED("\0020..70,255..257,2^10..2^20"),
    SEED("\0011GiB,64MiB,10^2..10^6,5K"),
    SEED("\002[3 1 7 0, 4 1 6 3] # eight"),
    SEED("\010(4, 9) (1, 2),\n(3, 4)"),
    SEED("\0060.1 1e30 -2.5 inf 16777216\n"),
    SEED("\0129 -8 7"),
    SEED("\015name,length\n\"Smith, J.\",3\n\"\",-1\n"),
    SEED("\043 b  a\n1 2\n# 3\n\n3\t4 5\n"),
    SEED("\030x;y\r\n1;\"2\"\r\n"),
    SEED("\002%%MatrixMarket matrix coordinate integer general\n"
         "% one\n3 4 3\n3 4 3\n1 1 2\n1 2 -1\n"),
    SEED("\006%%MatrixMarket matrix coordinate real symmetric\n"
         "3 3 3\n1 1 2.5\n3 1 -1e3\n3 2 4\n"),
    SEED("\012%%MatrixMarket matrix coordinate pattern general\n"
         "2 2 2\n2 1\n1 2\n"),
    SEED("\002" NPY("{'descr': '<i4', 'fortran_order': False, "
                    "'shape': (2,), }     \n") "\1\0\0\0\2\0\0\0"),
    SEED("\010" NPY("{'descr': '>u2', 'fortran_order': False, "
                    "'shape': (1, 2), }   \n") "\0\1\0\2"),
    SEED("\006" NPY("{'descr': '<f8', 'fortran_order': True, "
                    "'shape': (1,), }      \n") "\0\0\0\0\0\0\xf0\x3f"),
};

/* Words that parsers look for. */
static const char *const words[] = {"..",
                                    "2^",
                                    "10^",
                                    "KiB",
                                    "(",
                                    ")",
                                    "[",
                                    "]",
                                    "#",
                                    "\n",
                                    ",",
                                    "-",
                                    "1e308",
                                    "nan",
                                    "inf",
                                    "0",
                                    "'<i8'",
                                    "'>f4'",
                                    "'|u1'",
                                    "True",
                                    "pattern",
                                    "symmetric",
                                    "False",
                                    "(0,)",
                                    "()",
                                    "L",
                                    "9223372036854775807",
                                    "18446744073709551616",
                                    "16777217",
                                    "255"};

static struct bytes seeds[MAX_SEEDS], current;
static size_t seed_count;
static uint64_t seed, number;

/* What ends the program: a failed assert, a wild pointer, a fuzzer's clock. */
static const int deadly[] = {SIGABRT, SIGSEGV, SIGALRM};
enum { DEADLY = sizeof deadly / sizeof *deadly };
static struct sigaction before[DEADLY]; /* a sanitizer's own, perhaps */

static void keep_crash(int signal_number)
{
    char name[64];

    snprintf(name, sizeof name, "crash-%" PRIu64 "-%" PRIu64, seed, number);
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0 && write(file, current.at, current.size) >= 0)
        fprintf(stderr, "this input is kept as %s\n", name);
    for (int k = 0; k < DEADLY; k++)
        sigaction(deadly[k], &before[k], NULL);
    raise(signal_number);
}

static void watch_for_crashes(void)
{
    const struct sigaction keep = {.sa_handler = keep_crash};

    for (int k = 0; k < DEADLY; k++)
        sigaction(deadly[k], &keep, &before[k]);
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
static size_t below(size_t limit)
{
    static uint64_t state;

    if (number == 0)
        state = seed;
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (size_t)((z ^ z >> 31) % limit);
}

/* Puts `size` bytes at `where`, moving the rest; what exceeds is cut. */
static void insert(struct bytes *to, size_t where, const void *bytes,
                   size_t size)
{
    if (size > LARGEST - where)
        size = LARGEST - where;
    size_t rest = to->size - where;
    if (rest > LARGEST - where - size)
        rest = LARGEST - where - size;
    memmove(to->at + where + size, to->at + where, rest);
    memcpy(to->at + where, bytes, size);
    to->size = where + size + rest;
}

static void change(struct bytes *it)
{
    const size_t where = below(it->size + 1), left = it->size - where;
    const size_t some = left ? 1 + below(left < 16 ? left : 16) : 0;
    const char *const word = words[below(sizeof words / sizeof *words)];
    const struct bytes *const other = &seeds[below(seed_count)];
    const uint8_t byte = (uint8_t)below(256);
    uint8_t copy[16];

    switch (below(6)) {
    case 0: /* flip a bit */
        if (left)
            it->at[where] ^= (uint8_t)(1 << byte % 8);
        break;
    case 1: insert(it, where, &byte, 1); break;
    case 2: insert(it, where, word, strlen(word)); break;
    case 3: /* take some out */
        memmove(it->at + where, it->at + where + some, left - some);
        it->size -= some;
        break;
    case 4: /* repeat some */
        memcpy(copy, it->at + where, some);
        insert(it, where, copy, some);
        break;
    case 5: /* go on as another seed does */
        if (where < other->size) {
            memcpy(it->at + where, other->at + where, other->size - where);
            it->size = other->size;
        }
        break;
    }
}

static void mutate(struct bytes *it)
{
    if (LLVMFuzzerCustomMutator) {
        it->size = LLVMFuzzerCustomMutator(it->at, it->size, LARGEST,
                                           (unsigned)below(UINT32_MAX));
        return;
    }
    for (size_t k = 1 + below(4); k > 0; k--)
        change(it);
}

static void begin_with(const struct bytes *from)
{
    memcpy(current.at, from->at, from->size);
    current.size = from->size;
}

/* In a block of its own, so that reading past the end is seen. */
static void run_current(void)
{
    uint8_t *const exact = malloc(current.size ? current.size : 1);

    if (!exact)
        exit(3);
    memcpy(exact, current.at, current.size);
    LLVMFuzzerTestOneInput(exact, current.size);
    free(exact);
}

static void load_seeds(char *const *paths)
{
    for (; *paths && seed_count < MAX_SEEDS; paths++) {
        FILE *const file = fopen(*paths, "rb");
        if (!file) {
            fprintf(stderr, "cannot read %s: %s\n", *paths, strerror(errno));
            exit(2);
        }
        struct bytes *const to = &seeds[seed_count++];
        to->size = fread(to->at, 1, LARGEST, file);
        fclose(file);
    }
    if (seed_count)
        return;
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        insert(&seeds[seed_count++], 0, built_in[i].at, built_in[i].size);
}

int main(int argc, char **argv)
{
    uint64_t times = UINT64_MAX;
    double seconds = 10;
    int option;

    seed = (uint64_t)time(NULL);
    while ((option = getopt(argc, argv, "s:n:t:")) != -1) {
        if (option == 's')
            seed = strtoull(optarg, NULL, 0);
        else if (option == 'n')
            times = strtoull(optarg, NULL, 0);
        else if (option == 't')
            seconds = strtod(optarg, NULL);
        else
            return 2;
    }
    load_seeds(argv + optind);
    watch_for_crashes();
    printf("# %s: seed %" PRIu64 ", %zu inputs to start from\n", argv[0], seed,
           seed_count);
    fflush(stdout);
    for (size_t i = 0; i < seed_count; i++) {
        begin_with(&seeds[i]);
        run_current();
    }
    const time_t start = time(NULL);
    for (; number < times; number++) {
        if (difftime(time(NULL), start) >= seconds)
            break;
        begin_with(&seeds[below(seed_count)]);
        mutate(&current);
        run_current();
    }
    printf("# %s: %" PRIu64 " mutations passed\n", argv[0], number);
    return 0;
}
