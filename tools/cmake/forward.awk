# Reads a contract and writes the switchboard's forwarding line for each function it declares.
# usage: awk -v exercise=softmax -f forward.awk softmax.hpp > softmax.switchboard.cpp
#
# A contract is simple by rule: plain declarations and aggregate structs in namespace lm, no
# overloads, no default arguments. The compiler checks every line written here against it.
{ sub(/\/\/.*/, ""); text = text " " $0 }
END {
  print "// Generated from " exercise ".hpp. Do not edit."
  print "#include \"" exercise ".hpp\"\n#include \"support/switchboard.hpp\"\n"
  sub(/.*namespace lm *\{/, "", text)
  depth = 0; statement = ""
  for (i = 1; i <= length(text); ++i) {
    c = substr(text, i, 1)
    if (c == "{") { ++depth; continue }
    if (c == "}") { if (--depth < 0) break; if (depth == 0) statement = statement "{}"; continue }
    if (depth > 0) continue
    if (c == ";") { forward(statement); statement = ""; continue }
    statement = statement c
  }
}
function trim(s) { gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
function forward(s,    open, head, name, result, parameters, i, c, nesting, one, arguments, n,
                 n_arguments, layer) {
  s = trim(s)
  sub(/^([^;{}]*\{\})+ */, "", s)          # inline functions before it: given, not forwarded
  sub(/\[\[nodiscard\]\] */, "", s)
  if (s !~ /\)$/ || s ~ /^(struct|enum|using|class|constexpr|inline|template)/) return
  open = index(s, "(")
  head = trim(substr(s, 1, open - 1))
  parameters = substr(s, open + 1, length(s) - open - 1)
  match(head, /[A-Za-z_0-9]+$/)
  name = substr(head, RSTART); result = trim(substr(head, 1, RSTART - 1))
  nesting = 0; one = ""; arguments = ""; n_arguments = 0; layer = -1
  for (i = 1; i <= length(parameters) + 1; ++i) {
    c = i > length(parameters) ? "," : substr(parameters, i, 1)
    if (c == "<" || c == "(") ++nesting
    if (c == ">" || c == ")") --nesting
    if (c == "," && nesting == 0) {
      if (match(one, /[A-Za-z_0-9]+$/)) {
        n = substr(one, RSTART)
        if (n == "layer") layer = n_arguments
        ++n_arguments
        arguments = arguments (arguments == "" ? "" : ", ") "static_cast<decltype(" n ")&&>(" n ")"
      }
      one = ""
    } else one = one c
  }
  print "static const kit::Socket " name "_socket ="
  print "    kit::socket<&lm::" name ">(\"" exercise "\", \"lm::" name "\", " layer ");"
  # The result's type may be a name of namespace lm, so the definition stands inside it.
  print "namespace lm { " result " " name "(" parameters ") {"
  print "  return kit::part<&lm::" name ">(" arguments "); } }\n"
}
