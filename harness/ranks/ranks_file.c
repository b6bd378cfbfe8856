/* ranks_file.c - see ranks_file.h. */
#include "ranks_file.h"
#include "base/output_file.h"
#include "ranks.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that are read before they are converted. */
enum { ROOM_BYTES = 4 << 20 };

/* MPI's words about a file, which need not name it. */
static enum status failed(const char *doing, const char *path,
                          const char *words, struct problem *why)
{
    return problem_set(why, MACHINE_LACKS, "cannot %s %s: %s", doing, path,
                       words);
}

/* -------------------------------------------------------------------- read */

static enum status read_piece(const struct array_slices *slices,
                              struct mpi_file *file, struct piece piece,
                              char *room, struct array_builder *builder,
                              struct problem *why)
{
    const size_t each = slices->element_bytes, most = ROOM_BYTES / each;
    enum status status = OK;

    for (size_t done = 0; done < piece.n && status == OK;) {
        const size_t some = piece.n - done < most ? piece.n - done : most;
        const char *const words = ranks_mpi()->read(
            file, slices->data_at + (piece.begin + done) * each, room,
            some * each);
        status = words ? failed("read", slices->name, words, why)
                       : array_slices_push(slices, room, some, builder, why);
        done += some;
    }
    return status;
}

static enum status read_pieces(const struct array_slices *slices,
                               const struct layout *layout,
                               struct mpi_file *file, struct array *out,
                               struct problem *why)
{
    struct array_builder builder;
    char *const room = malloc(ROOM_BYTES);
    enum status status =
        array_slices_begin(slices, layout_piece(layout, ranks_me(), 0).begin,
                           layout_own(layout, ranks_me()), &builder, why);

    if (status == OK && !room)
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t k = 0; k < layout_pieces(layout) && status == OK; k++) {
        const struct piece piece = layout_piece(layout, ranks_me(), k);
        builder.first = piece.begin - piece.at;
        status = read_piece(slices, file, piece, room, &builder, why);
    }
    if (status == OK)
        status = builder_finish(&builder, out, why);
    builder_drop(&builder);
    free(room);
    return status;
}

enum status ranks_read(const struct array_slices *slices,
                       const struct layout *layout, struct array *out,
                       struct problem *why)
{
    const char *words;

    *out = (struct array){0};
    struct mpi_file *const file =
        ranks_mpi()->open(slices->name, false, &words);
    enum status status = file ? OK : failed("read", slices->name, words, why);
    if (file) {
        status = read_pieces(slices, layout, file, out, why);
        ranks_mpi()->close(file);
    }
    status = ranks_agree(status, why);
    if (status != OK)
        array_free(out);
    return status;
}

/* ------------------------------------------------------------------- write */

/* The temporary file that all ranks open, and where elements begin in it. */
struct place {
    char path[PATH_MAX];
    size_t data_at;
};

static enum status make_file(const char *path, enum array_format format,
                             const struct monoid_table *monoid, size_t n,
                             struct output *output, struct place *place,
                             struct problem *why)
{
    enum status status = output_open(path, output, why);

    if (status == OK)
        status =
            array_write_slices(output, format, monoid, n, &place->data_at, why);
    if (status == OK)
        snprintf(place->path, sizeof place->path, "%s", output->temporary);
    return status;
}

static enum status write_pieces(const struct place *place,
                                const struct layout *layout, size_t bytes,
                                const char *elements, const char *path,
                                struct problem *why)
{
    const char *words;
    struct mpi_file *const file = ranks_mpi()->open(place->path, true, &words);

    if (!file)
        return failed("write", path, words, why);
    words = NULL;
    for (size_t k = 0; k < layout_pieces(layout) && !words; k++) {
        const struct piece piece = layout_piece(layout, ranks_me(), k);
        words =
            ranks_mpi()->write(file, place->data_at + piece.begin * bytes,
                               elements + piece.at * bytes, piece.n * bytes);
    }
    enum status status = words ? failed("write", path, words, why) : OK;
    words = ranks_mpi()->close(file); /* all ranks do */
    return status == OK && words ? failed("write", path, words, why) : status;
}

enum status ranks_write(const char *path, enum array_format format,
                        const struct monoid_table *monoid,
                        const struct layout *layout, const void *elements,
                        struct problem *why)
{
    struct place *const place = calloc(1, sizeof *place);
    struct output output = {.file = NULL};
    enum status status =
        place ? OK : problem_set(why, MACHINE_LACKS, "out of memory");

    if (status == OK && ranks_me() == 0)
        status =
            make_file(path, format, monoid, layout->n, &output, place, why);
    status = ranks_follow(status, why);
    if (status == OK) {
        ranks_mpi()->share(place, sizeof *place, 0);
        const bool noted = ranks_me() > 0 && output_note(place->path);
        status = ranks_agree(
            write_pieces(place, layout, monoid->bytes, elements, path, why),
            why);
        if (noted)
            output_unnote(place->path);
    }
    if (output.file && status == OK)
        status = output_commit(&output, why);
    else if (output.file)
        output_discard(&output);
    free(place);
    return ranks_follow(status, why);
}
