#pragma once
// Every type of a contract as bytes, by what it is made of. read() fills a value in place, so that
// memory which keeps its size stays where it is.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/types.hpp"
#include "support/fields.hpp"
#include "support/wire.hpp"

namespace lm {
struct Config;
}

namespace kit::wire {

template <class T>
inline constexpr bool is_plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_span = false;
template <class T>
inline constexpr bool is_span<std::span<T>> = true;
template <class T>
inline constexpr bool is_function = false;
template <class R, class... A>
inline constexpr bool is_function<std::function<R(A...)>> = true;

template <class T>
void write(Writer& out, const T& value);
template <class T>
void read(Reader& in, T& value);

/// The fields of any aggregate. Config has more than for_each_field can count.
template <class T, class Visit>
void each_field(T& value, Visit visit) {
  if constexpr (std::same_as<std::remove_const_t<T>, lm::Config>) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa] =
        value;
    const auto all = [&](auto&... field) { (visit(field), ...); };
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa);
  } else {
    for_each_field(value, visit);
  }
}

constexpr std::size_t largest_extent = std::size_t{1} << 40;

inline std::size_t extent(const lm::MatrixView& view) {
  if (view.rows <= 0 || view.cols <= 0) return 0;
  return lm::to_size(view.rows - 1) * lm::to_size(view.stride) + lm::to_size(view.cols);
}

// ---- functions among the arguments --------------------------------------------------------------

constexpr std::uint8_t returned = 0, thrown = 1;

/// Runs `call` and writes what it returns or throws.
template <class Result, class Call>
void write_outcome(Writer& out, Call call) {
  try {
    if constexpr (std::is_void_v<Result>) {
      call();
      out.number(returned);
    } else {
      const Result result = call();
      out.number(returned);
      write(out, result);
    }
  } catch (...) {
    out.number(thrown);
    write_exception(out, std::current_exception());
  }
}

template <class R, class... A>
void write_function(Writer& out, const std::function<R(A...)>& function) {
  if (!function) return out.number(std::uint32_t{0});
  out.number(add_callback([&function](Reader& in, Writer& result) {
    std::tuple<std::remove_cvref_t<A>...> arguments;
    std::apply([&](auto&... argument) { (read(in, argument), ...); }, arguments);
    in.end();
    write_outcome<R>(result, [&] {
      return std::apply(
          [&](auto&... argument) { return function(static_cast<A>(argument)...); }, arguments);
    });
  }));
}

template <class R, class... A>
void read_function(Reader& in, std::function<R(A...)>& function) {
  const auto id = in.number<std::uint32_t>();
  if (id == 0) return;
  function = [id](A... argument) -> R {
    Memory memory;
    Writer out(memory);
    for (const State& state : states()) state.write(out);
    (write(out, argument), ...);
    const std::vector<std::byte> bytes = channel().ask(Kind::callback, id, out);
    Reader result(bytes, memory);
    if (result.number<std::uint8_t>() == thrown) std::rethrow_exception(read_exception(result));
    R value{};
    read(result, value);
    return value;
  };
}

// ---- values -------------------------------------------------------------------------------------

template <class T>
void write(Writer& out, const T& value) {
  if constexpr (is_plain<T>) {
    out.number(value);
  } else if constexpr (is_shared_pointer<T>) {  // keeps memory alive; the memory crosses by itself
  } else if constexpr (is_optional<T>) {
    out.number(value.has_value());
    if (value) write(out, *value);
  } else if constexpr (is_function<T>) {
    write_function(out, value);
  } else if constexpr (std::same_as<T, lm::MatrixView>) {
    out.number(value.rows);
    out.number(value.cols);
    out.number(value.stride);
    out.view(value.data, extent(value) * sizeof(float));
  } else if constexpr (std::same_as<T, lm::Matrix>) {
    out.number(value.rows);
    out.number(value.cols);
    write(out, value.data);
  } else if constexpr (std::same_as<T, std::string>) {
    out.number(static_cast<std::uint64_t>(value.size()));
    out.raw(value.data(), value.size());
  } else if constexpr (std::same_as<T, std::string_view>) {
    out.number(static_cast<std::uint64_t>(value.size()));
    out.view(value.data(), value.size());
  } else if constexpr (is_span<T> || is_vector<T>) {
    using Entry = std::remove_const_t<typename T::value_type>;
    out.number(static_cast<std::uint64_t>(is_shared_pointer<Entry> ? 0 : value.size()));
    if constexpr (is_plain<Entry> && is_span<T>) {
      out.view(value.data(), value.size_bytes());
    } else if constexpr (is_plain<Entry>) {
      out.content(value.data(), value.size() * sizeof(Entry));
    } else if constexpr (!is_shared_pointer<Entry>) {
      for (const Entry& entry : value) write(out, entry);
    }
  } else {
    each_field(value, [&](const auto& field) { write(out, field); });
  }
}

template <class T>
void read(Reader& in, T& value) {
  if constexpr (std::same_as<T, bool>) {
    const auto byte = in.number<std::uint8_t>();
    if (byte > 1) broken("a bool that is neither true nor false");
    value = byte == 1;
  } else if constexpr (is_plain<T>) {
    value = in.number<T>();
  } else if constexpr (is_shared_pointer<T>) {
  } else if constexpr (is_optional<T>) {
    bool there = false;
    read(in, there);
    value.reset();
    if (there) read(in, value.emplace());
  } else if constexpr (is_function<T>) {
    read_function(in, value);
  } else if constexpr (std::same_as<T, lm::MatrixView>) {
    value.rows = in.number<int>();
    value.cols = in.number<int>();
    value.stride = in.number<int>();
    if (value.stride < 0 || extent(value) > largest_extent) broken("a matrix that nothing holds");
    value.data = reinterpret_cast<const float*>(in.view(extent(value) * sizeof(float)));
  } else if constexpr (std::same_as<T, lm::Matrix>) {
    value.rows = in.number<int>();
    value.cols = in.number<int>();
    read(in, value.data);
    if (value.rows < 0 || value.cols < 0 ||
        value.data.size() != lm::to_size(value.rows) * lm::to_size(value.cols)) {
      broken("a Matrix whose data has not rows * cols entries");
    }
  } else if constexpr (std::same_as<T, std::string>) {
    const std::size_t size = in.count(1);
    value.assign(reinterpret_cast<const char*>(in.raw(size)), size);
  } else if constexpr (std::same_as<T, std::string_view>) {
    const auto size = static_cast<std::size_t>(in.number<std::uint64_t>());
    const auto* const data = reinterpret_cast<const char*>(in.view(size));
    value = {data, data == nullptr ? 0 : size};
  } else if constexpr (is_span<T>) {
    using Entry = std::remove_const_t<typename T::value_type>;
    if constexpr (is_plain<Entry>) {
      const auto size = in.number<std::uint64_t>();
      if (size > SIZE_MAX / sizeof(Entry)) broken("an answer shorter than it says");
      auto* const data = reinterpret_cast<Entry*>(
          in.view(static_cast<std::size_t>(size) * sizeof(Entry)));
      value = {data, data == nullptr ? 0 : static_cast<std::size_t>(size)};
    } else {
      const auto entries = std::make_shared<std::vector<Entry>>(in.count(1));
      in.memory().kept.push_back(entries);
      for (Entry& entry : *entries) read(in, entry);
      value = *entries;
    }
  } else if constexpr (is_vector<T>) {
    using Entry = typename T::value_type;
    const std::size_t size = in.count(is_plain<Entry> ? sizeof(Entry) : 1);
    value.resize(size);
    if constexpr (is_plain<Entry>) {
      in.content(value.data(), size * sizeof(Entry));
    } else {
      for (Entry& entry : value) read(in, entry);
    }
  } else {
    each_field(value, [&](auto& field) { read(in, field); });
  }
}

}  // namespace kit::wire
