// VisualDiff
