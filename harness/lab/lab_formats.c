/* lab_formats.c - selects the format; code that several formats share. */
#include "lab_formats.h"
#include "base/paths.h"

#include <stdlib.h>
#include <string.h>

const char lab_format_names[] =
    "text|json|junit|tap|gradescope|prairielearn|classroom50";

static const char *const names[] = {"text",        "json",       "junit",
                                    "tap",         "gradescope", "prairielearn",
                                    "classroom50", NULL};

enum status lab_format_parse(const char *text, enum lab_format *out,
                             struct problem *why)
{
    for (int i = 0; names[i]; i++)
        if (!strcmp(names[i], text)) {
            *out = (enum lab_format)i;
            return OK;
        }
    const char *const near = nearest_name(text, names);
    return problem_set(why, WRONG_USE, "--format %s: no such format%s%s%s (%s)",
                       text, near ? ": did you mean " : "", near ? near : "",
                       near ? "?" : "", lab_format_names);
}

static enum status write_json(json_t *document, FILE *to, struct problem *why)
{
    if (!document ||
        json_dumpf(document, to, JSON_INDENT(2) | JSON_ENSURE_ASCII) != 0) {
        json_decref(document);
        return problem_set(why, MACHINE_LACKS, "cannot write the report");
    }
    putc('\n', to);
    json_decref(document);
    return OK;
}

enum status lab_format_write(const struct report *report,
                             enum lab_format format, FILE *to,
                             struct problem *why)
{
    switch (format) {
    case FORMAT_LAB_JSON: return write_json(lab_json(report), to, why);
    case FORMAT_LAB_GRADESCOPE:
        return write_json(lab_json_gradescope(report), to, why);
    case FORMAT_LAB_PRAIRIELEARN:
        return write_json(lab_json_prairielearn(report), to, why);
    case FORMAT_LAB_CLASSROOM50:
        return write_json(lab_json_classroom50(report), to, why);
    case FORMAT_LAB_TAP: lab_write_tap(report, to); break;
    case FORMAT_LAB_JUNIT: lab_write_junit(report, to); break;
    case FORMAT_LAB_TEXT: break;
    }
    return OK;
}

json_t *lab_json_text(const char *text)
{
    json_t *string = json_string(text);

    if (string)
        return string;
    char *const copy = strdup(text);
    for (char *at = copy; at && *at; at++)
        if (*at & 0x80)
            *at = '?';
    if (copy)
        string = json_string(copy);
    free(copy);
    return string;
}

char *lab_words(const struct report *report, const struct lab_check *check,
                const struct result *result)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const to = open_memstream(&text, &size);

    if (!to)
        return NULL;
    switch (result->state) {
    case RESULT_RIGHT:
        fprintf(to, "%s\n", result->holds);
        if (result->better[0])
            fprintf(to, "Better than our solution: %s.\n", result->better);
        break;
    case RESULT_NOT_ASKED:
        fputs(report->given.state == RESULT_RIGHT
                  ? "not checked: an earlier property does not hold\n"
                  : "not checked: the file was not compiled\n",
              to);
        break;
    default:
        fprintf(to, "%s\n", result->finding);
        if (result->numbers[0])
            fprintf(to, "As numbers: %s\n", result->numbers);
        if (result->gap[0])
            fprintf(to, "Gap: %s\n", result->gap);
        if (result->printed[0])
            fprintf(to, "It printed:\n%s", result->printed);
        if (result->words[0])
            fprintf(to, "%s\n", result->words);
        if (report_why(report, check))
            fprintf(to, "Why: %s\n", report_why(report, check));
        if (result->found_in[0])
            fprintf(to, "Case: %s\n", result->found_in);
        if (result->again[0])
            fprintf(to, "Reproduce: %s\n", result->again);
    }
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

char *lab_data_url(const char *path)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char head[] = "data:image/png;base64,";
    enum { MOST = 600000 };
    size_t bytes = 0;
    unsigned char *const image =
        *path ? (unsigned char *)path_read(path, &bytes) : NULL;
    char *const url = image && bytes <= MOST
                          ? malloc(sizeof head + (bytes + 2) / 3 * 4)
                          : NULL;
    char *to = url;

    if (url) {
        to = url + sprintf(url, "%s", head);
        for (size_t i = 0; i < bytes; i += 3) {
            const size_t left = bytes - i;
            const unsigned of = (unsigned)image[i] << 16 |
                                (left > 1 ? (unsigned)image[i + 1] << 8 : 0) |
                                (left > 2 ? image[i + 2] : 0);
            *to++ = digits[of >> 18];
            *to++ = digits[of >> 12 & 63];
            *to++ = left > 1 ? digits[of >> 6 & 63] : '=';
            *to++ = left > 2 ? digits[of & 63] : '=';
        }
        *to = '\0';
    }
    free(image);
    return url;
}

void lab_put_escaped(const char *text, FILE *to)
{
    json_t *const string = json_string(text);
    const bool is_utf8 = string != NULL;

    json_decref(string);
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '&': fputs("&amp;", to); break;
        case '"': fputs("&quot;", to); break;
        case '\n': fputs("&#10;", to); break;
        default:
            putc((unsigned char)*text < ' ' || (*text & 0x80 && !is_utf8)
                     ? '?'
                     : *text,
                 to);
        }
}
