#pragma once
// What a bench found: as one JSON document, or as tables for people.
#include <nlohmann/json.hpp>
#include <string>

namespace kit::bench {

/// report  as docs/bench.md describes it
std::string tables(const nlohmann::json& report);

}  // namespace kit::bench
