"use strict";

// Sends events to the header: those of the curve at their times, or a user's.

// The time in seconds for which the scroll indicator stays visible after a scroll.
const INDICATOR_DELAY = 0.4;

class Player {
  // `changed` is called with the player after every frame.
  constructor(data, painter, changed) {
    Object.assign(this, { data, painter, changed });
    this.constants = {};
    this.speed = 1;
    this.time = 0;
    this.isPlaying = false;
    // The simulation that a user controls, or null while the curve is played.
    this.live = null;
    this.finger = null;
    this.problem = null;
    this.clock = null;
    this.build();
  }

  get duration() { return this.curve.duration; }
  get isFree() { return this.live !== null; }

  // Plays the curve under a header with the current constants, and creates such a header.
  build() {
    const make = () => new InteractiveHeader(this.data, this.constants);
    this.curve = playCurve(this.data.curve, make(), this.data.device.layoutScale);
    this.launch();
  }

  // Creates a new header that has received no events.
  launch(inputs = this.curve.launch) {
    this.header = new InteractiveHeader(this.data, this.constants);
    this.header.launch(inputs);
    this.live = null;
    this.receivedCount = 0;
    this.scrolls = 0;
    this.lastScroll = -Infinity;
  }

  // Changes constants and replays everything with a new header.
  set(constants) {
    const before = this.constants;
    this.constants = constants;
    try {
      const { live, userState } = this;
      this.build();
      if (live) this.restore(userState); else this.seek(this.time);
      this.problem = null;
    } catch (error) {
      this.constants = before;
      this.build();
      this.problem = error.message;
    }
    this.show();
  }

  // Notes the time of a scroll, for the scroll indicator.
  noteScroll(event) {
    if (event.kind !== "scroll") return;
    this.scrolls += 1;
    this.lastScroll = event.time;
  }

  // Moves to a time of the curve. Replays from the start if the time is earlier.
  seek(time) {
    const { events } = this.curve;
    this.time = Math.max(0, Math.min(this.duration, time));
    const last = events[this.receivedCount - 1];
    if (this.isFree || last?.time > this.time) this.launch();
    while (this.receivedCount < events.length && events[this.receivedCount].time <= this.time) {
      this.header.receive(events[this.receivedCount]);
      this.noteScroll(events[this.receivedCount]);
      this.receivedCount += 1;
    }
  }

  // Gives control to the user, from the current state of the curve.
  takeControl() {
    this.problem = null;
    if (this.isFree) return this.live;
    const last = this.curve.events[this.receivedCount - 1];
    const isUnderWay = this.time < this.duration;
    const live = this.startLive(last?.offset ?? 0);
    if (last?.isDragging) {
      live.isDragging = true;
      live.content.finger = { wanted: last.offset, velocity: 0 };
      live.liftDrag();
    }
    if (isUnderWay) live.releaseContent(0);
    return live;
  }

  // Starts the interactive simulation at an offset.
  startLive(offset) {
    this.isPlaying = false;
    this.live = new LiveScroll(this.header, this.data, offset, this.time);
    this.live.onEvent = (event) => this.noteScroll(event);
    this.live.reported = this.header.last?.offset ?? null;
    this.live.report();
    return this.live;
  }

  // Stops this player, because another one controls the page.
  stop() {
    this.isPlaying = false;
    this.launch();
    this.show = () => {};
  }

  // The time of the curve, and the user's offset and inputs, for continuing in another revision of
  // the page.
  get position() {
    const { time, isPlaying, isFree } = this;
    return { time, isPlaying, userState: isFree ? this.userState : null };
  }

  resume({ time, isPlaying, userState }) {
    this.seek(time);
    this.isPlaying = isPlaying;
    if (userState) this.restore(userState);
    this.request();
  }

  // The offset and the inputs that a user has set.
  get userState() {
    const inputs = Object.fromEntries(this.header.descriptions.map(({ name }, input) =>
      [name, this.header.inputValue(input)]));
    return { offset: this.live?.offset ?? 0, inputs };
  }

  // Creates a header with an offset and inputs that a user has set.
  restore({ offset, inputs }) {
    this.launch(this.header.descriptions.flatMap(({ name }, input) =>
      (name in inputs ? [{ input, value: inputs[name] }] : [])));
    this.startLive(0);
    this.live.content.jump(offset, this.live.now);
    this.live.releaseContent(0);
    this.live.report();
    this.request();
  }

  // Sets an input from the panel.
  setInput(input, value) {
    this.takeControl();
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

  // Requests frames while anything moves.
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

  // Advances the time of a header under user control.
  moveFreely(passed) {
    this.time += passed;
    try {
      this.live.advanceTo(this.time);
    } catch (error) {
      this.live.halt();
      this.problem = error.message;
    }
  }

  // Whether a header under user control still changes.
  get isActive() {
    return this.isFree && (this.live.isMoving || this.live.isTouched || this.state?.isAnimating
      || this.time - this.lastScroll < INDICATOR_DELAY);
  }

  // Paints the current state.
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

  // Paints the state after offsets without times, as `twheader still` does.
  still(offsets) {
    this.isPlaying = false;
    this.launch();
    for (const offset of offsets) this.header.receive({ kind: "scroll", offset });
    this.state = this.header.state();
    this.paint(this.state, this.state.offset !== 0);
  }
}
