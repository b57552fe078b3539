# Installation: headers, library, command, a CMake package and a pkg-config file.
install(TARGETS protea protea_laboratory EXPORT protea-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET protea_command)
  install(TARGETS protea_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY protea DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp"
  PATTERN "kernels_body.hpp" EXCLUDE
  PATTERN "kernels_elements.hpp" EXCLUDE
  PATTERN "kernels_floats.hpp" EXCLUDE
  PATTERN "kernels_math.hpp" EXCLUDE
  PATTERN "kernels_outer.hpp" EXCLUDE
  PATTERN "kernels_products.hpp" EXCLUDE
  PATTERN "kernels_registers.hpp" EXCLUDE)
install(EXPORT protea-targets NAMESPACE protea:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/protea)
configure_package_config_file(cmake/protea-config.cmake.in ${PROJECT_BINARY_DIR}/protea-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/protea)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/protea-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/protea-config.cmake ${PROJECT_BINARY_DIR}/protea-config-version.cmake cmake/FindLIBSVM.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/protea)
file(RELATIVE_PATH protea_pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/protea.pc.in ${PROJECT_BINARY_DIR}/protea.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/protea.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
