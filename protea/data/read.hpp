// Reading tables: the format is told from the name, the contents decide the rest.
#pragma once

#include <string>
#include <string_view>

#include <protea/data/table.hpp>

namespace protea {

enum class Format { automatic, csv, tsv, lvq_pak, libsvm, arff, npy, npz };

// Reads `name`: the name of a built-in set, "-" for standard input, or a path (".gz" is unpacked). `automatic` takes the
// format from the ending; without a telling one, and for standard input, the text is looked at.
Table read_table(const std::string& name, Format format = Format::automatic);

// Reads text or bytes already in memory; `source` is used in messages.
Table parse_table(std::string_view bytes, const std::string& source, Format format);

// Writes in the format of the ending: .csv .tsv .dat .libsvm/.svm .arff .npy; `label_column` is written last, or as the
// format wants it. Goes through a temporary file.
void write_table(const Table& table, int label_column, const std::string& path);

}  // namespace protea
