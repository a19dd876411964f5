"use strict";

// Plays finger, scroll view and header together, because the content's motion can depend on the
// header's state. Events at the same time are ordered: the tick's scroll, inputs, then the effects
// of gestures in causal order. Before every event other than a scroll, the header receives the
// current offset.

// The duration in seconds in which content follows a moved edge.
const EDGE_DURATION = ExactTime.of(0.3);
// The maximum number of rests without a touch or an input between them. It stops rules that never
// end.
const MOST_RESTS_SINCE_CHANGE = 100;

// The maximum number of jumps by rules at one time.
const MOST_JUMPS = 100;

class ScrollSimulation {
  // `header` may have received events; `offset` is the offset of its content. `step` is the time
  // between two ticks in seconds as [numerator, denominator], or null to report on demand.
  constructor(header, { physics, snap = true, inputs }, scale, step = null, offset = 0) {
    Object.assign(this, { header, scale, snap, step });
    this.content = new ScrollContent(physics, header.viewportHeight, 1 / scale, offset);
    this.inputs = new SimulatedInputs(header.descriptions, inputs);
    // Whether the header receives events, whether it receives more than offsets, and an additional
    // listener.
    this.sendsEvents = true;
    this.isInteractive = header.isInteractive;
    this.onEvent = () => {};
    this.now = NO_TIME;
    this.ticks = 0;
    this.nextTick = step ? NO_TIME : null;
    this.lastTick = null;
    this.endTick = null;
    this.reported = null;
    this.isDragging = false;
    // Whether a rest event is pending, because the content has moved since the last one. Then the
    // number of rests, and of those since a touch or an input.
    this.isRestPending = false;
    this.rests = 0;
    this.restsSinceChange = 0;
    // The pending evaluation of rules for rest. `slow` is the time at which the content becomes
    // slow, or null if it rests before.
    this.restCheck = null;
    // Whether a finger taps, and whether one pans.
    this.isTapping = false;
    this.isPanning = false;
    this.isLast = false;
    this.edges = header.edges;
    this.dragEdges = this.content.edges(this.edges);
    this.movedEdges = [false, false];
    // Whether a finger is being lifted. The release that follows handles moved edges.
    this.isLiftingFinger = false;
    this.lastRule = null;
    // The end of the last transition that the edges depend on, and the glide to a moved edge.
    this.transitionEnd = null;
    this.edgeGlide = null;
    // The time at which the next delayed rule runs.
    this.delayEnd = null;
    // The number of jumps at the time of the last one, and the steps that follow a settlement.
    this.jumps = 0;
    this.jumpTime = null;
    this.nextSteps = [];
    // Whether a rule has moved the content since the last tap was lifted.
    this.rulesMoved = false;
  }

  // Plays automatic changes and ticks up to `time` (including it if `isIncluded`), until the
  // content's next rest (`rest`), or until a panned `input` has settled.
  advance({ time = null, isIncluded = true, rest = false, input = null }) {
    const { rests } = this;
    for (;;) {
      if (rest && (!this.isRestPending || this.rests > rests)) return;
      if (input !== null && !this.inputs.isSettling(input)) return;
      const next = [
        this.contentTime, this.nextTick, this.inputs.nextTime, this.endTick, this.transitionEnd,
        this.delayEnd,
      ].reduce(earlier);
      if (time && !(next && (next.isBefore(time) || (isIncluded && next.equals(time))))) {
        this.now = later(this.now, time);
        return;
      }
      if (!next) return;
      this.now = later(this.now, next);
      if (this.step && this.now.seconds > DAY) {
        throw new EvaluationError(`the curve lasts longer than a day; ${this.lastRule ?? "shorten it"}`);
      }
      this.processTick();
    }
  }

  // The time at which the content next becomes slow, for the header's rules, or comes to rest. null
  // if no free motion is in progress.
  get contentTime() {
    if (!this.isRestPending || this.content.finger || this.isTapping) return null;
    const { restTime } = this.content;
    const rest = this.edgeGlide ? later(restTime, this.transitionEnd ?? this.now) : restTime;
    return later(this.now, this.restCheck?.slow ?? rest);
  }

  // Plays all automatic changes at the current time.
  processTick() {
    let isTick = this.endTick?.equals(this.now) ?? false;
    if (this.endTick && !this.now.isBefore(this.endTick)) this.endTick = null;
    while (this.nextTick && !this.now.isBefore(this.nextTick)) {
      this.ticks += 1;
      this.nextTick = ExactTime.ticks(this.ticks, this.step);
      isTick = true;
    }
    if (this.transitionEnd && (isTick || !this.now.isBefore(this.transitionEnd))) this.moveEdges();
    let changes = [];
    if (isTick && this.sendsEvents) {
      this.lastTick = this.now;
      changes = this.inputs.due(this.now);
      this.report();
    }
    this.sendInputs(changes.concat(this.inputs.dueConditions(this.now)));
    if (this.delayEnd && !this.now.isBefore(this.delayEnd)) this.send({ kind: "delay" });
    const time = this.contentTime;
    if (time && !this.now.isBefore(time)) this.endFreeMotion();
  }

  // Sends a tick unless it has been sent.
  tick() {
    if (!this.sendsEvents || this.lastTick?.equals(this.now)) return;
    this.lastTick = this.now;
    const changes = this.inputs.due(this.now);
    if (this.transitionEnd) this.moveEdges();
    this.report();
    this.sendInputs(changes);
  }

  // Reports a jump at once if a gesture starts at a tick.
  reportJump() { if (this.lastTick?.equals(this.now)) this.report(); }

  // Evaluates the header's rules for rest. If no rule moves the content again, sends the rest
  // event.
  endFreeMotion() {
    const { content, restCheck } = this;
    if (restCheck) {
      this.restCheck = null;
      this.report();
      const velocity = restCheck.slow ? content.slowVelocity : 0;
      const target = content.offset(later(this.now, content.restTime));
      const settlement = this.header.settle({
        isAtRest: true, time: this.now.seconds, velocity, target, isBeyondEdge: false });
      if (settlement) this.applySettlement(settlement, velocity);
    }
    if (this.now.isBefore(content.restTime)) return;
    const [step, ...others] = this.nextSteps;
    if (step) {
      this.applySettlement({ ...step, next: others }, 0);
      if (!this.now.isBefore(content.restTime)) this.endFreeMotion();
      return;
    }
    if (this.isLast && !this.now.isBefore(this.inputs.end)) this.tick();
    this.isRestPending = false;
    this.rests += 1;
    this.restsSinceChange += 1;
    this.send({ kind: "rest", velocity: 0 });
    if (this.restsSinceChange <= MOST_RESTS_SINCE_CHANGE) return;
    throw new EvaluationError(`the scroll never settles: ${
      this.header.lastRule ?? "a rule"} of the header moves an edge whenever the content stops`);
  }

  // Events for the header.

  get offset() { return this.content.offset(this.now); }

  // Reports the offset if it has changed, rounded to device pixels with ties away from zero.
  report() {
    if (!this.sendsEvents) return;
    const pixels = this.offset * this.scale;
    const offset = this.snap
      ? Math.sign(pixels) * Math.floor(Math.abs(pixels) + 0.5) / this.scale + 0 : this.offset + 0;
    if (offset === this.reported) return;
    this.reported = offset;
    this.deliver({ kind: "scroll" });
  }

  sendInputs(all) {
    const changes = all.filter(({ input, value }) => this.header.inputValue(input) !== value);
    if (!changes.length) return;
    this.restsSinceChange = 0;
    this.send({ kind: "input", changes: changes.sort((a, b) => a.input - b.input) });
  }

  // Sends an event, after a scroll if the offset has changed. Then follows edges that rules have
  // moved. A header without interaction receives offsets only.
  send(event) {
    if (!this.sendsEvents) return;
    if (this.isInteractive) this.report();
    if (event.kind === "dragStart") this.isDragging = true;
    if (event.kind === "dragEnd") this.isDragging = false;
    if (!this.isInteractive) return;
    this.deliver(event);
    this.noteMovedEdges(false);
  }

  // Updates the edges during a transition that they depend on, at ticks and at its end.
  moveEdges() {
    this.header.moveEdgesAt(this.now.seconds);
    this.noteMovedEdges(true);
    this.noteTransition();
  }

  noteTransition() {
    const end = this.header.edgeTransitionEnd(this.now.seconds);
    this.transitionEnd = end === null ? null : ExactTime.of(end);
  }

  // Lets the content follow edges that have moved, unless a finger holds it.
  noteMovedEdges(isTransition) {
    const before = this.edges;
    this.edges = this.header.edges;
    const moved = this.edges.map((edge, end) => edge !== before[end]);
    if (!moved.includes(true)) {
      if (isTransition && this.edgeGlide && !this.now.isBefore(this.edgeGlide.end)) {
        this.edgeGlide = null;
      }
      return;
    }
    if (this.isTapping) this.movedEdges = moved.map((isMoved, end) => isMoved || this.movedEdges[end]);
    else if (!this.isDragging && !this.isLiftingFinger) this.followEdges(moved, isTransition);
  }

  deliver(given) {
    const event = {
      ...given, time: this.now.seconds, offset: this.reported ?? 0, isDragging: this.isDragging };
    this.header.receive(event);
    this.onEvent(event);
    for (const input of this.header.assignedInputs) this.inputs.assigned(input);
    this.noteTransition();
    const { nextDelay } = this.header;
    this.delayEnd = nextDelay === null ? null : ExactTime.of(nextDelay);
    if (this.header.wantedMotion) this.move(this.header.wantedMotion);
  }

  // Moves the content as a rule asks: a jump, which is reported at once, or a glide. A finger that
  // drags keeps the content.
  move({ offset, duration, delay, easing, rule }) {
    const { content, now } = this;
    if (content.finger || !this.isInteractive) return;
    const [start, end] = this.header.edges;
    const to = Math.min(Math.max(offset, start), end);
    this.lastRule = rule;
    this.rulesMoved = true;
    if (duration !== null) {
      this.interrupt();
      if (delay > 0) content.stop(now);
      content.glide(to, ExactTime.of(duration), easing, now.plus(ExactTime.of(delay)));
    } else if (this.offset !== to) {
      this.interrupt();
      content.jump(to, now);
      this.jumps = this.jumpTime?.equals(now) ? this.jumps + 1 : 1;
      this.jumpTime = now;
      if (this.jumps > MOST_JUMPS) {
        throw new EvaluationError(`${rule} of the header moves the content without end`);
      }
      this.report();
    }
  }

  // Releases the content at a velocity. A rule of the header settles it, or it moves freely.
  releaseContent(given) {
    const { content, header, now } = this;
    const velocity = limitedSpeed(given);
    const motion = content.freeMotion(velocity, header.edges, now);
    const [start, end] = header.edges;
    const { offset } = this;
    const settlement = header.settle({
      isAtRest: false, time: now.seconds, velocity, target: motion.target,
      isBeyondEdge: offset < start - EDGE_TOLERANCE || offset > end + EDGE_TOLERANCE,
    });
    this.isRestPending = true;
    this.edgeGlide = null;
    this.nextSteps = [];
    if (settlement) {
      this.restCheck = null;
      this.applySettlement(settlement, velocity);
    } else {
      this.restCheck = header.settlesAtRest ? { slow: motion.slow } : null;
      content.startMotion(motion, now);
    }
  }

  applySettlement({ offset, duration, delay = 0, easing, rule, next = [] }, given) {
    const { content, now } = this;
    const begin = now.plus(ExactTime.of(delay));
    if (delay > 0) content.stop(now);
    const velocity = delay > 0 ? 0 : given;
    this.lastRule = rule;
    this.nextSteps = next;
    const [start, end] = this.header.edges;
    const to = Math.min(Math.max(offset, start), end);
    if (velocity === 0 && Math.abs(this.offset - to) <= content.still) content.jump(to, now);
    else if (duration === null) content.spring(to, velocity, begin);
    else content.glide(to, ExactTime.of(duration), easing, begin);
  }

  // Cancels a pending settlement because a finger or a program moves the content.
  interrupt() {
    this.restCheck = null;
    this.edgeGlide = null;
    this.nextSteps = [];
    this.isRestPending = true;
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
    this.isLiftingFinger = true;
    this.send({ kind: "dragEnd", velocity: limitedSpeed(velocity ?? finger.velocity) });
    this.isLiftingFinger = false;
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
    this.rulesMoved = false;
    this.send({ kind: "tap", velocity: 0, ...tapped });
    this.isTapping = false;
    const moved = this.movedEdges;
    this.movedEdges = [false, false];
    if (isCaught && !this.rulesMoved) this.releaseContent(0); else this.followEdges(moved, false);
  }

  dropPan() {
    this.inputs.dropPan(this.now);
    this.isPanning = false;
  }

  // Glides to a moved edge if the content is past it or would come to rest past it. A glide to an
  // edge that moves during a transition keeps its end, and then the content stays on the edge.
  followEdges([hasStartMoved, hasEndMoved], isTransition) {
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
        const slow = content.adapt(edges);
        const isAhead = (time) => time !== null && now.isBefore(time);
        const check = this.restCheck;
        if (check && (check.slow === null || isAhead(check.slow))) {
          this.restCheck = { slow: isAhead(slow) ? slow : null };
        }
      }
    } else {
      edge = passed(content.offset(later(now, content.restTime)));
    }
    if (edge === null) return;
    const glide = isTransition ? this.edgeGlide : null;
    this.interrupt();
    if (glide && !now.isBefore(glide.end)) content.jump(edge, now);
    else content.glide(edge, EDGE_DURATION, EASE_IN_OUT, now, glide?.start);
    this.edgeGlide = glide ?? { start: now, end: now.plus(EDGE_DURATION) };
  }
}
