/* teacher.c - see teacher.h. */
#include "teacher.h"
#include "base/paths.h"
#include "base/program.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ a fill */

static const char *line_end(const char *at)
{
    const char *const end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

/* The student's lines of FILL [letter]: to the next line `FILL [`, or the end.
 * NULL: that FILL is not named. */
static const char *find_fill(const char *fill, char letter, size_t *length)
{
    char heading[16];
    const char *from = NULL;

    snprintf(heading, sizeof heading, "FILL [%c]", letter);
    for (const char *at = fill; *at; at = line_end(at)) {
        if (from && !strncmp(at, "FILL [", 6)) {
            *length = (size_t)(at - from);
            return from;
        }
        if (!strncmp(at, heading, strlen(heading)))
            from = line_end(at);
    }
    if (from)
        *length = strlen(from);
    return from;
}

/* The skeleton with a student's fills: between the comment of a FILL, which can
 * have several lines, and END. */
static char *fill_in(const char *skeleton, const char *fill)
{
    char *text = NULL;
    size_t size = 0, length = 0;
    const char *lines = NULL; /* of the open FILL */
    bool in_comment = false, skips = false;
    FILE *const to = open_memstream(&text, &size);

    for (const char *at = skeleton; to && *at; at = line_end(at)) {
        const size_t bytes = (size_t)(line_end(at) - at);
        const char *const opens = memmem(at, bytes, "FILL [", 6);
        if (opens) {
            lines = find_fill(fill, opens[6], &length);
            in_comment = lines != NULL;
        }
        if (memmem(at, bytes, "END [", 5))
            skips = false;
        if (!skips)
            fwrite(at, 1, bytes, to);
        if (in_comment && memmem(at, bytes, "*/", 2)) {
            in_comment = false;
            skips = true;
            fwrite(lines, 1, length, to);
        }
    }
    return to && fclose(to) == 0 ? text : NULL;
}

/* -------------------------------------------------------------- its heading */

/* Reads "# says: TEXT" from the lines at the top. */
static bool field(const char *text, const char *name, char *out, size_t size)
{
    const size_t length = strlen(name);

    for (; !strncmp(text, "# ", 2); text = line_end(text)) {
        if (strncmp(text + 2, name, length) != 0 ||
            strncmp(text + 2 + length, ": ", 2) != 0)
            continue;
        const char *const from = text + length + 4;
        snprintf(out, size, "%.*s", (int)strcspn(from, "\n"), from);
        return true;
    }
    return false;
}

/* The text without the lines at the top. */
static const char *below_heading(const char *text)
{
    while (!strncmp(text, "# ", 2))
        text = line_end(text);
    return text;
}

static bool take_points(const char *text, const struct lab *lab,
                        struct teacher_file *out)
{
    char gets[16] = "";

    out->most = lab_points(lab);
    if (!strncmp(out->name, "also_right/", 11)) {
        out->least = out->most;
    } else if (!strncmp(out->name, "wrong/", 6)) {
        out->most--;
        if (!field(text, "says", out->says, sizeof out->says))
            return false;
        field(text, "breaks", out->breaks, sizeof out->breaks);
    } else {
        if (!field(text, "gets", gets, sizeof gets))
            return false;
        out->least = out->most = atoi(gets);
    }
    return true;
}

/* ---------------------------------------------------------------- all files */

static enum status refuse(const struct lab *lab, const char *name,
                          const char *what, struct problem *why)
{
    return problem_set(why, WRONG_USE, "%s/teacher/%s: %s", lab->folder, name,
                       what);
}

static char *edit(const char *script, const char *solution)
{
    const char *const words[] = {"/bin/sed", "-f", script, solution, NULL};
    return program_says(words);
}

static enum status read_one(const struct lab *lab, const char *path,
                            const char *skeleton, const char *solution,
                            struct teacher_file *out, struct problem *why)
{
    const char *const name = path + strlen(lab->folder) + strlen("/teacher/");
    const char *const dot = strrchr(name, '.');
    char solution_path[PATH_MAX];
    char *const text = path_read(path, NULL);

    snprintf(out->name, sizeof out->name, "%.*s", (int)(dot - name), name);
    if (!text)
        return refuse(lab, name, "cannot be read", why);
    const bool has_points = take_points(text, lab, out);
    if (!strcmp(dot, ".fill"))
        out->text = fill_in(skeleton, below_heading(text));
    else if (path_format(solution_path, sizeof solution_path,
                         "%s/teacher/solution%s", lab->folder, lab_suffix(lab)))
        out->text = edit(path, solution_path);
    free(text);
    if (!has_points)
        return refuse(lab, name,
                      "its first lines need '# says: ...' in wrong/, '# gets: "
                      "POINTS' in partial/",
                      why);
    if (!out->text || !*out->text)
        return refuse(lab, name, "sed cannot apply it", why);
    if (!strcmp(out->text, solution))
        return refuse(lab, name, "it changes nothing in the solution", why);
    return OK;
}

static enum status read_given(const struct lab *lab, char **skeleton,
                              char **solution, struct problem *why)
{
    char path[PATH_MAX];

    *skeleton = *solution = NULL;
    if (path_format(path, sizeof path, "%s/skeleton%s", lab->folder,
                    lab_suffix(lab)))
        *skeleton = path_read(path, NULL);
    if (path_format(path, sizeof path, "%s/teacher/solution%s", lab->folder,
                    lab_suffix(lab)))
        *solution = path_read(path, NULL);
    return *skeleton && *solution
               ? OK
               : problem_set(why, WRONG_USE,
                             "%s: no skeleton%s, or no teacher/solution%s",
                             lab->folder, lab_suffix(lab), lab_suffix(lab));
}

static enum status read_all(const struct lab *lab, const glob_t *found,
                            const char *skeleton, const char *solution,
                            struct teacher_files *out, struct problem *why)
{
    const int most = lab_points(lab);
    enum status status = OK;

    out->list = calloc(found->gl_pathc + 2, sizeof *out->list);
    if (!out->list)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    out->list[0] =
        (struct teacher_file){.name = "skeleton", .text = strdup(skeleton)};
    out->list[1] = (struct teacher_file){.name = "solution",
                                         .text = strdup(solution),
                                         .least = most,
                                         .most = most};
    out->count = 2;
    for (size_t i = 0; i < found->gl_pathc && status == OK; i++)
        status = read_one(lab, found->gl_pathv[i], skeleton, solution,
                          &out->list[out->count++], why);
    return status;
}

enum status teacher_files_read(const struct lab *lab, struct teacher_files *out,
                               struct problem *why)
{
    static const char *const kinds[] = {"also_right", "partial", "wrong"};
    static const char *const suffixes[] = {"fill", "sed"};
    char pattern[PATH_MAX], *skeleton, *solution;
    glob_t found = {.gl_pathc = 0};
    enum status status = read_given(lab, &skeleton, &solution, why);
    int flags = 0;

    *out = (struct teacher_files){.list = NULL};
    for (size_t i = 0; i < 6; i++) {
        if (path_format(pattern, sizeof pattern, "%s/teacher/%s/*.%s",
                        lab->folder, kinds[i / 2], suffixes[i % 2]))
            glob(pattern, flags, NULL, &found);
        flags = GLOB_APPEND;
    }
    if (status == OK)
        status = read_all(lab, &found, skeleton, solution, out, why);
    globfree(&found);
    free(skeleton);
    free(solution);
    if (status != OK)
        teacher_files_free(out);
    return status;
}

void teacher_files_free(struct teacher_files *files)
{
    for (int i = 0; i < files->count; i++)
        free(files->list[i].text);
    free(files->list);
    *files = (struct teacher_files){.list = NULL};
}
