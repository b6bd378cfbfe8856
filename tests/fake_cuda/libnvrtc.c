/* libnvrtc.c - a stand-in for NVRTC, for tests without a GPU.
 *
 * It checks that there is source text to compile; its output is the options
 * followed by that text, and the other stand-in, libcuda.c, reads both. Text
 * containing the word SYNTAX_ERROR does not compile. FAKE_NVRTC=12.8 sets its
 * version (otherwise 13.9, so that the cache distinguishes its output from the
 * real NVRTC's).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct program {
    char *text, *object;
    char name[4096], log[4400];
} * nvrtcProgram;

int nvrtcVersion(int *major, int *minor);
int nvrtcGetNumSupportedArchs(int *count);
int nvrtcGetSupportedArchs(int *archs);
const char *nvrtcGetErrorString(int result);
int nvrtcCreateProgram(nvrtcProgram *out, const char *text, const char *name,
                       int headers, const char *const *header,
                       const char *const *header_name);
int nvrtcDestroyProgram(nvrtcProgram *program);
int nvrtcCompileProgram(nvrtcProgram program, int options,
                        const char *const *option);
int nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size);
int nvrtcGetProgramLog(nvrtcProgram program, char *log);
int nvrtcGetCUBINSize(nvrtcProgram program, size_t *size);
int nvrtcGetCUBIN(nvrtcProgram program, char *object);
int nvrtcGetPTXSize(nvrtcProgram program, size_t *size);
int nvrtcGetPTX(nvrtcProgram program, char *object);

int nvrtcVersion(int *major, int *minor)
{
    const char *said = getenv("FAKE_NVRTC");

    return sscanf(said ? said : "13.9", "%d.%d", major, minor) != 2;
}

static const int archs[] = {75, 80, 86, 89, 90, 100, 120};

int nvrtcGetNumSupportedArchs(int *count)
{
    *count = (int)(sizeof archs / sizeof *archs);
    return 0;
}

int nvrtcGetSupportedArchs(int *out)
{
    memcpy(out, archs, sizeof archs);
    return 0;
}

const char *nvrtcGetErrorString(int result)
{
    return result ? "NVRTC_ERROR_COMPILATION" : "NVRTC_SUCCESS";
}

int nvrtcCreateProgram(nvrtcProgram *out, const char *text, const char *name,
                       int headers, const char *const *header,
                       const char *const *header_name)
{
    (void)headers, (void)header, (void)header_name;
    *out = calloc(1, sizeof **out);
    (*out)->text = strdup(text);
    snprintf((*out)->name, sizeof(*out)->name, "%s", name);
    return 0;
}

int nvrtcDestroyProgram(nvrtcProgram *program)
{
    free((*program)->text);
    free((*program)->object);
    free(*program);
    return 0;
}

int nvrtcCompileProgram(nvrtcProgram p, int options, const char *const *option)
{
    const char *wrong = strstr(p->text, "SYNTAX_ERROR");
    size_t room = strlen(p->text) + 64, line = 1;

    for (const char *c = p->text; wrong && c < wrong; c++)
        line += *c == '\n';
    if (wrong) {
        snprintf(p->log, sizeof p->log,
                 "%s(%zu): error: identifier \"SYNTAX_ERROR\" is undefined\n",
                 p->name, line);
        return 6;
    }
    for (int i = 0; i < options; i++)
        room += strlen(option[i]) + 1;
    p->object = calloc(1, room);
    for (int i = 0; i < options; i++) {
        strcat(p->object, option[i]);
        strcat(p->object, "\n");
    }
    strcat(p->object, p->text);
    return 0;
}

int nvrtcGetProgramLogSize(nvrtcProgram p, size_t *size)
{
    *size = strlen(p->log) + 1;
    return 0;
}

int nvrtcGetProgramLog(nvrtcProgram p, char *log)
{
    strcpy(log, p->log);
    return 0;
}

int nvrtcGetCUBINSize(nvrtcProgram p, size_t *size)
{
    *size = strlen(p->object) + 1;
    return 0;
}

int nvrtcGetCUBIN(nvrtcProgram p, char *object)
{
    strcpy(object, p->object);
    return 0;
}

int nvrtcGetPTXSize(nvrtcProgram p, size_t *size)
{
    return nvrtcGetCUBINSize(p, size);
}

int nvrtcGetPTX(nvrtcProgram p, char *object)
{
    return nvrtcGetCUBIN(p, object);
}
