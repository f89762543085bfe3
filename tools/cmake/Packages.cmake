# A package of the system where there is one; otherwise a pinned commit, fetched and built with the
# kit. Nothing is vendored.
include(FetchContent)

find_package(Catch2 3 QUIET)
if(NOT Catch2_FOUND)
  find_package(Catch2 2.13 QUIET)
endif()
find_package(fmt QUIET)
find_package(Eigen3 3.4 QUIET NO_MODULE)
find_package(CLI11 QUIET)
find_package(nlohmann_json 3.9 QUIET)
find_package(OpenMP QUIET COMPONENTS CXX)
find_package(Threads REQUIRED)
# The decoder reads a tokenizer.model where this is installed.
find_library(SENTENCEPIECE_LIBRARY sentencepiece)
find_path(SENTENCEPIECE_INCLUDE sentencepiece_processor.h)

function(kit_fetch target name repository commit)
  if(NOT TARGET ${target})
    message(STATUS "${name} is not installed: fetching ${repository} at ${commit}")
    FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${commit})
    FetchContent_MakeAvailable(${name})
  endif()
endfunction()
kit_fetch(Catch2::Catch2 Catch2 https://github.com/catchorg/Catch2.git
          fa43b77429ba76c462b1898d6cd2f2d7a9416b14)  # 3.7.1
kit_fetch(fmt::fmt fmt https://github.com/fmtlib/fmt.git
          a33701196adfad74917046096bf5a2aa0ab0bb50)  # 9.1.0
kit_fetch(Eigen3::Eigen Eigen3 https://gitlab.com/libeigen/eigen.git
          3147391d946bb4b6c68edd901f2add6ac1f31f8c)  # 3.4.0
kit_fetch(CLI11::CLI11 CLI11 https://github.com/CLIUtils/CLI11.git
          6c7b07a878ad834957b98d0f9ce1dbe0cb204fc9)  # 2.4.2
kit_fetch(nlohmann_json::nlohmann_json nlohmann_json https://github.com/nlohmann/json.git
          9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03)  # 3.11.3
