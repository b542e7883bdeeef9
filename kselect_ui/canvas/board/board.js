const HIGHEST = 340; // pixels
const FADED = 0.25; // of a fit to other points than those shown
const PULL = 6; // pixels from which a hand drags

// A sample and the fit behind it. Points move with the sliders that make them, or under the hand;
// until the server has answered, the fit is faded and the page knows that its numbers are old.
class Board extends FilmPictures {
  constructor(root) {
    super();
    const find = (name) => root.querySelector(name);
    [this.figure, this.tools, this.canvas] = ["figure", ".tools", "canvas"].map(find);
    [this.legend, this.said, this.take] = [find(".legend"), find("output span"), find(".take")];
    this.place = null; // along the widths, while a hand moves the cursor there
    this.rev = -1; // number of the last gesture here
    this.connect(find(".png"));
    this.observer = new ResizeObserver(() => this.laidOut());
    this.observer.observe(this.figure);
    this.stopHand = listen("hand", ({ at, between, moving }) => {
      // on its way along the widths the fit is made here, elsewhere it is not known yet
      this.elsewhere = moving.some((name) => name !== "t");
      this.place = moving.includes("t") ? between.t ?? at.t : null;
      this.later();
    });
    this.sliders = new MutationObserver(() => this.later());
    this.sliders.observe(document.body, { subtree: true, attributeFilter: ["aria-valuetext"] });
  }

  connect(png) {
    png.addEventListener("click", () =>
      saved([[this.canvas]], themeOf(this.figure).background, this.shown.file));
    for (const button of this.tools.querySelectorAll("[data-tool]")) {
      button.addEventListener("click", () => this.choose(button.dataset.tool));
    }
    for (const button of this.tools.querySelectorAll("[data-action]")) {
      button.addEventListener("click", () => this.drawing[button.dataset.action]() && this.tell());
    }
    const at = ({ offsetX, offsetY }) => ({ x: offsetX, y: offsetY });
    this.take.addEventListener("click", () => this.ask("taken", true));
    this.canvas.addEventListener("pointerdown", (event) => {
      if (!this.shown || event.button > 0) return;
      if (!this.shown.drawing) {
        this.from = event;
        return;
      }
      this.canvas.setPointerCapture(event.pointerId);
      this.drawing.begin(at(event), this.size);
      this.draw();
    });
    // A drag on a sample; a finger may scroll the page instead, as is known when it is lifted.
    const pulled = (event) => {
      if (!this.from || Math.hypot(event.clientX - this.from.clientX, event.clientY - this.from.clientY) < PULL) return;
      this.from = null;
      this.pressed = true;
      this.draw();
    };
    this.canvas.addEventListener("pointermove", (event) => {
      if (!event.buttons) this.from = null; // released elsewhere
      if (event.pointerType !== "touch") pulled(event);
      if (!this.shown?.drawing || !this.drawing.before) return;
      for (const part of event.getCoalescedEvents?.() ?? [event]) this.drawing.go(this.inside(part), this.size);
      this.draw();
    });
    const release = () => this.shown?.drawing && this.drawing.end() && this.tell();
    this.canvas.addEventListener("pointerup", (event) => {
      pulled(event);
      this.from = null;
      release();
    });
    this.canvas.addEventListener("pointercancel", () => {
      this.from = null;
      release();
    });
    this.keys = (event) => this.key(event);
    document.addEventListener("keydown", this.keys);
  }

  inside({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }

  // Keys of the tools, unless somebody types.
  key(event) {
    const typed = event.composedPath()[0].closest?.("input:not([type=range]), textarea, [contenteditable], [role=grid], canvas[data-testid]");
    if (!this.shown?.drawing || typed || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    const name = event.key.toLowerCase();
    if (control && (name === "z" || name === "y")) {
      event.preventDefault();
      const back = name === "z" && !event.shiftKey;
      if (back ? this.drawing.undo() : this.drawing.redo()) this.tell();
    } else if (!control && name in TOOL_KEYS) {
      event.preventDefault();
      this.choose(TOOL_KEYS[name]);
    }
  }

  choose(tool) {
    this.drawing.tool = tool;
    this.draw();
  }

  // A gesture has ended: the server is told all points, and the number by which it answers.
  tell() {
    this.rev += 1;
    this.send("drawn", { rev: this.rev, spots: this.drawing.spots });
    this.draw();
  }

  show(bytes) {
    const shown = unpacked(bytes);
    const first = !this.shown || this.shown.drawing !== shown.drawing;
    if (this.shown?.of !== shown.of) this.pressed = false;
    this.shown = this.film = shown;
    this.fitted = null;
    this.drawing ??= new Drawing(shown.most);
    if (first || shown.heard >= this.rev) {
      this.rev = Math.max(shown.heard, this.rev);
      const places = (value) => Math.round(((value + 1) * PLACES) / 2);
      const spots = shown.drawing
        ? Array.from(shown.x, (x, i) => [places(x), places(shown.y[i]), shown.label[i]])
        : shown.kept; // a drawing that waits, to which one can step back
      if ((shown.drawing || spots.length) && !this.drawing.before) this.drawing.take(spots);
      this.remember(spots);
    }
    this.table = colourTable(shown.stops, shown.signed);
    if (shown.side) {
      if (this.sheets?.f.canvas.width !== shown.side) this.sheets = { f: this.sheet(shown.side) };
      this.colours = { f: new Uint32Array(this.table.buffer) };
      this.pair = [0, 0, 0];
    }
    this.stops ??= ["pictured", "done"].map((name) => listen(`${shown.key}_${name}`, ({ of }) => {
      this[name] = of;
      this.old();
    }));
    this.explain();
    this.laidOut();
  }

  // The tab keeps the drawing, which the link of a sample does not have: after a reload the server
  // is told, once, what to step back to.
  remember(spots) {
    const { key, drawing } = this.shown;
    const first = !this.told;
    this.told = true;
    try {
      const tab = window.sessionStorage;
      const kept = first && tab.getItem(key);
      if (drawing || spots.length) tab.setItem(key, spots.length ? JSON.stringify(spots) : "");
      else if (kept) this.send("drawn", { rev: this.rev, spots: JSON.parse(kept) });
    } catch {
      // the browser lets pages keep nothing, or what is kept is no drawing: there is none
    }
  }

  explain() {
    const { looks, drawing, signed } = this.shown;
    this.figure.toggleAttribute("data-drawing", drawing);
    this.tools.hidden = !drawing;
    const parts = (name) => (signed ? [`${name}, training`, `${name}, test`] : ["training", "test"]);
    this.legend.replaceChildren(...looks.flatMap((look) =>
      parts(look.name).map((name, k) => this.entry({ ...look, name, solid: k === 0 }))));
  }

  laidOut() {
    this.theme = themeOf(this.figure);
    this.draw();
  }

  // Once a frame, however many sliders say something, and only what differs from what is drawn.
  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.shown && this.news() !== this.drawn) this.draw();
    });
  }

  news() {
    return JSON.stringify([this.shown.of, this.shown.drawing || this.moved(), this.elsewhere, this.place]);
  }

  // Where the sliders of the sample stand, if not where the server has heard that they are.
  moved() {
    const { steps, at } = this.shown;
    const now = Object.entries(steps).map(([name, values]) => {
      const slider = document.querySelector(`.st-key-${name} input[type=range]`);
      return [name, slider ? values[Number(slider.value)] ?? at[name] : at[name]];
    });
    return now.some(([name, value]) => value !== at[name]) ? Object.fromEntries(now) : null;
  }

  draw() {
    const width = this.figure.clientWidth;
    if (!this.shown || !this.theme || width < 20) return;
    const shown = this.shown;
    this.drawn = this.news();
    this.size = { width, height: Math.min(0.7 * width, HIGHEST) };
    const moved = shown.drawing ? null : this.moved();
    const mine = shown.drawing && (this.rev > shown.heard || this.drawing.before);
    const ahead = Boolean(moved || mine);
    this.ahead = ahead;
    this.old();
    const pen = prepared(this.canvas, width, this.size.height);
    if (shown.side) this.fit(pen, ahead);
    for (const spot of mine ? this.hand() : moved ? this.preview(moved) : this.sample()) this.dot(pen, spot);
    this.border(pen, 0, 0, width, this.size.height);
    this.report(ahead);
  }

  // Whether pictures, or words, on the page are of other points than those shown here.
  old() {
    const { of } = this.shown;
    for (const [name, last] of [["ahead", this.pictured], ["behind", this.done]]) {
      document.documentElement.toggleAttribute(`data-${name}`, this.ahead || last !== of);
    }
  }

  fit(pen, ahead) {
    const { width, height } = this.size;
    const { side, signed, level, learnt, faded } = this.shown;
    const here = learnt && !ahead && !this.elsewhere && this.place !== null;
    if (here) this.fitted ??= new Fit(this.shown);
    const known = here || !(faded || ahead || this.elsewhere || this.place !== null);
    this.values = here ? this.fitted.at(Math.min(this.place, learnt.gammas.length - 1)) : level;
    this.film = here ? { ...this.shown, f: this.values.map((value) => this.code(value)) } : this.shown;
    const sheet = this.paint("f", side * side);
    pen.globalAlpha = known ? 1 : FADED;
    pen.imageSmoothingEnabled = true;
    // the outer points of the grid lie on the border: half a cell is cut off on every side
    pen.drawImage(sheet, 0.5, 0.5, side - 1, side - 1, 0, 0, width, height);
    if (signed) this.contour(pen, width, height);
    pen.globalAlpha = 1;
  }

  // The colour of a value, as the server codes it.
  code(value) {
    const [low, high] = this.shown.range;
    const bent = this.shown.signed ? Math.sign(value) * Math.sqrt(Math.min(1, Math.abs(value) / high)) : value;
    return Math.round(LEVELS * Math.min(1, Math.max(0, this.shown.signed ? (bent + 1) / 2 : (bent - low) / (high - low))));
  }

  // Points as [share across, share from the top, label, whether a test point].
  *sample() {
    const { x, y, label, test } = this.shown;
    for (let i = 0; i < x.length; i++) yield [...this.shares(x[i], y[i]), label[i], test[i]];
  }

  *hand() {
    for (const [x, y, label] of this.drawing.spots) yield [x / PLACES, 1 - y / PLACES, label, 0];
  }

  // The sample where the sliders would have it, from what its points are made of.
  *preview(at) {
    const { signed, looks, ax, ay, bx, by, gx, gy, flip, label } = this.shown;
    const [n, noise, share, flipped] = ["n", "noise", "minority", "flipped"].map((name) => at[`play_${name}`]);
    for (let i = 0; i < Math.min(n, ax.length); i++) {
      const side = signed && looks.length > 1 ? Math.floor((i + 1) * share) - Math.floor(i * share) : 0;
      const spread = signed ? noise : 0; // of a regression the target has the noise
      const x = (side ? bx : ax)[i] + spread * gx[i];
      const y = (side ? by : ay)[i] + spread * gy[i];
      yield [...this.shares(x, y), signed ? side ^ (flip[i] < flipped) : label[i] ?? 127, 0];
    }
  }

  shares(x, y) {
    const [[left, right], [low, high]] = this.shown.box;
    return [(x - left) / (right - left), (high - y) / (high - low)];
  }

  dot(pen, [u, v, label, test]) {
    const { looks, signed } = this.shown;
    const look = looks[signed ? label : 0];
    const colour = signed ? look.colour : `rgb(${[...this.table.subarray(4 * label, 4 * label + 3)].join(" ")})`;
    pen.beginPath();
    (SHAPES[look.symbol] ?? SHAPES.circle)(pen, u * this.size.width, v * this.size.height, 3.4);
    pen.lineWidth = test ? 1.5 : 0.8;
    pen.strokeStyle = signed && test ? colour : test ? "#000000" : "#ffffff";
    pen.fillStyle = colour;
    if (!(signed && test)) pen.fill();
    pen.stroke();
  }

  report(ahead) {
    const count = this.shown.drawing ? this.drawing.spots.length : this.shown.x.length;
    Object.assign(this.figure.dataset, { ahead: String(ahead), points: String(count), of: this.shown.of });
    this.canvas.setAttribute("aria-label", this.shown.drawing
      ? `Board with ${count} points; the same points are in the table below`
      : `Sample of ${count} points and the fit at the cursor`);
    for (const button of this.tools.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === this.drawing.tool));
    }
    const empty = { undo: !this.drawing.past.length, redo: !this.drawing.future.length, clear: !count };
    for (const [name, off] of Object.entries(empty)) {
      this.tools.querySelector(`[data-action=${name}]`).disabled = off;
    }
    // a hand on points that sliders make hears where points are drawn; the foot has room for it
    const made = this.shown.signed ? "Made by the sliders." : "Made by the sliders; points of two classes are drawn under Draw.";
    const text = this.shown.drawing ? `${count} of ${this.shown.most} points` : made;
    if (this.said.textContent !== text) this.said.textContent = text;
    this.take.hidden = this.shown.drawing || !this.shown.signed;
    this.figure.toggleAttribute("data-unsaid", !this.shown.drawing && !this.pressed);
  }

  end() {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.sliders.disconnect();
    this.stops?.forEach((stop) => stop());
    this.stopHand();
    document.removeEventListener("keydown", this.keys);
    for (const name of ["ahead", "behind"]) document.documentElement.removeAttribute(`data-${name}`);
  }
}

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  if (!(data instanceof Uint8Array)) return undefined;
  const end = shownBy(Board, parentElement, setStateValue, data);
  parentElement.shown.ask = setTriggerValue;
  return end;
}
