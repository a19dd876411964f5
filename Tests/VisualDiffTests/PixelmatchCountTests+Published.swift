extension PixelmatchCountTests {
  /// The different and anti-aliased pixels of the pairs with seeds 0, 1, 2, ...
  static let published: [(different: Int, antialiased: Int)] = [
    (35, 0), (22, 2), (123, 0), (6, 0), (22, 0), (15, 0),
    (41, 0), (58, 0), (7, 0), (116, 0), (61, 42), (24, 0),
    (38, 0), (27, 0), (80, 11), (30, 0), (3, 0), (7, 0),
    (15, 0), (0, 0), (60, 0), (74, 0), (0, 0), (26, 0),
    (32, 1), (8, 0), (21, 1), (3, 0), (14, 7), (5, 0),
    (0, 0), (9, 0), (17, 0), (9, 1), (64, 0), (59, 7),
    (58, 0), (8, 0), (50, 0), (9, 0), (10, 0), (46, 0),
    (1, 0), (0, 0), (0, 0), (29, 0), (7, 0), (148, 0),
  ]

  /// All counts of seeds 0..<1000, folded with 1,000,003.
  static let publishedDigest: UInt64 = 522861359729536503
}
