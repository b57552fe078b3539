// JSON documents of the commands. The library behind it is seen by those sources only that build documents.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <protea/base/value.hpp>
#include <protea/evaluate/confusion.hpp>

namespace protea::app {

using Json = nlohmann::ordered_json;

// One JSON document on standard output, or as text.
void print_json(const Json& json);
std::string json_document(const Json& json);

Json to_json(MatrixView matrix);
Json to_json(Row values);
Json to_json(const Confusion& confusion);   // rows true, columns predicted
// Numbers as numbers, switches as true and false, the rest as text.
Json to_json(const Settings& settings);
Json to_json(const Fields& fields);

}   // namespace protea::app
