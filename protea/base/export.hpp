// What a shared library shows of itself: `namespace PROTEA_EXPORT protea {` exports everything declared inside, when
// all else is hidden (the option PROTEA_HIDE_SYMBOLS of the build).
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#define PROTEA_EXPORT [[gnu::visibility("default")]]
#else
#define PROTEA_EXPORT
#endif
