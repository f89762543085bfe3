#pragma once
// A function of a contract that is computed elsewhere: `call` stands for it in the test program,
// `serve` calls it in the worker. Compiled into the switchboard where KIT_REMOTE is defined.
#include <string_view>
#include <vector>

#include "support/codec.hpp"

namespace kit {

/// Which function of its exercise this is; both sides count alike.
std::uint32_t number_of(void* forwarder);

namespace wire {

template <class Parameter>
inline constexpr bool is_changed = std::is_lvalue_reference_v<Parameter> &&
                                   !std::is_const_v<std::remove_reference_t<Parameter>>;

/// The memory of an argument that comes back whole: nothing may point into it.
inline void forget_regions(Memory& memory, std::size_t from) {
  for (std::size_t i = from; i < memory.regions.size(); ++i) memory.regions[i].data = nullptr;
}

template <class Parameter, class Value>
void write_argument(Writer& out, const Value& value) {
  const std::size_t before = out.memory().regions.size();
  write(out, value);
  if constexpr (is_changed<Parameter>) forget_regions(out.memory(), before);
}
template <class Parameter, class Value>
void read_argument(Reader& in, Value& value) {
  const std::size_t before = in.memory().regions.size();
  read(in, value);
  if constexpr (is_changed<Parameter>) forget_regions(in.memory(), before);
}

/// A call that is under way, with its callbacks and what it may change.
struct UnderWay {
  explicit UnderWay(State state) { states().push_back(std::move(state)); }
  UnderWay(const UnderWay&) = delete;
  ~UnderWay() {
    drop_callbacks(before);
    states().pop_back();
  }
  std::uint32_t before = n_callbacks();
};

/// Views of a result point into memory that stays as long as the test program runs.
void keep(Memory& memory);

template <class Function, Function function>
struct Remote;

template <class Result, class... Parameters, Result (*function)(Parameters...)>
struct Remote<Result (*)(Parameters...), function> {
  static Result call(Parameters... arguments) {
    const UnderWay under_way(
        {nullptr, [&](Reader& in) { (read_back<Parameters>(in, arguments), ...); }});
    Memory memory;
    Writer out(memory);
    (write_argument<Parameters>(out, arguments), ...);
    memory.n_arguments = memory.regions.size();
    const std::vector<std::byte> bytes =
        channel().ask(Kind::call, number_of(reinterpret_cast<void*>(function)), out);

    Reader in(bytes, memory);
    std::exception_ptr error;
    if constexpr (std::is_void_v<Result>) {
      if (in.number<std::uint8_t>() == thrown) error = read_exception(in);
      finish(in, arguments...);
      if (error) std::rethrow_exception(error);
    } else {
      Result result{};
      if (in.number<std::uint8_t>() == thrown) {
        error = read_exception(in);
      } else {
        read(in, result);
      }
      finish(in, arguments...);
      if (error) std::rethrow_exception(error);
      return result;
    }
  }

  static void serve(void* implementation, Reader& in, Writer& out) {
    std::tuple<std::remove_cvref_t<Parameters>...> arguments;
    Memory& memory = in.memory();
    std::apply([&](auto&... argument) { (read_argument<Parameters>(in, argument), ...); },
               arguments);
    in.end();
    memory.n_arguments = memory.regions.size();
    const auto write_all_back = [&](Writer& to) {
      std::apply([&](auto&... argument) { (write_back<Parameters>(to, argument), ...); },
                 arguments);
    };
    const UnderWay under_way({write_all_back, nullptr});
    const auto compute = reinterpret_cast<Result (*)(Parameters...)>(implementation);
    write_outcome<Result>(out, [&] {
      return std::apply(
          [&](auto&... argument) { return compute(static_cast<Parameters>(argument)...); },
          arguments);
    });
    write_all_back(out);
    out.changes();
  }

 private:
  static void finish(Reader& in, Parameters&... arguments) {
    (read_back<Parameters>(in, arguments), ...);
    in.changes();
    in.end();
    keep(in.memory());
  }
  template <class Parameter, class Value>
  static void write_back(Writer& out, const Value& value) {
    if constexpr (is_changed<Parameter>) write(out, value);
  }
  template <class Parameter, class Value>
  static void read_back(Reader& in, Value& value) {
    if constexpr (is_changed<Parameter>) read(in, value);
  }
};

}  // namespace wire
}  // namespace kit
