"use strict";

// Moments and lengths of time without rounding, as the renderer counts them: decimals of up to 18
// places, and ticks of any rate. So a release at 0.1 + 0.2 s and the eighteenth tick of 60 are one
// time, and what happens then happens in the order of the rules.

const ATTOSECONDS = 10n ** 18n;
// Seconds: no curve lasts longer.
const DAY = 86400;
// Parts of a tick's ratio above it are no ticks of displays.
const LARGEST_PART = 2 ** 24;

class ExactTime {
  // Attoseconds times `divisor`; that is 1 for decimals and belongs to the rate for ticks.
  constructor(numerator, divisor = 1n) {
    this.numerator = numerator;
    this.divisor = divisor;
  }

  // The shortest decimal that reads as this number, as a document states it.
  static of(seconds) {
    const held = Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, -1e9), 1e9);
    return new ExactTime(attoseconds(held));
  }

  // So many steps of `numerator / denominator` seconds.
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

  // The part of `whole` that has passed: the nearest double.
  shareOf(whole) {
    return ratio(this.numerator * whole.divisor, whole.numerator * this.divisor);
  }

  // Whole steps of `count` in `whole` that have passed.
  stepsOf(count, whole) {
    const passed = this.numerator * whole.divisor * BigInt(count);
    const all = whole.numerator * this.divisor;
    return Number(passed / all) - (passed % all < 0n ? 1 : 0);
  }
}

const NO_TIME = new ExactTime(0n);

const earlier = (a, b) => (a && b ? (b.isBefore(a) ? b : a) : a ?? b);
const later = (a, b) => (a.isBefore(b) ? b : a);

// Digits of the shortest decimal, shifted to 18 places; beyond those they round.
function attoseconds(value) {
  const [, sign, whole, part = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/
    .exec(String(value));
  const shift = 18 - part.length + Number(exponent);
  const power = 10n ** BigInt(Math.abs(shift));
  const digits = BigInt(whole + part);
  const result = shift >= 0 ? digits * power : (digits + power / 2n) / power;
  return sign ? -result : result;
}

// The double nearest to a ratio: digits enough that the last one alone is rounded.
function ratio(dividend, divisor) {
  const size = dividend < 0n ? -dividend : dividend;
  const shifted = size << 160n;
  const digits = shifted / divisor;
  const nearest = Number(shifted % divisor ? digits | 1n : digits) * 2 ** -160;
  return dividend < 0n ? -nearest : nearest;
}
