"use strict";

// What the header is told, and when: the curve's events at their times, or a user's own.

// Seconds after a scroll for which the scroll indicator still shows.
const INDICATOR_DELAY = 0.4;

class Player {
  // `changed` is called after every frame with the player.
  constructor(data, painter, changed) {
    Object.assign(this, { data, painter, changed });
    this.constants = {};
    this.speed = 1;
    this.time = 0;
    this.isPlaying = false;
    // The simulation under a user's hand; null while the curve has the header.
    this.live = null;
    this.finger = null;
    this.problem = null;
    this.clock = null;
    this.build();
  }

  get duration() { return this.curve.duration; }
  get isFree() { return this.live !== null; }

  // What the curve does to a header of the present constants, and such a header.
  build() {
    const make = () => new AnsweringHeader(this.data, this.constants);
    this.curve = playCurve(this.data.curve, make(), this.data.device.layoutScale);
    this.launch();
  }

  // A new header at its launch.
  launch(inputs = this.curve.launch) {
    this.header = new AnsweringHeader(this.data, this.constants);
    this.header.launch(inputs);
    this.live = null;
    this.fed = 0;
    this.scrolls = 0;
    this.lastScroll = -Infinity;
  }

  // Other values for some constants: what has happened happens to another header.
  set(constants) {
    const before = this.constants;
    this.constants = constants;
    try {
      const { live, place } = this;
      this.build();
      if (live) this.put(place); else this.seek(this.time);
      this.problem = null;
    } catch (error) {
      this.constants = before;
      this.build();
      this.problem = error.message;
    }
    this.show();
  }

  hear(event) {
    if (event.kind !== "scroll") return;
    this.scrolls += 1;
    this.lastScroll = event.time;
  }

  // The curve at a time; what lies before is played again where time goes back.
  seek(time) {
    const { events } = this.curve;
    this.time = Math.max(0, Math.min(this.duration, time));
    if (this.isFree || (this.fed > 0 && events[this.fed - 1].time > this.time)) this.launch();
    while (this.fed < events.length && events[this.fed].time <= this.time) {
      this.header.receive(events[this.fed]);
      this.hear(events[this.fed]);
      this.fed += 1;
    }
  }

  // A finger, a wheel, a key or a slider takes over, as the curve has left the header.
  free() {
    this.problem = null;
    if (this.isFree) return this.live;
    const last = this.curve.events[this.fed - 1];
    const isUnderWay = this.time < this.duration;
    const live = this.takeOver(last?.offset ?? 0);
    if (last?.isDragging) {
      live.isDragging = true;
      live.content.finger = { wanted: last.offset, velocity: 0 };
      live.liftDrag();
    }
    if (isUnderWay) live.letGo(0);
    return live;
  }

  takeOver(offset) {
    this.isPlaying = false;
    this.live = new LiveScroll(this.header, this.data, offset, this.time);
    this.live.heard = (event) => this.hear(event);
    this.live.reported = this.header.last?.offset ?? null;
    this.live.report();
    return this.live;
  }

  // Nothing moves or is painted any more: another player has the page.
  stop() {
    this.isPlaying = false;
    this.launch();
    this.show = () => {};
  }

  // Where the curve is, and where a user has brought the header to: what another edition of the page
  // begins with.
  get position() {
    const { time, isPlaying, isFree } = this;
    return { time, isPlaying, hand: isFree ? this.place : null };
  }

  resume({ time, isPlaying, hand }) {
    this.seek(time);
    this.isPlaying = isPlaying;
    if (hand) this.put(hand);
    this.request();
  }

  get place() {
    const inputs = Object.fromEntries(this.header.descriptions.map(({ name }, input) =>
      [name, this.header.inputValue(input)]));
    return { offset: this.live?.offset ?? 0, inputs };
  }

  // Brings a new header there.
  put({ offset, inputs }) {
    this.launch(this.header.descriptions.flatMap(({ name }, input) =>
      (name in inputs ? [{ input, value: inputs[name] }] : [])));
    this.takeOver(0);
    this.live.content.place(offset, this.live.now);
    this.live.letGo(0);
    this.live.report();
    this.request();
  }

  // A slider or a switch of the panel.
  setInput(input, value) {
    this.free();
    this.live.sendInputs([{ input, value }]);
    this.live.inputs.assigned(input);
    this.request();
    this.show();
  }

  play() {
    if (this.isFree || this.time >= this.duration) this.restart();
    this.isPlaying = true;
    this.request();
  }

  pause() { this.isPlaying = false; }

  restart() {
    this.launch();
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
    try {
      this.live.go(this.time);
    } catch (error) {
      this.live.halt();
      this.problem = error.message;
    }
  }

  // Whether a free header still changes.
  get isActive() {
    return this.isFree && (this.live.isMoving || this.live.isTouched || this.state?.isAnimating
      || this.time - this.lastScroll < INDICATOR_DELAY);
  }

  // Paints the header as it stands.
  show() {
    try {
      this.state = this.header.state(this.header.last === null ? null : this.time);
      this.paint(
        this.state, this.scrolls > 1 && this.time - this.lastScroll < INDICATOR_DELAY);
    } catch (error) {
      this.problem = error.message;
    }
    this.changed(this);
  }

  paint(state, isScrolling) {
    this.painter.paint(state, { offset: state.offset, isScrolling, finger: this.finger });
  }

  // The picture after offsets that a new header is told without times, as `twheader still` draws it.
  still(offsets) {
    this.isPlaying = false;
    this.launch();
    for (const offset of offsets) this.header.receive({ kind: "scroll", offset });
    this.state = this.header.state();
    this.paint(this.state, this.state.offset !== 0);
  }
}
