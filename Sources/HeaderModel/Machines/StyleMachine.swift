/// One of the four machines; what they have in common.
enum StyleMachine: Hashable, Sendable {
  case mimic(MimicMachine)
  case thinkAndBuild(ThinkAndBuildMachine)
  case stretch(StretchMachine)
  case contacts(ContactsMachine)

  init(constants: StyleConstants, environment: HeaderEnvironment) {
    self =
      switch constants.style {
      case .mimic: .mimic(MimicMachine(constants: constants, environment: environment))
      case .thinkandbuild:
        .thinkAndBuild(ThinkAndBuildMachine(constants: constants, environment: environment))
      case .stretch: .stretch(StretchMachine(constants: constants, environment: environment))
      case .contacts: .contacts(ContactsMachine(constants: constants, environment: environment))
      }
  }

  var launchState: HeaderState {
    switch self {
    case .mimic(let machine): machine.state(at: 0)
    case .thinkAndBuild(let machine): machine.state(at: 0)
    case .stretch(let machine): machine.state(at: 0)
    case .contacts(let machine): machine.state(at: 0)
    }
  }

  /// Points from rest; negative if the content is shorter than the screen.
  var largestOffset: Double {
    switch self {
    case .mimic(let machine): machine.geometry.largestOffset
    case .thinkAndBuild(let machine): machine.geometry.largestOffset
    case .stretch(let machine): machine.geometry.largestOffset
    case .contacts(let machine): machine.geometry.largestOffset
    }
  }

  /// Points.
  var viewportHeight: Double {
    switch self {
    case .mimic(let machine): machine.geometry.environment.device.height
    case .thinkAndBuild(let machine): machine.geometry.environment.device.height
    case .stretch(let machine): machine.geometry.environment.device.height
    case .contacts(let machine): machine.geometry.viewportHeight
    }
  }

  mutating func receive(_ offset: Double) -> HeaderState {
    switch self {
    case .mimic(var machine):
      machine.receive(offset)
      self = .mimic(machine)
      return machine.state(at: offset)
    case .thinkAndBuild(var machine):
      machine.receive(offset)
      self = .thinkAndBuild(machine)
      return machine.state(at: offset)
    case .stretch(var machine):
      machine.receive(offset)
      self = .stretch(machine)
      return machine.state(at: offset)
    case .contacts(let machine):
      return machine.state(at: offset)
    }
  }
}
