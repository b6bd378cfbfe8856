/* ptx_registers.c - the special registers of PTX: their replacements here, or
 * the reason why there is none.
 */
#include "ptx_forms.h"

#include <string.h>

/* Special registers, and what they are here. */
const char *ptx_register(const char *name)
{
    static const char *const known[][2] = {
        {"%laneid", "simt_lane()"},
        {"%lanemask_eq", "(1u << simt_lane())"},
        {"%lanemask_lt", "((1u << simt_lane()) - 1)"},
        {"%lanemask_le", "((2u << simt_lane()) - 1)"},
        {"%lanemask_gt", "~((2u << simt_lane()) - 1)"},
        {"%lanemask_ge", "~((1u << simt_lane()) - 1)"},
        {"%tid.x", "::threadIdx.x"},
        {"%tid.y", "::threadIdx.y"},
        {"%tid.z", "::threadIdx.z"},
        {"%ntid.x", "::blockDim.x"},
        {"%ntid.y", "::blockDim.y"},
        {"%ntid.z", "::blockDim.z"},
        {"%ctaid.x", "::blockIdx.x"},
        {"%ctaid.y", "::blockIdx.y"},
        {"%ctaid.z", "::blockIdx.z"},
        {"%nctaid.x", "::gridDim.x"},
        {"%nctaid.y", "::gridDim.y"},
        {"%nctaid.z", "::gridDim.z"},
        /* Any block may be on any multiprocessor, and others with it. */
        {"%smid", "((::blockIdx.x * 3 + 2) % 5)"},
        {"%clock", "(simt_u32)simt_clock()"},
        {"%clock64", "(simt_u64)simt_clock()"},
        {"%globaltimer", "(simt_u64)simt_clock()"},
        {"WARP_SZ", "simt_literal{32}"},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], name))
            return known[i][1];
    return NULL;
}

/* Special registers of PTX that have no meaning here. */
bool ptx_refuse_register(struct ptx_statement *s, const char *name)
{
    static const char *const unknown[][2] = {
        {"%warpid", ", which may change while a thread runs: write "
                    "threadIdx.x / 32"},
        {"%nsmid", ", which is another number on each GPU: take it as a "
                   "parameter"},
        {"%nwarpid", ": write (blockDim.x + 31) / 32"},
        {"%gridid", ""},
        {"%clock_hi", ": read %clock64"},
        {"%globaltimer_lo", ": read %globaltimer"},
        {"%globaltimer_hi", ": read %globaltimer"},
        {"%total_smem_size", ""},
        {"%dynamic_smem_size", ""},
        {"%aggr_smem_size", ""},
        {"%is_explicit_cluster", ": it runs blocks without clusters"},
        {"%current_graph_exec", ""},
    };
    static const char *const begins[] = {"%cluster", "%ncluster", "%envreg",
                                         "%pm", "%reserved_smem_offset"};

    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (!strcmp(unknown[i][0], name))
            return ptx_refuse(s, "%s%s", name, unknown[i][1]);
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(begins[i], name, strlen(begins[i])))
            return ptx_refuse(s, "%s", name);
    return true;
}
