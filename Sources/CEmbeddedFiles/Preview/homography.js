"use strict";

// Projective transforms of the plane, for tilted layers.

// Maps (x, y) to (u / w, v / w) with (u, v, w) = x across + y down + origin. Points with w <= 0 are
// behind the eye.
class Homography {
  constructor(across, down, origin) { this.columns = [across, down, origin]; }

  static affine(a, b, c, d, x, y) { return new Homography([a, b, 0], [c, d, 0], [x, y, 1]); }

  // CSS's perspective(distance) rotateX(x) rotateY(y); a distance of null is orthographic.
  static tilt(x, y, distance) {
    const [sineX, cosineX, sineY, cosineY] = [x, x + 90, y, y + 90].map(sineOfDegrees);
    const near = distance === null ? 0 : 1 / distance;
    return new Homography(
      [cosineY, sineX * sineY, cosineX * sineY * near], [0, cosineX, 0 - sineX * near], [0, 0, 1]);
  }

  // Returns the homogeneous coordinates of the image of (x, y).
  image([x, y, z = 1]) {
    const [across, down, origin] = this.columns;
    return [0, 1, 2].map((row) => across[row] * x + down[row] * y + origin[row] * z);
  }

  then(next) { return new Homography(...this.columns.map((column) => next.image(column))); }

  // Returns the transform in other coordinates, to which `map` maps, or null if it is singular.
  conjugated(map) {
    const inverse = map.inverse();
    return inverse && inverse.then(this).then(map);
  }

  // Returns null if the plane is seen edge-on.
  inverse() {
    const [across, down, origin] = this.columns;
    const rows = [cross(down, origin), cross(origin, across), cross(across, down)];
    const determinant = across.reduce((sum, value, row) => sum + value * rows[0][row], 0);
    if (!(Math.abs(determinant) > 1e-12) || !Number.isFinite(determinant)) return null;
    return new Homography(
      ...[0, 1, 2].map((column) => rows.map((row) => row[column] / determinant)));
  }

  // Returns the bounding box of a polygon's image in front of the eye, or null.
  box(corners) {
    const nearest = 2 ** -10;
    const seen = [];
    let previous = this.image(corners.at(-1));
    for (const corner of corners) {
      const next = this.image(corner);
      if ((previous[2] >= nearest) !== (next[2] >= nearest)) {
        const share = (nearest - previous[2]) / (next[2] - previous[2]);
        seen.push([0, 1].map((at) => (previous[at] + (next[at] - previous[at]) * share) / nearest));
      }
      if (next[2] >= nearest) seen.push([next[0] / next[2], next[1] / next[2]]);
      previous = next;
    }
    if (!seen.length) return null;
    const [xs, ys] = [0, 1].map((at) => seen.map((point) => point[at]));
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
  }
}

const cross = (p, q) => [
  p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];

// The corners of [x, y, width, height], clockwise from the top left.
const cornersOf = ([x, y, width, height]) => [
  [x, y], [x + width, y], [x + width, y + height], [x, y + height]];

// The common part of two rectangles, or null.
function intersected(a, b) {
  const [x, y] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - x;
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - y;
  return width > 0 && height > 0 ? [x, y, width, height] : null;
}
