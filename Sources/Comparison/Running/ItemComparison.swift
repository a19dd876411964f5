import FileAccess
import PortableMath
import Raster
import VisualDiff

struct ItemComparison: Sendable {
  let request: DiffRequest
  /// Both animations' manifests, where the request names them.
  let givenManifests: (first: FrameManifest, second: FrameManifest)?
  let isOnlyItem: Bool

  /// What became of the item; what cannot be read makes it unreadable.
  func run(_ plan: ItemPlan) -> FinishedItem {
    do throws(HeaderKitError) {
      return try compare(plan)
    } catch {
      var item = plan.item(.unreadable)
      item.problem = error
      return FinishedItem(item: item, plan: plan)
    }
  }

  private func compare(_ plan: ItemPlan) throws(HeaderKitError) -> FinishedItem {
    if let problem = plan.problem { throw problem }
    guard let firstPath = plan.first, let secondPath = plan.second else {
      return try unpaired(plan)
    }
    let first = try ComparedSource(firstPath, frames: plan.firstFrames, limits: request.limits)
    let second = try ComparedSource(secondPath, frames: plan.secondFrames, limits: request.limits)
    if let bytes = first.bytes, bytes == second.bytes {
      return sameBytes(plan, try SourceSurvey(first, limits: request.limits))
    }
    var manifests = givenManifests
    var notes: [String] = []
    if manifests == nil, !request.strict {
      (manifests, notes) = try FrameSidecar.read(first, second, limits: request.limits)
    }
    var finished = try compare(plan, first, second, manifests)
    finished.item.details += notes
    return finished
  }

  private func compare(
    _ plan: ItemPlan, _ first: ComparedSource, _ second: ComparedSource,
    _ manifests: (first: FrameManifest, second: FrameManifest)?
  ) throws(HeaderKitError) -> FinishedItem {
    if manifests == nil, !request.strict,
      let pair = try RecordedPair(first, second, limits: request.limits),
      pair.isAnimation || pair.showsSameFrames
    {
      try MaskResolver.refuseLayers(request.masks)
      return try recorded(pair, plan)
    }
    let isQuantized = !request.strict && manifests == nil && first.isLossy && second.isLossy
    var animationRequest =
      !request.strict && (isQuantized || manifests != nil && (first.isLossy || second.isLossy))
      ? request.quantized() : request
    if let manifests {
      animationRequest.pictures.masks += try MaskResolver.layerRegions(
        request.masks, manifests, isOnlyItem: isOnlyItem)
    }
    let survey = try PairSurvey(first, second, request: animationRequest, isQuantized: isQuantized)
    guard survey.first.isAnimation || survey.second.isAnimation else {
      return try picture(plan, first, second, survey)
    }
    if manifests == nil { try MaskResolver.refuseLayers(request.masks) }
    return try animation(
      AnimationItem(
        request: animationRequest,
        first: AnimationSide(first, survey.first, manifest: manifests?.first),
        second: AnimationSide(second, survey.second, manifest: manifests?.second),
        manifests: manifests, differences: survey.differences,
        knowsTrueFrames: manifests != nil && !request.strict),
      plan)
  }

  private func recorded(_ pair: RecordedPair, _ plan: ItemPlan) throws(HeaderKitError)
    -> FinishedItem
  {
    let isQuantized = pair.first.isLossy || pair.second.isLossy
    var own = isQuantized ? request.quantized() : request
    if !pair.hasExactTimes { own.timing = own.timing.roundedToMilliseconds }
    return try animation(
      AnimationItem(
        request: own, first: pair.first, second: pair.second, manifests: nil,
        knowsTrueFrames: true), plan)
  }

  private func animation(
    _ animation: AnimationItem, _ plan: ItemPlan
  ) throws(HeaderKitError) -> FinishedItem {
    try checkCanvas(
      animation.first.size, animation.second.size, animation.second.source.path, request.limits)
    var item = item(plan, animation.first.size, animation.second.size)
    let isAnimation = animation.first.clock.fileFrames > 1 || animation.second.clock.fileFrames > 1
    item.kind = isAnimation ? .animation : .picture
    item.metric = animation.request.pictures.metric.name
    item.warnings = animation.first.warnings + animation.second.warnings
    let pictures = try animation.compare(into: &item)
    return FinishedItem(item: item, plan: plan, pictures: pictures.page, worst: pictures.worst)
  }

  private func item(_ plan: ItemPlan, _ first: PixelSize, _ second: PixelSize) -> ComparedItem {
    var item = plan.item(.same)
    (item.firstSize, item.secondSize) = (first, second)
    return item
  }

  private func picture(
    _ plan: ItemPlan, _ first: ComparedSource, _ second: ComparedSource, _ survey: PairSurvey
  ) throws(HeaderKitError) -> FinishedItem {
    let layers = [first, second].compactMap { $0.bytes.flatMap(PictureLayers.init(file:)) }
    var request = request
    if layers.count == 2 {
      request.pictures.masks += try MaskResolver.layerRegions(
        request.masks, layers[0], layers[1], isOnlyItem: isOnlyItem)
    } else {
      try MaskResolver.refuseLayers(request.masks)
    }
    var item = item(plan, survey.first.size, survey.second.size)
    item.kind = .picture
    item.metric = request.pictures.metric.name
    item.warnings = survey.first.warnings + survey.second.warnings
    let before = survey.first.firstFrame
    let after = survey.second.firstFrame
    let difference = request.pictures.difference(before, after)
    item.note(difference)
    let passes = request.tolerance.allows(difference)
    item.status = passes ? .same : .different
    if difference.sizesDiffer {
      item.details.append(
        "size \(after.width) x \(after.height) instead of \(before.width) x \(before.height)")
    }
    if difference.differentPixels > 0 {
      if layers.count == 2 {
        item.details += layers[0].changes(to: layers[1], ignoring: request.maskedLayers)
      }
      item.details.append(difference.sentence)
    }
    guard !passes, request.needsPictures else { return FinishedItem(item: item, plan: plan) }
    let map = request.pictures.map(before, after)
    let moment = ItemPictures.Moment(
      label: "", state: .changed, first: try PageImage.encode(before),
      second: try PageImage.encode(after),
      difference: try PageImage.encode(map.heatMap(over: before)),
      differentPixels: difference.differentPixels, bounds: difference.bounds, isSame: false)
    return FinishedItem(
      item: item, plan: plan, pictures: ItemPictures(moments: [moment], leftOut: 0),
      worst: moment)
  }

  /// An item that only one side has.
  private func unpaired(_ plan: ItemPlan) throws(HeaderKitError) -> FinishedItem {
    let isAdded = plan.first == nil
    var item = plan.item(isAdded ? .added : .missing)
    guard let path = plan.second ?? plan.first else { return FinishedItem(item: item, plan: plan) }
    let survey = try SourceSurvey(
      try ComparedSource(path, limits: request.limits), limits: request.limits)
    item.kind = survey.isAnimation ? .animation : .picture
    item.warnings = survey.warnings
    if isAdded { item.secondSize = survey.size } else { item.firstSize = survey.size }
    guard request.needsPictures else { return FinishedItem(item: item, plan: plan) }
    let png = try PageImage.encode(survey.firstFrame)
    let moment = ItemPictures.Moment(
      label: survey.isAnimation ? "frame 0" : "", state: isAdded ? .inserted : .dropped,
      first: isAdded ? nil : png, second: isAdded ? png : nil, difference: nil, isSame: false)
    return FinishedItem(
      item: item, plan: plan, pictures: ItemPictures(moments: [moment], leftOut: 0),
      worst: moment)
  }

  private func sameBytes(_ plan: ItemPlan, _ survey: SourceSurvey) -> FinishedItem {
    var item = item(plan, survey.size, survey.size)
    item.kind = survey.isAnimation ? .animation : .picture
    item.comparedPixels = survey.size.area
    item.warnings = survey.warnings
    return FinishedItem(item: item, plan: plan)
  }
}

extension ImageDifference {
  /// `1204 pixels differ (0.12 %), within 120 x 88 at 40,20`
  package var sentence: String {
    let place = bounds.map { ", within \($0.width) x \($0.height) at \($0.x),\($0.y)" } ?? ""
    let pixels = differentPixels == 1 ? "1 pixel differs" : "\(differentPixels) pixels differ"
    return "\(pixels) (\(percentage(differentRatio)))\(place)"
  }
}
