extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies `isLate`, `endIndex` when none does; all that do have
  /// to stand behind all that do not.
  func partitionIndex(_ isLate: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isLate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
