# sked-config.cmake: find_package(sked) defines sked::sked, which knows where <sked/sched.h> is.
# SPDX-License-Identifier: MIT

# Headers alone, nothing to link. The prefix is found from where this file lies.
if(NOT TARGET sked::sked)
  add_library(sked::sked INTERFACE IMPORTED)
  get_filename_component(sked_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  set_target_properties(sked::sked PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${sked_prefix}/include")
  unset(sked_prefix)
endif()
