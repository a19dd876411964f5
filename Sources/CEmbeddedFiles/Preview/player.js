"use strict";

// What the header is fed, and when: the curve's events at their times, or a finger's.

// Seconds after an event for which the scroll indicator still shows.
const INDICATOR_DELAY = 0.4;

class Player {
  // `changed` is called after every frame with the state and the player.
  constructor(data, painter, changed) {
    Object.assign(this, { data, painter, changed });
    this.constants = {};
    this.speed = 1;
    this.time = 0;
    this.isPlaying = false;
    // Whether a finger has taken the header from the curve.
    this.isFree = false;
    this.finger = null;
    this.problem = null;
    this.build();
    this.scroll = new ScrollView(this.header, data.curve.physics, data.device.layoutScale);
    this.clock = null;
  }

  get duration() { return this.data.curve.duration; }

  // A new header, fed nothing yet.
  build() {
    this.header = new Header(this.data, this.constants);
    this.fed = 0;
    this.lastEvent = null;
    this.events = 0;
  }

  // Another value for some constants: what has happened happens to another header.
  set(constants) {
    const before = this.constants;
    this.constants = constants;
    try {
      this.build();
      this.scroll.take(this.header);
      if (this.isFree) this.feed(this.scroll.reported, this.time);
      else this.seek(this.time);
      this.problem = null;
    } catch (error) {
      this.constants = before;
      this.build();
      this.problem = error.message;
    }
    this.show();
  }

  feed(offset, time, isDragging = false) {
    this.header.receive(offset, time, isDragging);
    this.lastEvent = time;
    this.events += 1;
  }

  // The curve at a time; what lies before is played again where time goes back.
  seek(time) {
    const { events } = this.data.curve;
    this.isFree = false;
    this.time = Math.max(0, Math.min(this.duration, time));
    if (this.fed > 0 && (this.fed > events.length || events[this.fed - 1][0] > this.time)) {
      this.build();
    }
    while (this.fed < events.length && events[this.fed][0] <= this.time) {
      const [moment, offset, isDragging] = events[this.fed];
      this.feed(offset, moment, isDragging === 1);
      this.fed += 1;
    }
    this.scroll.motion = null;
    this.scroll.offset = this.header.last?.offset ?? 0;
  }

  // A finger, a wheel or a key takes over.
  free() {
    if (this.isFree) return;
    this.isFree = true;
    this.isPlaying = false;
    this.fed = Infinity;
    if (this.header.last === null) this.feed(0, this.time);
  }

  play() {
    if (this.isFree || this.time >= this.duration) {
      this.build();
      this.seek(0);
    }
    this.isPlaying = true;
    this.request();
  }

  pause() { this.isPlaying = false; }

  restart() {
    this.build();
    this.seek(0);
    this.show();
  }

  // Runs while anything moves.
  request() {
    if (this.clock !== null) return;
    this.clock = performance.now();
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    const passed = Math.max(0, now - this.clock) / 1000;
    this.clock = null;
    try {
      if (this.isPlaying) this.seek(this.time + passed * this.speed);
      else if (this.isFree) this.moveFreely(passed);
    } catch (error) {
      this.isPlaying = false;
      this.problem = error.message;
    }
    if (this.isPlaying && this.time >= this.duration) this.isPlaying = false;
    this.show();
    if (this.isPlaying || this.isActive) {
      this.clock = now;
      requestAnimationFrame((next) => this.tick(next));
    }
  }

  // The header's own time goes on from where the curve was left.
  moveFreely(passed) {
    this.time += passed;
    this.scroll.advance(this.time);
    const offset = this.scroll.reported;
    // A scroll view does not report standing still.
    if (offset !== this.header.last.offset) this.feed(offset, this.time, this.scroll.isDragging);
  }

  // Whether a free header still changes.
  get isActive() {
    return this.isFree && (this.scroll.isMoving || this.scroll.isDragging || this.state?.isAnimating
      || this.time - (this.lastEvent ?? 0) < INDICATOR_DELAY);
  }

  // Paints the header as it stands.
  show() {
    try {
      this.state = this.header.state(this.header.last === null ? null : this.time);
      this.paint(this.state, this.events > 1 && this.time - this.lastEvent < INDICATOR_DELAY);
    } catch (error) {
      this.problem = error.message;
    }
    this.changed(this);
  }

  paint(state, isScrolling) {
    this.painter.paint(state, { offset: state.offset, isScrolling, finger: this.finger });
  }

  // The picture after offsets that a new header is fed without times, as `twheader still` draws it.
  still(offsets) {
    this.isPlaying = false;
    this.isFree = true;
    this.build();
    for (const offset of offsets) this.header.receive(offset);
    this.state = this.header.state();
    this.paint(this.state, this.state.offset !== 0);
    return traced(this.state, this.data.program);
  }

  // The states after each of some events, as `twheader trace` prints them: offsets, or time, offset
  // and whether a finger moves the content.
  trace(events) {
    const header = new Header(this.data, this.constants);
    return events.map((event) => {
      const [time, offset, isDragging] = Array.isArray(event) ? event : [null, event, 0];
      header.receive(offset, time, isDragging === 1);
      return traced(header.state(null, false), this.data.program);
    });
  }
}
