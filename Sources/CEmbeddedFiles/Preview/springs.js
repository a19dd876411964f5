"use strict";

// A damped harmonic oscillator that starts at a displacement: y" + 2 d w y' + w² y = 0. With the
// renderer's formulas.

class DampedSpring {
  constructor(frequency, ratio, displacement, velocity) {
    Object.assign(this, { displacement, start: velocity });
    const decay = ratio * frequency;
    if (Math.abs(ratio - 1) < 1e-9) this.critical(decay, velocity + decay * displacement);
    else if (ratio < 1) this.swinging(frequency, ratio, decay);
    else this.creeping(frequency, ratio, decay);
  }

  critical(decay, linear) {
    const { displacement, start } = this;
    this.at = (t) => Math.exp(-decay * t) * (displacement + linear * t);
    this.velocity = (t) => Math.exp(-decay * t) * (start - decay * linear * t);
    this.turns = () => [start / (decay * linear)];
  }

  swinging(frequency, ratio, decay) {
    const { displacement, start } = this;
    const swing = frequency * Math.sqrt((1 - ratio) * (1 + ratio));
    const sine = (start + decay * displacement) / swing;
    const slope = (decay * start + frequency * frequency * displacement) / swing;
    const amplitude = Math.sqrt(displacement * displacement + sine * sine);
    this.at = (t) => Math.exp(-decay * t)
      * (displacement * Math.cos(swing * t) + sine * Math.sin(swing * t));
    this.velocity = (t) => Math.exp(-decay * t)
      * (start * Math.cos(swing * t) - slope * Math.sin(swing * t));
    // The extrema around the time from which the envelope stays within `distance`.
    this.turns = (distance) => {
      const angle = Math.atan2(
        swing * sine - decay * displacement, swing * displacement + decay * sine);
      const first = (angle < 0 ? angle + 2 * Math.PI : angle) / swing;
      const within = Math.max(0, Math.log(amplitude / distance) / decay);
      const last = Math.ceil((within - first) * swing / Math.PI);
      return [-3, -2, -1, 0, 1].map((turn) => first + (last + turn) * Math.PI / swing);
    };
  }

  creeping(frequency, ratio, decay) {
    const { displacement, start } = this;
    const fastDecay = decay + frequency * Math.sqrt((ratio - 1) * (ratio + 1));
    const slowDecay = frequency * frequency / fastDecay;
    const slow = (start + fastDecay * displacement) / (fastDecay - slowDecay);
    const fast = displacement - slow;
    this.at = (t) => slow * Math.exp(-slowDecay * t) + fast * Math.exp(-fastDecay * t);
    this.velocity = (t) => -slow * slowDecay * Math.exp(-slowDecay * t)
      - fast * fastDecay * Math.exp(-fastDecay * t);
    this.turns = () => {
      const ratio = -(fast * fastDecay) / (slow * slowDecay);
      return ratio > 0 ? [Math.log(ratio) / (fastDecay - slowDecay)] : [];
    };
  }

  // Returns the time from which |y| stays below `distance`. An oscillating spring passes its rest
  // position several times; the last swing that reaches `distance` counts.
  timeToRest(distance) {
    const isFar = (t) => Math.abs(this.at(t)) >= distance;
    const times = [0, ...this.turns(distance).filter((t) => t > 0 && Number.isFinite(t))];
    const index = times.findLastIndex(isFar);
    if (index < 0) return 0;
    const farthest = times[index];
    // Until the next extremum y passes the rest position at most once, so |y| falls below
    // `distance` exactly once.
    let next = times[index + 1];
    if (next === undefined) {
      let step = 1;
      while (isFar(farthest + step) && step < 1e9) step *= 2;
      next = farthest + step;
    }
    const end = boundary(farthest, next, isFar);
    let millisecond = Math.floor(end * 1000);
    while (millisecond / 1000 < farthest || isFar(millisecond / 1000)) millisecond += 1;
    return boundary(Math.max(farthest, (millisecond - 1) / 1000), millisecond / 1000, isFar);
  }
}

// Returns the time at which `isMoving` changes from true to false. It must change once.
function boundary(start, end, isMoving) {
  let [low, high] = [start, end];
  for (let k = 0; k < 60; k += 1) {
    const middle = (low + high) / 2;
    if (isMoving(middle)) low = middle; else high = middle;
  }
  return high;
}
