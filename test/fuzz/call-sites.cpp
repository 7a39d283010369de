// jazzer.js tells libFuzzer where a comparison stands in the script, by two functions that only its own LLVM has. LLVM's
// libFuzzer takes the place that it was called from instead; so here is a place for each of 4,096 values.
#include <cstdint>
#include <utility>

extern "C" {
void __sanitizer_cov_trace_const_cmp8(uint64_t one, uint64_t other);
void __sanitizer_cov_trace_pc_indir(uintptr_t callee);
void __jazzer_set_death_callback(void (*callback)());
}

namespace {
constexpr std::size_t count = 4096;

template <std::size_t Site> __attribute__((noinline)) void compare(uint64_t one, uint64_t other) {
  __sanitizer_cov_trace_const_cmp8(one, other);
  // Keeps the call from being the last thing, and the copies from being made one.
  asm volatile("" : : "i"(Site));
}

template <std::size_t Site> __attribute__((noinline)) void call(uintptr_t callee) {
  __sanitizer_cov_trace_pc_indir(callee);
  asm volatile("" : : "i"(Site));
}

template <std::size_t... Sites> void compareAt(std::size_t site, uint64_t one, uint64_t other, std::index_sequence<Sites...>) {
  static constexpr void (*sites[])(uint64_t, uint64_t) = {compare<Sites>...};
  sites[site](one, other);
}

template <std::size_t... Sites> void callAt(std::size_t site, uintptr_t callee, std::index_sequence<Sites...>) {
  static constexpr void (*sites[])(uintptr_t) = {call<Sites>...};
  sites[site](callee);
}
} // namespace

extern "C" void __sanitizer_cov_trace_const_cmp8_with_pc(uintptr_t pc, uint64_t one, uint64_t other) {
  compareAt(pc % count, one, other, std::make_index_sequence<count>());
}

extern "C" void __sanitizer_cov_trace_pc_indir_with_pc(void *pc, uintptr_t callee) {
  callAt(reinterpret_cast<uintptr_t>(pc) % count, callee, std::make_index_sequence<count>());
}

// Its LLVM also has another name for what is called last.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) { __jazzer_set_death_callback(callback); }
