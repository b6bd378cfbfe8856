/* test_source_lines.c - from addresses back to lines, and which variables an
 * object has. The objects are made here, by g++ and, if it is installed,
 * clang++.
 */
#include "simt/source/source_lines.h"
#include "simt/source/source_names.h"
#include "simt/source/source_symbols.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each here() tells us its return address. The numbers are those of the lines
 * in the file. */
static const char header[] =
    /* 1 */ "#define INLINE static inline __attribute__((always_inline))\n"
            /* 2 */ "INLINE int op(int a, int b)\n"
            /* 3 */ "{\n"
            /* 4 */ "    here();\n"
            /* 5 */ "    return a + b;\n"
            /* 6 */ "}\n"
            /* 7 */ "INLINE int fold(const int *in) {\n"
            /* 8 */ "    int sum = op(in[0],\n"
            /* 9 */ "                 in[1]);\n"
            /* 10 */ "    { int more = 2; sum =\n"
            /* 11 */ "        op(sum, in[more]); }\n"
            /* 12 */ "    return sum;\n"
            /* 13 */ "}\n";

static const char kernel[] =
    /* 1 */
    "extern \"C\" void here(void), scan_sections(int *), deep(int *);\n"
    /* 2 */ "#include \"scan.h\"\n"
    /* 3 */ "#define SHARED static thread_local\n"
    /* 4 */ "struct pair { int a, b; };\n"
    /* 5 */ "int device_variable = 7;\n"
    /* 6 */ "static int counter[10];\n"
    /* 7 */ "const double pi[2] = {3, 3.1};\n"
    /* 8 */ "void missing(pair *p);\n"
    /* 9 */ "void scan_sections(int *io) {\n"
    /* 10 */ "    SHARED int cell[64];\n"
    /* 11 */ "    SHARED double tile[4][3];\n"
    /* 12 */ "    SHARED pair one;\n"
    /* 13 */ "    SHARED int set[2] = {1, 2};\n"
    /* 14 */ "    here();\n"
    /* 15 */ "    cell[0] = fold(io);\n"
    /* 16 */ "    for (int i = 0; i < 1; i++) {\n"
    /* 17 */ "        SHARED pair cell[5];\n"
    /* 18 */ "        cell[i].a = op(io[0], counter[1]); }\n"
    /* 19 */ "    tile[1][1] = set[0] + one.a;\n"
    /* 20 */ "}\n"
    /* 21 */ "template <int N> INLINE void nest() {\n"
    /* 22 */ "    if constexpr (N > 0) nest<N - 1>(); else here(); }\n"
    /* 23 */ "void deep(int *io) { nest<12>(); if (*io == 1) missing(0); }\n"
    /* 24 */ "namespace space { int in_space(int *a) { SHARED int s[3];\n"
    /* 25 */ "    here(); return s[*a] + pi[*a]; } }\n";

static const char *const compilers[] = {"g++", "clang++"};
static char folder[] = "/tmp/test_source_lines.XXXXXX";
static char path[64];

/* Where here() was called from, since the last reset. */
static uintptr_t called[64];
static int calls;

void here(void);
void here(void)
{
    Dl_info info;
    char *const from = __builtin_return_address(0);

    if (calls < 64 && dladdr(from, &info))
        called[calls++] = (uintptr_t)(from - (char *)info.dli_fbase);
}

static char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *const file = fopen(in_folder(name), "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* False when that compiler is not installed. */
static bool compile(const char *compiler, const char *options)
{
    char command[512];

    snprintf(command, sizeof command, "command -v %s >/dev/null", compiler);
    if (system(command))
        return false;
    snprintf(command, sizeof command,
             "cd '%s' && %s -x c++ -std=c++17 -w -O0 -fPIC -shared %s "
             "-o kernel.so kernel.cu",
             folder, compiler, options);
    assert_int_equal(system(command), 0);
    return true;
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    write_file("scan.h", header);
    write_file("kernel.cu", kernel);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"scan.h", "kernel.cu", "kernel.so"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(in_folder(names[i]));
    return rmdir(folder);
}

/* Runs a function of kernel.so, for its calls of here(). */
static void run(const char *function)
{
    static int io[8];
    void *const library = dlopen(in_folder("kernel.so"), RTLD_LAZY);

    if (!library)
        fail_msg("%s", dlerror());
    void *const symbol = dlsym(library, function);
    assert_non_null(symbol);
    void (*call)(int *);
    memcpy(&call, &symbol, sizeof call);
    calls = 0;
    call(io);
    dlclose(library);
}

/* "op scan.h:4 < fold scan.h:8 < scan_sections kernel.cu:15" */
static const char *chain(const struct source_line *line)
{
    static char text[1024];
    size_t used = 0;

    *text = '\0';
    for (int i = 0; i < line->places; i++) {
        const struct source_place *const p = &line->place[i];
        const char *const slash = strrchr(p->file, '/');
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s:%d",
                                 i ? " < " : "", p->function,
                                 slash ? slash + 1 : p->file, p->line);
    }
    return text;
}

static void expect_chains(const char *function, const char *const *want)
{
    struct source_lines *const lines =
        source_lines_open(in_folder("kernel.so"));
    struct source_line line;

    assert_non_null(lines);
    run(function);
    for (int i = 0; want[i]; i++) {
        assert_true(i < calls);
        assert_true(source_line(lines, called[i], &line));
        assert_string_equal(chain(&line), want[i]);
    }
    source_lines_close(lines);
}

static void finds_lines_through_inlined_calls(void **state)
{
    static const char *const want[] = {
        "scan_sections kernel.cu:14",
        "op scan.h:4 < fold scan.h:8 < scan_sections kernel.cu:15",
        "op scan.h:4 < fold scan.h:11 < scan_sections kernel.cu:15",
        "op scan.h:4 < scan_sections kernel.cu:18", NULL};
    static const char *const options[] = {"-g", "-g -gdwarf-4", "-g -gz"};

    (void)state;
    for (size_t c = 0; c < sizeof compilers / sizeof *compilers; c++)
        for (size_t o = 0; o < sizeof options / sizeof *options; o++)
            if (compile(compilers[c], options[o]))
                expect_chains("scan_sections", want);
}

static void keeps_both_ends_of_a_long_chain(void **state)
{
    struct source_line line;

    (void)state;
    for (size_t c = 0; c < sizeof compilers / sizeof *compilers; c++) {
        if (!compile(compilers[c], "-g"))
            continue;
        run("deep");
        struct source_lines *const lines =
            source_lines_open(in_folder("kernel.so"));
        assert_non_null(lines);
        assert_int_equal(calls, 1);
        assert_true(source_line(lines, called[0], &line));
        assert_int_equal(line.places, SOURCE_PLACES);
        assert_int_equal(line.place[0].line, 22);
        assert_int_equal(line.place[1].line, 22);
        assert_string_equal(line.place[SOURCE_PLACES - 1].function, "deep");
        assert_int_equal(line.place[SOURCE_PLACES - 1].line, 23);
        source_lines_close(lines);
    }
}

static void finds_functions_in_a_namespace(void **state)
{
    static const char *const want[] = {"in_space kernel.cu:25", NULL};

    (void)state;
    for (size_t c = 0; c < sizeof compilers / sizeof *compilers; c++)
        if (compile(compilers[c], "-g"))
            expect_chains("_ZN5space8in_spaceEPi", want);
}

static void says_when_it_does_not_know(void **state)
{
    struct source_line line;

    (void)state;
    assert_null(source_lines_open(in_folder("nothing")));
    assert_null(source_symbols_open(in_folder("nothing")));
    assert_null(source_lines_open(in_folder("scan.h")));
    assert_null(source_symbols_open(in_folder("scan.h")));
    assert_null(source_lines_open(folder));
    source_lines_close(NULL);
    source_symbols_close(NULL);

    assert_true(compile("g++", "-g"));
    struct source_lines *lines = source_lines_open(in_folder("kernel.so"));
    assert_non_null(lines);
    assert_false(source_line(lines, 0, &line));
    assert_false(source_line(lines, 1, &line));
    assert_false(source_line(lines, (uintptr_t)1 << 40, &line));
    assert_int_equal(line.places, 0);
    source_lines_close(lines);

    assert_true(compile("g++", "-s"));
    run("scan_sections");
    lines = source_lines_open(in_folder("kernel.so"));
    assert_non_null(lines);
    assert_false(source_line(lines, called[0], &line));
    source_lines_close(lines);
}

/* ---------------------------------------------------------------- symbols */

static const struct source_symbol *find(const struct source_symbols *symbols,
                                        const char *name, size_t bytes)
{
    for (size_t i = 0; i < symbols->symbols; i++)
        if (!strcmp(symbols->symbol[i].name, name) &&
            symbols->symbol[i].bytes == bytes)
            return &symbols->symbol[i];
    fail_msg("no %s of %zu bytes", name, bytes);
    return NULL;
}

static void lists_the_variables(void **state)
{
    static const struct {
        const char *name, *section;
        size_t bytes, element;
        enum source_storage storage;
    } want[] = {{"cell", ".tbss", 256, 4, SOURCE_LOCAL_ZERO},
                {"cell", ".tbss", 40, 8, SOURCE_LOCAL_ZERO},
                {"tile", ".tbss", 96, 8, SOURCE_LOCAL_ZERO},
                {"one", ".tbss", 8, 8, SOURCE_LOCAL_ZERO},
                {"s", ".tbss", 12, 4, SOURCE_LOCAL_ZERO},
                {"set", ".tdata", 8, 4, SOURCE_LOCAL_VALUES},
                {"device_variable", ".data", 4, 4, SOURCE_VALUES},
                {"counter", ".bss", 40, 4, SOURCE_ZERO},
                {"pi", ".rodata", 16, 8, SOURCE_CONSTANT}};
    const size_t count = sizeof want / sizeof *want;

    (void)state;
    for (size_t c = 0; c < sizeof compilers / sizeof *compilers; c++) {
        if (!compile(compilers[c], "-g"))
            continue;
        struct source_symbols *const symbols =
            source_symbols_open(in_folder("kernel.so"));
        assert_non_null(symbols);
        for (size_t i = 0; i < count; i++) {
            const struct source_symbol *const s =
                find(symbols, want[i].name, want[i].bytes);
            assert_string_equal(s->section, want[i].section);
            assert_int_equal(s->storage, want[i].storage);
            if (s->element_bytes != want[i].element)
                fail_msg("%s: %s has elements of %zu bytes, want %zu",
                         compilers[c], s->name, s->element_bytes,
                         want[i].element);
            if (s->storage <= SOURCE_LOCAL_VALUES)
                assert_true(s->offset + s->bytes <= symbols->local_bytes);
        }
        /* And nothing that is not in the source. */
        for (size_t i = 0; i < symbols->symbols; i++) {
            size_t known = 0;
            for (size_t k = 0; k < count; k++)
                known += !strcmp(symbols->symbol[i].name, want[k].name);
            if (!known)
                fail_msg("%s: '%s' is not in the source", compilers[c],
                         symbols->symbol[i].name);
        }
        assert_true(symbols->local_alignment >= 4);
        source_symbols_close(symbols);
    }
}

static void lists_what_is_undefined(void **state)
{
    (void)state;
    for (size_t c = 0; c < sizeof compilers / sizeof *compilers; c++) {
        if (!compile(compilers[c], "-g"))
            continue;
        struct source_symbols *const symbols =
            source_symbols_open(in_folder("kernel.so"));
        assert_non_null(symbols);
        int known = 0;
        for (size_t i = 0; i < symbols->undefined; i++) {
            const char *const name = symbols->undefined_name[i];
            if (!strcmp(name, "missing") || !strcmp(name, "here"))
                known++;
            else if (strcmp(name, "__tls_get_addr"))
                fail_msg("%s: '%s' is undefined", compilers[c], name);
        }
        assert_int_equal(known, 2);
        source_symbols_close(symbols);
    }
}

/* Each end of the code is in a line: no stub of a call is part of it. */
static void finds_the_code_without_stubs(void **state)
{
    (void)state;
    for (size_t c = 0; c < sizeof compilers / sizeof *compilers; c++) {
        struct source_line line;
        if (!compile(compilers[c], "-g"))
            continue;
        struct source_lines *const lines =
            source_lines_open(in_folder("kernel.so"));
        struct source_symbols *const symbols =
            source_symbols_open(in_folder("kernel.so"));
        assert_true(source_line(lines, symbols->code_begin + 1, &line));
        assert_true(source_line(lines, symbols->code_end, &line));
        source_symbols_close(symbols);
        source_lines_close(lines);
    }
}

/* Only what is exported is left, without DWARF. */
static void reads_stripped_objects(void **state)
{
    (void)state;
    assert_true(compile("g++", "-s"));
    struct source_symbols *const symbols =
        source_symbols_open(in_folder("kernel.so"));
    assert_non_null(symbols);
    assert_int_equal(find(symbols, "device_variable", 4)->element_bytes, 4);
    assert_int_equal(symbols->local_bytes > 256, true);
    source_symbols_close(symbols);
}

static void reads_plain_names_out_of_symbols(void **state)
{
    static const struct {
        const char *symbol, *name;
    } cases[] = {
        {"_ZZ13scan_sectionsE4cell", "cell"},
        {"_ZZ13scan_sectionsPKiPiE4cell", "cell"},
        {"_ZZ13scan_sectionsPKiPiE4cell_0", "cell"},
        {"_ZZ1fvE4cell__10_", "cell"},
        {"_ZZ1fvE6cell_0", "cell_0"},
        {"_ZZ1fvE8cell_0_1_0", "cell_0_1"},
        {"_ZZ1fP4pairE6E4cell", "E4cell"},
        {"_ZZN1a1gEP5PointE3sum", "sum"},
        {"_ZZ1fILi32EEvvE1x", "x"},
        {"_Z7missingP4pair", "missing"},
        {"_ZL7counter", "counter"},
        {"_ZN1a3bcd1gEv", "g"},
        {"_Z", "_Z"},
        {"_Z9short", "_Z9short"},
        {"_ZZ", "_ZZ"},
        {"_ZZ1fvE", "_ZZ1fvE"},
        {"_ZZ1fvE99999999999999999999x", "_ZZ1fvE99999999999999999999x"},
        {"_ZZ1fvE0x", "_ZZ1fvE0x"},
        {"_ZN", "_ZN"},
        {"printf@GLIBC_2.2.5", "printf"},
        {"plain", "plain"},
        {"", ""}};
    char text[64], small[4];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(source_name(cases[i].symbol, text, sizeof text),
                            cases[i].name);
    assert_string_equal(source_name("_ZZ1fvE4cell", small, sizeof small),
                        "cel");
}

static void reads_functions_out_of_symbols(void **state)
{
    static const struct {
        const char *symbol, *function;
    } cases[] = {{"_ZZ13scan_sectionsE4cell", "scan_sections"},
                 {"_ZZ13scan_sectionsPKiPiE4cell_0", "scan_sections"},
                 {"_ZZL4leftPjE1s", "left"},
                 {"_ZZN1a1gEP5PointE3sum", ""},
                 {"_ZL7counter", ""},
                 {"_ZZ", ""},
                 {"_ZZ99999999999999999999xE1y", ""},
                 {"cell", ""},
                 {"", ""}};
    char text[64];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(source_function(cases[i].symbol, text, sizeof text),
                            cases[i].function);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_lines_through_inlined_calls),
        cmocka_unit_test(keeps_both_ends_of_a_long_chain),
        cmocka_unit_test(finds_functions_in_a_namespace),
        cmocka_unit_test(says_when_it_does_not_know),
        cmocka_unit_test(lists_the_variables),
        cmocka_unit_test(lists_what_is_undefined),
        cmocka_unit_test(finds_the_code_without_stubs),
        cmocka_unit_test(reads_stripped_objects),
        cmocka_unit_test(reads_plain_names_out_of_symbols),
        cmocka_unit_test(reads_functions_out_of_symbols),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
