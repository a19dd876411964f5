#ifndef C_VECTORS_H
#define C_VECTORS_H

/* Arithmetic of four or eight numbers at once.

   The operators of the standard library's vectors are written lane by lane. The compiler puts the lanes of
   short expressions together again, but not those of longer ones. */

typedef float cvectors_float4 __attribute__((ext_vector_type(4)));
typedef int cvectors_int4 __attribute__((ext_vector_type(4)));
typedef unsigned short cvectors_ushort8 __attribute__((ext_vector_type(8)));
typedef unsigned int cvectors_uint8 __attribute__((ext_vector_type(8)));

#define CVECTORS static inline __attribute__((always_inline))

/* No product is fused with a sum: the same bits on every processor. */
#pragma STDC FP_CONTRACT OFF

CVECTORS cvectors_float4 cvectors_repeat(float a) { return (cvectors_float4)(a); }
CVECTORS cvectors_float4 cvectors_add(cvectors_float4 a, cvectors_float4 b) { return a + b; }
CVECTORS cvectors_float4 cvectors_subtract(cvectors_float4 a, cvectors_float4 b) { return a - b; }
CVECTORS cvectors_float4 cvectors_multiply(cvectors_float4 a, cvectors_float4 b) { return a * b; }
CVECTORS cvectors_float4 cvectors_divide(cvectors_float4 a, cvectors_float4 b) { return a / b; }
CVECTORS cvectors_float4 cvectors_lesser(cvectors_float4 a, cvectors_float4 b) { return a < b ? a : b; }
CVECTORS cvectors_float4 cvectors_greater(cvectors_float4 a, cvectors_float4 b) { return a > b ? a : b; }
CVECTORS cvectors_float4 cvectors_square_root(cvectors_float4 a) { return __builtin_elementwise_sqrt(a); }

/* -1 in the lanes where it holds, 0 in the others. */
CVECTORS cvectors_int4 cvectors_is_less(cvectors_float4 a, cvectors_float4 b) { return a < b; }
CVECTORS cvectors_int4 cvectors_is_at_most(cvectors_float4 a, cvectors_float4 b) { return a <= b; }

CVECTORS cvectors_int4 cvectors_and(cvectors_int4 a, cvectors_int4 b) { return a & b; }

/* The upper half of each 32-bit product. */
CVECTORS cvectors_ushort8 cvectors_multiply_high(cvectors_ushort8 a, cvectors_ushort8 b) {
  cvectors_uint8 products =
      __builtin_convertvector(a, cvectors_uint8) * __builtin_convertvector(b, cvectors_uint8);
  return __builtin_convertvector(products >> 16, cvectors_ushort8);
}

#endif
