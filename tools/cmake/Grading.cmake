# What `kit grade` runs, for the exercise N:
#   N.graded   the tests, against code in another process
#   N.worker   that other process: it is given a part, and runs in a sandbox
# Both are left out where the libraries of the tier "grading" are missing.
find_package(LibArchive QUIET)
find_path(SECCOMP_INCLUDE seccomp.h)
find_library(SECCOMP_LIBRARY seccomp)
if(LibArchive_FOUND AND SECCOMP_INCLUDE AND SECCOMP_LIBRARY)
  set(kit_can_grade ON)
endif()

function(add_grading_support)
  # A handout has no hidden tests and no reference: it is graded elsewhere.
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/tests/hidden)
    unset(kit_can_grade PARENT_SCOPE)
  endif()
  if(NOT kit_can_grade OR NOT EXISTS ${CMAKE_SOURCE_DIR}/tests/hidden)
    return()
  endif()
  set(support ${CMAKE_SOURCE_DIR}/tests/support)
  add_library(graded OBJECT EXCLUDE_FROM_ALL ${support}/remote.cpp ${support}/wire.cpp)
  add_library(worker OBJECT EXCLUDE_FROM_ALL
    ${support}/confine.cpp ${support}/stack.cpp ${support}/switchboard.cpp ${support}/wire.cpp
    ${support}/worker.cpp)
  foreach(target graded worker)
    target_include_directories(${target} PRIVATE
      ${include_support} ${include_common} ${SECCOMP_INCLUDE})
    target_link_libraries(${target} PRIVATE kit_options)
  endforeach()
  add_custom_target(grading)
endfunction()

# add_grading(rms_norm OBJECTS test.o ... CONTRACTS linear.o ... MODELS linear.model ...)
function(add_grading name)
  if(NOT kit_can_grade)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "OBJECTS;CONTRACTS;MODELS" ${ARGN})
  add_library(${name}.remote OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/switchboard/${name}.cpp)
  target_include_directories(${name}.remote PRIVATE
    ${include_root}/${name} ${include_common} ${include_support})
  target_compile_definitions(${name}.remote PRIVATE KIT_REMOTE)
  target_link_libraries(${name}.remote PRIVATE kit_options)

  list(TRANSFORM arg_CONTRACTS REPLACE "TARGET_OBJECTS:${name}.switchboard"
                                       "TARGET_OBJECTS:${name}.remote")
  add_executable(${name}.graded EXCLUDE_FROM_ALL
    ${arg_OBJECTS} ${arg_CONTRACTS} $<TARGET_OBJECTS:graded>)
  target_link_libraries(${name}.graded PRIVATE testing reference)
  # The parts that a worker is given besides.
  list(TRANSFORM arg_MODELS REPLACE "\\.model$" "")
  list(JOIN arg_MODELS "\n" models)
  file(WRITE ${CMAKE_BINARY_DIR}/grading/${name}.models "${models}\n")
  add_executable(${name}.worker EXCLUDE_FROM_ALL ${arg_CONTRACTS} $<TARGET_OBJECTS:worker>)
  target_link_libraries(${name}.worker PRIVATE
    kit_options part_code ${SECCOMP_LIBRARY} ${CMAKE_DL_LIBS})
  set_target_properties(${name}.graded ${name}.worker PROPERTIES
    ENABLE_EXPORTS ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/grading)
  add_dependencies(${name}.graded ${name}.model)
  foreach(model IN LISTS arg_MODELS)
    add_dependencies(${name}.graded ${model}.model)
  endforeach()
  add_dependencies(grading ${name}.graded ${name}.worker)
endfunction()
