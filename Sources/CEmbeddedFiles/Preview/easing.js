"use strict";

// Easings of CSS and springs: output progress for an input progress, with the renderer's formulas,
// and the slope at the end, which determines the velocity of a finger that lifts there.

class Easing {
  constructor(exported) {
    this.endSlope = 0;
    switch (exported.type) {
      case "bezier": this.bezier(exported.handles); break;
      case "steps": this.steps(exported); break;
      case "points": this.line(exported.points); break;
      case "spring": this.spring(exported.spring, exported.settlingTime); break;
      default:
        this.at = (x) => x;
        this.endSlope = 1;
    }
  }

  // The progress after `elapsed` of `duration`, both exact. It is exactly 1 at the end. Steps are
  // counted exactly, because 1/49 as a double is less than one of 49 steps.
  progress(elapsed, duration) {
    if (!elapsed.isBefore(duration)) return 1;
    return this.count
      ? this.afterSteps(elapsed.stepsOf(this.count, duration), false)
      : this.at(elapsed.shareOf(duration));
  }

  bezier([x1, y1, x2, y2]) {
    const coordinate = (a, b, s) => {
      const c = 3 * a;
      const q = 3 * (b - a) - c;
      return ((1 - c - q) * s + q) * s * s + c * s;
    };
    this.endSlope = x2 < 1 ? (1 - y2) / (1 - x2)
      : y2 === 1 && x1 < 1 ? (1 - y1) / (1 - x1) : y2 === 1 && y1 === 1 ? 1 : 0;
    const startSlope = x1 > 0 ? y1 / x1
      : y1 === 0 && x2 > 0 ? y2 / x2 : y1 === 0 && y2 === 0 ? 1 : 0;
    this.at = (x) => {
      if (x <= 0) return x * startSlope;
      if (x >= 1) return 1 + (x - 1) * this.endSlope;
      if (x1 === y1 && x2 === y2) return x;
      // Bisect to full precision, as the renderer does, for the same bits.
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

  steps({ count, position }) {
    const jumps = position === "jump-none" ? count - 1 : position === "jump-both" ? count + 1 : count;
    const isEarly = ["jump-start", "jump-both", "start"].includes(position);
    this.count = count;
    this.afterSteps = (passed, isBeyond) => {
      const step = passed + (isEarly ? 1 : 0);
      return (isBeyond ? step : Math.min(step, jumps)) / jumps;
    };
    this.at = (x) => this.afterSteps(Math.floor(x * count), x > 1);
  }

  line(points) {
    if (points.length < 2) {
      this.at = (x) => (points.length ? points[0][1] : x);
      return;
    }
    const [[x0, y0], [x1, y1]] = points.slice(-2);
    this.endSlope = x0 === x1 ? 0 : (y1 - y0) / (x1 - x0);
    this.at = (x) => {
      let next = points.findIndex(([input]) => input > x);
      if (next < 0) next = points.length;
      const first = Math.min(Math.max(0, next - 1), points.length - 2);
      const [[fromX, fromY], [toX, toY]] = [points[first], points[first + 1]];
      if (fromX === toX) return x < fromX ? fromY : toY;
      const output = fromY + (x - fromX) / (toX - fromX) * (toY - fromY);
      return Math.min(Math.max(output, -1e6), 1e6);
    };
  }

  spring([mass, stiffness, damping, initialVelocity], settlingTime) {
    const spring = new DampedSpring(
      Math.sqrt(stiffness / mass), damping / (2 * Math.sqrt(mass * stiffness)), 1, -initialVelocity);
    const left = spring.at(settlingTime);
    this.endSlope = left - spring.velocity(settlingTime) * settlingTime;
    this.at = (x) => (x <= 0 ? 0 : x >= 1 ? 1 : 1 - spring.at(x * settlingTime) + x * left);
  }
}

const bezier = (...handles) => new Easing({ type: "bezier", handles });
const EASE_OUT = bezier(0, 0, 0.58, 1);
const EASE_IN_OUT = bezier(0.42, 0, 0.58, 1);
