/// The colour difference of CIE 1994 for graphic arts (K1 0.045, K2 0.015, all weights 1),
/// CIE 116-1995. It is not symmetric: the first colour is the reference. 1 is just noticeable.
func cie94(_ reference: LabColor, _ other: LabColor) -> Double {
  let lightness = reference.lightness - other.lightness
  let a = reference.a - other.a
  let b = reference.b - other.b
  let referenceChroma = (reference.a * reference.a + reference.b * reference.b).squareRoot()
  let chroma = referenceChroma - (other.a * other.a + other.b * other.b).squareRoot()
  let hueSquared = max(0, a * a + b * b - chroma * chroma)
  let weightedChroma = chroma / (1 + 0.045 * referenceChroma)
  let hueWeight = 1 + 0.015 * referenceChroma
  return
    (lightness * lightness + weightedChroma * weightedChroma
    + hueSquared / (hueWeight * hueWeight)).squareRoot()
}
