// The expressions of a numbers block, computed as they are read.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <numeric>

#include "numbers/value.hpp"

namespace kit::numbers {

std::vector<double> flat(const List& values) {
  std::vector<double> all;
  for (const Value& value : values) {
    const std::vector<double> inner =
        value.is_list() ? flat(value.list()) : std::vector{value.number()};
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

namespace {

// ---- arithmetic on numbers, entry by entry on lists
// -----------------------------------------------

template <class F>
Value combine(const Value& a, const Value& b, F f) {
  if (!a.is_list()) return each(b, [&](double y) { return f(a.number(), y); });
  if (!b.is_list()) return each(a, [&](double x) { return f(x, b.number()); });
  if (a.list().size() != b.list().size()) {
    throw Error(
        fmt::format("lists of {} and {} entries do not combine", a.list().size(), b.list().size()));
  }
  List result;
  for (std::size_t i = 0; i < a.list().size(); ++i) {
    result.push_back(combine(a.list()[i], b.list()[i], f));
  }
  return result;
}

double sum(const List& values) {
  const std::vector<double> all = flat(values);
  return std::accumulate(all.begin(), all.end(), 0.0);
}

bool is_matrix(const Value& value) {
  return value.is_list() && !value.list().empty() && value.list()[0].is_list();
}

Value transpose(const Value& matrix) {
  const auto [rows, cols] = Argument<int>::shape(matrix);
  List result(static_cast<std::size_t>(cols));
  for (std::size_t i = 0; i < result.size(); ++i) {
    List row;
    for (const Value& entries : matrix.list()) row.push_back(entries.list()[i]);
    result[i] = row;
  }
  return result;
}

/// Vector·vector, matrix·vector, vector·matrix, matrix·matrix.
Value dot(const Value& a, const Value& b) {
  List result;
  if (is_matrix(a)) {
    for (const Value& row : a.list()) result.push_back(dot(row, b));
  } else if (is_matrix(b)) {
    const Value columns = transpose(b);
    for (const Value& column : columns.list()) result.push_back(dot(a, column));
  } else {
    a.list(), b.list();  // must be lists
    return sum({combine(a, b, std::multiplies<>())});
  }
  return result;
}

/// To the nearest float of so many significand bits, ties to even.
double narrow(double x, int bits, int min_exponent, double largest) {
  const double value = static_cast<float>(x);
  if (!std::isfinite(value)) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const double unit = std::ldexp(1, std::max(exponent - 1, min_exponent) - (bits - 1));
  const double result = std::nearbyint(value / unit) * unit;
  return std::abs(result) > largest ? std::copysign(HUGE_VAL, result) : result;
}

double wrap_to_int32(double x) {
  const double turns = std::fmod(std::trunc(x), 0x1p32);
  return static_cast<std::int32_t>(static_cast<std::int64_t>(turns));
}

}  // namespace

Functions arithmetic() {
  Functions all;
  const auto map = [&](const char* name, double (*f)(double)) {
    all.named[name] = {1, 1, [f](const List& a) { return each(a[0], f); }};
  };
  map("sqrt", std::sqrt), map("exp", std::exp), map("log", std::log), map("log2", std::log2);
  map("log10", std::log10), map("cos", std::cos), map("sin", std::sin), map("tan", std::tan);
  map("tanh", std::tanh), map("erf", std::erf), map("abs", std::fabs), map("floor", std::floor);
  map("ceil", std::ceil), map("round", std::round), map("int64", std::trunc);
  map("int32", wrap_to_int32);
  map("f32", [](double x) -> double { return static_cast<float>(x); });
  map("bf16", [](double x) { return narrow(x, 8, -126, 0x1.fep127); });
  map("fp16", [](double x) { return narrow(x, 11, -14, 65504); });

  const auto add = [&](const char* name, std::size_t least, std::size_t most, auto f) {
    all.named[name] = {least, most, [f](const List& a) -> Value { return f(a); }};
  };
  constexpr std::size_t many = 1000;
  add("min", 1, many, [](const List& a) { return std::ranges::min(flat(a)); });
  add("max", 1, many, [](const List& a) { return std::ranges::max(flat(a)); });
  add("sum", 1, many, sum);
  add("mean", 1, many, [](const List& a) { return sum(a) / static_cast<double>(flat(a).size()); });
  add("norm", 1, 1,
      [](const List& a) { return std::sqrt(sum({combine(a[0], a[0], std::multiplies<>())})); });
  add("dot", 2, 2, [](const List& a) { return dot(a[0], a[1]); });
  add("pow", 2, 2, [](const List& a) {
    return combine(a[0], a[1], [](double x, double y) { return std::pow(x, y); });
  });
  add("mod", 2, 2, [](const List& a) {
    return combine(a[0], a[1], [](double x, double y) { return x - y * std::floor(x / y); });
  });
  add("transpose", 1, 1, [](const List& a) { return transpose(a[0]); });
  add("size", 1, 1, [](const List& a) { return static_cast<double>(a[0].list().size()); });
  add("range", 1, 1, [](const List& a) {
    List result;
    for (double i = 0; i < a[0].number(); ++i) result.push_back(i);
    return result;
  });
  add("reverse", 1, 1,
      [](const List& a) { return List(a[0].list().rbegin(), a[0].list().rend()); });
  add("concat", 1, many, [](const List& a) {
    List result;
    for (const Value& list : a) result.insert(result.end(), list.list().begin(), list.list().end());
    return result;
  });
  return all;
}

namespace {

std::size_t distance(std::string_view a, std::string_view b) {  // Levenshtein
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
    }
  }
  return row[b.size()];
}

class Parser {
 public:
  Parser(const std::string& text, const std::map<std::string, Value>& names,
         const Functions& functions)
      : text_(text), names_(names), functions_(functions) {}

  Value all() {
    const Value value = expression();
    if (peek() != '\0') throw Error(fmt::format("what is \"{}\"?", text_.substr(at_)));
    return value;
  }

 private:
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) { return peek() == c ? (++at_, true) : false; }
  void expect(char c) {
    if (take(c)) return;
    throw Error(
        fmt::format("'{}' is missing {}", c,
                    peek() == '\0' ? "at the end" : "before \"" + text_.substr(at_) + "\""));
  }

  Value expression() {
    Value value = term();
    while (true) {
      if (take('+'))
        value = combine(value, term(), std::plus<>());
      else if (take('-'))
        value = combine(value, term(), std::minus<>());
      else
        return value;
    }
  }
  Value term() {
    Value value = factor();
    while (true) {
      if (take('*'))
        value = combine(value, factor(), std::multiplies<>());
      else if (take('/'))
        value = combine(value, factor(), std::divides<>());
      else
        return value;
    }
  }
  Value factor() {
    if (take('-')) return each(factor(), std::negate<>());
    const Value base = indexed();
    if (!take('^')) return base;
    return combine(base, factor(), [](double x, double y) { return std::pow(x, y); });
  }
  Value indexed() {
    Value value = primary();
    while (take('[')) {
      const std::size_t size = value.list().size();
      const std::size_t first = peek() == ':' ? 0 : index(size);
      if (take(':')) {
        const std::size_t last = peek() == ']' ? size : index(size + 1);
        if (last < first) throw Error("a slice ends before it begins");
        const auto begin = value.list().begin();
        value = List(begin + static_cast<std::ptrdiff_t>(first),
                     begin + static_cast<std::ptrdiff_t>(last));
      } else {
        value = Value(value.list().at(first));
      }
      expect(']');
    }
    return value;
  }
  std::size_t index(std::size_t size) {
    const double i = expression().number();
    if (i >= 0 && i < static_cast<double>(size) && i == std::trunc(i)) {
      return static_cast<std::size_t>(i);
    }
    throw Error(fmt::format("there is no entry {}", i));
  }
  Value primary() {
    const char c = peek();
    if (std::isdigit(static_cast<unsigned char>(c))) {
      char* end = nullptr;
      const double number = std::strtod(text_.c_str() + at_, &end);
      at_ = static_cast<std::size_t>(end - text_.c_str());
      return number;
    }
    if (take('(')) {
      const Value value = expression();
      expect(')');
      return value;
    }
    if (take('[')) return list(']');
    if (c == '\'' || c == '"') {
      const std::size_t end = text_.find(c, at_ + 1);
      if (end == std::string::npos) throw Error("a string does not end");
      const std::string words = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
      return words;
    }
    const std::size_t begin = at_;
    while (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_') ++at_;
    const std::string name = text_.substr(begin, at_ - begin);
    if (name.empty()) {
      throw Error(c == '\0' ? "something is missing at the end"
                            : fmt::format("what is \"{}\"?", text_.substr(at_)));
    }
    return take('(') ? call(name) : named(name);
  }
  List list(char end) {
    List values;
    if (take(end)) return values;
    do values.push_back(expression());
    while (take(','));
    expect(end);
    return values;
  }
  Value named(const std::string& name) const {
    static const std::map<std::string, Value> constants = {{"pi", std::numbers::pi},
                                                           {"e", std::numbers::e},
                                                           {"inf", HUGE_VAL},
                                                           {"true", 1},
                                                           {"false", 0}};
    for (const auto& names : {names_, constants}) {
      if (const auto found = names.find(name); found != names.end()) return found->second;
    }
    throw Error(fmt::format("there is no name {}{}", name, nearest(name, names_)));
  }
  Value call(const std::string& name) {
    const auto found = functions_.named.find(name);
    if (found == functions_.named.end()) {
      throw Error(fmt::format("there is no function {}{}", name, nearest(name, functions_.named)));
    }
    const Function& function = found->second;
    const List arguments = list(')');
    if (arguments.size() < function.least || arguments.size() > function.most) {
      throw Error(fmt::format("{} takes {}{} argument{}, not {}", name,
                              function.least == function.most ? "" : "at least ", function.least,
                              function.least == 1 ? "" : "s", arguments.size()));
    }
    try {
      return function.call(arguments);
    } catch (const std::exception& error) {
      throw Error(name + ": " + error.what());
    }
  }
  template <class T>
  static std::string nearest(const std::string& name, const std::map<std::string, T>& all) {
    std::string near;
    for (const auto& [other, unused] : all) {
      if (distance(name, other) <= 2 ||
          (name.size() > 2 && other.find(name) != std::string::npos)) {
        near += (near.empty() ? "; do you mean " : " or ") + other;
      }
    }
    return near.empty() ? near : near + "?";
  }

  const std::string& text_;
  const std::map<std::string, Value>& names_;
  const Functions& functions_;
  std::size_t at_ = 0;
};

}  // namespace

Value evaluate(const std::string& text, const std::map<std::string, Value>& names,
               const Functions& functions) {
  std::string ascii = text;
  for (std::size_t at; (at = ascii.find("−")) != std::string::npos;) ascii.replace(at, 3, "-");
  return Parser(ascii, names, functions).all();
}

}  // namespace kit::numbers
