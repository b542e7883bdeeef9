const REST = 350; // milliseconds without a key until the place is told to the server
const BLACK = [".", "b"]; // what a presenter's clicker sends for a black screen
const TYPED = "input:not([type=range]), textarea, [contenteditable]";

// What the film does; how it looks is in FilmPictures.
class Film extends FilmPictures {
  constructor(root) {
    super();
    const find = (name) => root.querySelector(name);
    this.figure = find("figure");
    [this.decision, this.gram, this.spectrum] = root.querySelectorAll(".three > div > canvas");
    this.heads = root.querySelectorAll(".head");
    [this.laneCanvas, this.range, this.button] = [find(".lane"), find("input"), find(".play")];
    [this.output, this.legend] = [find("output"), find(".foot .legend")];
    this.classes = find(".classes"); // of the points in the first picture
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.digest = "";
    this.at = 0; // place in the film, in frames; whole numbers are frames
    this.told = null; // frame that the server knows
    this.playing = false;
    this.word = "frame"; // what is counted
    this.lines = [];
    this.connect(root);
  }

  connect(root) {
    this.button.addEventListener("click", () => this.toggle());
    this.range.addEventListener("input", () => this.scrub(Number(this.range.value)));
    this.range.addEventListener("change", () => this.rest());
    this.figure.addEventListener("keydown", (event) => this.key(event));
    root.querySelector(".png").addEventListener("click", () =>
      saved([this.pictures(), [this.laneCanvas]],
        themeOf(this.figure).background, this.film.file));
    const drag = (event) => {
      const box = this.laneCanvas.getBoundingClientRect();
      const share = (event.clientX - box.left - EDGE) / (box.width - this.names.room - 2 * EDGE);
      this.scrub(share * this.last());
    };
    this.laneCanvas.addEventListener("pointerdown", (event) => {
      this.laneCanvas.setPointerCapture(event.pointerId);
      this.held = true;
      this.range.focus({ focusVisible: false, preventScroll: true });
      event.preventDefault(); // the canvas must not take the focus away again
      drag(event);
    });
    this.laneCanvas.addEventListener("pointermove", (event) => this.held && drag(event));
    const release = () => {
      if (this.held) this.rest();
      this.held = false;
    };
    this.laneCanvas.addEventListener("pointerup", release);
    this.laneCanvas.addEventListener("pointercancel", release);
    this.anywhere = (event) => {
      // Space plays also where nothing has the focus, the black screen of a clicker where nobody types
      const free = document.activeElement === document.body || document.activeElement === null;
      const types = event.composedPath()[0].closest?.(TYPED);
      if ((event.key === " " && free) || (BLACK.includes(event.key) && !types)) this.key(event);
    };
    this.turned = () => this.motion();
    document.addEventListener("keydown", this.anywhere);
    this.still.addEventListener("change", this.turned);
    this.observer = new ResizeObserver(() => this.laidOut());
    this.observer.observe(this.figure);
  }

  show(bytes) {
    const film = unpacked(bytes);
    if (film.digest !== this.digest) this.load(film);
    this.motion();
    this.laidOut(); // colours may have changed
  }

  // Sizes and colours, looked up when they may have changed and not for every picture.
  laidOut() {
    this.theme = themeOf(this.figure);
    this.width = this.figure.clientWidth;
    this.column = this.spectrum.parentElement.clientWidth;
    this.nameLines();
    this.draw();
  }

  load(film) {
    this.halt();
    this.digest = film.digest;
    this.film = film;
    const words = (stops, bent) => new Uint32Array(colourTable(stops, bent).buffer);
    this.colours = { f: words(film.stops, film.signed), gram: words(film.gramStops, false) };
    this.decision.parentElement.hidden = !film.side; // points without coordinates have no plane
    this.sheets = { f: film.side && this.sheet(film.side), gram: this.sheet(film.cells) };
    this.values = new Float32Array(film.side * film.side);
    this.range.max = String(this.last());
    this.range.setAttribute("aria-label", `Frame along ${film.line}`);
    this.classes.replaceChildren(...film.classes.map((look) => this.entry(look)));
    this.dots = null;
    this.at = Math.min(Math.round(this.at), this.last());
    this.stopFrame?.();
    this.stopLines?.();
    this.stopHand?.();
    this.stopFrame = listen(film.key, (said) => {
      this.slider = said.slider; // of the page, which moves along this film, and the frames at its steps
      this.steps = said.steps ?? [];
      this.hear(said.frame);
    });
    this.stopHand = listen("hand", (said) => this.follow(said));
    this.stopLines = listen(`${film.key}_lines`, (said) => this.curves(said.lines));
  }

  pictures() {
    const beside = [this.gram, this.spectrum];
    return this.film.side ? [this.decision, ...beside] : beside;
  }

  last() {
    return this.film.frames.length - 1;
  }

  frame() {
    return Math.round(this.at);
  }

  // The server names the frame under the cursor. What it repeats of us is no news.
  hear(frame) {
    const news = frame !== this.told;
    this.told = frame;
    if (this.led) return; // the answer to an earlier step
    if (!news || this.held || frame === this.frame()) {
      if (!this.playing && !this.held) this.go(frame);
      return;
    }
    this.halt();
    this.go(frame);
  }

  // A hand moves a slider of the page: the one along this film shows its frames, between two of
  // them as well; the pictures of another one are not here yet. Where the hand is back at the place
  // that the server knows, nothing moves any more and the film goes back as well.
  follow({ at, between, moving }) {
    this.figure.toggleAttribute("data-unknown", moving.some((name) => name !== this.slider));
    const back = this.led && !this.playing;
    this.led = moving.includes(this.slider);
    if (this.held || !(this.led || back)) return;
    const hand = this.led ? between[this.slider] : undefined;
    const place = Math.min(hand ?? at[this.slider], this.steps.length - 1);
    const [low, high] = [this.steps[Math.floor(place)], this.steps[Math.ceil(place)]];
    if (low === undefined) return;
    this.halt();
    clearTimeout(this.waiting);
    this.go(low + (place % 1) * (high - low));
  }

  go(place) {
    this.at = Math.min(Math.max(place, 0), this.last());
    if (this.still.matches) this.at = this.frame();
    this.draw();
  }

  scrub(place) {
    this.halt();
    clearTimeout(this.waiting);
    this.go(place);
  }

  // The film has come to rest on a frame: tell the server, once.
  rest() {
    clearTimeout(this.waiting);
    this.go(this.frame());
    if (this.frame() !== this.told) {
      this.told = this.frame();
      this.send("rest", this.told);
    }
  }

  motion() {
    if (this.still.matches) this.halt();
    this.figure.dataset.playing = String(this.playing);
    this.button.textContent = this.still.matches ? "Next frame" : this.playing ? "⏸ Pause" : "▶ Play";
  }

  halt() {
    if (this.playing) cancelAnimationFrame(this.ticket);
    this.playing = false;
    this.figure.dataset.playing = "false";
  }

  toggle() {
    if (this.still.matches) {
      this.step((this.frame() + 1) % (this.last() + 1));
    } else if (this.playing) {
      this.halt();
      this.rest();
    } else {
      this.play();
    }
    this.motion();
  }

  play() {
    if (!this.last()) return;
    if (this.frame() === this.last()) this.at = 0;
    clearTimeout(this.waiting);
    this.playing = true;
    const speed = this.last() / Math.min(9, Math.max(3, 0.22 * this.last())); // frames a second
    let before = performance.now();
    const clock = { start: before, drawn: 0 };
    const tick = (now) => {
      if (!this.playing || !this.figure.isConnected) return;
      const passed = Math.max(0, Math.min(0.1, (now - before) / 1000));
      before = now;
      this.go(this.at + passed * speed);
      clock.drawn += 1;
      const seconds = (performance.now() - clock.start) / 1000;
      if (seconds > 0.2) this.figure.dataset.fps = (clock.drawn / seconds).toFixed(1);
      if (this.at >= this.last()) {
        this.halt();
        this.rest();
        this.motion();
      } else {
        this.ticket = requestAnimationFrame(tick);
      }
    };
    this.ticket = requestAnimationFrame(tick);
  }

  step(frame) {
    this.halt();
    this.motion();
    this.go(frame);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.rest(), REST);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = this.frame();
    const steps = {
      ArrowLeft: here - 1, ArrowDown: here - 1, ArrowRight: here + 1, ArrowUp: here + 1,
      PageDown: here - 5, PageUp: here + 5, Home: 0, End: this.last(),
    };
    const space = event.key === " ", black = BLACK.includes(event.key);
    if (!space && !black && !(event.key in steps)) return;
    const on = event.composedPath()[0];
    if (space && on instanceof HTMLButtonElement) return; // presses the button
    event.preventDefault();
    event.stopPropagation(); // the page steps its cursor with the same keys
    if (space || black) this.toggle();
    else this.step(steps[event.key]);
  }

  curves(lines) {
    if (JSON.stringify(lines) === JSON.stringify(this.lines)) return;
    this.lines = lines;
    if (!this.theme) return;
    this.nameLines();
    this.draw();
  }

  // The names of the lines stand beside them, or in a legend where they do not fit.
  nameLines() {
    this.fitLane();
    const { room } = this.names;
    this.range.style.width = `calc(100% - ${room}px)`;
    this.legend.replaceChildren(...(room ? [] : this.lines).map((line) => {
      const item = document.createElement("li");
      const name = document.createElement("span");
      name.textContent = line.name;
      const ns = "http://www.w3.org/2000/svg";
      const svg = document.createElementNS(ns, "svg");
      const stroke = document.createElementNS(ns, "path");
      svg.setAttribute("width", "26");
      svg.setAttribute("height", "8");
      svg.setAttribute("aria-hidden", "true");
      stroke.setAttribute("d", "M0 4h26");
      stroke.setAttribute("stroke", line.colour);
      stroke.setAttribute("stroke-width", line.wide ? "4" : "2");
      stroke.setAttribute("stroke-dasharray", dashOf(line.dash).join(" "));
      svg.append(stroke);
      item.append(svg, name);
      return item;
    }));
  }

  tell() {
    const frame = this.frame();
    const name = this.film.frames[frame];
    this.range.value = String(this.at);
    this.figure.dataset.frame = String(frame);
    this.figure.dataset.drawn = String(Number(this.figure.dataset.drawn || 0) + 1);
    const dimension = `Spectrum: effective dimension ${written(this.between(this.film.dimension))}`;
    if (this.heads[2].textContent !== dimension) this.heads[2].textContent = dimension;
    const text = `${name} · ${this.word} ${frame + 1} of ${this.last() + 1}`;
    if (this.output.textContent === text) return;
    this.output.textContent = text;
    this.moved?.(frame);
    this.range.setAttribute("aria-valuetext", text);
    this.decision.setAttribute("aria-label", `Decision picture at ${name}`);
    this.gram.setAttribute("aria-label", `Gram matrix at ${name}, points sorted by class`);
    this.spectrum.setAttribute("aria-label", `${dimension}, at ${name}`);
    const places = this.lines.map((line) => `${line.name} ${written(line.y[frame] ?? NaN, 2)}`);
    this.laneCanvas.setAttribute("aria-label", `Criteria at ${name}, 0 is best: ${places.join(", ")}`);
  }

  end() {
    this.halt();
    clearTimeout(this.waiting);
    this.observer.disconnect();
    this.stopFrame?.();
    this.stopLines?.();
    this.stopHand?.();
    document.removeEventListener("keydown", this.anywhere);
    this.still.removeEventListener("change", this.turned);
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (!(data instanceof Uint8Array)) return undefined;
  return shownBy(Film, parentElement, setTriggerValue, data);
}
