/* start.c - see start.h. */
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

enum { MOST_FILES = 32 };

static const char ignored[] =
    "# What scanlab writes here, and no one hands in\n"
    "*.png\n*.svg\n*.json\n*.csv\nbuild/\n";

/* What goes where. A NULL `from`: the .gitignore. */
struct copies {
    char from[MOST_FILES][PATH_MAX], to[MOST_FILES][PATH_MAX];
    int count, written;
    bool made_folder;
};

static enum status add(struct copies *copies, const struct lab *lab,
                       const char *folder, const char *name, const char *as,
                       struct problem *why)
{
    const int at = copies->count;

    if (at == MOST_FILES)
        return problem_set(why, WRONG_USE, "%s: more than %d files",
                           lab->folder, MOST_FILES);
    if (!path_format(copies->to[at], PATH_MAX, "%s/%s", folder, as))
        return problem_set(why, WRONG_USE, "%s: the path is too long", folder);
    copies->count++;
    copies->from[at][0] = '\0';
    return *name ? lab_path(lab, name, copies->from[at], PATH_MAX, why) : OK;
}

/* All plain files of the lab's folder, but what the program alone reads. */
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
    return status == OK ? add(copies, lab, folder, "", ".gitignore", why)
                        : status;
}

static enum status refuse_present(const struct copies *copies,
                                  struct problem *why)
{
    for (int i = 0; i < copies->count; i++)
        if (access(copies->to[i], F_OK) == 0)
            return problem_set(why, WRONG_USE,
                               "%s is there already, and is not overwritten: "
                               "name another folder",
                               copies->to[i]);
    return OK;
}

static enum status write_one(const char *from, const char *to,
                             struct problem *why)
{
    size_t length = strlen(ignored);
    char *const text = *from ? path_read(from, &length) : strdup(ignored);
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

/* All or nothing. */
static enum status write_all(struct copies *copies, const char *folder,
                             struct problem *why)
{
    enum status status = OK;

    copies->made_folder = mkdir(folder, 0777) == 0;
    if (!copies->made_folder && errno != EEXIST)
        return problem_set(why, WRONG_USE, "%s: %s", folder, strerror(errno));
    while (copies->written < copies->count && status == OK) {
        const int at = copies->written;
        status = write_one(copies->from[at], copies->to[at], why);
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
