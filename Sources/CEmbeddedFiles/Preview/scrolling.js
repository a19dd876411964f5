"use strict";

// A scroll view under a finger: rubber band, deceleration and bounce, by the renderer's model.

// Points; beyond it nothing can be seen to move.
const REST_SHARE = 0.5;
// Seconds of a drag's end that its speed is taken from.
const SPEED_WINDOW = 0.1;

class ScrollView {
  // `header` gives largest offset and viewport height, `physics` the curve's numbers.
  constructor(header, physics, scale) {
    Object.assign(this, { physics, scale });
    this.take(header);
    this.offset = 0;
    this.motion = null;
    this.wanted = null;
    this.samples = [];
  }

  // Another header's edges.
  take(header) {
    this.largest = header.largestOffset;
    this.dimension = header.viewportHeight;
    this.snaps = header.snapOffsets;
  }

  get isMoving() { return this.motion !== null; }
  get isDragging() { return this.wanted !== null; }

  // Multiples of one device pixel, halves away from zero.
  get reported() {
    const pixels = this.offset * this.scale;
    return Math.sign(pixels) * Math.floor(Math.abs(pixels) + 0.5) / this.scale + 0;
  }

  edge(offset) { return offset < 0 ? 0 : offset > this.largest ? this.largest : null; }

  // The offset shown for the one the finger wants: (1 - 1 / (x c / d + 1)) d past an edge.
  shown(wanted) {
    const edge = this.edge(wanted);
    if (edge === null) return wanted;
    if (!this.physics.bounces) return edge;
    const way = Math.abs(wanted - edge) * this.physics.rubberBand;
    const beyond = way * this.dimension / (way + this.dimension);
    return wanted < edge ? edge - beyond : edge + beyond;
  }

  // The inverse: a finger takes hold of the content where it is shown.
  want(shown) {
    const edge = this.edge(shown);
    if (edge === null) return shown;
    if (!this.physics.bounces) return edge;
    const reachable = Math.min(Math.abs(shown - edge), this.dimension * 1023 / 1024);
    const way = reachable * this.dimension
      / (this.physics.rubberBand * (this.dimension - reachable));
    return shown < edge ? edge - way : edge + way;
  }

  // The finger's own moments are those at which its events happened (`at`, seconds), however late
  // they are heard of.
  touch(time, at) {
    this.advance(time);
    this.motion = null;
    this.wanted = this.want(this.offset);
    this.samples = [[at, this.wanted]];
  }

  // The finger has moved the content by so many points.
  drag(by, at) {
    if (this.wanted === null) return;
    this.wanted += by;
    this.offset = this.shown(this.wanted);
    this.samples.push([at, this.wanted]);
    this.samples = this.samples.filter(([moment]) => at - moment <= SPEED_WINDOW);
  }

  release(time, at) {
    if (this.wanted === null) return;
    this.wanted = null;
    this.let(this.speed(at), time);
  }

  // Points a second, of the drag's end.
  speed(at) {
    const [first] = this.samples;
    const last = this.samples.at(-1);
    // A finger that waits before it lets go throws nothing.
    if (!first || at - last[0] > SPEED_WINDOW || last[0] - first[0] < 1e-3) return 0;
    return (last[1] - first[1]) / (last[0] - first[0]);
  }

  // Lets the content go: deceleration, at an edge a spring, in the end rest.
  let(velocity, time) {
    let edge = this.edge(this.offset);
    if (edge !== null && Math.abs(this.offset - edge) < 1e-6) {
      this.offset = edge;
      edge = null;
    }
    if (edge !== null) {
      if (this.physics.bounces) this.bounce(edge, this.offset - edge, velocity, time);
      else this.offset = edge;
      return;
    }
    const rate = 1000 * Math.log(this.physics.decelerationRate);
    const start = this.offset;
    if (this.snaps.length) {
      const end = start - velocity / rate;
      const target = this.snaps.reduce((best, snap) =>
        (Math.abs(snap - end) < Math.abs(best - end) ? snap : best));
      this.bounce(target, start - target, velocity, time);
      return;
    }
    const at = (t) => start + velocity * (Math.exp(rate * t) - 1) / rate;
    const toCome = Math.abs(velocity / rate);
    const rest = REST_SHARE / this.scale;
    const duration = toCome > rest ? Math.log(rest / toCome) / rate : 0;
    const ahead = velocity < 0 ? 0 : this.largest;
    const left = velocity === 0 ? 2 : 1 + (ahead - start) * rate / velocity;
    const crossing = left > 0 && left <= 1 ? Math.log(left) / rate : Infinity;
    if (crossing < duration) {
      const next = () => {
        if (this.physics.bounces) {
          this.bounce(ahead, 0, velocity * Math.exp(rate * crossing), time + crossing);
        } else {
          this.offset = ahead;
        }
      };
      this.motion = { start: time, duration: crossing, at, next };
    } else {
      this.motion = { start: time, duration, at, next: null };
    }
  }

  // A spring of mass 1 pulls the content back.
  bounce(edge, displacement, velocity, start) {
    const { bounceStiffness, bounceDampingRatio } = this.physics;
    const spring = new DampedSpring(
      Math.sqrt(bounceStiffness), bounceDampingRatio, displacement, velocity);
    this.motion = {
      start, duration: spring.timeToRest(REST_SHARE / this.scale),
      at: (t) => edge + spring.at(t), next: () => { this.offset = edge; },
    };
  }

  // A wheel moves the content at once and stops at its edges.
  wheel(by, time) {
    this.advance(time);
    this.motion = null;
    this.offset = Math.max(0, Math.min(this.largest, this.offset + by));
  }

  // A program's way: slowing down to its end.
  scrollTo(offset, duration, time) {
    this.advance(time);
    const start = this.offset;
    const end = Math.max(0, Math.min(this.largest, offset));
    const ease = bezier([0.25, 0.1, 0.25, 1]);
    this.motion = {
      start: time, duration,
      at: (t) => (duration > 0 ? start + (end - start) * ease(Math.min(1, t / duration)) : end),
      next: () => { this.offset = end; },
    };
  }

  // Where the content is at a time.
  advance(time) {
    while (this.motion) {
      const { start, duration, at, next } = this.motion;
      const passed = time - start;
      if (passed < duration) {
        this.offset = at(Math.max(0, passed));
        return;
      }
      this.motion = null;
      this.offset = at(duration);
      if (next) next();
    }
  }
}
