/* kernel_text.c - facts about a kernel's text, needed before it is compiled:
 * the names of its `extern __shared__` arrays, and kernels that no plan could
 * call. The compiler's own message for such kernels would not help a student.
 */
#include "kernel_text.h"
#include "base/paths.h"
#include "kernel_code.h"
#include "simt/refuse/text_code.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True when the name already has its label: several kernels may declare it. */
static bool has_label(const char *labels, const char *name, int length)
{
    char label[256];

    return (size_t)snprintf(label, sizeof label, ".globl %.*s\\n", length,
                            name) < sizeof label &&
           strstr(labels, label);
}

/* Adds an asm label for each `extern __shared__ T name[];`. All of them start
 * at the same address, as in CUDA. */
void text_dynamic_names(const char *path, struct module_source *source)
{
    char *text = path_read(path, NULL), labels[1024] = "";
    size_t used = 0;

    if (!text)
        return;
    text_join_lines(text);
    text_blank(text);
    for (char *at = text; (at = strstr(at, "extern")); at += 6) {
        char *word = at + 6 + strspn(at + 6, " \t\n");
        if (strncmp(word, "__shared__", 10) != 0)
            continue;
        char *bracket = word + strcspn(word, "[;");
        char *end = bracket;
        while (end > word && isspace((unsigned char)end[-1]))
            end--;
        char *name = end;
        while (name > word &&
               (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
            name--;
        if (*bracket == '[' && name < end && used + 200 < sizeof labels &&
            !has_label(labels, name, (int)(end - name)))
            used +=
                (size_t)snprintf(labels + used, sizeof labels - used,
                                 ".globl %.*s\\n.size %.*s,%d\\n%.*s:\\n",
                                 (int)(end - name), name, (int)(end - name),
                                 name, DYNAMIC_SHARED, (int)(end - name), name);
    }
    free(text);
    if (used)
        module_option(source, "-DSIMT_DYNAMIC=\"%s.zero %d\\n\"", labels,
                      DYNAMIC_SHARED);
}

static bool is_word(const char *text, const char *at, const char *word)
{
    const size_t length = strlen(word);

    return !strncmp(at, word, length) &&
           (at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) &&
           !isalnum((unsigned char)at[length]) && at[length] != '_';
}

static bool has_word(const char *text, const char *from, const char *to,
                     const char *word)
{
    while (from < to && !is_word(text, from, word))
        from++;
    return from < to;
}

static enum status refuse_kernel(const char *path, const char *text,
                                 const char *begin, const char *at,
                                 struct problem *why)
{
    const char *end = at + strcspn(at, "(;{");
    int line = 1;

    for (const char *c = text; c < at; c++)
        line += *c == '\n';
    if (has_word(text, begin, end, "template"))
        return problem_set(why, NOT_JUDGED,
                           "%s:%d: a plan cannot call a template by name: "
                           "write __global__ void, with T for the type",
                           path, line);
    if (has_word(text, begin, end, "static"))
        return problem_set(why, NOT_JUDGED,
                           "%s:%d: a static kernel cannot be called from "
                           "outside: write __global__ void without static",
                           path, line);
    return OK;
}

enum status text_refuses(const char *path, struct problem *why)
{
    char *text = path_read(path, NULL);
    const char *begin = text; /* where the declaration begins */
    enum status status = OK;

    if (!text)
        return OK; /* module_open() reports why not */
    text_join_lines(text);
    text_blank(text);
    for (const char *at = text; *at && status == OK;) {
        if (is_word(text, at, "__global__"))
            status = refuse_kernel(path, text, begin, at, why);
        if (*at == '#')
            begin = at += strcspn(at, "\n");
        else if (strchr(";{}", *at++))
            begin = at;
    }
    free(text);
    return status;
}
