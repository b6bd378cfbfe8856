/* input_file.c - opens inputs, and explains why an input cannot be read. */
#include "input_file.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* What is left of a regular file. Files of /proc say 0 and are longer, so 0
 * is "unknown" as well; an empty file shows itself when it is read. */
static size_t bytes_left(FILE *file, const struct stat *info)
{
    const off_t here = ftello(file);

    if (!S_ISREG(info->st_mode) || here < 0 || info->st_size <= here)
        return INPUT_UNKNOWN;
    return (size_t)(info->st_size - here);
}

enum status input_open(const char *path, struct input *out, struct problem *why)
{
    const bool standard = strcmp(path, "-") == 0;
    struct stat info;

    *out = (struct input){.name = standard ? "standard input" : path};
    out->file = standard ? stdin : fopen(path, "rb");
    if (!out->file)
        return problem_set(why, WRONG_USE,
                           "cannot read %s: %s; an input is a .npy, .txt or "
                           "raw binary file, or - for standard input",
                           path, strerror(errno));
    if (fstat(fileno(out->file), &info) != 0) {
        input_failed(out, why);
        input_close(out);
        return WRONG_USE;
    }
    if (S_ISDIR(info.st_mode)) {
        input_close(out);
        return problem_set(why, WRONG_USE,
                           "%s is a directory; name a file in it", path);
    }
    out->size = bytes_left(out->file, &info);
    return OK;
}

enum status input_from_memory(const void *bytes, size_t size, struct input *out,
                              struct problem *why)
{
    /* Opened for reading, so that the const is kept. */
    FILE *const file = fmemopen((void *)bytes, size, "rb");

    *out = (struct input){file, "memory", size};
    if (!file)
        return problem_set(why, MACHINE_LACKS, "no stream on memory: %s",
                           strerror(errno));
    return OK;
}

enum status input_wrong_line(const struct input *in, size_t line,
                             struct problem *why, const char *format,
                             va_list values)
{
    struct problem reason;

    vsnprintf(reason.line, sizeof reason.line, format, values);
    for (char *c = reason.line; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    return problem_set(why, WRONG_USE, "%s line %zu: %s", in->name, line,
                       reason.line);
}

enum status input_failed(const struct input *in, struct problem *why)
{
    return problem_set(why, WRONG_USE, "cannot read %s: %s", in->name,
                       strerror(errno));
}

enum status input_read(struct input *in, void *to, size_t want, size_t *got,
                       struct problem *why)
{
    *got = fread(to, 1, want, in->file);
    if (*got < want && ferror(in->file))
        return input_failed(in, why);
    if (in->size != INPUT_UNKNOWN)
        in->size = *got < in->size ? in->size - *got : 0;
    return OK;
}

bool input_skip_byte_order_mark(struct input *in)
{
    static const int mark[] = {0xEF, 0xBB, 0xBF};

    for (int i = 0; i < 3; i++) {
        const int c = getc(in->file);
        if (c == mark[i])
            continue;
        ungetc(c, in->file);
        return i == 0;
    }
    return true;
}

void input_close(struct input *in)
{
    if (in->file && in->file != stdin)
        fclose(in->file);
    in->file = NULL;
}
