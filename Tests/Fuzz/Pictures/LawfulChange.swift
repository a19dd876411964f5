/// Changes that keep a file valid, so that code after the first checks is reached too.
enum LawfulChange {
  /// Returns true if there are such changes for the format.
  static func knows(_ format: PictureParts) -> Bool { format == .png || format == .jpeg }

  /// Applies one change to `parts` if possible.
  static func apply(
    to parts: inout [PicturePart], of format: PictureParts, _ random: inout SeededRandom
  ) {
    switch format {
    case .png: changePNG(&parts, &random)
    case .jpeg: changeJPEG(&parts, &random)
    case .gif, .webp: break
    }
  }

  // MARK: - PNG

  private static func changePNG(_ parts: inout [PicturePart], _ random: inout SeededRandom) {
    guard parts.count > 3 else { return }
    switch random.number(below: 5) {
    case 0: replacePixels(&parts, &random)
    case 1: splitData(&parts, &random)
    case 2:
      let text = PicturePart(head: Array("tEXt".utf8), data: Array("Comment\0".utf8) + [0x41])
      parts.insert(text, at: 2 + random.number(below: parts.count - 2))
    case 3: changeByte(of: ["PLTE", "tRNS", "gAMA", "tEXt"], in: &parts, &random)
    default: changeControl(&parts, &random)
    }
  }

  private static func name(_ part: PicturePart) -> String {
    String(decoding: part.head, as: UTF8.self)
  }

  /// Replaces the pixels, with all filters and without compression, in a picture that is not
  /// interlaced.
  private static func replacePixels(_ parts: inout [PicturePart], _ random: inout SeededRandom) {
    guard let header = parts.first(where: { name($0) == "IHDR" })?.data, header.count == 13,
      let first = parts.firstIndex(where: { name($0) == "IDAT" }), header[12] == 0,
      let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][header[9]]
    else { return }
    let width = Int(header[2]) << 8 | Int(header[3])
    let height = Int(header[6]) << 8 | Int(header[7])
    let rowBytes = (width * channels * Int(header[8]) + 7) / 8
    guard width * height < 1 << 12 else { return }
    // Only the first entry of a palette certainly exists.
    let rows = (0..<height).flatMap { _ -> [UInt8] in
      let isIndexed = header[9] == 3
      return [isIndexed ? 0 : UInt8(random.number(below: 5))]
        + (0..<rowBytes).map { _ in isIndexed ? 0 : random.byte() }
    }
    parts[first].data = stored(rows)
    for index in parts.indices.reversed() where index > first && name(parts[index]) == "IDAT" {
      parts.remove(at: index)
    }
  }

  /// Returns a zlib stream (RFC 1950) of stored blocks (RFC 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    let most = 65_535
    for start in stride(from: 0, to: bytes.count, by: most) {
      let block = bytes[start..<min(bytes.count, start + most)]
      let count = PictureParts.bigEndian(block.count, bytes: 2).reversed()
      stream += [block.endIndex == bytes.count ? 1 : 0] + count + count.map(~) + block
    }
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + PictureParts.bigEndian(high << 16 | low, bytes: 4)
  }

  /// Splits a data chunk in two. The sequence numbers of an animation are updated elsewhere.
  private static func splitData(_ parts: inout [PicturePart], _ random: inout SeededRandom) {
    let places = parts.indices.filter { ["IDAT", "fdAT"].contains(name(parts[$0])) }
    guard !places.isEmpty else { return }
    let place = random.pick(places)
    let head = name(parts[place]) == "fdAT" ? 4 : 0
    guard let data = parts[place].data, data.count > head else { return }
    let cut = head + random.number(below: data.count - head)
    parts[place].data = Array(data[..<cut])
    parts.insert(
      PicturePart(head: parts[place].head, data: Array(data.prefix(head)) + data[cut...]),
      at: place + 1)
  }

  private static func changeByte(
    of names: [String], in parts: inout [PicturePart], _ random: inout SeededRandom
  ) {
    let places = parts.indices.filter { names.contains(name(parts[$0])) }
    guard !places.isEmpty else { return }
    let place = random.pick(places)
    guard let count = parts[place].data?.count, count > 0 else { return }
    parts[place].data?[random.number(below: count)] = random.byte()
  }

  /// Changes the delay, disposal and blending of an animation's frame, or the play count.
  private static func changeControl(_ parts: inout [PicturePart], _ random: inout SeededRandom) {
    let places = parts.indices.filter { ["fcTL", "acTL"].contains(name(parts[$0])) }
    guard !places.isEmpty else { return }
    let place = random.pick(places)
    guard var data = parts[place].data else { return }
    if data.count == 26 {
      for offset in 20..<24 where random.chance(50) { data[offset] = random.byte() }
      data[24] = UInt8(random.number(below: 3))
      data[25] = UInt8(random.number(below: 2))
    } else if data.count == 8 {
      data[7] = random.byte()
    }
    parts[place].data = data
  }

  // MARK: - JPEG

  private static func changeJPEG(_ parts: inout [PicturePart], _ random: inout SeededRandom) {
    let tables = parts.indices.filter { parts[$0].head == [0xFF, 0xDB] }
    if random.chance(50), !tables.isEmpty {
      let place = random.pick(tables)
      guard let count = parts[place].data?.count, count > 1 else { return }
      parts[place].data?[1 + random.number(below: count - 1)] = 1 + random.byte() / 2
      return
    }
    let comment = PicturePart(head: [0xFF, 0xFE], data: [random.byte(), random.byte()])
    parts.insert(comment, at: min(1, parts.count))
  }
}
