# Compiler options that the addon and the C++ test have in common.
# Contraction of a * b + c into one rounding would give different bits on different machines, so it is off; no option that
# lets the compiler reorder arithmetic or assume the machine it runs on is ever set.
function(topoguard_compile_options target)
  target_compile_definitions(${target} PRIVATE EIGEN_MPL2_ONLY)
  if(MSVC)
    target_compile_options(${target} PRIVATE /EHsc /W3 /fp:precise)
    target_compile_definitions(${target} PRIVATE _USE_MATH_DEFINES NOMINMAX)
  else()
    target_compile_options(${target} PRIVATE -Wall -Wextra -ffp-contract=off -fno-math-errno)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # GCC reports its own intrinsics headers and inlined Eigen code.
      target_compile_options(${target} PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized)
    endif()
  endif()
endfunction()
