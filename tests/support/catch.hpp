#pragma once
// Catch2 2.13 (Debian 12) and 3 (Ubuntu 24.04) under one set of names. Only this folder includes
// it.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#ifdef KIT_CATCH_MAIN
#include <catch2/catch_assertion_result.hpp>
#include <catch2/catch_session.hpp>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/internal/catch_test_case_registry_impl.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
namespace kit {
using ListenerBase = Catch::EventListenerBase;
using AssertionEnded = void;
inline const std::string& name_of(const Catch::TestCaseHandle& test) {
  return test.getTestCaseInfo().name;
}
}  // namespace kit
#endif
#else
#ifdef KIT_CATCH_MAIN
#define CATCH_CONFIG_RUNNER
#endif
#include <catch2/catch.hpp>
#ifdef KIT_CATCH_MAIN
namespace kit {
using ListenerBase = Catch::TestEventListenerBase;
using AssertionEnded = bool;
inline const std::string& name_of(const Catch::TestCase& test) {
  return test.name;
}
}  // namespace kit
#endif
#endif
