# Writes the registration of every function that the headers of reference/ declare.
# usage: awk -f references.awk reference/*.hpp > references.cpp
FNR == 1 { n = split(FILENAME, path, "/"); print "#include \"reference/" path[n] "\"" }
/^[a-zA-Z].*[(]/ && !/^(using|namespace|static_assert|template)/ && match($0, /(^| )[a-z0-9_]+[(]/) {
  name = substr($0, RSTART, RLENGTH - 1)
  sub(/^ /, "", name)
  lines = lines "  all.offer(\"" name "\", &reference::" name ");\n"
}
END {
  print "#include \"numbers/value.hpp\"\n"
  printf "void kit::numbers::offer_references(Functions& all) {\n%s}\n", lines
}
