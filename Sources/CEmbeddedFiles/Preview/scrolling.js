"use strict";

// The scrolled content: its offset and the law that moves it, with touches, programs and the
// physics of the renderer's model.

// The speed in points per second at which rules for rest are evaluated.
const SLOW_SPEED = 10;
// The tolerance at edges in points. Sums of decimal distances miss an edge by less.
const EDGE_TOLERANCE = 1e-6;
const FARTHEST_OFFSET = 1e6;
const FASTEST_SPEED = 1e6;

const limitedSpeed = (speed) =>
  (Number.isNaN(speed) ? 0 : Math.min(Math.max(speed, -FASTEST_SPEED), FASTEST_SPEED));

// The edges of the content and the rubber band past them. If `band` is null, the content stops
// there.
class ScrollEdges {
  constructor([smallest, largest], band) { Object.assign(this, { smallest, largest, band }); }

  // Returns the edge that an offset exceeds, or null.
  passed(offset) {
    return offset < this.smallest ? this.smallest : offset > this.largest ? this.largest : null;
  }

  // Returns the shown offset for a wanted one: (1 - 1 / (x c / d + 1)) d past an edge.
  shown(wanted) {
    const edge = this.passed(wanted);
    if (edge === null || !this.band) return edge ?? wanted;
    const { constant, dimension } = this.band;
    const way = Math.abs(wanted - edge) * constant;
    const beyond = way * dimension / (way + dimension);
    return wanted < edge ? edge - beyond : edge + beyond;
  }

  // The inverse of `shown`.
  wanted(shown) {
    const edge = this.passed(shown);
    if (edge === null || !this.band) return edge ?? shown;
    const { constant, dimension } = this.band;
    const reachable = Math.min(Math.abs(shown - edge), dimension * 1023 / 1024);
    const way = reachable * dimension / (constant * (dimension - reachable));
    return shown < edge ? edge - way : edge + way;
  }
}

class ScrollContent {
  // `physics` contains the curve's parameters, `dimension` is the height of the scroll view, and
  // `pixel` the size of a device pixel in points.
  constructor(physics, dimension, pixel, offset) {
    this.physics = physics;
    this.band = physics.bounces ? { constant: physics.rubberBand, dimension } : null;
    this.rate = 1000 * Math.log(physics.decelerationRate);
    // The distance from rest in points that is not visible.
    this.still = pixel / 2;
    // The motion in order of start. A segment continues until the next one starts.
    this.segments = [{ start: NO_TIME, at: () => offset }];
    // The time at which the current motion ends by itself, and the current deceleration.
    this.restTime = NO_TIME;
    this.deceleration = null;
    // The dragging finger: its wanted offset and its velocity in points per second.
    this.finger = null;
  }

  offset(time) {
    const segment = this.segments.findLast(({ start }) => !time.isBefore(start));
    return segment ? segment.at(time.minus(segment.start)) : this.segments[0].at(NO_TIME);
  }

  // Whether the content moves without a finger after `time`.
  isMoving(time) { return !this.finger && time.isBefore(this.restTime); }

  // The velocity of a deceleration when it becomes slow, in points per second. 0 without a
  // deceleration.
  get slowVelocity() {
    const velocity = this.deceleration?.velocity ?? 0;
    return Math.min(Math.max(velocity, -SLOW_SPEED), SLOW_SPEED);
  }

  edges(edges) { return new ScrollEdges(edges, this.band); }

  // Stops the content at its current offset.
  stop(time) { this.jump(this.offset(time), time); }

  // Moves the content to `offset` immediately.
  jump(offset, time) { this.replace({ start: time, at: () => offset }, time); }

  // Removes past segments.
  forget(time) {
    const last = this.segments.findLastIndex(({ start }) => !time.isBefore(start));
    if (last > 0) this.segments.splice(0, last);
  }

  // The offset that the finger wants, which differs from the shown one past an edge.
  wantedOffset(edges, time) { return this.finger?.wanted ?? edges.wanted(this.offset(time)); }

  // Moves the finger by `way` points in a fixed duration, and sets its velocity at the end.
  drag(way, duration, easing, edges, time) {
    const from = this.wantedOffset(edges, time);
    const to = Math.min(Math.max(from + way, -FARTHEST_OFFSET), FARTHEST_OFFSET);
    const by = to === from + way ? way : to - from;
    const velocity = by === 0 ? 0 : by * easing.endSlope / duration.seconds;
    this.replace({
      start: time, at: (passed) => edges.shown(from + by * easing.progress(passed, duration)),
    }, time.plus(duration));
    this.finger = { wanted: from + by, velocity: limitedSpeed(velocity) };
  }

  // Moves the finger by `way` points immediately, for live touches.
  moveFinger(way, edges, time) {
    const wanted = this.wantedOffset(edges, time) + way;
    const offset = edges.shown(wanted);
    this.jump(offset, time);
    this.finger = { wanted, velocity: 0 };
  }

  // Moves to an offset in a fixed duration, for programmatic scrolls and settlements with a
  // duration. A glide in progress, which started at `start`, keeps its end.
  glide(to, duration, easing, time, start = time) {
    const elapsed = time.minus(start);
    let from = this.offset(time);
    if (start !== time) {
      // A glide from this offset passes the current one at `time`.
      const left = 1 - easing.progress(elapsed, duration);
      from = left > 0 ? to - (to - from) / left : to;
    }
    const rest = start.plus(duration);
    this.replace({
      start: time,
      at: (passed) => from + (to - from) * easing.progress(passed.plus(elapsed), duration),
    }, rest);
    this.segments.push({ start: rest, at: () => to });
  }

  // Settles at `offset` with the spring of bounces (mass 1).
  spring(offset, velocity, time) {
    const displacement = this.offset(time) - offset;
    this.startMotion(this.bounce(offset, displacement, velocity, time), time);
  }

  replace(segment, rest) {
    this.startMotion({ segments: [segment], rest, deceleration: null }, segment.start);
  }

  // Replaces the motion from `start` on.
  startMotion({ segments, rest, deceleration }, start) {
    while (this.segments.length && !this.segments.at(-1).start.isBefore(start)) {
      this.segments.pop();
    }
    this.segments.push(...segments);
    this.restTime = rest;
    this.deceleration = deceleration;
  }

  // Returns the motion of released content: its segments, the time of rest, the offset at rest
  // (`target`), and the time at which it becomes slow (`slow`, null if it bounces or rests before).
  freeMotion(releaseVelocity, range, time) {
    const edges = this.edges(range);
    const velocity = limitedSpeed(releaseVelocity);
    let offset = this.offset(time);
    let edge = edges.passed(offset);
    if (edge !== null && Math.abs(offset - edge) < EDGE_TOLERANCE) {
      offset = edge;
      edge = null;
    }
    if (edge === null) return this.slowing({ offset, velocity, start: time }, edges);
    if (this.band) {
      return { ...this.bounce(edge, offset - edge, velocity, time), target: edge, slow: null };
    }
    return {
      segments: [{ start: time, at: () => edge }], rest: time, deceleration: null, target: edge,
      slow: null,
    };
  }

  // A deceleration, followed by a bounce if it crosses an edge.
  slowing({ offset, velocity, start }, edges) {
    const { rate, still } = this;
    const at = (t) => offset + velocity * (Math.exp(rate * t) - 1) / rate;
    const distance = Math.abs(velocity / rate);
    const duration = distance > still ? Math.log(still / distance) / rate : 0;
    const edge = velocity < 0 ? edges.smallest : edges.largest;
    const left = velocity === 0 ? 0 : 1 + (edge - offset) * rate / velocity;
    let crossing = left > 0 && left <= 1 ? Math.max(0, Math.log(left) / rate) : Infinity;
    if (!(crossing < duration)) crossing = null;
    let slow = null;
    if (Math.abs(velocity) <= SLOW_SPEED) {
      slow = start;
    } else {
      const elapsed = Math.log(SLOW_SPEED / Math.abs(velocity)) / rate;
      if (elapsed < (crossing ?? duration)) slow = start.plus(ExactTime.of(elapsed));
    }
    const meeting = start.plus(ExactTime.of(crossing ?? duration));
    const end = crossing === null ? at(duration) : edge;
    const motion = {
      segments: [
        { start, at: (passed) => at(passed.seconds) }, { start: meeting, at: () => end }],
      rest: meeting, target: end, slow,
      deceleration: { offset, velocity, start, crossing: crossing === null ? null : meeting },
    };
    if (crossing === null || !this.band) return motion;
    const bounce = this.bounce(edge, 0, velocity * Math.exp(rate * crossing), meeting);
    motion.segments.splice(1, 1, ...bounce.segments);
    motion.rest = bounce.rest;
    return motion;
  }

  // Recomputes a deceleration after the edges have changed. Returns the time at which it becomes
  // slow, or null if it bounces or rests before.
  adapt(edges) {
    const motion = this.slowing(this.deceleration, this.edges(edges));
    this.startMotion(motion, this.deceleration.start);
    return motion.slow;
  }

  // A bounce: a spring of mass 1 that pulls the content back to `edge`.
  bounce(edge, displacement, velocity, start) {
    const { bounceStiffness, bounceDampingRatio } = this.physics;
    const spring = new DampedSpring(
      Math.sqrt(bounceStiffness), bounceDampingRatio, displacement, velocity);
    const rest = start.plus(ExactTime.of(spring.timeToRest(this.still)));
    return {
      segments: [
        { start, at: (passed) => edge + spring.at(passed.seconds) },
        { start: rest, at: () => edge }],
      rest, deceleration: null,
    };
  }
}
