# Finds libsvm, which brings no CMake package and no pkg-config file of its own: the target LIBSVM::LIBSVM.
# Installed beside the package of protea, which needs it too.
find_path(LIBSVM_INCLUDE_DIR svm.h PATH_SUFFIXES libsvm)
find_library(LIBSVM_LIBRARY svm)
mark_as_advanced(LIBSVM_INCLUDE_DIR LIBSVM_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LIBSVM REQUIRED_VARS LIBSVM_LIBRARY LIBSVM_INCLUDE_DIR)
if(LIBSVM_FOUND AND NOT TARGET LIBSVM::LIBSVM)
  add_library(LIBSVM::LIBSVM UNKNOWN IMPORTED)
  set_target_properties(LIBSVM::LIBSVM PROPERTIES IMPORTED_LOCATION ${LIBSVM_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LIBSVM_INCLUDE_DIR})
endif()
