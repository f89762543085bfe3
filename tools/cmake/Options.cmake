# Two sets of choices, as targets: kit_options for the machinery, part_code and part_options for
# whatever answers a contract (a student's file, a solution, a wrong version).

# A faster linker is half of the time from save to verdict.
find_program(KIT_MOLD NAMES mold ld.mold)
find_program(KIT_LLD NAMES ld.lld)
if(KIT_MOLD)
  set(linker_flag -fuse-ld=mold)
elseif(KIT_LLD)
  set(linker_flag -fuse-ld=lld)
endif()

set(warnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(KIT_WERROR)
  list(APPEND warnings -Werror)
endif()
set(sanitizer_flags)
if(KIT_SANITIZE)
  set(sanitizer_flags -fsanitize=${KIT_SANITIZE} -fno-omit-frame-pointer -g)
  if(KIT_SANITIZE MATCHES undefined)
    list(APPEND sanitizer_flags -fno-sanitize-recover=undefined)
  endif()
endif()
# The thread sanitizer does not know how OpenMP's threads wait for each other: archer tells it.
if(KIT_SANITIZE STREQUAL "thread")
  get_filename_component(folder "${OpenMP_omp_LIBRARY}" DIRECTORY)
  find_library(KIT_ARCHER archer HINTS ${folder})
  if(NOT KIT_ARCHER)
    message(FATAL_ERROR "libarcher.so is missing: apt-get install libomp-dev")
  endif()
endif()

add_library(kit_options INTERFACE)
target_compile_options(kit_options INTERFACE ${warnings} ${sanitizer_flags})
target_link_options(kit_options INTERFACE ${linker_flag} ${sanitizer_flags})

separate_arguments(part_optimization UNIX_COMMAND "${KIT_OPTIMIZE}")
# How code is compiled that answers a contract, or that is linked with it (the decoder's loop).
add_library(part_code INTERFACE)
target_compile_options(part_code INTERFACE
  ${part_optimization} ${sanitizer_flags} -ffp-contract=off)  # the same bits on every machine
if(KIT_SANITIZE OR KIT_OPTIMIZE STREQUAL "-O1")
  target_compile_definitions(part_code INTERFACE _GLIBCXX_ASSERTIONS)  # std::span checks its index
endif()
# Eigen's own threads would change the order of sums, and with it the bits.
target_compile_definitions(part_code INTERFACE EIGEN_DONT_PARALLELIZE)
# A handout's parts were compiled for every processor of a kind, the rest is for this one: both have to
# align matrices alike, or one frees what the other has allocated in another way.
if(EXISTS ${CMAKE_SOURCE_DIR}/given)
  target_compile_definitions(part_code INTERFACE EIGEN_MAX_ALIGN_BYTES=64)
endif()
target_link_libraries(part_code INTERFACE Eigen3::Eigen)
if(OpenMP_CXX_FOUND)
  target_link_libraries(part_code INTERFACE OpenMP::OpenMP_CXX)
endif()

# How it is linked: a part exports namespace lm and nothing else, and its own calls stay its own.
add_library(part_options INTERFACE)
target_link_libraries(part_options INTERFACE part_code)
target_link_options(part_options INTERFACE ${linker_flag} ${sanitizer_flags})
if(APPLE)
  target_link_options(part_options INTERFACE
    -Wl,-exported_symbol,__ZN2lm* -undefined dynamic_lookup)
else()
  target_link_options(part_options INTERFACE
    -Wl,-Bsymbolic -Wl,--version-script=${CMAKE_SOURCE_DIR}/tools/cmake/exports.map)
endif()

# Include paths are the layers of the design: each of these folders shows one folder of the tree
# under its own name, so that `#include "reference/x.hpp"` works where it may and nowhere else.
set(include_root ${CMAKE_BINARY_DIR}/include)
function(kit_show folder)
  get_filename_component(name ${folder} NAME)
  file(MAKE_DIRECTORY ${include_root}/${name}-root)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${include_root}/${name}-root/${name} SYMBOLIC)
endfunction()
kit_show(exercises/common)
kit_show(reference)
kit_show(tests/support)
set(include_common ${include_root}/common-root)
set(include_reference ${include_root}/reference-root)
set(include_support ${include_root}/support-root)

# What parts start from, precompiled: half of the compiler's time. Only what every stub includes by
# itself stands in there, so that a file compiles elsewhere, too. Where linear algebra is the point,
# Eigen as well: 0.5 s instead of 3.
function(add_part_headers name)
  file(WRITE ${CMAKE_BINARY_DIR}/${name}.cpp "")
  add_library(${name} MODULE EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/${name}.cpp)
  # No macro that its users lack: not the one for exports, not the one that GCC drops if pedantic.
  set_target_properties(${name} PROPERTIES DEFINE_SYMBOL "")
  target_compile_options(${name} PRIVATE -Wpedantic)
  target_include_directories(${name} PRIVATE ${include_common})
  target_link_libraries(${name} PRIVATE part_options fmt::fmt-header-only)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()
add_part_headers(part_pch ${include_common}/common/check.hpp ${include_common}/common/types.hpp)
add_part_headers(eigen_pch ${include_common}/common/check.hpp ${include_common}/common/eigen.hpp)
