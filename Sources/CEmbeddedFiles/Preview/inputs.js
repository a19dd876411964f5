"use strict";

// The inputs of a header while it is played: values from a curve, and a finger that pans one of
// them.

// The settling time of a released pan in seconds, and the time for which its velocity is projected.
const PAN_SETTLING = ExactTime.of(0.3);
const PAN_PROJECTION = 0.1;

class SimulatedInputs {
  // `descriptions` describes the header's inputs, `tracks` contains the values of a curve.
  constructor(descriptions, { tracks = [], optional = false } = {}) {
    this.optional = optional;
    this.end = NO_TIME;
    this.conditions = [];
    // The numbers. `lastCurveValue` is the curve's value at the last tick, `valueAfterPan` the value at
    // the end of a pan until it has been reported.
    this.numbers = descriptions.flatMap((description, input) => (description.range ? [{
      input, description, track: null, lastCurveValue: null, pan: null, valueAfterPan: null,
    }] : []));
    for (const { name, entries } of tracks) {
      const times = entries.map(({ time }) => ExactTime.of(time));
      this.end = later(this.end, times.at(-1));
      const input = descriptions.findIndex((description) => description.name === name);
      const number = this.number(input);
      if (number) {
        number.track = entries.map(({ value, easing }, index) =>
          ({ time: times[index], value, easing: new Easing(easing) }));
      } else if (input >= 0) {
        entries.forEach(({ value }, index) =>
          this.conditions.push({ time: times[index], input, value }));
      }
    }
    this.conditions.sort((a, b) => (a.time.isBefore(b.time) ? -1
      : b.time.isBefore(a.time) ? 1 : a.input - b.input));
    // The number that a finger pans.
    this.panned = null;
  }

  number(input) { return this.numbers.find((number) => number.input === input); }

  // Returns the values at time 0, which need no event.
  launch() {
    const changes = [];
    for (const number of this.numbers) {
      const value = curveValueAt(number, NO_TIME);
      if (value === null) continue;
      number.lastCurveValue = value;
      changes.push({ input: number.input, value: clampedToRange(number, value) });
    }
    return changes.concat(this.dueConditions(NO_TIME));
  }

  // The time of the next condition change, or null.
  get nextTime() { return this.conditions[0]?.time ?? null; }

  dueConditions(time) {
    let changes = [];
    while (this.conditions.length && !time.isBefore(this.conditions[0].time)) {
      const { input, value } = this.conditions.shift();
      changes = changes.filter((change) => change.input !== input);
      changes.push({ input, value: value ? 1 : 0 });
    }
    return changes;
  }

  // Returns the numbers that the curve or a finger sets at a tick.
  due(time) {
    const changes = [];
    for (const number of this.numbers) {
      let value = null;
      const curveValue = curveValueAt(number, time);
      if (curveValue !== null && curveValue !== number.lastCurveValue) {
        number.lastCurveValue = curveValue;
        value = clampedToRange(number, curveValue);
      }
      if (number.pan) {
        value = pannedValue(number, time);
        if (!number.pan.isDown && !time.isBefore(number.pan.end)) number.pan = null;
      } else {
        value ??= number.valueAfterPan;
      }
      number.valueAfterPan = null;
      if (value !== null) changes.push({ input: number.input, value });
    }
    return changes;
  }

  // Ends the settling of a pan if a rule has assigned its input.
  assigned(input) {
    const number = this.number(input);
    if (!number) return;
    number.valueAfterPan = null;
    if (number.pan?.isDown === false) number.pan = null;
  }

  // Starts a pan. `value` is the header's value of the input.
  pan(input, by, duration, easing, time, value) {
    const number = this.number(input);
    let from = number.valueAfterPan ?? value;
    const curveValue = curveValueAt(number, time);
    if (number.pan) from = pannedValue(number, time);
    else if (curveValue !== null && curveValue !== number.lastCurveValue) from = curveValue;
    number.pan = {
      from: clampedToRange(number, from), by, duration, easing, isDown: true, start: time,
      end: time.plus(duration),
    };
    number.valueAfterPan = null;
    this.panned = number;
  }

  // Ends a pan without a release. The input keeps its value.
  dropPan(time) {
    const number = this.panned;
    if (!number?.pan) return;
    this.panned = null;
    number.valueAfterPan = pannedValue(number, time);
    number.pan = null;
  }

  // Releases a pan at `velocity` units per second, or at its own velocity if null. Returns the time
  // at which the input has settled.
  releasePan(velocity, time) {
    const number = this.panned;
    if (!number?.pan) return time;
    const { pan, description: { step } } = number;
    const value = pannedValue(number, time);
    this.dropPan(time);
    if (step === null) return time;
    const panVelocity = pan.end.equals(time)
      ? limitedSpeed(pan.by * pan.easing.endSlope / pan.duration.seconds) : 0;
    const wanted = value + (velocity ?? panVelocity) * PAN_PROJECTION;
    const target = clampedToRange(number, Math.floor(wanted / step + 0.5) * step);
    if (target === value) return time;
    number.valueAfterPan = null;
    number.pan = {
      from: value, by: target - value, duration: PAN_SETTLING, easing: EASE_OUT, isDown: false,
      start: time, end: time.plus(PAN_SETTLING),
    };
    return number.pan.end;
  }

  // Whether an input settles after a pan.
  isSettling(input) { return this.number(input)?.pan?.isDown === false; }

  get isAnySettling() { return this.numbers.some(({ pan }) => pan?.isDown === false); }
}

function clampedToRange({ description: { range } }, value) {
  return Math.min(Math.max(value, range[0]), range[1]);
}

function pannedValue(number, time) {
  const { start, duration, from, by, easing } = number.pan;
  return clampedToRange(number, from + by * easing.progress(time.minus(start), duration));
}

// Returns the curve's value of a number, or null before its first entry.
function curveValueAt({ track }, time) {
  if (!track || time.isBefore(track[0].time)) return null;
  const next = track.findIndex((entry) => time.isBefore(entry.time));
  if (next < 0) return valueAfterTrack(track);
  const [from, to] = [track[next - 1], track[next]];
  const [passed, whole] = [time.minus(from.time), to.time.minus(from.time)];
  // Steps are counted exactly. Other easings use doubles.
  const progress = from.easing.count ? from.easing.progress(passed, whole)
    : from.easing.at((time.seconds - from.time.seconds) / (to.time.seconds - from.time.seconds));
  return from.value + (to.value - from.value) * progress;
}

// The value after the last entry. As in CSS, it is the last easing's value at progress 1.
function valueAfterTrack(track) {
  const [from, to] = track.slice(-2);
  if (!to) return from.value;
  const end = from.easing.at(1);
  return end === 1 ? to.value : from.value + (to.value - from.value) * end;
}
