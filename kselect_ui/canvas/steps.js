const MOST = 1000; // steps that are kept

// A picture at the step of the sliders where the hand is; grey while that step is not here yet.
class Steps extends FilmPictures {
  constructor(root) {
    super();
    const find = (name) => root.querySelector(name);
    [this.figure, this.canvas, this.up, this.across] = ["figure", "canvas", ".up", ".across"].map(find);
    [this.legend, this.output] = [find(".legend"), find("output")];
    this.decision = this.spectrum = this.canvas;
    this.held = new Map(); // payload and number of each step that is known
    this.place = { at: { t: 0, lam: 0 }, between: {} };
    this.digest = "";
    find("button").addEventListener("click", () =>
      saved([[this.canvas]], themeOf(this.figure).background, this.shown.file));
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    this.canvas.addEventListener("pointerleave", () => this.hover(null));
    this.observer = new ResizeObserver(() => this.laidOut());
    this.observer.observe(this.figure);
    this.stopHand = listen("hand", (said) => {
      this.place = said;
      this.draw();
    });
  }

  show(bytes) {
    const shown = unpacked(bytes);
    if (shown.digest !== this.digest) {
      this.digest = shown.digest;
      this.shown = shown;
      this.take(shown);
      this.stopMore ??= listen(`${shown.key}_more`, (more) => {
        if (more.of === this.of) this.take(more);
        this.draw();
      });
    }
    this.laidOut();
  }

  take(steps) {
    if (steps.of !== this.of || this.held.size > MOST) {
      this.held.clear();
      this.dots = null;
    }
    this.of = steps.of;
    const whole = steps.digest === this.digest; // whose steps lie beside each other
    steps.places.forEach((place, k) => {
      if (whole || !this.held.has(place)) this.held.set(place, [steps, k]);
    });
  }

  laidOut() {
    this.theme = themeOf(this.figure);
    this.draw();
  }

  draw() {
    const width = this.canvas.parentElement.clientWidth - this.up.offsetWidth - 5;
    if (!this.shown || !this.theme || width < 20) return;
    const known = this.pointed();
    this.figure.toggleAttribute("data-unknown", !known);
    if (!known) return;
    this.figure.dataset.step = `${this.place.at.t},${this.place.at.lam}`;
    const [steps, ...pair] = known;
    const news = JSON.stringify([steps.digest, pair, width, this.theme, globalThis.devicePixelRatio]);
    if (news === this.news) return;
    this.news = news;
    this.film = steps;
    this.pair = pair;
    if (steps.f) this.drawFit(steps, width);
    else this.drawSpectrum(width, this.shown.height);
    this.figure.dataset.drawn = String(Number(this.figure.dataset.drawn || 0) + 1);
    this.tell(steps);
  }

  // Steps with the numbers of two of them and the share of the second; nothing where not known.
  pointed() {
    const { at, between } = this.place;
    const [low, high] = [Math.floor, Math.ceil].map((round) => {
      const place = { ...at, ...Object.fromEntries(Object.entries(between).map(([k, v]) => [k, round(v)])) };
      return this.held.get(`${place.t},${place.lam}`);
    });
    if (low && high && low[0] === high[0]) {
      const [place] = Object.values(between);
      return [low[0], low[1], high[1], place === undefined ? 0 : place % 1];
    }
    // a step that is alone is where the server is, and nowhere else
    const alone = this.place.moving?.length ? undefined : this.held.get("here");
    const here = this.held.get(`${at.t},${at.lam}`) ?? alone;
    return here && [here[0], here[1], here[1], 0];
  }

  drawFit(steps, width) {
    if (this.sheets?.f.canvas.width !== steps.side) {
      this.sheets = { f: this.sheet(steps.side) };
      this.values = new Float32Array(steps.side * steps.side);
    }
    this.colours = { f: new Uint32Array(colourTable(steps.stops, steps.signed).buffer) };
    this.drawDecision(width, Math.min(width, this.shown.height));
  }

  tell(steps) {
    const text = steps.f ? "" : `Effective dimension ${written(this.between(steps.dimension))} of ${steps.n}`;
    this.figure.setAttribute("aria-label", this.shown.name);
    this.canvas.setAttribute("aria-label", [this.shown.name, text].filter(Boolean).join(": "));
    if (!steps.f) {
      this.output.textContent = text;
      return;
    }
    const ends = ([low, high], name) => [low, name, high].map((part) => {
      const label = document.createElement("span");
      label.textContent = typeof part === "string" ? part : written(part, 2);
      return label;
    });
    if (this.labelled === steps.of) return;
    this.labelled = steps.of;
    this.across.replaceChildren(...ends(steps.across, steps.axes[0]));
    this.up.replaceChildren(...ends(steps.up, steps.axes[1]));
    this.legend.replaceChildren(...steps.groups.map((group) => this.entry(group)));
  }

  // The value of the fit under the mouse.
  hover(event) {
    if (!this.film?.f) return;
    const box = this.canvas.getBoundingClientRect();
    const { side, across, up, signed, range, f } = this.film;
    const [u, v] = event ? [event.offsetX / box.width, event.offsetY / box.height] : [-1, -1];
    if (!(u >= 0 && v >= 0 && u <= 1 && v <= 1)) {
      this.output.textContent = "";
      return;
    }
    const cell = Math.round(v * (side - 1)) * side + Math.round(u * (side - 1));
    const code = f[this.pair[0] * side * side + cell];
    const value = signed ? unbent(code) * range[1] : range[0] + (code / LEVELS) * (range[1] - range[0]);
    const beyond = code === 0 ? "≤ " : code === LEVELS ? "≥ " : "";
    const x = across[0] + u * (across[1] - across[0]);
    const y = up[1] - v * (up[1] - up[0]);
    this.output.textContent = `f ${beyond || "≈ "}${written(value, 2)} at ${written(x, 2)}, ${written(y, 2)}`;
  }

  end() {
    this.observer.disconnect();
    this.stopHand();
    this.stopMore?.();
  }
}

export default function ({ data, parentElement }) {
  if (!(data instanceof Uint8Array)) return undefined;
  let steps = parentElement.steps;
  if (!steps || !steps.figure.isConnected) {
    steps?.end();
    steps = parentElement.steps = new Steps(parentElement);
  }
  steps.show(data);
  return () => {
    parentElement.steps?.end();
    parentElement.steps = undefined;
  };
}
