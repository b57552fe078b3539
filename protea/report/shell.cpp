#include <protea/report/shell.hpp>

#include <protea/data/builtin.hpp>
#include <protea/data/inflate.hpp>

namespace protea {

std::string page_shell() {
  const std::span<const unsigned char> packed = embedded_bytes("page");
  const Bytes text = unpack_gzip({reinterpret_cast<const char*>(packed.data()), packed.size()}, "the shell of a page");
  return std::string(as_text(text));
}

}   // namespace protea
