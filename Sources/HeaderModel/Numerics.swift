// Until every file that uses a rectangle imports Numerics itself.
@_exported public import Numerics
