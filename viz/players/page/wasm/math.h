/* math.h - the part of the C header that the viewer's scenes use. */
#ifndef SCANVIZ_MATH_H
#define SCANVIZ_MATH_H

#define INFINITY __builtin_inff()
#define NAN      __builtin_nanf("")
#define M_PI     3.14159265358979323846
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)

/* Each is a single instruction. */
static inline double floor(double x)
{
    return __builtin_floor(x);
}
static inline double ceil(double x)
{
    return __builtin_ceil(x);
}
static inline double sqrt(double x)
{
    return __builtin_sqrt(x);
}
static inline double fabs(double x)
{
    return __builtin_fabs(x);
}

static inline double fmin(double x, double y)
{
    return x < y || y != y ? x : y;
}

static inline double fmax(double x, double y)
{
    return x > y || y != y ? x : y;
}

/* Rounds halves away from 0. */
static inline double round(double x)
{
    const double whole = __builtin_trunc(x);

    return fabs(x - whole) < 0.5 ? whole : whole + (x < 0 ? -1 : 1);
}

/* Imported from the browser. */
double pow(double x, double y);
double cos(double x);
double sin(double x);
double atan2(double y, double x);
double hypot(double x, double y);

#endif
