/* plan.c - spmv: its ports, its costs, and the plain loop. */
#include "../../contract/plan.h"
#include "drawn_matrix.h"

#include <stdio.h>
#include <string.h>

enum { VALUES, COLUMNS, OFFSETS, X, Y };
enum { NONZEROS_SIZE, ROWS_SIZE, COLUMNS_SIZE };

static const struct port own_ports[] = {
    {"values", PORT_IN, PORT_T, {"nonzeros", 0, NULL}},
    {"columns", PORT_IN, PORT_U32, {"nonzeros", 0, NULL}},
    {"offsets", PORT_IN, PORT_U32, {"rows", 1, NULL}},
    {"x", PORT_IN, PORT_T, {"columns", 0, NULL}},
    {"y", PORT_OUT, PORT_T, {"rows", 0, NULL}},
    {.name = NULL},
};

static void sizes(size_t n, const struct drawing *drawing, size_t size[])
{
    size[ROWS_SIZE] = drawn_rows(n, drawing);
    size[COLUMNS_SIZE] = drawn_columns(n, drawing);
}

static void draw(const struct request *request, const struct drawing *drawing,
                 void *const *ports)
{
    draw_matrix(request->n, request->size[ROWS_SIZE],
                request->size[COLUMNS_SIZE], drawing, ports[OFFSETS],
                ports[COLUMNS]);
}

/* ------------------------------------------------------------ what is right */

/* In static storage. */
static char refusal[160];

static const char *refuse_offsets(const uint32_t *offsets, size_t rows,
                                  size_t nonzeros)
{
    if (offsets[0] != 0) {
        snprintf(refusal, sizeof refusal,
                 "offsets[0] = %u, want 0, where the first row begins",
                 (unsigned)offsets[0]);
        return refusal;
    }
    for (size_t r = 0; r < rows; r++)
        if (offsets[r + 1] < offsets[r]) {
            snprintf(refusal, sizeof refusal,
                     "offsets[%zu] = %u, after %u: offsets must not decrease",
                     r + 1, (unsigned)offsets[r + 1], (unsigned)offsets[r]);
            return refusal;
        }
    if (offsets[rows] == nonzeros)
        return NULL;
    snprintf(
        refusal, sizeof refusal,
        "offsets[%zu] = %u, want %zu, where the last row and the values end",
        rows, (unsigned)offsets[rows], nonzeros);
    return refusal;
}

static const char *refuse_input(const struct request *request,
                                void *const *ports)
{
    const uint32_t *const columns = ports[COLUMNS];
    const size_t count = request->size[COLUMNS_SIZE];
    const char *const wrong =
        refuse_offsets(ports[OFFSETS], request->size[ROWS_SIZE], request->n);

    if (wrong)
        return wrong;
    for (size_t k = 0; k < request->n; k++)
        if (columns[k] >= count) {
            snprintf(
                refusal, sizeof refusal,
                "columns[%zu] = %u, but x has %zu element%s, numbered from 0",
                k, (unsigned)columns[k], count, count == 1 ? "" : "s");
            return refusal;
        }
    return NULL;
}

static size_t partner(const struct request *request, void *const *ports,
                      size_t i)
{
    (void)request;
    return ((const uint32_t *)ports[COLUMNS])[i];
}

static void reference(const struct request *request,
                      const struct elements *elements, void *const *ports)
{
    const uint32_t *const columns = ports[COLUMNS], *const offsets =
                                                        ports[OFFSETS];
    const char *const values = ports[VALUES], *const x = ports[X];
    const size_t bytes = elements->bytes;
    _Alignas(16) char product[32], next[32]; /* no T is larger */

    for (size_t r = 0; r < request->size[ROWS_SIZE]; r++) {
        char *const y = (char *)ports[Y] + r * bytes;
        elements->identity(y);
        for (size_t k = offsets[r]; k < offsets[r + 1]; k++) {
            elements->times(values + k * bytes, x + columns[k] * bytes,
                            product);
            if (k > offsets[r])
                elements->op(y, product, next);
            memcpy(y, k > offsets[r] ? next : product, bytes);
        }
    }
}

static void fold_of(const struct request *request, void *const *ports, int port,
                    size_t i, size_t *begin, size_t *end)
{
    const uint32_t *const offsets = ports[OFFSETS];

    (void)request, (void)port;
    *begin = offsets[i];
    *end = offsets[i + 1];
}

static const struct matrix_ports matrix = {VALUES, COLUMNS, OFFSETS,
                                           COLUMNS_SIZE};

static const struct task task = {
    .name = "spmv",
    .ports = own_ports,
    .sizes = {"nonzeros", "rows", "columns"},
    .function = FUNCTION_PRODUCT,
    .has_patterns = true,
    .has_op = true,
    .sizes_of_n = sizes,
    .matrix = &matrix,
    .draw = draw,
    .partner = partner,
    .refuse_input = refuse_input,
    .reference = reference,
    .fold_of = fold_of,
};

/* ---------------------------------------------------------- on a processor */

/* Each thread goes along its part; then one joins the sums that they leave. */
static void plan(const struct request *request, struct plan *plan)
{
    plan_native_lines(request, plan, "sums left by threads");
}

/* Each row with a nonzero takes one op less than it has nonzeros. */
static void forms(const struct request *request, struct forms *forms)
{
    const double nonzeros = (double)request->n;
    const double rows = (double)request->size[ROWS_SIZE];
    const double unit = (double)request->elem_bytes;
    const double most = larger(nonzeros - 1, 0);

    *forms = (struct forms){
        .work = between(larger(nonzeros - rows, 0), most),
        .depth = between(0, most),
        .bytes = exactly(nonzeros * (2 * unit + 4) + rows * (unit + 4) + 4),
        .why = "it depends on how many rows are empty, and how long the others "
               "are",
    };
}

static const struct parameter parameters[] = {GRAIN_PARAMETER, {.name = NULL}};

extern const struct implementation spmv_gpu; /* launch.c */

const struct algorithm spmv = {
    .name = "spmv",
    .title = "Sparse matrix times vector",
    .idea = "each row's products with a vector, combined in order",
    .source = "OpenCL course day 3, \"Flat-Parallel Sparse Matrix-Vector "
              "Mult\"; Merrill and Garland, SC 2016",
    .task = &task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n minus the number of non-empty rows",
            .depth = "(n + rows)/P + P",
            .traffic = "2 elements and a column for each nonzero, an offset "
                       "and an element for each row",
            .memory = "one element per thread",
            .refuse = refuse_nothing,
            .plan = plan,
            .forms = forms,
        },
    .gpu = &spmv_gpu,
};
