"use strict";

// Exact times and durations in seconds, as in the renderer: decimals with up to 18 places, and
// ticks of any rate. A release at 0.1 + 0.2 s and the eighteenth tick of 60 are the same time, so
// that simultaneous events have the specified order.

const ATTOSECONDS = 10n ** 18n;
// The maximum duration of a curve in seconds.
const DAY = 86400;
// The maximum numerator and denominator of exact ticks.
const LARGEST_PART = 2 ** 24;

class ExactTime {
  // The time in attoseconds times `divisor`, which is 1 for decimals and the step's denominator for
  // ticks.
  constructor(numerator, divisor = 1n) {
    this.numerator = numerator;
    this.divisor = divisor;
  }

  // Creates the shortest decimal that parses to this number.
  static of(seconds) {
    const held = Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, -1e9), 1e9);
    return new ExactTime(attoseconds(held));
  }

  // Creates a tick, `count` steps of `numerator / denominator` seconds from 0.
  static ticks(count, [numerator, denominator]) {
    if (numerator > LARGEST_PART || denominator > LARGEST_PART) {
      return ExactTime.of(count * (numerator / denominator));
    }
    return new ExactTime(
      BigInt(count) * BigInt(numerator) * ATTOSECONDS, BigInt(denominator));
  }

  plus(other) {
    return this.divisor === other.divisor
      ? new ExactTime(this.numerator + other.numerator, this.divisor)
      : new ExactTime(
        this.numerator * other.divisor + other.numerator * this.divisor,
        this.divisor * other.divisor);
  }

  minus(other) { return this.plus(new ExactTime(-other.numerator, other.divisor)); }

  isBefore(other) {
    return this.numerator * other.divisor < other.numerator * this.divisor;
  }

  equals(other) { return this.numerator * other.divisor === other.numerator * this.divisor; }

  // The nearest double.
  get seconds() {
    this.double ??= ratio(this.numerator, this.divisor * ATTOSECONDS);
    return this.double;
  }

  // The fraction of `whole` that has passed, as the nearest double.
  shareOf(whole) {
    return ratio(this.numerator * whole.divisor, whole.numerator * this.divisor);
  }

  // The number of completed steps of `count` equal steps in `whole`.
  stepsOf(count, whole) {
    const passed = this.numerator * whole.divisor * BigInt(count);
    const all = whole.numerator * this.divisor;
    return Number(passed / all) - (passed % all < 0n ? 1 : 0);
  }
}

const NO_TIME = new ExactTime(0n);

const earlier = (a, b) => (a && b ? (b.isBefore(a) ? b : a) : a ?? b);
const later = (a, b) => (a.isBefore(b) ? b : a);

// Returns the digits of the shortest decimal, shifted to 18 places and rounded.
function attoseconds(value) {
  const [, sign, whole, part = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/
    .exec(String(value));
  const shift = 18 - part.length + Number(exponent);
  const power = 10n ** BigInt(Math.abs(shift));
  const digits = BigInt(whole + part);
  const result = shift >= 0 ? digits * power : (digits + power / 2n) / power;
  return sign ? -result : result;
}

// Returns the double nearest to a ratio. It has enough digits that only the last is rounded.
function ratio(dividend, divisor) {
  const size = dividend < 0n ? -dividend : dividend;
  const shifted = size << 160n;
  const digits = shifted / divisor;
  const nearest = Number(shifted % divisor ? digits | 1n : digits) * 2 ** -160;
  return dividend < 0n ? -nearest : nearest;
}
