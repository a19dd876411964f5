// The element <scroll-header src="{{name}}">: a live header on another page. It is built when it is
// near the viewport, plays once unless reduced motion is preferred, and sends no requests. The
// content between its tags is shown without scripts and for unknown headers.

const EMBED_STYLE = `
  :host { display: block; max-width: var(--width); font: 14px/1.4 system-ui, sans-serif; }
  :host([hidden]) { display: none; }
  canvas { display: block; width: 100%; height: auto; border-radius: 12px; cursor: grab;
    user-select: none; }
  canvas:focus { touch-action: none; }
  canvas:focus-visible, button:focus-visible { outline: 3px solid #0b6bcb; outline-offset: 2px; }
  div { display: flex; gap: 8px; margin-top: 8px; }
  button { font: inherit; padding: 4px 14px; border: 1px solid; border-radius: 8px;
    background: Canvas; color: CanvasText; cursor: pointer; }
  p { margin: 8px 0 0; color: #b3261e; }
  [hidden] { display: none; }`;

class ScrollHeader extends HTMLElement {
  connectedCallback() {
    if (!this.shadowRoot) this.attachShadow({ mode: "open" }).innerHTML = "<slot></slot>";
    this.observer = new IntersectionObserver(
      (entries) => this.see(entries.at(-1).isIntersecting), { rootMargin: "200px" });
    document.addEventListener("scroll-header", this);
    this.handleEvent();
  }

  disconnectedCallback() {
    document.removeEventListener("scroll-header", this);
    this.observer.disconnect();
    this.player?.pause();
  }

  // A header's script was loaded.
  handleEvent() {
    const { scrollHeaders } = window;
    const source = this.getAttribute("src");
    const isIt = (name) => [name, encodeURIComponent(name), encodeURI(name)]
      .includes(source.split(/[?#]/)[0].split("/").pop());
    const [found] = [...scrollHeaders].filter(([name]) => !source || isIt(name));
    this.data ??= found?.[1];
    if (this.data) this.prepare();
  }

  // Sets the size and waits until the element is near the viewport.
  prepare() {
    const { canvas: [width, height], scale } = this.data.device;
    if (!this.canvas) {
      this.style.setProperty("--width", `${width / scale}px`);
      this.shadowRoot.innerHTML = `<style>${EMBED_STYLE}</style><canvas tabindex="0"></canvas>`
        + "<div><button type=\"button\">Play</button></div><p role=\"alert\" hidden></p>";
      [this.canvas, this.button, this.problem] =
        ["canvas", "button", "p"].map((name) => this.shadowRoot.querySelector(name));
      Object.assign(this.canvas, { width, height });
      const label = this.getAttribute("alt") ?? this.data.title;
      this.canvas.setAttribute(
        "aria-label", `${label}: drag, use the arrow keys, space plays and pauses`);
    }
    this.observer.observe(this);
  }

  see(isNear) {
    if (isNear) {
      this.built ??= this.build().catch((error) => this.say(error.message));
    } else {
      this.player?.pause();
    }
  }

  async build() {
    const { data, canvas } = this;
    const pictures = new Pictures(data);
    await pictures.load();
    const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
    const painter = new Painter(data, pictures, canvas, () => player.header);
    const player = new Player(data, painter, () => {
      this.button.textContent = player.isPlaying ? "Pause" : "Play";
      if (player.problem) this.say(player.problem);
    });
    this.player = player;
    // The wheel scrolls the page unless the header has the focus.
    this.shadowRoot.addEventListener("wheel", (event) => {
      if (this.shadowRoot.activeElement !== canvas) event.stopPropagation();
    }, { capture: true });
    new Gestures(player, canvas, () => reduced.matches);
    this.button.addEventListener("click", () => {
      if (player.isPlaying) player.pause(); else player.play();
      player.show();
    });
    player.seek(0);
    player.show();
    if (!reduced.matches && !this.hasAttribute("paused")) player.play();
    this.dataset.ready = "true";
  }

  say(problem) {
    this.problem.textContent = problem;
    this.problem.hidden = false;
  }
}

window.scrollHeaders ??= new Map();
window.scrollHeaders.set("{{name}}", {{data}});
if (!customElements.get("scroll-header")) customElements.define("scroll-header", ScrollHeader);
document.dispatchEvent(new Event("scroll-header"));
