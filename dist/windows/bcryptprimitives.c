// A library of Windows that Debian 12's Wine does not have. Rust takes its random numbers from it.
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return RtlGenRandom(data, length);
}
