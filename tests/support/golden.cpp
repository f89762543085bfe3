#include "support/golden.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/testing.hpp"

namespace kit {

struct GoldenCase::Json {
  nlohmann::json value;
};

lm::Matrix GoldenTensor::matrix() const {
  const int cols = shape.back();
  lm::Matrix result(static_cast<int>(values.size()) / cols, cols);
  result.data = floats();
  return result;
}

std::vector<double> GoldenTensor::row(int i) const {
  const auto begin = values.begin() + i * shape.back();
  return {begin, begin + shape.back()};
}

bool GoldenCase::has(const std::string& key) const {
  return json_->value.contains(key) && !json_->value[key].is_null();
}
double GoldenCase::number(const std::string& key) const {
  const auto& value = json_->value.at(key);
  return value.is_boolean() ? value.get<bool>() : value.get<double>();
}
std::string GoldenCase::word(const std::string& key) const {
  return json_->value.at(key);
}
std::vector<int> GoldenCase::integers(const std::string& key) const {
  return json_->value.at(key).get<std::vector<int>>();
}
std::vector<std::string> GoldenCase::words(const std::string& key) const {
  return json_->value.at(key).get<std::vector<std::string>>();
}
GoldenTensor GoldenCase::tensor(const std::string& key) const {
  const auto& value = json_->value.at(key);
  return {value.at("shape").get<std::vector<int>>(), value.at("data").get<std::vector<double>>()};
}
GoldenCase GoldenCase::object(const std::string& key) const {
  return GoldenCase(std::make_shared<const Json>(Json{json_->value.at(key)}));
}
std::vector<GoldenCase> GoldenCase::objects(const std::string& key) const {
  std::vector<GoldenCase> all;
  for (const auto& value : json_->value.at(key)) {
    all.emplace_back(std::make_shared<const Json>(Json{value}));
  }
  return all;
}
std::vector<std::string> GoldenCase::keys() const {
  std::vector<std::string> all;
  for (const auto& [key, value] : json_->value.items()) all.push_back(key);
  return all;
}

std::optional<std::string> conformance_file(const std::string& path) {
  const char* const folder = std::getenv("KIT_CONFORMANCE_DIR");
  const std::string file = std::string(folder == nullptr ? "" : folder) + "/" + path;
  if (folder == nullptr || *folder == '\0' || !std::filesystem::exists(file)) {
    skip("no conformance data");
    return {};
  }
  return file;
}

std::optional<GoldenCase> golden_file(const std::string& path) {
  const auto file = conformance_file(path);
  if (!file) return {};
  std::ifstream in(*file);
  return GoldenCase(
      std::make_shared<const GoldenCase::Json>(GoldenCase::Json{nlohmann::json::parse(in)}));
}

std::vector<GoldenCase> golden_cases(const std::string& name) {
  const auto file = conformance_file("golden/" + name + ".json");
  if (!file) return {};
  std::ifstream in(*file);
  // By a name of its own: a range-for would let the parsed file go before its first turn.
  const nlohmann::json parsed = nlohmann::json::parse(in);
  std::vector<GoldenCase> all;
  for (const auto& value : parsed.at("cases")) {
    all.emplace_back(std::make_shared<const GoldenCase::Json>(GoldenCase::Json{value}));
  }
  return all;
}

}  // namespace kit
