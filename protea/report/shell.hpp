// The page without its contents: markup, style and script, as web/ builds them, with marks {{title}} and {{document}}.
#pragma once

#include <string>

namespace protea {

std::string page_shell();

}   // namespace protea
