package import PortableMath

extension JSONValue {
  package func easing() throws(JSONError) -> Easing {
    let text = try string()
    do {
      return try Easing(text)
    } catch {
      switch error {
      case .unknownName(let name, let reason, let known):
        throw self.error("\(literal): \(reason); \(NearestName(to: name, among: known).remedy)")
      case .malformed(let message): throw self.error("\(literal): \(message)")
      }
    }
  }
}
