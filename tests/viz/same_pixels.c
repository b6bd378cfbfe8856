/* same_pixels.c - do two PNG files hold the same picture?
 *
 *     same_pixels A.png B.png      exit 0, or 1 and a line that says where not
 *     same_pixels --cairo          the version of cairo
 */
#include <cairo.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static cairo_surface_t *open_png(const char *path)
{
    cairo_surface_t *const png = cairo_image_surface_create_from_png(path);
    const cairo_status_t status = cairo_surface_status(png);

    if (status == CAIRO_STATUS_SUCCESS)
        return png;
    printf("%s: %s\n", path, cairo_status_to_string(status));
    cairo_surface_destroy(png);
    return NULL;
}

static bool same_size(cairo_surface_t *a, cairo_surface_t *b)
{
    return cairo_image_surface_get_width(a) ==
               cairo_image_surface_get_width(b) &&
           cairo_image_surface_get_height(a) ==
               cairo_image_surface_get_height(b) &&
           cairo_image_surface_get_stride(a) ==
               cairo_image_surface_get_stride(b);
}

/* A pixel is 4 bytes. */
static int different_pixels(cairo_surface_t *a, cairo_surface_t *b)
{
    const int stride = cairo_image_surface_get_stride(a);
    const int width = cairo_image_surface_get_width(a);
    const int height = cairo_image_surface_get_height(a);
    const unsigned char *const of_a = cairo_image_surface_get_data(a);
    const unsigned char *const of_b = cairo_image_surface_get_data(b);
    int count = 0;

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const int at = y * stride + 4 * x;
            if (memcmp(of_a + at, of_b + at, 4) == 0)
                continue;
            if (count++ == 0)
                printf("the first different pixel is at %d,%d\n", x, y);
        }
    return count;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--cairo")) {
        puts(cairo_version_string());
        return 0;
    }
    if (argc != 3)
        return 2;
    cairo_surface_t *const a = open_png(argv[1]), *const b = open_png(argv[2]);
    int different = 1;

    if (a && b && !same_size(a, b))
        puts("of different sizes");
    else if (a && b && (different = different_pixels(a, b)) > 0)
        printf("%d pixels differ\n", different);
    cairo_surface_destroy(a);
    cairo_surface_destroy(b);
    return different > 0;
}
