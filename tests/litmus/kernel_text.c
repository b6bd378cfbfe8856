/* kernel_text.c - writes a program as a kernel.
 *
 * Each thread knows its number, `me`, and performs its operations up to the
 * next meeting while `go` is true; a guard that fails clears `go`.
 */
#include "drawn.h"

#include <stdio.h>
#include <stdlib.h>

static void write_fence(FILE *file, const struct op *op)
{
    if (op->is_light)
        fprintf(file, "asm volatile(\"fence.acq_rel.%s;\" ::: \"memory\");",
                op->of_block ? "cta" : "gpu");
    else
        fprintf(file, "__threadfence%s();", op->of_block ? "_block" : "");
}

/* An access of PTX, with its order. */
static void write_ptx(FILE *file, const struct layout *layout,
                      const struct op *op)
{
    const bool of_block =
        op->strength == ATOMIC_OF_BLOCK || op->strength == RELAXED;
    const char *const scope = of_block ? "cta" : "gpu";
    const char *const order = !op->orders              ? "relaxed"
                              : op->strength >= ATOMIC ? "acq_rel"
                              : op->kind == OP_READ    ? "acquire"
                                                       : "release";
    const int bits = 8 * layout->bytes;
    const char r = bits == 64 ? 'l' : 'r';

    if (op->strength >= ATOMIC)
        fprintf(file,
                "asm volatile(\"atom.%s.%s.%s.b%d %%0, [%%1], %%2;\" : "
                "\"=%c\"(r) : \"l\"(v%d), \"%c\"((V_)%d) : \"memory\");",
                order, scope, op->kind == OP_READ ? "or" : "exch", bits, r,
                op->variable, r, op->value);
    else if (op->kind == OP_READ)
        fprintf(file,
                "asm volatile(\"ld.%s.%s.b%d %%0, [%%1];\" : \"=%c\"(r) : "
                "\"l\"(v%d) : \"memory\");",
                order, scope, bits, r, op->variable);
    else
        fprintf(file,
                "asm volatile(\"st.%s.%s.b%d [%%0], %%1;\" :: \"l\"(v%d), "
                "\"%c\"((V_)%d) : \"memory\");",
                order, scope, bits, op->variable, r, op->value);
}

static void write_access(FILE *file, const struct layout *layout,
                         const struct op *op)
{
    const char *const block = op->strength == ATOMIC_OF_BLOCK ? "_block" : "";
    const char *const star =
        op->strength == VOLATILE ? "*(volatile V_ *)" : "*";

    if (layout->bytes > 1 && (op->orders || op->strength == RELAXED))
        write_ptx(file, layout, op);
    else if (op->kind == OP_READ && op->strength >= ATOMIC)
        fprintf(file, "r = atomicAdd%s(v%d, 0);", block, op->variable);
    else if (op->kind == OP_READ)
        fprintf(file, "r = %sv%d;", star, op->variable);
    else if (op->strength >= ATOMIC)
        fprintf(file, "atomicExch%s(v%d, %d);", block, op->variable, op->value);
    else
        fprintf(file, "%sv%d = %d;", star, op->variable, op->value);
}

static void write_op(FILE *file, const struct layout *layout,
                     const struct op *op, int read)
{
    fprintf(file, "if (go) { ");
    if (op->kind == OP_FENCE)
        write_fence(file, op);
    else
        write_access(file, layout, op);
    if (op->kind == OP_READ)
        fprintf(file, " r%d = r;", read);
    if (op->guard)
        fprintf(file, " go = r == %d;", op->guard);
    fprintf(file, " }\n");
}

static void write_meeting(FILE *file, const struct program *p,
                          const struct layout *layout, unsigned meeting)
{
    const int first = layout->first[meeting];
    unsigned mask = 0;

    if (layout->meeting[meeting] == OF_LANES) {
        fprintf(file, "if (");
        for (int t = 0; t < program_threads(p); t++)
            for (const struct op *op = p->op[t]; op->kind != OP_END; op++)
                if (op->kind == OP_MEET && op->meeting == meeting) {
                    mask |= 1u << layout->lane[t];
                    fprintf(file, "me == %d || ", t);
                }
        fprintf(file, "false) __syncwarp(0x%xu);\n", mask);
        return;
    }
    fprintf(file, "if (B == %d%s", p->block[first],
            layout->meeting[meeting] == OF_BLOCK ? ") __syncthreads();\n" : "");
    if (layout->meeting[meeting] == OF_WARP)
        fprintf(file, " && T / 32 == %d) __syncwarp();\n", layout->warp[first]);
}

static void write_begin(FILE *file, const struct program *p,
                        const struct layout *layout)
{
    static const char *const types[] = {
        [1] = "unsigned char", [4] = "unsigned", [8] = "unsigned long long"};

    fprintf(file, "{ typedef %s V_; bool go = true; V_ r; int me = -1;\n",
            types[layout->bytes]);
    fprintf(file, "unsigned r0 = %d, r1 = r0, r2 = r0, r3 = r0;\n", NOT_READ);
    for (int t = 0; t < program_threads(p); t++)
        fprintf(file, "if (B == %d && T == %d) me = %d;\n", p->block[t],
                layout->warp[t] * 32 + layout->lane[t], t);
    if (layout->is_shared)
        fprintf(file,
                "__shared__ unsigned long long s[%d];"
                " if (T < %d) s[T] = 0; __syncthreads();\n",
                VARIABLES, VARIABLES);
    for (int v = 0; v < VARIABLES; v++)
        fprintf(file, "V_ *const v%d = (V_ *)%s + %d;\n", v,
                layout->is_shared ? "s" : "a",
                layout->bytes == 1  ? v
                : layout->is_shared ? v * 8 / layout->bytes
                                    : v * PLACES * 4 / layout->bytes);
    if (layout->idle_return)
        fprintf(file, "if (me < 0) return;\n");
}

/* The thread's operations up to its next meeting. */
static const struct op *write_stage(FILE *file, const struct layout *layout,
                                    const struct op *op, int thread, int *read)
{
    if (op->kind == OP_END || op->kind == OP_MEET)
        return op;
    fprintf(file, "if (me == %d) {\n", thread);
    for (; op->kind != OP_END && op->kind != OP_MEET; op++) {
        write_op(file, layout, op, *read);
        *read += op->kind == OP_READ;
    }
    fprintf(file, "}\n");
    return op;
}

static void write_end(FILE *file, int thread, int first, int reads)
{
    fprintf(file, "if (me == %d) {", thread);
    for (int r = first; r < reads; r++)
        fprintf(file, " b[%d] = r%d;", r, r);
    fprintf(file, " return; }\n");
}

void write_body(const struct program *p, const struct layout *layout,
                char *text, size_t size)
{
    const struct op *at[MAX_THREADS_OF_TEST];
    int first[MAX_THREADS_OF_TEST], read[MAX_THREADS_OF_TEST], reads = 0;
    bool ended[MAX_THREADS_OF_TEST] = {false};
    FILE *const file = fmemopen(text, size, "w");

    if (!file)
        abort();
    for (int t = 0; t < program_threads(p); t++) {
        at[t] = p->op[t];
        first[t] = read[t] = reads;
        for (const struct op *op = p->op[t]; op->kind != OP_END; op++)
            reads += op->kind == OP_READ;
    }
    write_begin(file, p, layout);
    for (unsigned m = 0; m <= (unsigned)layout->meetings; m++) {
        for (int t = 0; t < program_threads(p); t++) {
            at[t] = write_stage(file, layout, at[t], t, &read[t]);
            if (at[t]->kind == OP_END && !ended[t] &&
                (layout->returns[t] || m == (unsigned)layout->meetings)) {
                write_end(file, t, first[t], read[t]);
                ended[t] = true;
            }
        }
        if (m == (unsigned)layout->meetings)
            break;
        write_meeting(file, p, layout, m);
        for (int t = 0; t < program_threads(p); t++)
            at[t] += at[t]->kind == OP_MEET && at[t]->meeting == m;
    }
    fprintf(file, "}");
    fclose(file);
}
