/* run_matrix.c - see run_matrix.h.
 *
 *     scanlab run spmv -i graph.mtx -i x=x.txt
 *                         |            |
 *           values, columns, offsets   PORT=FILE
 */
#include "run_matrix.h"
#include "arrays/matrix_market.h"

#include <string.h>

bool run_takes_matrix(const struct algorithm *algorithm,
                      enum array_format format, const char *text)
{
    return algorithm->task->matrix && format == FORMAT_BY_NAME &&
           !strchr(text, '=') && matrix_market_is(text);
}

enum status run_name_matrix(const struct algorithm *algorithm, const char *file,
                            const char **files, struct problem *why)
{
    const struct matrix_ports *const m = algorithm->task->matrix;
    const int port[] = {m->values, m->columns, m->offsets};

    for (int i = 0; i < 3; i++) {
        if (files[port[i]])
            return problem_set(why, WRONG_USE, "-i %s: %s has a file", file,
                               algorithm->task->ports[port[i]].name);
        files[port[i]] = file;
    }
    return OK;
}

enum status run_read_matrix(const struct algorithm *algorithm,
                            const char *const *files,
                            const struct monoid_table *T, struct array *in,
                            size_t size[], bool known[], struct problem *why)
{
    const struct matrix_ports *const m = algorithm->task->matrix;
    struct sparse_matrix matrix;

    if (!m || !files[m->values] || files[m->values] != files[m->columns])
        return OK; /* a text of its own for each port */
    const enum status status =
        matrix_market_read_file(files[m->values], T, &matrix, why);
    if (status != OK)
        return status;
    in[m->values] = matrix.values;
    in[m->columns] = matrix.column;
    in[m->offsets] = matrix.offsets;
    size[m->columns_size] = matrix.columns;
    known[m->columns_size] = true;
    return OK;
}
