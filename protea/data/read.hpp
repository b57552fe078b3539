// Reading tables: the format is told from the name, the contents decide the rest.
#pragma once

#include <string>
#include <string_view>

#include <protea/base/export.hpp>
#include <protea/data/read_options.hpp>
#include <protea/data/table.hpp>

namespace PROTEA_EXPORT protea {

// Reads `name`: the name of a built-in set, "-" for standard input, or a path; gzipped bytes are unpacked. `automatic`
// takes the format from the ending (.csv .tsv .tab .dat .cod .libsvm .svm .svmlight .arff .npy .npz, each with or
// without .gz);
// without a telling one, and for standard input, the contents are looked at. The name of a built-in set always means
// the set, so that a file that happens to lie around changes nothing: "./iris" is the file.
Table read_table(const std::string& name, const ReadOptions& options = {});
inline Table read_table(const std::string& name, const std::string& label) {
  return read_table(name, ReadOptions{.label = label});
}

// Reads text or bytes already in memory, gzipped or not; `source` is used in messages, `automatic` looks at the
// contents.
Table parse_table(std::string_view bytes, const std::string& source, const ReadOptions& options = {});
inline Table parse_table(std::string_view bytes, const std::string& source, Format format,
                         const std::string& label = "none") {
  return parse_table(bytes, source, ReadOptions{.label = label, .format = format});
}

// Makes values missing that a reader of one format took for what they look like: marks that are numbers are meant by
// value; in a column of words, every mark is meant as it is spelled. The table remembers them.
void take_out_missing(Table& table, const std::vector<std::string>& marks);

// Writes in the format of the ending: .csv .tsv .dat .libsvm/.svm .arff .npy; `label_column` (-1: none) is written
// last, or as the format wants it. .npy holds numbers only: words of the label become numbers where all are some,
// else the numbers of their classes, from 0 in the order of their names. Goes through a temporary file; "-" is CSV on standard output. Throws UsageError for what the format cannot hold.
void write_table(const Table& table, int label_column, const std::string& path);

}   // namespace protea
