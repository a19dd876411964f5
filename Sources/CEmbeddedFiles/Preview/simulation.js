"use strict";

// Plays finger, scroll view and header together, because the content's motion can depend on the
// header's state. Events at the same time are ordered: the tick's scroll, inputs, then the effects
// of gestures in causal order. Before every event other than a scroll, the header receives the
// current offset.

// The duration in seconds in which content follows a moved edge.
const EDGE_DURATION = ExactTime.of(0.3);
// The maximum number of rests without a touch or an input between them. It stops rules that never
// end.
const MOST_OWN_RESTS = 100;

class ScrollSimulation {
  // `header` may have received events; `offset` is the offset of its content. `step` is the time
  // between two ticks in seconds as [numerator, denominator], or null to report on demand.
  constructor(header, { physics, snap = true, inputs }, scale, step = null, offset = 0) {
    Object.assign(this, { header, scale, snap, step });
    this.content = new ScrollContent(physics, header.viewportHeight, 1 / scale, offset);
    this.inputs = new SimulatedInputs(header.descriptions, inputs);
    // Whether the header receives events, whether it receives more than offsets, and an additional
    // listener.
    this.tells = true;
    this.isInteractive = header.isInteractive;
    this.heard = () => {};
    this.now = NO_TIME;
    this.ticks = 0;
    this.nextTick = step ? NO_TIME : null;
    this.lastTick = null;
    this.endTick = null;
    this.reported = null;
    this.isDragging = false;
    // Whether the header has not been told yet that the last motion has come to rest, and the
    // number of rests.
    this.owesRest = false;
    this.rests = 0;
    this.ownRests = 0;
    // The pending evaluation of rules for rest. `slow` is the time at which the content becomes
    // slow, or null if it rests before.
    this.question = null;
    // Whether a finger taps, and whether one pans.
    this.isTapping = false;
    this.isPanning = false;
    this.isLast = false;
    this.edges = header.edges;
    this.dragEdges = this.content.edges(this.edges);
    this.movedEdges = [false, false];
    // Whether a finger is being lifted. The release that follows handles moved edges.
    this.decides = false;
    this.lastRule = null;
  }

  // Plays automatic changes and ticks up to `time` (including it if `isIncluded`), until the
  // content's next rest (`rest`), or until a panned `input` has settled.
  advance({ time = null, isIncluded = true, rest = false, input = null }) {
    const { rests } = this;
    for (;;) {
      if (rest && (!this.owesRest || this.rests > rests)) return;
      if (input !== null && !this.inputs.isSettling(input)) return;
      const next = [this.contentTime, this.nextTick, this.inputs.nextTime, this.endTick].reduce(earlier);
      if (time && !(next && (next.isBefore(time) || (isIncluded && next.equals(time))))) {
        this.now = later(this.now, time);
        return;
      }
      if (!next) return;
      this.now = later(this.now, next);
      if (this.step && this.now.seconds > DAY) {
        throw new EvaluationError(`the curve lasts longer than a day; ${this.lastRule ?? "shorten it"}`);
      }
      this.happen();
    }
  }

  // The time of the next content change that the header is asked about or told of.
  get contentTime() {
    if (!this.owesRest || this.content.finger || this.isTapping) return null;
    return later(this.now, this.question?.slow ?? this.content.restTime);
  }

  // Plays all automatic changes at the current time.
  happen() {
    let isTick = this.endTick?.equals(this.now) ?? false;
    if (this.endTick && !this.now.isBefore(this.endTick)) this.endTick = null;
    while (this.nextTick && !this.now.isBefore(this.nextTick)) {
      this.ticks += 1;
      this.nextTick = ExactTime.ticks(this.ticks, this.step);
      isTick = true;
    }
    let changes = [];
    if (isTick && this.tells) {
      this.lastTick = this.now;
      changes = this.inputs.due(this.now);
      this.report();
    }
    this.sendInputs(changes.concat(this.inputs.dueConditions(this.now)));
    const time = this.contentTime;
    if (time && !this.now.isBefore(time)) this.settleDown();
  }

  // Sends a tick unless it has been sent.
  tick() {
    if (!this.tells || this.lastTick?.equals(this.now)) return;
    this.lastTick = this.now;
    const changes = this.inputs.due(this.now);
    this.report();
    this.sendInputs(changes);
  }

  // Reports a jump at once if a gesture starts at a tick.
  reportJump() { if (this.lastTick?.equals(this.now)) this.report(); }

  // Ends free motion: asks the rules for rest, then sends the rest event.
  settleDown() {
    const { content, question } = this;
    if (question) {
      this.question = null;
      this.report();
      const velocity = question.slow ? content.slowVelocity : 0;
      const target = content.offset(later(this.now, content.restTime));
      const settlement = this.header.settle({
        isAtRest: true, time: this.now.seconds, velocity, target, isBeyondEdge: false });
      if (settlement) this.take(settlement, velocity);
    }
    if (this.now.isBefore(content.restTime)) return;
    if (this.isLast && !this.now.isBefore(this.inputs.end)) this.tick();
    this.owesRest = false;
    this.rests += 1;
    this.ownRests += 1;
    this.send({ kind: "rest", velocity: 0 });
    if (this.ownRests <= MOST_OWN_RESTS) return;
    throw new EvaluationError(`the scroll never settles: ${
      this.header.lastRule ?? "a rule"} of the header moves an edge whenever the content stops`);
  }

  // Events for the header.

  get offset() { return this.content.offset(this.now); }

  // Reports the offset if it has changed, rounded to device pixels with ties away from zero.
  report() {
    if (!this.tells) return;
    const pixels = this.offset * this.scale;
    const offset = this.snap
      ? Math.sign(pixels) * Math.floor(Math.abs(pixels) + 0.5) / this.scale + 0 : this.offset + 0;
    if (offset === this.reported) return;
    this.reported = offset;
    this.tell({ kind: "scroll" });
  }

  sendInputs(all) {
    const changes = all.filter(({ input, value }) => this.header.inputValue(input) !== value);
    if (!changes.length) return;
    this.ownRests = 0;
    this.send({ kind: "input", changes: changes.sort((a, b) => a.input - b.input) });
  }

  // Sends an event, after a scroll if the offset has changed. Then follows edges that rules have
  // moved. A header without interaction receives offsets only.
  send(event) {
    if (!this.tells) return;
    if (this.isInteractive) this.report();
    if (event.kind === "dragStart") this.isDragging = true;
    if (event.kind === "dragEnd") this.isDragging = false;
    if (!this.isInteractive) return;
    this.tell(event);
    const before = this.edges;
    this.edges = this.header.edges;
    const moved = this.edges.map((edge, end) => edge !== before[end]);
    if (this.isTapping) this.movedEdges = moved.map((isMoved, end) => isMoved || this.movedEdges[end]);
    else if (!this.isDragging && !this.decides) this.followEdges(moved);
  }

  tell(given) {
    const event = {
      ...given, time: this.now.seconds, offset: this.reported ?? 0, isDragging: this.isDragging };
    this.header.receive(event);
    this.heard(event);
    for (const input of this.header.assignedInputs) this.inputs.assigned(input);
  }

  // Releases the content at a velocity. A rule of the header settles it, or it moves freely.
  letGo(given) {
    const { content, header, now } = this;
    const velocity = limitedSpeed(given);
    const motion = content.freeMotion(velocity, header.edges, now);
    const [start, end] = header.edges;
    const { offset } = this;
    const settlement = header.settle({
      isAtRest: false, time: now.seconds, velocity, target: motion.target,
      isBeyondEdge: offset < start - EDGE_TOLERANCE || offset > end + EDGE_TOLERANCE,
    });
    this.owesRest = true;
    if (settlement) {
      this.question = null;
      this.take(settlement, velocity);
    } else {
      this.question = header.settlesAtRest ? { slow: motion.slow } : null;
      content.go(motion, now);
    }
  }

  take({ offset, duration, easing, rule }, velocity) {
    const { content, now } = this;
    this.lastRule = rule;
    const [start, end] = this.header.edges;
    const to = Math.min(Math.max(offset, start), end);
    if (velocity === 0 && Math.abs(this.offset - to) <= content.still) content.place(to, now);
    else if (duration === null) content.spring(to, velocity, now);
    else content.glide(to, ExactTime.of(duration), easing, now);
  }

  // Cancels a pending settlement because a finger or a program moves the content.
  interrupt() {
    this.question = null;
    this.owesRest = true;
  }

  // Starts a drag.
  touch() {
    this.interrupt();
    this.content.stop(this.now);
    this.send({ kind: "dragStart", velocity: 0 });
    this.dragEdges = this.content.edges(this.header.edges);
  }

  // Lifts a dragging finger, at its own velocity if null. The release that follows handles moved
  // edges.
  liftDrag(velocity = null) {
    const { finger } = this.content;
    if (!finger) return;
    this.content.finger = null;
    this.decides = true;
    this.send({ kind: "dragEnd", velocity: limitedSpeed(velocity ?? finger.velocity) });
    this.decides = false;
  }

  // Starts a tap. Returns whether it caught moving content.
  press() {
    const { content, now } = this;
    const isCaught = content.finger !== null || content.isMoving(now);
    this.liftDrag();
    if (isCaught) {
      this.interrupt();
      content.stop(now);
    }
    this.isTapping = true;
    return isCaught;
  }

  // Ends a tap. Then releases caught content, else follows edges that moved during the tap.
  liftTap(tapped, isCaught) {
    this.send({ kind: "tap", velocity: 0, ...tapped });
    this.isTapping = false;
    const moved = this.movedEdges;
    this.movedEdges = [false, false];
    if (isCaught) this.letGo(0); else this.followEdges(moved);
  }

  dropPan() {
    this.inputs.dropPan(this.now);
    this.isPanning = false;
  }

  // Glides to a moved edge if the content is past it or would come to rest past it.
  followEdges([hasStartMoved, hasEndMoved]) {
    const { content, now, edges } = this;
    const passed = (offset) => {
      if (hasStartMoved && offset < edges[0] - EDGE_TOLERANCE) return edges[0];
      return hasEndMoved && offset > edges[1] + EDGE_TOLERANCE ? edges[1] : null;
    };
    if (!hasStartMoved && !hasEndMoved) return;
    const { deceleration } = content;
    let edge = null;
    if (content.isMoving(now) && deceleration && !(deceleration.crossing?.isBefore(now)
      || deceleration.crossing?.equals(now))) {
      edge = passed(this.offset);
      if (edge === null) {
        const slow = content.meet(edges);
        const isAhead = (time) => time !== null && now.isBefore(time);
        if (this.question && (this.question.slow === null || isAhead(this.question.slow))) {
          this.question = { slow: isAhead(slow) ? slow : null };
        }
      }
    } else {
      edge = passed(content.offset(later(now, content.restTime)));
    }
    if (edge === null) return;
    this.interrupt();
    content.glide(edge, EDGE_DURATION, EASE_IN_OUT, now);
  }
}
