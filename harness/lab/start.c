/* start.c - see start.h.
 *
 * A lab's sheet names files relative to the repository's root. The sheet's copy
 * is read in the student's folder, so these names are replaced:
 *
 *     (../../../../algorithms/GLOSSARY.md)   (GLOSSARY.md), which is copied too
 *     [words](../any/other/page.md)          words
 *     my/NAME.cu                             NAME.cu
 *     ./scanlab                              scanlab, or this program's path
 */
#include "start.h"
#include "base/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILES = 32 };

static const char ignored[] = "# Written by scanlab: do not hand these "
                              "in\n*.png\n*.svg\n*.json\n*.csv\nbuild/\n";

static const char glossary[] = "GLOSSARY.md";

/* The files to copy. A NULL `from`: the .gitignore. */
struct copies {
    char from[MAX_FILES][PATH_MAX], to[MAX_FILES][PATH_MAX];
    int count, written;
    bool made_folder;
};

static enum status add(struct copies *copies, const struct lab *lab,
                       const char *folder, const char *name, const char *as,
                       struct problem *why)
{
    const int at = copies->count;

    if (at == MAX_FILES)
        return problem_set(why, WRONG_USE, "%s: more than %d files",
                           lab->folder, MAX_FILES);
    if (!path_format(copies->to[at], PATH_MAX, "%s/%s", folder, as))
        return problem_set(why, WRONG_USE, "%s: the path is too long", folder);
    copies->count++;
    copies->from[at][0] = '\0';
    return *name ? lab_path(lab, name, copies->from[at], PATH_MAX, why) : OK;
}

static enum status add_glossary(struct copies *copies, const struct lab *lab,
                                const char *folder, struct problem *why)
{
    char home[PATH_MAX], from[PATH_MAX];
    enum status status = paths_home(home, sizeof home, why);

    if (status != OK ||
        !path_format(from, sizeof from, "%s/algorithms/%s", home, glossary) ||
        access(from, R_OK) != 0)
        return status;
    status = add(copies, lab, folder, "", glossary, why);
    if (status == OK)
        strcpy(copies->from[copies->count - 1], from);
    return status;
}

/* All regular files of the lab's folder, except those that only the program
 * reads. */
static enum status list_files(struct copies *copies, const struct lab *lab,
                              const char *folder, struct problem *why)
{
    DIR *const open = opendir(lab->folder);
    enum status status = OK;
    char work[LAB_NAME + 8];
    struct dirent *entry;

    if (!open)
        return problem_set(why, MACHINE_LACKS, "%s: %s", lab->folder,
                           strerror(errno));
    snprintf(work, sizeof work, "%s%s", lab->name, lab_suffix(lab));
    while (status == OK && (entry = readdir(open))) {
        const char *const name = entry->d_name;
        char path[PATH_MAX];
        struct stat facts;
        if (name[0] == '.' || !strcmp(name, "lab.json") ||
            lab_path(lab, name, path, sizeof path, NULL) != OK ||
            stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))
            continue;
        const bool skeleton = !strncmp(name, "skeleton.", 9);
        status = add(copies, lab, folder, name, skeleton ? work : name, why);
    }
    closedir(open);
    if (status == OK)
        status = add(copies, lab, folder, "", ".gitignore", why);
    if (status == OK)
        status = add_glossary(copies, lab, folder, why);
    return status;
}

static enum status refuse_present(const struct copies *copies,
                                  struct problem *why)
{
    for (int i = 0; i < copies->count; i++)
        if (access(copies->to[i], F_OK) == 0)
            return problem_set(why, WRONG_USE,
                               "%s already exists and will not be overwritten: "
                               "name another folder",
                               copies->to[i]);
    return OK;
}

/* -------------------------------------------------------------- the sheet */

static bool is_copied(const struct copies *copies, const char *name,
                      size_t length)
{
    for (int i = 0; i < copies->count; i++) {
        const char *const file = strrchr(copies->to[i], '/') + 1;
        if (strlen(file) == length && !strncmp(file, name, length))
            return true;
    }
    return false;
}

void lab_program(char out[PATH_MAX])
{
    char self[PATH_MAX], found[PATH_MAX], path[PATH_MAX];
    const char *folders = getenv("PATH");
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    strcpy(out, "scanlab");
    if (length < 0)
        return;
    self[length] = '\0';
    while (folders && *folders) {
        const size_t bytes = strcspn(folders, ":");
        if (path_format(path, sizeof path, "%.*s/scanlab", (int)bytes,
                        folders) &&
            realpath(path, found) && access(found, X_OK) == 0) {
            if (strcmp(found, self) != 0)
                break;
            return;
        }
        folders += bytes + (folders[bytes] == ':');
    }
    strcpy(out, self);
}

/* Returns a link's target, up to its ")", for the copy: a file of the folder, a
 * heading or another site. NULL: the folder has no such page. */
static const char *target_for_student(const struct copies *copies,
                                      const char *target)
{
    const size_t path = strcspn(target, "#)\n");
    const char *const slash = memrchr(target, '/', path);
    const char *const file = slash ? slash + 1 : target;
    const size_t bytes = (size_t)(target + path - file);

    if (path == 0 || memmem(target, path, "://", 3))
        return target;
    if (!is_copied(copies, file, bytes) ||
        (slash && strncmp(file, glossary, bytes) != 0))
        return NULL;
    return file;
}

/* Writes the link [WORDS](TARGET) at `at`, whose "](" is at `middle`. Returns
 * its end. */
static const char *put_link(const struct copies *copies, const char *at,
                            const char *middle, FILE *out)
{
    const char *const end = middle + strcspn(middle, ")\n");
    const char *const target = target_for_student(copies, middle + 2);

    if (target)
        fprintf(out, "%.*s](%.*s)", (int)(middle - at), at, (int)(end - target),
                target);
    else
        fwrite(at + 1, 1, (size_t)(middle - at) - 1, out);
    return end + 1;
}

/* Returns a page for the student's folder; NULL without memory. */
static char *page_for_student(const struct copies *copies, const char *page,
                              size_t *length)
{
    char *text = NULL, program[PATH_MAX], typed[2 * PATH_MAX];
    char viewer[2 * PATH_MAX];
    FILE *const out = open_memstream(&text, length);

    if (!out)
        return NULL;
    lab_program(program);
    path_quote(program, typed, sizeof typed);
    char *const slash = strrchr(program, '/'); /* scanviz is next to it */
    snprintf(slash ? slash + 1 : program,
             sizeof program - (slash ? (size_t)(slash + 1 - program) : 0),
             "scanviz");
    path_quote(program, viewer, sizeof viewer);
    for (const char *at = page; *at;) {
        const char *const middle = *at == '[' ? strstr(at, "](") : NULL;
        const bool starts = at == page || strchr(" `\n", at[-1]);
        if (middle && !memchr(at + 1, '[', (size_t)(middle - at) - 1)) {
            at = put_link(copies, at, middle, out);
        } else if (starts && !strncmp(at, "./scanlab", 9)) {
            fputs(typed, out);
            at += strlen("./scanlab");
        } else if (starts && !strncmp(at, "./scanviz", 9)) {
            fputs(viewer, out);
            at += strlen("./scanviz");
        } else if (starts && !strncmp(at, "my/", 3)) {
            at += strlen("my/");
        } else {
            fputc(*at++, out);
        }
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static char *read_one(const struct copies *copies, const char *from,
                      size_t *length)
{
    const char *const end = strrchr(from, '.');
    char *const text = path_read(from, length);

    if (!text || !end || strcmp(end, ".md") != 0)
        return text;
    char *const page = page_for_student(copies, text, length);
    free(text);
    return page;
}

static enum status write_one(const struct copies *copies, const char *from,
                             const char *to, struct problem *why)
{
    size_t length = strlen(ignored);
    char *const text =
        *from ? read_one(copies, from, &length) : strdup(ignored);
    const int file =
        text ? open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    bool written = file >= 0 && write(file, text, length) == (ssize_t)length;
    const int error = errno;

    if (file >= 0 && close(file) != 0)
        written = false;
    free(text);
    if (file >= 0 && !written)
        unlink(to);
    return written ? OK
                   : problem_set(why, WRONG_USE, "%s: %s", to, strerror(error));
}

/* Makes the parent folders. */
static enum status make_parents(const char *folder, struct problem *why)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = strchr(path + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return problem_set(why, WRONG_USE, "%s: %s", path, strerror(errno));
        *slash = '/';
    }
    return OK;
}

/* Writes all or nothing, except for the parent folders. */
static enum status write_all(struct copies *copies, const char *folder,
                             struct problem *why)
{
    enum status status = OK;

    status = make_parents(folder, why);
    copies->made_folder = status == OK && mkdir(folder, 0777) == 0;
    if (status == OK && !copies->made_folder && errno != EEXIST)
        return problem_set(why, WRONG_USE, "%s: %s", folder, strerror(errno));
    while (copies->written < copies->count && status == OK) {
        const int at = copies->written;
        status = write_one(copies, copies->from[at], copies->to[at], why);
        copies->written += status == OK;
    }
    for (int i = 0; i < copies->written && status != OK; i++)
        unlink(copies->to[i]);
    if (status != OK && copies->made_folder)
        rmdir(folder);
    return status;
}

enum status lab_start(const struct lab *lab, const char *folder, char *work,
                      size_t size, struct problem *why)
{
    struct copies *const copies = calloc(1, sizeof *copies);

    if (!copies)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    enum status status = list_files(copies, lab, folder, why);
    if (status == OK)
        status = refuse_present(copies, why);
    if (status == OK)
        status = write_all(copies, folder, why);
    free(copies);
    if (status == OK &&
        !path_format(work, size, "%s/%s%s", folder, lab->name, lab_suffix(lab)))
        status =
            problem_set(why, WRONG_USE, "%s: the path is too long", folder);
    return status;
}
