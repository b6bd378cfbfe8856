/* test_reading.c - texts that the compiler reads as we do, and texts that it
 * reads differently: the latter are refused, with the line.
 */
#include "base/program.h"
#include "compile/module.h"
#include "simt/refuse/same_reading.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char compiler[4096], draft[64];

static int find_compiler(void **state)
{
    const struct module_source source = {.cplusplus = true};
    struct problem why;

    (void)state;
    snprintf(draft, sizeof draft, "/tmp/test_reading.%d", (int)getpid());
    return module_find_compiler(&source, compiler, sizeof compiler, &why) != OK;
}

static enum status read_both(const char *text, struct problem *why)
{
    struct same_reading *const r = same_reading_open();
    enum status status = same_reading_add(r, "a.cu", "int first;\n", why);

    if (status == OK)
        status = same_reading_add(r, "b.cu", text, why);
    if (status == OK)
        status = same_reading_check(r, compiler, draft, why);
    same_reading_close(r);
    return status;
}

static void reads_alike(void **state)
{
    static const char *const texts[] = {
        "",
        "int x;",
        "int x; // one\n/* two\n three */ int y;\n",
        "int x = 1'000 + (int).5'0 + 1e+3;\n",
        "#if 0\ndon't /* read this\n#endif\n*/\n#endif\n",
        "#define TWO(a, b) a##b \\\n    + 1\nint x = TWO(1, 2);\n",
        "#define TWO 1 + \\ \t\n 1\n",
        "%: define X 1 /* x */ 2 // y\n",
        "in\\\nt x;\n/\\\n/ comment\nint y;\n",
        "const char *s = \"a /* b \\\" // c\" \"d\", c = '\"', *t = L\"y\";\n",
        "int and_ = 1 and 2 or not 3;\n",
        "#pragma unroll\n_Pragma(\"unroll 4\") for (;;) __LINE__;\n",
        "#include \"x.h\"\n#include <a/b.h>\n#error don't\nint x;\n",
        "\xef\xbb\xbf#define X\n",
        "int a = b+++c --> d <: 1 :>;\r\nint e;\r\n",
        "x = a / b; /**/ y = a /**/ / /*/ */ b;\n",
        "f(__VA_ARGS__, defined, __FILE__, _Pragma);\n"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct problem why = {.line = ""};
        if (read_both(texts[i], &why) != OK)
            fail_msg("%s\n%s", texts[i], why.line);
    }
}

static void reads_otherwise(void **state)
{
    static const struct {
        const char *text;
        int line;
    } texts[] = {
        {"#define ONE 1$'a /*\nint x;\n/*/\n", 1},
        {"int x;\n#define ONE 1\\u00e9'a /*\n/*/\n#define op(a, b) (b)\n// */",
         2},
        {"#define ONE 1\303\251'a /*\n/*/\n#define op(a, b) (b)\n// */", 1},
        {"int x;\nint y = R\"(\")\"; int z; //\"\n", 2},
        {"#/*\n*/define ZERO 0\n", 2},
        {"#define ZERO /*\n*/ 0\n", 2},
        {"const char *s = \"a\"_x;\n", 1}};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct problem why = {.line = ""};
        char at[32];
        snprintf(at, sizeof at, "b.cu:%d: ", texts[i].line);
        if (read_both(texts[i].text, &why) != NOT_JUDGED ||
            strncmp(why.line, at, strlen(at)) != 0)
            fail_msg("%s\nwant %s, got %s", texts[i].text, at, why.line);
    }
}

static void needs_a_compiler(void **state)
{
    struct same_reading *const r = same_reading_open();
    struct problem why = {.line = ""};

    (void)state;
    assert_int_equal(same_reading_add(r, "a.cu", "int x;\n", &why), OK);
    assert_int_equal(same_reading_check(r, "/none", draft, &why),
                     MACHINE_LACKS);
    assert_int_equal(same_reading_check(r, "/bin/true", draft, &why),
                     NOT_JUDGED);
    same_reading_close(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_alike),
                                       cmocka_unit_test(reads_otherwise),
                                       cmocka_unit_test(needs_a_compiler)};

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, find_compiler, NULL);
}
