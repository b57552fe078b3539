#!/usr/bin/env bash
# Checks who includes whom under protea/, that the library neither prints nor ends the program, that its texts name settings and no flags of
# the command line, and that no two headers define a type of the same name: all stand in one namespace, and the linker would silently take
# one for the other.
# Prints one line per violation and fails if there is one.
# Usage: tools/check_layers.sh [ROOT]     ROOT: the directory that holds protea/; the repository by default
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

# A room may include itself and:
rooms='
base           -
data           base
dissimilarity  base
rule           base
optimize       base
runtime        base optimize
model          base data dissimilarity rule optimize runtime
relevance      base data dissimilarity rule optimize runtime model
theory         base data dissimilarity rule optimize runtime model
train          base data dissimilarity rule optimize runtime model relevance
method         base data dissimilarity rule optimize runtime model relevance train
perceptron     base data dissimilarity rule optimize runtime model relevance train method
evaluate       base data dissimilarity rule optimize runtime model relevance theory train
catalogue      base data dissimilarity rule optimize runtime model relevance theory train method perceptron evaluate
facade         base data dissimilarity rule optimize runtime model relevance train method perceptron evaluate catalogue
experiment     base data dissimilarity rule optimize runtime model relevance theory train method perceptron evaluate catalogue
report         base data dissimilarity rule optimize runtime model relevance theory train method perceptron evaluate catalogue facade experiment
'

# A header of others may be included by the files whose names match:
headers='
Eigen/            ^protea/base/linear_algebra\.cpp$
unsupported/      ^protea/base/linear_algebra\.cpp$
CLI/              \.cpp$
nlohmann/         \.cpp$
fmt/              \.cpp$
boost/            \.cpp$
svm\.h            ^protea/perceptron/.*\.cpp$
iostream          ^$
'

# The library throws and returns; it does not talk and does not end the program.
calls='std::(cout|cerr|clog)|fmt::print|(^|[^A-Za-z0-9_])(printf|fprintf|puts|exit|_exit|quick_exit|abort)[ ]*[(]'

# Dashes belong to the command line (setting() in base/error.hpp); only the page it prints from the catalogue may show them:
flags_shown_by='^protea/catalogue/reference\.cpp$'

# protea/protea.hpp stands before the rooms and includes what it shows.
find protea -mindepth 2 -name '*.hpp' -o -name '*.cpp' | LC_ALL=C sort | ROOMS=$rooms HEADERS=$headers CALLS=$calls SHOWN_BY=$flags_shown_by awk '
  function report(what) { print file ":" line ": " what; violations++ }

  function check_include(text,    target, path, header) {
    if (text ~ /^[ \t]*#[ \t]*include[ \t]*"/) {
      report("write #include <protea/…>: a quoted include hides the room")
      return
    }
    target = text
    sub(/^[^<]*</, "", target)
    sub(/>.*/, "", target)
    split(target, path, "/")
    if (path[1] == "protea") {
      if (path[2] != room && !((room, path[2]) in may)) report(room " may not include " path[2] " (" target ")")
      return
    }
    for (header in where) {
      if (target ~ ("^" header) && file !~ where[header]) report(target " may not be included here")
    }
  }

  function check_type(text,    words, name) {
    split(text, words, /[ :{<]+/)
    name = words[1] == "enum" ? words[3] : words[2]
    if (name in defined) report(name " is the name of another type, in " defined[name])
    else defined[name] = file
  }

  # Literal by literal: between two of them, --count is arithmetic.
  function check_literals(text,    literal) {
    gsub(/\047\\?"\047/, "", text)          # the character " opens no literal
    while (match(text, /"([^"\\]|\\.)*"/)) {
      literal = substr(text, RSTART, RLENGTH)
      text = substr(text, RSTART + RLENGTH)
      if (literal ~ /--[A-Za-z{]/) report("the library names settings, not flags: write setting(…) for " literal)
    }
  }

  BEGIN {
    count = split(ENVIRON["ROOMS"], rows, "\n")
    for (i = 1; i <= count; i++) {
      fields = split(rows[i], field, /[ ]+/)
      if (fields > 0) known[field[1]] = 1
      for (j = 2; j <= fields; j++) may[field[1], field[j]] = 1
    }
    count = split(ENVIRON["HEADERS"], rows, "\n")
    for (i = 1; i <= count; i++) {
      if (split(rows[i], field, /[ ]+/) == 2) where[field[1]] = field[2]
    }
  }

  {
    file = $0
    line = 0
    split(file, parts, "/")
    room = parts[2]
    if (!(room in known)) report("no room of that name: " room)
    while ((getline text < file) > 0) {
      line++
      sub(/\/\/.*/, "", text)
      if (text ~ /^[ \t]*#[ \t]*include/) check_include(text)
      else if (file ~ /\.hpp$/ && text ~ /^(struct|class|enum class) [A-Za-z]+.*[{]/) check_type(text)
      else if (text ~ ENVIRON["CALLS"]) report("the library neither prints nor ends the program")
      if (index(text, "--") && file !~ ENVIRON["SHOWN_BY"]) check_literals(text)
    }
    close(file)
  }

  END {
    if (NR == 0) { print "no files under protea/"; violations++ }
    exit violations > 0
  }'
