extension GIFOptions.Loop {
  /// How often the animation plays; nil: for ever.
  var plays: Int? {
    switch self {
    case .forever: nil
    case .plays(let count): count
    }
  }
}
