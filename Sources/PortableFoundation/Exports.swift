// The part of Foundation that the program uses, and the C library. On Linux that part is the module
// FoundationEssentials, which links without the 34 MB of ICU data that Foundation brings.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif
#if canImport(Glibc)
  @_exported public import Glibc
#endif
