/* whole_file.c - write to a temporary file, then rename it. */
#include "whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* O_EXCL: an existing file or link of that name is never touched. */
static bool create_beside(struct whole_file *out, mode_t mode)
{
    enum { ATTEMPTS = 100 };

    for (int k = 0; k < ATTEMPTS; k++) {
        snprintf(out->temporary, sizeof out->temporary, "%s.%ld-%d.part",
                 out->target, (long)getpid(), k);
        const int fd =
            open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno == EEXIST)
            continue;
        if (fd >= 0) {
            out->file = fdopen(fd, "wb");
            if (out->file)
                return true;
            close(fd);
            unlink(out->temporary);
        }
        break;
    }
    out->temporary[0] = '\0';
    return false;
}

bool whole_open(const char *path, struct whole_file *out)
{
    struct stat facts;
    const bool exists = stat(path, &facts) == 0;

    *out = (struct whole_file){.file = NULL};
    if (!exists || !realpath(path, out->target))
        snprintf(out->target, sizeof out->target, "%s", path);
    if (exists && !S_ISREG(facts.st_mode)) {
        out->file = fopen(path, "wb");
        return out->file != NULL;
    }
    if (exists && access(path, W_OK) != 0)
        return false;
    return create_beside(out, exists ? facts.st_mode & 0777 : 0666);
}

const char *whole_path(const struct whole_file *whole)
{
    return *whole->temporary ? whole->temporary : whole->target;
}

bool whole_close(struct whole_file *whole)
{
    FILE *const file = whole->file;
    int error = 0;

    whole->file = NULL;
    if (!file)
        return true;
    if (fflush(file) != 0 || ferror(file))
        error = errno ? errno : EIO;
    if (fclose(file) != 0 && !error)
        error = errno;
    errno = error;
    return !error;
}

bool whole_commit(struct whole_file *whole)
{
    bool done = whole_close(whole);

    if (done && *whole->temporary)
        done = rename(whole->temporary, whole->target) == 0;
    const int error = errno;
    if (!done)
        whole_discard(whole);
    errno = error;
    return done;
}

void whole_discard(struct whole_file *whole)
{
    whole_close(whole);
    if (*whole->temporary)
        unlink(whole->temporary);
}
