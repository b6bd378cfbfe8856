/* submissions.c - see submissions.h. */
#include "submissions.h"
#include "base/paths.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

struct same_reading {
    const struct lab *lab, *labs;
    int lab_count;
    struct submissions *out;
    int room;
    bool full; /* no memory */
};

static struct submission *add(struct same_reading *r, const char *student)
{
    if (r->out->count == r->room) {
        r->room = 2 * r->room + 64;
        struct submission *const more =
            realloc(r->out->list, (size_t)r->room * sizeof *more);
        if (!more) {
            r->full = true;
            return NULL;
        }
        r->out->list = more;
    }
    struct submission *const added = &r->out->list[r->out->count++];
    *added = (struct submission){.lab = r->lab};
    snprintf(added->student, sizeof added->student, "%s", student);
    return added;
}

static void add_file(struct same_reading *r, const char *student,
                     const struct lab *lab, const char *path)
{
    struct submission *const added = add(r, student);

    if (!added)
        return;
    added->lab = lab;
    snprintf(added->path, sizeof added->path, "%s", path);
}

static void add_nothing(struct same_reading *r, const char *student,
                        const char *why)
{
    struct submission *const added = add(r, student);

    if (added)
        snprintf(added->nothing, sizeof added->nothing, "%s", why);
}

static bool ends_in(const char *name, const char *suffix)
{
    const size_t length = strlen(name), end = strlen(suffix);

    return length > end && !strcmp(name + length - end, suffix);
}

/* The names in a folder, in order, without those that begin with a dot. */
static int list_names(const char *folder, struct dirent ***out)
{
    const int count = scandir(folder, out, NULL, alphasort);
    int kept = 0;

    for (int i = 0; i < count; i++)
        if ((*out)[i]->d_name[0] == '.')
            free((*out)[i]);
        else
            (*out)[kept++] = (*out)[i];
    return count < 0 ? count : kept;
}

static void free_names(struct dirent **names, int count)
{
    for (int i = 0; i < count; i++)
        free(names[i]);
    if (count >= 0)
        free(names);
}

/* ------------------------------------------------------ a student's folder */

static bool is_folder(const char *path)
{
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

static bool is_there(const char *path)
{
    struct stat facts;
    return lstat(path, &facts) == 0;
}

/* FOLDER/NAME.cu of a lab, wherever it is; true when it was added. */
static bool take_named(struct same_reading *r, const char *student,
                       const struct lab *lab, const char *folder)
{
    char path[PATH_MAX];

    if (!path_format(path, sizeof path, "%s/%s%s", folder, lab->name,
                     lab_suffix(lab)) ||
        !is_there(path))
        return false;
    add_file(r, student, lab, path);
    return true;
}

static int take_from(struct same_reading *r, const char *student,
                     const char *folder)
{
    int taken = 0;

    if (r->lab)
        return take_named(r, student, r->lab, folder);
    for (int i = 0; i < r->lab_count; i++)
        taken += take_named(r, student, &r->labs[i], folder);
    return taken;
}

/* The only file with the lab's suffix, whatever its name. */
static bool take_only(struct same_reading *r, const char *student,
                      const char *folder, struct dirent **names, int count)
{
    int found = -1, files = 0;
    char path[PATH_MAX];

    for (int i = 0; r->lab && i < count; i++)
        if (ends_in(names[i]->d_name, lab_suffix(r->lab))) {
            found = i;
            files++;
        }
    if (files != 1 ||
        !path_format(path, sizeof path, "%s/%s", folder, names[found]->d_name))
        return false;
    add_file(r, student, r->lab, path);
    return true;
}

static void take_folder(struct same_reading *r, const char *student,
                        const char *folder)
{
    struct dirent **names;
    const int count = list_names(folder, &names);
    int taken = take_from(r, student, folder);
    char inner[PATH_MAX];

    for (int i = 0; i < count && taken == 0; i++)
        if (path_format(inner, sizeof inner, "%s/%s", folder,
                        names[i]->d_name) &&
            is_folder(inner))
            taken += take_from(r, student, inner);
    if (taken == 0 && !take_only(r, student, folder, names, count))
        add_nothing(
            r, student,
            r->lab ? "no file is named after the lab, and there is not exactly "
                     "one file with its suffix"
                   : "no file is named after a lab: name the lab with --lab");
    free_names(names, count);
}

/* ------------------------------------------------------------------ a file */

/* "carol.cu" for the named lab; "carol" is the student. */
static void take_file(struct same_reading *r, const char *name,
                      const char *path)
{
    const char *const suffix = r->lab ? lab_suffix(r->lab) : NULL;
    char student[256];

    if (!suffix) {
        add_nothing(r, name, "which lab is this? name it with --lab");
    } else if (!ends_in(name, suffix)) {
        add_nothing(r, name,
                    "the name does not have the suffix of the lab's files");
    } else {
        snprintf(student, sizeof student, "%.*s",
                 (int)(strlen(name) - strlen(suffix)), name);
        add_file(r, student, r->lab, path);
    }
}

/* A simple name for the report's files; a hash distinguishes names that lose
 * characters. */
static void name_report(struct submission *s)
{
    const XXH64_hash_t hash = XXH64(s->student, strlen(s->student), 0);
    char plain[64];
    size_t used = 0;

    for (const char *c = s->student; *c && used < sizeof plain - 1; c++)
        plain[used++] = isalnum((unsigned char)*c) || *c == '-' ? *c : '_';
    plain[used] = '\0';
    snprintf(s->name, sizeof s->name, "%s-%06x%s%s", plain,
             (unsigned)(hash & 0xffffff), s->lab ? "-" : "",
             s->lab ? s->lab->name : "");
}

enum status submissions_read(const char *folder, const struct lab *lab,
                             const struct lab *labs, int lab_count,
                             struct submissions *out, struct problem *why)
{
    struct same_reading r = {
        .lab = lab, .labs = labs, .lab_count = lab_count, .out = out};
    struct dirent **names;
    const int count = list_names(folder, &names);
    char path[PATH_MAX];

    *out = (struct submissions){.list = NULL};
    if (count < 0)
        return problem_set(why, WRONG_USE, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        const char *const name = names[i]->d_name;
        if (!path_format(path, sizeof path, "%s/%s", folder, name))
            add_nothing(&r, name, "the path is too long");
        else if (is_folder(path))
            take_folder(&r, name, path);
        else
            take_file(&r, name, path);
    }
    free_names(names, count);
    for (int i = 0; i < out->count; i++)
        name_report(&out->list[i]);
    if (r.full) {
        submissions_free(out);
        return problem_set(why, MACHINE_LACKS, "out of memory");
    }
    return out->count > 0
               ? OK
               : problem_set(why, WRONG_USE, "%s: the folder is empty", folder);
}

void submissions_free(struct submissions *submissions)
{
    free(submissions->list);
    *submissions = (struct submissions){.list = NULL};
}
