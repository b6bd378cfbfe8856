/* math_words.h - CUDA's functions on floats and doubles, using the host's libm.
 * Included by cuda.h.
 *
 * CUDA promises an error of at most a few units in the last place, and so does
 * libm; the bits may differ. An approximation (__expf) is the exact function
 * here.
 */
#pragma once

/* Types whose numbers are converted to double: integers, as in C++'s sqrt(2),
 * and long double, as on a GPU. */
template <class type> struct simt_whole {
};
#define SIMT_IS_WHOLE(type)                                                    \
    template <> struct simt_whole<type> {                                      \
        typedef double as;                                                     \
    };
SIMT_IS_WHOLE(int)
SIMT_IS_WHOLE(unsigned)
SIMT_IS_WHOLE(long)
SIMT_IS_WHOLE(unsigned long)
SIMT_IS_WHOLE(long long)
SIMT_IS_WHOLE(unsigned long long)
SIMT_IS_WHOLE(long double)

/* Declares name(double), namef(float), and name(float) as in C++. */
#define SIMT_MATH_1(name)                                                      \
    extern "C" double name(double) noexcept;                                   \
    extern "C" float name##f(float) noexcept;                                  \
    SIMT_INLINE float name(float x)                                            \
    {                                                                          \
        return name##f(x);                                                     \
    }                                                                          \
    template <class type>                                                      \
    SIMT_INLINE typename simt_whole<type>::as name(type x)                     \
    {                                                                          \
        return name((double)x);                                                \
    }
#define SIMT_MATH_2(name)                                                      \
    extern "C" double name(double, double) noexcept;                           \
    extern "C" float name##f(float, float) noexcept;                           \
    SIMT_INLINE float name(float x, float y)                                   \
    {                                                                          \
        return name##f(x, y);                                                  \
    }                                                                          \
    template <class type, class second>                                        \
    SIMT_INLINE typename simt_whole<type>::as name(type x, second y)           \
    {                                                                          \
        return name((double)x, (double)y);                                     \
    }
SIMT_MATH_1(sqrt)
SIMT_MATH_1(cbrt)
SIMT_MATH_1(exp)
SIMT_MATH_1(exp2)
SIMT_MATH_1(exp10)
SIMT_MATH_1(expm1)
SIMT_MATH_1(log)
SIMT_MATH_1(log2)
SIMT_MATH_1(log10)
SIMT_MATH_1(log1p)
SIMT_MATH_1(sin)
SIMT_MATH_1(cos)
SIMT_MATH_1(tan)
SIMT_MATH_1(asin)
SIMT_MATH_1(acos)
SIMT_MATH_1(atan)
SIMT_MATH_1(sinh)
SIMT_MATH_1(cosh)
SIMT_MATH_1(tanh)
SIMT_MATH_1(asinh)
SIMT_MATH_1(acosh)
SIMT_MATH_1(atanh)
SIMT_MATH_1(erf)
SIMT_MATH_1(erfc)
SIMT_MATH_1(tgamma)
SIMT_MATH_1(lgamma)
SIMT_MATH_1(floor)
SIMT_MATH_1(ceil)
SIMT_MATH_1(trunc)
SIMT_MATH_1(round)
SIMT_MATH_1(rint)
SIMT_MATH_1(nearbyint)
SIMT_MATH_1(fabs)
SIMT_MATH_1(logb)
SIMT_MATH_1(j0)
SIMT_MATH_1(j1)
SIMT_MATH_1(y0)
SIMT_MATH_1(y1)
SIMT_MATH_2(pow)
SIMT_MATH_2(atan2)
SIMT_MATH_2(hypot)
SIMT_MATH_2(fmod)
SIMT_MATH_2(remainder)
SIMT_MATH_2(copysign)
SIMT_MATH_2(nextafter)
SIMT_MATH_2(fdim)
SIMT_MATH_2(fmin)
SIMT_MATH_2(fmax)
extern "C" double fma(double, double, double) noexcept;
extern "C" float fmaf(float, float, float) noexcept;
extern "C" double ldexp(double, int) noexcept;
extern "C" float ldexpf(float, int) noexcept;
#define SIMT_MATH_TO(type, name)                                               \
    extern "C" type name(double) noexcept;                                     \
    extern "C" type name##f(float) noexcept;                                   \
    SIMT_INLINE type name(float x)                                             \
    {                                                                          \
        return name##f(x);                                                     \
    }
SIMT_MATH_TO(int, ilogb)
SIMT_MATH_TO(long, lrint)
SIMT_MATH_TO(long, lround)
SIMT_MATH_TO(long long, llrint)
SIMT_MATH_TO(long long, llround)
extern "C" double scalbn(double, int) noexcept;
extern "C" float scalbnf(float, int) noexcept;
extern "C" double scalbln(double, long) noexcept;
extern "C" float scalblnf(float, long) noexcept;
extern "C" double jn(int, double) noexcept;
extern "C" float jnf(int, float) noexcept;
extern "C" double yn(int, double) noexcept;
extern "C" float ynf(int, float) noexcept;
extern "C" int abs(int) noexcept;
extern "C" long labs(long) noexcept;
extern "C" long long llabs(long long) noexcept;
SIMT_INLINE float fma(float a, float b, float c)
{
    return fmaf(a, b, c);
}
SIMT_INLINE float ldexp(float x, int by)
{
    return ldexpf(x, by);
}
#define SIMT_MIN_MAX_OF(a_type, b_type, type, f)                               \
    SIMT_INLINE type min(a_type a, b_type b)                                   \
    {                                                                          \
        return fmin##f((type)a, (type)b);                                      \
    }                                                                          \
    SIMT_INLINE type max(a_type a, b_type b)                                   \
    {                                                                          \
        return fmax##f((type)a, (type)b);                                      \
    }
SIMT_MIN_MAX_OF(float, float, float, f)
SIMT_MIN_MAX_OF(double, double, double, )
SIMT_MIN_MAX_OF(float, double, double, )
SIMT_MIN_MAX_OF(double, float, double, )
SIMT_INLINE float abs(float x)
{
    return fabsf(x);
}
SIMT_INLINE double abs(double x)
{
    return fabs(x);
}
SIMT_INLINE long abs(long x)
{
    return labs(x);
}
SIMT_INLINE long long abs(long long x)
{
    return llabs(x);
}
SIMT_INLINE float rsqrtf(float x)
{
    return 1 / sqrtf(x);
}
SIMT_INLINE double rsqrt(double x)
{
    return 1 / sqrt(x);
}
SIMT_INLINE float rsqrt(float x)
{
    return rsqrtf(x);
}
SIMT_INLINE float fdividef(float x, float y)
{
    return x / y;
}
#define SIMT_ASKS(name)                                                        \
    SIMT_INLINE bool name(float x)                                             \
    {                                                                          \
        return __builtin_##name(x);                                            \
    }                                                                          \
    SIMT_INLINE bool name(double x)                                            \
    {                                                                          \
        return __builtin_##name(x);                                            \
    }
SIMT_ASKS(isnan)
SIMT_ASKS(isinf)
SIMT_ASKS(isfinite)
SIMT_ASKS(signbit)
#define INFINITY __builtin_inff()
#define NAN      __builtin_nanf("")
#define M_PI     3.14159265358979323846
#define M_E      2.7182818284590452354

#define SIMT_MATH(type, name, parameters, value)                               \
    SIMT_INLINE type name parameters                                           \
    {                                                                          \
        return value;                                                          \
    }
SIMT_MATH(float, __expf, (float x), expf(x))
SIMT_MATH(float, __exp10f, (float x), exp10f(x))
SIMT_MATH(float, __logf, (float x), logf(x))
SIMT_MATH(float, __log2f, (float x), log2f(x))
SIMT_MATH(float, __log10f, (float x), log10f(x))
SIMT_MATH(float, __sinf, (float x), sinf(x))
SIMT_MATH(float, __cosf, (float x), cosf(x))
SIMT_MATH(float, __tanf, (float x), tanf(x))
SIMT_MATH(float, __powf, (float x, float y), powf(x, y))
SIMT_MATH(float, __fdividef, (float x, float y), x / y)
SIMT_MATH(float, __saturatef, (float x), fminf(fmaxf(x, 0), 1))
SIMT_MATH(float, __fsqrt_rn, (float x), sqrtf(x))
SIMT_MATH(float, __frsqrt_rn, (float x), rsqrtf(x))
SIMT_MATH(float, __frcp_rn, (float x), 1 / x)
SIMT_MATH(float, __fadd_rn, (float x, float y), x + y)
SIMT_MATH(float, __fsub_rn, (float x, float y), x - y)
SIMT_MATH(float, __fmul_rn, (float x, float y), x *y)
SIMT_MATH(float, __fdiv_rn, (float x, float y), x / y)
SIMT_MATH(float, __fmaf_rn, (float x, float y, float z), fmaf(x, y, z))
SIMT_MATH(double, __dadd_rn, (double x, double y), x + y)
SIMT_MATH(double, __dsub_rn, (double x, double y), x - y)
SIMT_MATH(double, __dmul_rn, (double x, double y), x *y)
SIMT_MATH(double, __ddiv_rn, (double x, double y), x / y)
SIMT_MATH(double, __dsqrt_rn, (double x), sqrt(x))
SIMT_MATH(double, __fma_rn, (double x, double y, double z), fma(x, y, z))
