/* plan.c - radix sort: its ports, its costs, and the plain loop. */
#include "parameters.h"

#include <stdlib.h>
#include <string.h>

enum { GRAIN = SHARED_PARAMETER_COUNT };

static const struct port own_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {"n", 0, NULL}},
    {.name = NULL},
};

/* -------------------------------------------------------------- plain loop */

enum { DIGIT = 11 }; /* bits, unlike those of the kernels */

/* One pass: in[0..n) goes to out in the order of that digit of the key. */
static void pass(const struct elements *elements, const char *in, char *out,
                 size_t n, int shift, uint64_t mask)
{
    const size_t bytes = elements->bytes;
    size_t next[(1 << DIGIT) + 1] = {0};

    for (size_t i = 0; i < n; i++)
        next[1 + ((elements->key(in + i * bytes) & mask) >> shift) %
                     (1 << DIGIT)]++;
    for (size_t digit = 1; digit < 1 << DIGIT; digit++)
        next[digit] += next[digit - 1];
    for (size_t i = 0; i < n; i++) {
        const char *const x = in + i * bytes;
        const size_t digit =
            ((elements->key(x) & mask) >> shift) % (1 << DIGIT);
        memcpy(out + next[digit]++ * bytes, x, bytes);
    }
}

/* Element by element, one digit of the key after the other. */
static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const size_t n = request->n, bytes = elements->bytes;
    const int bits = sorted_bits(request);
    char *from = malloc(n * bytes + 1), *to = ports[OUT];
    char *const scratch = from;

    if (!scratch)
        abort(); /* the harness has checked that there is enough */
    memcpy(from, ports[IN], n * bytes);
    for (int shift = 0; shift < bits; shift += DIGIT) {
        pass(elements, from, to, n, shift, UINT64_MAX >> (64 - bits));
        char *const sorted = to;
        to = from;
        from = sorted;
    }
    if (from != ports[OUT])
        memcpy(ports[OUT], from, n * bytes);
    free(scratch);
}

static const struct task task = {
    .name = "radix_sort",
    .ports = own_ports,
    .function = FUNCTION_KEY,
    .has_patterns = true,
    .reference = reference,
};

/* ---------------------------------------------------------- on a processor */

/* What threads share: a thread's counts for each thread of the next pass; their
 * sums; and a cache line of `out` for each digit (cpu.c). */
static void plan(const struct request *request, struct plan *plan)
{
    const size_t threads = (size_t)request->machine->threads;
    const size_t digits = threads << request->parameters[BITS];

    plan_native_run(request, plan);
    plan_elements(request, plan, "elements between passes", request->n);
    plan_buffer(plan, "counts of threads", digits * threads * sizeof(size_t),
                BUFFER_TEMPORARY, STARTS_ANYHOW);
    plan_buffer(plan, "places of threads",
                (digits * 3 + threads * 8) * sizeof(size_t), BUFFER_TEMPORARY,
                STARTS_ANYHOW);
    plan_buffer(plan, "lines of threads", digits * LINE_BYTES + LINE_BYTES,
                BUFFER_TEMPORARY, STARTS_ANYHOW);
}

static void forms(const struct request *request, struct forms *forms)
{
    const double n = (double)request->n * (double)request->elem_bytes;

    *forms = (struct forms){
        .work = exactly(0),
        .depth = exactly(0),
        .bytes = between(request->n > 0 ? 3 * n : 0,
                         n * (2 + 2 * (double)passes_of(request))),
        .why = "a digit that is the same in all keys needs no pass",
    };
}

static const struct parameter parameters[] = {NUM_BITS_PARAMETER,
                                              BITS_PARAMETER(8, 4, 8, 11),
                                              GRAIN_PARAMETER,
                                              {.name = NULL}};

extern const struct implementation radix_sort_gpu; /* launch.c */

const struct algorithm radix_sort = {
    .name = "radix_sort",
    .title = "Radix sort",
    .idea = "stable passes, one for each digit of the key, the lowest first",
    .source = "Futhark report, appendix; Adinets and Merrill, Onesweep, 2022",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "no op",
            .depth = "0",
            .traffic = "n, plus 2n for each digit that differs",
            .memory = "n elements; 88 + 8P bytes per digit value, on each of P "
                      "threads",
            .refuse = refuse_bits,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &radix_sort_gpu,
};
