# add_exercise(02_normalization rms_norm [PART | REPLACES name] [SIDE] [EIGEN]
#              [NEEDS name ...] [USES name ...])
#
#   PART      the decoder calls it; REPLACES x: called in place of x once it passes
#   SIDE      off the shortest path to the decoder
#   EIGEN     starts from a precompiled Eigen
#   NEEDS     exercises that come before it in reading order (checked)
#   USES      contracts that its code may call
#
# Makes, for the name N:
#   N.mine  N.stub  N.model  N.wrong.BELIEF   one shared object each, in parts/N/
#   N.test                                    the tests, against whichever part it is given
#   N.record                                  what the tests saw of the model, the stub as it came,
#                                             and every wrong version: records/N/*.jsonl
define_property(GLOBAL PROPERTY kit_exercises)
define_property(GLOBAL PROPERTY kit_syllabus)

# The precompiled headers that code for `name` starts from.
function(headers_of name out)
  get_property(headers GLOBAL PROPERTY kit_headers_of_${name})
  if(NOT headers)
    set(headers part_pch)
  endif()
  set(${out} ${headers} PARENT_SCOPE)
endfunction()

function(add_part target source name)
  cmake_parse_arguments(arg "" "OUTPUT" "" ${ARGN})
  add_library(${target} MODULE EXCLUDE_FROM_ALL ${source})
  target_include_directories(${target} PRIVATE ${include_root}/${name} ${include_common})
  target_link_libraries(${target} PRIVATE part_options fmt::fmt-header-only)
  headers_of(${name} headers)
  target_precompile_headers(${target} REUSE_FROM ${headers})
  get_filename_component(folder ${arg_OUTPUT} DIRECTORY)
  get_filename_component(stem ${arg_OUTPUT} NAME_WE)
  set_target_properties(${target} PROPERTIES
    PREFIX "" SUFFIX ".so" OUTPUT_NAME ${stem}
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/parts/${name}/${folder})
endfunction()

# The contracts that code for `name` may include: its own, those it uses, and those whose types
# these name.
function(show_contracts name)
  file(MAKE_DIRECTORY ${include_root}/${name})
  foreach(contract IN LISTS ARGN)
    get_property(chapter GLOBAL PROPERTY kit_chapter_of_${contract})
    set(header ${CMAKE_SOURCE_DIR}/exercises/${chapter}/${contract}.hpp)
    if(NOT EXISTS ${include_root}/${name}/${contract}.hpp)
      file(CREATE_LINK ${header} ${include_root}/${name}/${contract}.hpp SYMBOLIC)
    endif()
    file(STRINGS ${header} includes REGEX "^#include \"[a-z0-9_]+\\.hpp\"")
    foreach(line IN LISTS includes)
      string(REGEX REPLACE "^#include \"([a-z0-9_]+)\\.hpp\".*" "\\1" other "${line}")
      show_contracts(${name} ${other})
    endforeach()
  endforeach()
endfunction()

# All that `name` may call, and all that those may call: their parts answer when it is under test.
function(used_by name out)
  set(all)
  get_property(direct GLOBAL PROPERTY kit_uses_of_${name})
  foreach(used IN LISTS direct)
    used_by(${used} deeper)
    list(APPEND all ${used} ${deeper})
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(${out} ${all} PARENT_SCOPE)
endfunction()

function(add_record name version part source)
  set(record ${CMAKE_BINARY_DIR}/records/${name}/${version}.jsonl)
  add_custom_command(OUTPUT ${record}
    COMMAND kit-record $<TARGET_FILE:${name}.test> $<TARGET_FILE:${part}> ${record} --source ${source}
    DEPENDS kit-record ${name}.test ${part} ${source} ${ARGN}
    COMMENT "" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY kit_records_of_${name} ${record})
endfunction()

string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" kit_system)

# A handout has no solutions: given/parts/SYSTEM brings the model's parts compiled. Where this system
# has none, the kit says so when somebody needs one.
function(add_given_part name)
  set(given ${CMAKE_SOURCE_DIR}/given/parts/${kit_system}/${name}.so)
  set(part ${CMAKE_BINARY_DIR}/parts/${name}/model.so)
  if(EXISTS ${given})
    add_custom_command(OUTPUT ${part}
      COMMAND ${CMAKE_COMMAND} -E copy ${given} ${part}
      DEPENDS ${given} COMMENT "" VERBATIM)
    add_custom_target(${name}.model DEPENDS ${part})
  else()
    add_custom_target(${name}.model)
  endif()
endfunction()

# Nor has it the reference: given/programs/SYSTEM brings what computes on it.
function(add_given_program name)
  set(given ${CMAKE_SOURCE_DIR}/given/programs/${kit_system}/${name})
  if(EXISTS ${given})
    configure_file(${given} ${CMAKE_CURRENT_BINARY_DIR}/${name} COPYONLY)
  endif()
  add_custom_target(${name})
endfunction()

# Nor has it wrong versions: given/records brings what the visible tests saw of them.
function(add_given_records name)
  set(given ${CMAKE_SOURCE_DIR}/given/records/${name})
  set(records ${CMAKE_BINARY_DIR}/records/${name})
  add_custom_command(OUTPUT ${records}/model.jsonl
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${given} ${records}
    COMMAND ${CMAKE_COMMAND} -E touch ${records}/model.jsonl
    DEPENDS ${given}/model.jsonl COMMENT "" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY kit_records_of_${name} ${records}/model.jsonl)
endfunction()

# What a contract needs whether or not it is an exercise: its forwarding lines, the model's part.
function(declare_contract chapter name)
  set_property(GLOBAL PROPERTY kit_chapter_of_${name} ${chapter})
  set_property(GLOBAL PROPERTY kit_uses_of_${name} ${ARGN})
  show_contracts(${name} ${name} ${ARGN})

  set(contract ${CMAKE_SOURCE_DIR}/exercises/${chapter}/${name}.hpp)
  set(switchboard ${CMAKE_BINARY_DIR}/switchboard/${name}.cpp)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/switchboard)
  add_custom_command(OUTPUT ${switchboard}
    COMMAND awk -v exercise=${name} -f ${CMAKE_SOURCE_DIR}/tools/cmake/forward.awk ${contract}
            > ${switchboard}
    DEPENDS ${contract} ${CMAKE_SOURCE_DIR}/tools/cmake/forward.awk
    COMMENT "" VERBATIM)
  add_library(${name}.switchboard OBJECT EXCLUDE_FROM_ALL ${switchboard})
  target_include_directories(${name}.switchboard PRIVATE
    ${include_root}/${name} ${include_common} ${include_support})
  target_link_libraries(${name}.switchboard PRIVATE kit_options)
  target_compile_definitions(${name}.switchboard PRIVATE KIT_TIMED)

  set(solution ${CMAKE_SOURCE_DIR}/solutions/${chapter}/${name}.cpp)
  if(EXISTS ${solution})
    add_part(${name}.model ${solution} ${name} OUTPUT model)
    target_compile_options(${name}.model PRIVATE ${warnings})
  else()
    add_given_part(${name})
  endif()

  # Code that the kit compiles once (JSON, memory for weights, products) answers from the program. A
  # stub includes what its solution does.
  set(common_of OFF)
  set(source ${CMAKE_SOURCE_DIR}/exercises/${chapter}/${name}.cpp)
  foreach(file IN ITEMS ${contract} ${source} ${solution})
    if(EXISTS ${file})
      file(STRINGS ${file} common REGEX "common/(eigen|json|weights)\\.hpp")
      if(common)
        set(common_of ON)
      endif()
    endif()
  endforeach()
  if(NOT EXISTS ${source} AND NOT EXISTS ${solution})
    set(common_of ON)  # only its compiled part is here
  endif()
  set_property(GLOBAL PROPERTY kit_common_of_${name} ${common_of})
endfunction()

# The objects of a program that calls these contracts: forwarding lines, and what the kit compiles.
function(contract_objects out)
  set(objects)
  set(common OFF)
  foreach(contract IN LISTS ARGN)
    list(APPEND objects $<TARGET_OBJECTS:${contract}.switchboard>)
    get_property(uses_common GLOBAL PROPERTY kit_common_of_${contract})
    if(uses_common)
      set(common ON)
    endif()
  endforeach()
  if(common)
    list(APPEND objects $<TARGET_OBJECTS:common>)
  endif()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# A part of the decoder whose exercise is not open yet: the model's answers for it.
function(add_given chapter name)
  cmake_parse_arguments(arg "" "" "USES" ${ARGN})
  declare_contract(${chapter} ${name} ${arg_USES})
  set_property(GLOBAL APPEND PROPERTY kit_decoder_parts ${name})
endfunction()

function(add_exercise chapter name)
  cmake_parse_arguments(arg "PART;SIDE;EIGEN" "REPLACES" "NEEDS;USES" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_exercise(${chapter} ${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  get_property(before GLOBAL PROPERTY kit_exercises)
  get_property(given GLOBAL PROPERTY kit_decoder_parts)
  foreach(other IN LISTS arg_NEEDS arg_USES arg_REPLACES)
    if(NOT other IN_LIST before AND NOT other IN_LIST given)
      message(FATAL_ERROR "add_exercise(${chapter} ${name}): ${other} must come before it")
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY kit_exercises ${name})
  if(arg_PART OR arg_REPLACES)
    set_property(GLOBAL APPEND PROPERTY kit_decoder_parts ${name})
  endif()
  if(arg_EIGEN AND KIT_OPTIMIZE STREQUAL "-O1")  # where files are saved and judged
    set_property(GLOBAL PROPERTY kit_headers_of_${name} eigen_pch)
  endif()
  declare_contract(${chapter} ${name} ${arg_USES})

  set(stub ${CMAKE_SOURCE_DIR}/exercises/${chapter}/${name}.cpp)
  set(pristine ${CMAKE_SOURCE_DIR}/.kit/stubs/${chapter}/${name}.cpp)
  set(solution ${CMAKE_SOURCE_DIR}/solutions/${chapter}/${name}.cpp)

  # The parts. A student may have deleted a stub; the kit says so, the build goes on.
  if(EXISTS ${stub})
    add_part(${name}.mine ${stub} ${name} OUTPUT mine)
    target_compile_options(${name}.mine PRIVATE -Wall -Wextra)
  endif()
  # `kit` fetches the stubs as they came out of git before it builds this.
  set_source_files_properties(${pristine} PROPERTIES GENERATED TRUE)
  add_part(${name}.stub ${pristine} ${name} OUTPUT stub)
  set(wrong_folder ${CMAKE_SOURCE_DIR}/tests/wrong/${chapter}/${name})
  if(EXISTS ${wrong_folder})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${wrong_folder})
  endif()
  file(GLOB wrong_versions ${wrong_folder}/*.cpp)
  foreach(source IN LISTS wrong_versions)
    get_filename_component(belief ${source} NAME_WE)
    add_part(${name}.wrong.${belief} ${source} ${name} OUTPUT wrong/${belief})
    target_compile_options(${name}.wrong.${belief} PRIVATE ${warnings})
  endforeach()

  # The tests.
  set(objects)
  foreach(face visible hidden)
    set(source ${CMAKE_SOURCE_DIR}/tests/${face}/${chapter}/${name}.cpp)
    if(EXISTS ${source})
      add_library(${name}.${face} OBJECT EXCLUDE_FROM_ALL ${source})
      target_include_directories(${name}.${face} PRIVATE ${include_root}/${name})
      if(face STREQUAL "hidden")
        target_include_directories(${name}.${face} PRIVATE ${include_reference})
      endif()
      target_link_libraries(${name}.${face} PRIVATE testing)
      target_precompile_headers(${name}.${face} REUSE_FROM testing_pch)
      list(APPEND objects $<TARGET_OBJECTS:${name}.${face}>)
    endif()
  endforeach()
  used_by(${name} used)
  contract_objects(contracts ${name} ${used})
  add_executable(${name}.test EXCLUDE_FROM_ALL ${objects} ${contracts})
  target_link_libraries(${name}.test PRIVATE testing)
  if(TARGET reference)
    target_link_libraries(${name}.test PRIVATE reference)
  endif()
  set_target_properties(${name}.test PROPERTIES
    ENABLE_EXPORTS ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  headers_of(${name} headers)
  add_dependencies(${name}.test ${headers})  # the kit compiles a student's file by itself
  foreach(contract IN LISTS used)
    add_dependencies(${name}.test ${contract}.model)
  endforeach()
  set(models ${used})
  list(TRANSFORM models APPEND .model)
  add_grading(${name} OBJECTS ${objects} CONTRACTS ${contracts} MODELS ${models})

  # The records.
  set(model_parts)
  foreach(contract IN LISTS used)
    list(APPEND model_parts ${contract}.model)
  endforeach()
  if(EXISTS ${CMAKE_SOURCE_DIR}/given/records/${name}/model.jsonl)
    add_given_records(${name})
  elseif(EXISTS ${solution})
    add_record(${name} model ${name}.model ${solution} ${model_parts})
  endif()
  add_record(${name} stub ${name}.stub ${pristine} ${model_parts})
  foreach(source IN LISTS wrong_versions)
    get_filename_component(belief ${source} NAME_WE)
    # A race has other numbers each time: nothing to compare with, so it is only compiled.
    file(STRINGS ${source} race REGEX "^// Kind: race")
    if(race)
      set_property(GLOBAL APPEND PROPERTY kit_records_of_${name} ${name}.wrong.${belief})
    else()
      add_record(${name} wrong/${belief} ${name}.wrong.${belief} ${source} ${model_parts})
    endif()
  endforeach()
  get_property(records GLOBAL PROPERTY kit_records_of_${name})
  add_custom_target(${name}.record DEPENDS ${records})

  # Plain CMake is served too: ctest runs what the student wrote; 3 says "not started".
  if(TARGET ${name}.mine)
    add_custom_target(${name}.plain ALL DEPENDS kit-record ${name}.test ${name}.mine)
    add_test(NAME ${name} COMMAND kit-record $<TARGET_FILE:${name}.test>
             $<TARGET_FILE:${name}.mine> ${CMAKE_BINARY_DIR}/records/${name}/mine.jsonl --verdict)
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 3)
  endif()

  # The line of the syllabus that `kit` reads.
  foreach(list NEEDS USES)
    set(json_${list} "")
    foreach(item IN LISTS arg_${list})
      list(APPEND json_${list} "\"${item}\"")
    endforeach()
    list(JOIN json_${list} ", " json_${list})
  endforeach()
  foreach(flag PART SIDE)
    set(json_${flag} false)
    if(arg_${flag})
      set(json_${flag} true)
    endif()
  endforeach()
  set_property(GLOBAL APPEND_STRING PROPERTY kit_syllabus
"  {\"chapter\": \"${chapter}\", \"name\": \"${name}\", \"part\": ${json_PART}, \"replaces\": \"${arg_REPLACES}\", \"side\": ${json_SIDE}, \"needs\": [${json_NEEDS}], \"uses\": [${json_USES}]},\n")
endfunction()

# A program that runs the decoder's parts, or the objects of one.
function(use_decoder target)
  get_property(parts GLOBAL PROPERTY kit_all_decoder_parts)
  foreach(part IN LISTS parts)
    target_include_directories(${target} PRIVATE ${include_root}/${part})
  endforeach()
  target_include_directories(${target} PRIVATE ${include_common} ${include_support}
    ${CMAKE_SOURCE_DIR}/exercises/10_decoder/given ${CMAKE_SOURCE_DIR}/tools/kit/decoder)
  target_link_libraries(${target} PRIVATE part_code CLI11::CLI11 fmt::fmt-header-only
    nlohmann_json::nlohmann_json ${CMAKE_DL_LIBS})
  if(SENTENCEPIECE_LIBRARY AND SENTENCEPIECE_INCLUDE)
    target_compile_definitions(${target} PRIVATE KIT_SENTENCEPIECE)
    target_include_directories(${target} PRIVATE ${SENTENCEPIECE_INCLUDE})
    target_link_libraries(${target} PRIVATE ${SENTENCEPIECE_LIBRARY})
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_link_options(${target} PRIVATE ${linker_flag} ${sanitizer_flags})
    set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON)
  endif()
endfunction()

# The decoder: the given loop, linked to the forwarding lines of every part. Which parts answer is
# said when it starts; `decoder.parts` brings the model's along. `decoder.observed` is the same
# program on the switchboard of `kit blame`, `decoder-bench` measures the same parts, and
# `decoder-tests` tests what is given.
function(add_decoder)
  get_property(parts GLOBAL PROPERTY kit_decoder_parts)
  set(all)
  foreach(part IN LISTS parts)
    used_by(${part} used)
    list(APPEND all ${part} ${used})
  endforeach()
  list(REMOVE_DUPLICATES all)
  set_property(GLOBAL PROPERTY kit_all_decoder_parts ${all})
  # All forwarding lines as one source: three dozen small ones would each read the same headers.
  set(switchboard ${CMAKE_BINARY_DIR}/switchboard/all_parts.cpp)
  set(lines ${all})
  list(TRANSFORM lines REPLACE "(.+)" "#include \"\\1.cpp\"\n")
  string(CONCAT lines ${lines})
  file(CONFIGURE OUTPUT ${switchboard} CONTENT "${lines}")
  set(switchboards ${all})
  list(TRANSFORM switchboards REPLACE "(.+)" "${CMAKE_BINARY_DIR}/switchboard/\\1.cpp")
  set_source_files_properties(${switchboard} PROPERTIES OBJECT_DEPENDS "${switchboards}")

  set(loop ${CMAKE_SOURCE_DIR}/exercises/10_decoder/given/loop.cpp)
  set(program ${CMAKE_SOURCE_DIR}/tools/kit/decoder)
  set(main ${program}/main.cpp ${program}/options.cpp ${program}/report.cpp ${loop})
  file(GLOB around ${program}/*.cpp)
  list(REMOVE_ITEM around ${main})
  # What happens once for each run need not be fast, but quick to compile.
  set_source_files_properties(${program}/options.cpp ${program}/report.cpp ${program}/files.cpp
    PROPERTIES COMPILE_OPTIONS -O0)
  set(support ${CMAKE_SOURCE_DIR}/tests/support)
  set(pieces ${around} ${switchboard} ${support}/switchboard.cpp)
  add_library(decoder.objects OBJECT EXCLUDE_FROM_ALL ${pieces})
  use_decoder(decoder.objects)
  set(objects $<TARGET_OBJECTS:decoder.objects> $<TARGET_OBJECTS:common>)

  add_executable(decoder EXCLUDE_FROM_ALL ${main} ${objects})
  add_executable(decoder.observed EXCLUDE_FROM_ALL
    ${main} ${pieces} ${support}/shadow.cpp $<TARGET_OBJECTS:common>)
  # `kit distance` is another loop on the same parts.
  set(distance ${CMAKE_SOURCE_DIR}/tools/kit/distance)
  add_executable(distance EXCLUDE_FROM_ALL ${distance}/main.cpp ${distance}/texts.cpp ${objects})
  target_compile_definitions(decoder.observed PRIVATE KIT_SHADOW)
  set(programs decoder decoder.observed distance decoder-bench)
  set(tests ${CMAKE_SOURCE_DIR}/tests/kit)
  if(EXISTS ${tests})  # a handout has none
    file(GLOB test_sources ${tests}/decoder/*.cpp)
    add_executable(decoder-tests EXCLUDE_FROM_ALL ${tests}/harness.cpp ${test_sources} ${objects})
    target_include_directories(decoder-tests PRIVATE ${tests})
    target_compile_definitions(decoder-tests PRIVATE
      KIT_CHECKOUT="${CMAKE_SOURCE_DIR}" KIT_BUILT="${CMAKE_BINARY_DIR}")
    target_link_libraries(decoder-tests PRIVATE kit_runner)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tests}/decoder)
    list(APPEND programs decoder-tests)
  endif()
  # It also measures a norm that is no part of the decoder.
  file(GLOB bench_sources ${CMAKE_SOURCE_DIR}/tools/kit/bench/*.cpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${program} ${CMAKE_SOURCE_DIR}/tools/kit/bench)
  add_executable(decoder-bench EXCLUDE_FROM_ALL
    ${bench_sources} ${objects} $<TARGET_OBJECTS:layer_norm.switchboard>)
  target_include_directories(decoder-bench PRIVATE
    ${CMAKE_SOURCE_DIR}/tools/kit ${include_root}/layer_norm)
  set_source_files_properties(${CMAKE_SOURCE_DIR}/tools/kit/bench/machine.cpp
    PROPERTIES COMPILE_OPTIONS -ffp-contract=fast)
  add_dependencies(decoder-bench layer_norm.model)
  set_property(GLOBAL APPEND PROPERTY kit_called_by_programs layer_norm)
  foreach(program IN LISTS programs)
    use_decoder(${program})
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  endforeach()

  list(TRANSFORM all APPEND .model)
  foreach(program decoder distance)
    add_custom_target(${program}.parts DEPENDS ${program})
    add_dependencies(${program}.parts ${all} part_pch)
  endforeach()
endfunction()

# A program of the kit that calls contracts by the switchboard, as the decoder does; NAME.parts brings
# the model's parts along.
function(add_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;CALLS" ${ARGN})
  set(all)
  foreach(contract IN LISTS arg_CALLS)
    used_by(${contract} used)
    list(APPEND all ${contract} ${used})
  endforeach()
  list(REMOVE_DUPLICATES all)
  set_property(GLOBAL APPEND PROPERTY kit_called_by_programs ${all})
  contract_objects(objects ${all})
  add_executable(${name} EXCLUDE_FROM_ALL
    ${arg_SOURCES} ${objects} ${CMAKE_SOURCE_DIR}/tests/support/switchboard.cpp)
  foreach(contract IN LISTS all)
    target_include_directories(${name} PRIVATE ${include_root}/${contract})
  endforeach()
  target_include_directories(${name} PRIVATE ${include_common} ${include_support})
  target_link_libraries(${name} PRIVATE kit_options CLI11::CLI11 fmt::fmt-header-only
    nlohmann_json::nlohmann_json ${CMAKE_DL_LIBS})
  set_target_properties(${name} PROPERTIES
    ENABLE_EXPORTS ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  list(TRANSFORM all APPEND .model)
  add_custom_target(${name}.parts DEPENDS ${name})
  add_dependencies(${name}.parts ${all})
endfunction()

# build/PRESET/syllabus.json: what the front of the kit knows of the exercises and of this build.
function(write_syllabus)
  get_property(lines GLOBAL PROPERTY kit_syllabus)
  string(REGEX REPLACE ",\n$" "\n" lines "${lines}")
  get_target_property(link_options part_options INTERFACE_LINK_OPTIONS)
  list(TRANSFORM link_options REPLACE "(.+)" "\"\\1\"")
  list(JOIN link_options ", " link_options)
  get_property(called GLOBAL PROPERTY kit_called_by_programs)
  list(REMOVE_DUPLICATES called)
  list(TRANSFORM called REPLACE "(.+)" "\"\\1\"")
  list(JOIN called ", " called)
  file(WRITE ${CMAKE_BINARY_DIR}/syllabus.json
"{\"link_options\": [${link_options}],\n \"called_by_programs\": [${called}],\n \"exercises\": [\n${lines}]}\n")
  get_property(exercises GLOBAL PROPERTY kit_exercises)
  list(TRANSFORM exercises APPEND .record)
  add_custom_target(records DEPENDS ${exercises})
endfunction()
