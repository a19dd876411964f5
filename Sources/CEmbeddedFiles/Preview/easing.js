"use strict";

// Easings of CSS and springs: progress out for progress in, by the formulas of the renderer.

function bezier([x1, y1, x2, y2]) {
  const coordinate = (a, b, s) => {
    const c = 3 * a;
    const q = 3 * (b - a) - c;
    return ((1 - c - q) * s + q) * s * s + c * s;
  };
  const endSlope = x2 < 1 ? (1 - y2) / (1 - x2)
    : y2 === 1 && x1 < 1 ? (1 - y1) / (1 - x1) : y2 === 1 && y1 === 1 ? 1 : 0;
  const startSlope = x1 > 0 ? y1 / x1
    : y1 === 0 && x2 > 0 ? y2 / x2 : y1 === 0 && y2 === 0 ? 1 : 0;
  return (x) => {
    if (x <= 0) return x * startSlope;
    if (x >= 1) return 1 + (x - 1) * endSlope;
    if (x1 === y1 && x2 === y2) return x;
    // Halved until doubles end, as the renderer does: the same bits.
    let low = 0;
    let high = 1;
    for (;;) {
      const middle = (low + high) / 2;
      if (middle <= low || middle >= high) return coordinate(y1, y2, middle);
      const found = coordinate(x1, x2, middle);
      if (found === x) return coordinate(y1, y2, middle);
      if (found < x) low = middle; else high = middle;
    }
  };
}

function steps({ count, position }) {
  const jumps = position === "jump-none" ? count - 1 : position === "jump-both" ? count + 1 : count;
  const isEarly = ["jump-start", "jump-both", "start"].includes(position);
  return (x) => {
    let step = Math.floor(x * count) + (isEarly ? 1 : 0);
    if (x <= 1 && step > jumps) step = jumps;
    return step / jumps;
  };
}

function linePoints(points) {
  if (points.length < 2) return (x) => (points.length ? points[0][1] : x);
  return (x) => {
    let next = points.findIndex(([input]) => input > x);
    if (next < 0) next = points.length;
    const first = Math.min(Math.max(0, next - 1), points.length - 2);
    const [[x0, y0], [x1, y1]] = [points[first], points[first + 1]];
    if (x0 === x1) return x < x0 ? y0 : y1;
    const output = y0 + (x - x0) / (x1 - x0) * (y1 - y0);
    return Math.min(Math.max(output, -1e6), 1e6);
  };
}

// A mass on a damped spring: y" + 2 d w y' + w² y = 0, from y and y' at time 0.
class DampedSpring {
  constructor(frequency, ratio, displacement, velocity) {
    Object.assign(this, { frequency, ratio, displacement, velocity });
    const decay = ratio * frequency;
    if (Math.abs(ratio - 1) < 1e-9) {
      const linear = velocity + decay * displacement;
      this.at = (t) => Math.exp(-decay * t) * (displacement + linear * t);
    } else if (ratio < 1) {
      const swing = frequency * Math.sqrt((1 - ratio) * (1 + ratio));
      const sine = (velocity + decay * displacement) / swing;
      this.at = (t) => Math.exp(-decay * t)
        * (displacement * Math.cos(swing * t) + sine * Math.sin(swing * t));
    } else {
      const fastDecay = decay + frequency * Math.sqrt((ratio - 1) * (ratio + 1));
      const slowDecay = frequency * frequency / fastDecay;
      const slow = (velocity + fastDecay * displacement) / (fastDecay - slowDecay);
      this.at = (t) => slow * Math.exp(-slowDecay * t)
        + (displacement - slow) * Math.exp(-fastDecay * t);
    }
  }

  // The time from which |y| stays below `distance`, to a millisecond.
  timeToRest(distance) {
    let last = 0;
    const slowest = this.frequency * Math.min(this.ratio, 1 / (2 * this.ratio));
    const end = Math.min(60, 30 / slowest);
    for (let t = 0; t < end; t += 0.001) if (Math.abs(this.at(t)) >= distance) last = t;
    return last + 0.001;
  }
}

function springEasing([mass, stiffness, damping, initialVelocity], settlingTime) {
  const spring = new DampedSpring(
    Math.sqrt(stiffness / mass), damping / (2 * Math.sqrt(mass * stiffness)), 1, -initialVelocity);
  const left = spring.at(settlingTime);
  return (x) => (x <= 0 ? 0 : x >= 1 ? 1 : 1 - spring.at(x * settlingTime) + x * left);
}

// An exported easing as a function.
function easingFunction(easing) {
  switch (easing.type) {
    case "bezier": return bezier(easing.handles);
    case "steps": return steps(easing);
    case "points": return linePoints(easing.points);
    case "spring": return springEasing(easing.spring, easing.settlingTime);
    default: return (x) => x;
  }
}
