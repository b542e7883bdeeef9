const FOOT = 42; // pixels below the rows: values in one line, and title of the axis
const LINE = 1.3; // height of a line, in that of its letters
const LEGIBLE = 4; // heights of letters: width in which a name can be cut
const LETTER = 13; // pixels of a letter, for which the foot is made
const [LOW, HIGH, ALL] = [23, 46, 330]; // pixels of a row at least and at most, of all rows
const ROOM = 0.16; // part of a row that stays free above and below its curve
const REACH = 12; // pixels around a choice in which its words are read
const CORNERS = { square: 4, diamond: 4, "triangle-up": 3, "triangle-down": 3, pentagon: 5, hexagon: 6 };

// Each criterion in a row of its own, the test error in grey behind it, and a mark where it chooses.
class Rows {
  constructor(root) {
    [this.figure, this.canvas] = ["figure", "canvas"].map((name) => root.querySelector(name));
    [this.output, this.pins] = ["output", ".pins"].map((name) => root.querySelector(name));
    root.querySelector(".png").addEventListener("click", () =>
      saved([[this.canvas]], themeOf(this.figure).background, this.shown.name));
    this.canvas.addEventListener("click", (event) => {
      const { part, at } = this.near(event.offsetX);
      this.send("picked", [part, at]);
    });
    this.canvas.addEventListener("pointermove", (event) => this.read(event));
    this.canvas.addEventListener("pointerleave", () => { this.output.textContent = ""; });
    this.observer = new ResizeObserver(() => this.laidOut());
    this.observer.observe(this.figure);
    this.hand = { place: null, moves: false, unknown: false };
    this.stopHand = listen("hand", ({ at, between, moving }) => {
      const moves = moving.includes("t") || between.t !== undefined;
      // let go, the cursor stays where the hand has put it until the server has said where it is
      const place = moves ? between.t ?? at.t : this.hand.place === null ? null : at.t;
      const unknown = moving.includes("lam");
      const same = place === this.hand.place && unknown === this.hand.unknown;
      this.hand = { place, moves, unknown };
      if (same) return;
      this.figure.toggleAttribute("data-unknown", unknown);
      this.draw();
    });
  }

  show(shown) {
    this.shown = shown;
    if (this.key !== shown.file) {
      this.key = shown.file;
      this.stopCursor?.();
      this.stopCursor = listen(shown.file, ({ kernel, step }) => {
        this.at = { kernel, step };
        if (!this.hand.moves) this.hand.place = null;
        this.draw();
      });
    }
    const words = shown.rows.map(({ name, pin }) => pin?.told ?? `${name} has no mark`).join("; ");
    this.canvas.setAttribute("aria-label", `Criterion curves; choices: ${words}`);
    this.laidOut();
  }

  laidOut() {
    this.theme = themeOf(this.figure);
    this.draw();
    if (this.x) this.buttons();
  }

  draw() {
    const width = this.figure.clientWidth;
    if (!this.shown || !this.theme || width < 20) return;
    const place = this.hand.place ?? this.at?.step;
    if (stands(this, this.shown, this.at?.kernel, place, width, devicePixelRatio, JSON.stringify(this.theme))) return;
    const { rows, error, parts, row } = this.shown;
    const lines = (this.lines = Math.max(1, ...parts.flatMap(({ ticks }) => ticks.map(([, text]) => text.split("\n").length))));
    const foot = (this.foot = (FOOT + LETTER * LINE * (lines - 1)) * Math.max(this.theme.size / LETTER, 1));
    this.row = row ?? Math.min(Math.max(ALL / rows.length, LOW), HIGH);
    const height = (this.height = this.row * rows.length + foot);
    const pen = (this.pen = prepared(this.canvas, width, height));
    pen.font = `${this.theme.size}px ${this.theme.font}`;
    this.left = 12 + Math.max(...rows.map(({ name }) => pen.measureText(name).width));
    this.span = width - this.left - 12;
    this.x = parts.map(({ start, end }) => (place) => this.left + this.span * (start + (end - start) * place));
    this.rules();
    parts.forEach((part, number) => this.axis(part, this.x[number]));
    rows.forEach((one, i) => this.one(one, error, i));
    this.cursor();
    this.figure.dataset.drawn = String(Number(this.figure.dataset.drawn || 0) + 1);
  }

  rules() {
    const { pen } = this;
    pen.fillStyle = this.theme.text;
    pen.globalAlpha = 0.25;
    for (let i = 1; i <= this.shown.rows.length; i++) {
      pen.fillRect(this.left - 4, i * this.row - 0.5, this.span + 8, 1);
    }
    pen.globalAlpha = 1;
  }

  axis({ ticks, title, start, end }, x) {
    const { pen, theme } = this;
    const bottom = this.height - this.foot;
    pen.fillStyle = theme.text;
    pen.textBaseline = "top";
    pen.textAlign = "center";
    for (const [place, lines, slot] of this.legible(ticks, this.span * (end - start))) {
      lines.forEach((text, i) => {
        const shown = fitted(pen, text, slot);
        const half = pen.measureText(shown).width / 2;
        pen.fillText(shown, Math.min(x(place), this.figure.clientWidth - half), bottom + 5 + LINE * theme.size * i);
      });
      pen.globalAlpha = 0.15;
      pen.fillRect(x(place) - 0.5, 0, 1, bottom);
      pen.globalAlpha = 1;
    }
    const room = this.span * (end - start) + (this.shown.parts.length > 1 ? 0 : this.left);
    pen.fillText(fitted(pen, title, room), x(0.5), bottom + 5 + LINE * theme.size * this.lines);
  }

  // All ticks, or every k-th of them where their words have too little room, each with its lines and room.
  legible(ticks, room) {
    const split = ticks.map(([place, text]) => [place, text.split("\n")]);
    const widest = Math.max(1, ...split.flatMap(([, lines]) => lines.map((text) => this.pen.measureText(text).width)));
    const needed = Math.min(widest, LEGIBLE * this.theme.size);
    const every = Math.min(Math.ceil((ticks.length * needed) / room), Math.max(ticks.length - 1, 1));
    const first = ((ticks.length - 1) % every) >> 1;
    return split.filter((_, i) => i % every === first).map((tick) => [...tick, (room * every) / ticks.length]);
  }

  one({ name, colour, symbol, curves, pin }, error, i) {
    const { pen } = this;
    const up = (value) => this.row * (i + 1 - ROOM - (1 - 2 * ROOM) * value);
    pen.fillStyle = this.theme.text;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    pen.fillText(name, this.left - 8, this.row * (i + 0.5));
    curves.forEach((curve, number) => {
      const { x: places } = this.shown.parts[number];
      const x = (k) => this.x[number](places[k]);
      pen.globalAlpha = 0.45;
      this.curve(error[number], x, up, "#808892", 4);
      pen.globalAlpha = 1;
      if (!curve) return;
      this.bars(curve, x, up, colour);
      this.curve(curve.y, x, up, colour, 1.8);
      pen.fillStyle = colour;
      curve.y.forEach((value, k) => value !== null && pen.fillRect(x(k) - 1.5, up(value) - 1.5, 3, 3));
      for (const k of curve.open) this.hash(x(k), up(curve.y[k]), colour);
    });
    if (!pin) return;
    const [x, y] = [this.x[pin.part](this.shown.parts[pin.part].x[pin.at]), up(pin.y)];
    if (pin.ends.length) this.tie(pin.ends.map(this.x[pin.part]), y, colour);
    pen.beginPath();
    this.mark(x, y, symbol);
    pen.lineWidth = pin.edge ? 2.5 : 1;
    pen.strokeStyle = pin.edge ? colour : this.theme.background;
    pen.fillStyle = pin.edge ? this.theme.background : colour; // open on the edge of the grid
    pen.fill();
    pen.stroke();
  }

  curve(y, x, up, colour, width) {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    let gap = true;
    y.forEach((value, k) => {
      if (value !== null) pen[gap ? "moveTo" : "lineTo"](x(k), up(value));
      gap = value === null;
    });
    pen.stroke();
  }

  bars({ low, high }, x, up, colour) {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    pen.beginPath();
    low.forEach((value, k) => {
      if (value === null || high[k] === null) return;
      pen.moveTo(x(k), up(value));
      pen.lineTo(x(k), up(high[k]));
    });
    pen.stroke();
  }

  // A fit that has not settled: two strokes through its value.
  hash(x, y, colour) {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const side of [-2, 2]) {
      pen.moveTo(x + side - 3, y + 5);
      pen.lineTo(x + side + 3, y - 5);
    }
    pen.stroke();
  }

  // What may be as good as the choice.
  tie([from, to], y, colour) {
    const { pen } = this;
    pen.fillStyle = colour;
    pen.globalAlpha = 0.4;
    pen.fillRect(from, y - 2.5, to - from, 5);
    pen.globalAlpha = 1;
    for (const x of [from, to]) pen.fillRect(x - 1.25, y - 7, 2.5, 14);
  }

  mark(x, y, symbol) {
    const { pen } = this;
    const star = symbol.startsWith("star") || symbol === "hexagram";
    const corners = star ? 10 : CORNERS[symbol];
    if (!corners) {
      pen.arc(x, y, 5.5, 0, 2 * Math.PI);
      return;
    }
    const turn = symbol === "square" ? Math.PI / 4 : symbol === "triangle-down" ? Math.PI : 0;
    for (let k = 0; k < corners; k++) {
      const [angle, r] = [turn + (2 * Math.PI * k) / corners, star && k % 2 ? 3 : 6.5];
      pen.lineTo(x + r * Math.sin(angle), y - r * Math.cos(angle));
    }
    pen.closePath();
  }

  cursor() {
    const { pen } = this;
    const number = this.shown.parts.findIndex(({ kernel }) => kernel === this.at?.kernel);
    if (number < 0) return;
    const { steps } = this.shown.parts[number];
    const x = this.x[number](between(steps, this.hand.place ?? this.at.step));
    pen.setLineDash([5, 4]);
    pen.strokeStyle = this.theme.text;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.lineTo(x, this.height - this.foot);
    pen.stroke();
    pen.setLineDash([]);
    this.figure.dataset.at = x.toFixed(1);
  }

  // Part and number of the value of a grid that is nearest.
  near(x) {
    let best = { part: 0, at: 0, far: Infinity };
    this.shown.parts.forEach(({ x: places }, part) => places.forEach((place, at) => {
      const far = Math.abs(this.x[part](place) - x);
      if (far < best.far) best = { part, at, far };
    }));
    return best;
  }

  read({ offsetX, offsetY }) {
    const row = this.shown.rows[Math.floor(offsetY / this.row)];
    const { part, at, far } = this.near(offsetX);
    const told = row?.curves[part]?.told[at];
    const words = told ? `${row.name}: ${told} at ${this.shown.parts[part].texts[at]}` : "";
    this.output.textContent = far < REACH ? words : "";
  }

  // Choices can be reached by the Tab key and say their words.
  buttons() {
    const [was, shown] = [this.pins.children, this.shown];
    const marks = shown.rows.flatMap(({ pin }, i) => (pin ? [{ pin, i }] : []));
    while (was.length > marks.length) was[was.length - 1].remove();
    marks.forEach(({ pin, i }, number) => {
      const button = was[number] ?? this.pins.appendChild(document.createElement("button"));
      button.type = "button";
      button.title = pin.told;
      button.setAttribute("aria-label", pin.told);
      button.onclick = () => this.send("picked", [pin.part, pin.at]);
      const y = this.row * (i + 1 - ROOM - (1 - 2 * ROOM) * pin.y);
      button.style.left = `${this.x[pin.part](shown.parts[pin.part].x[pin.at])}px`;
      button.style.top = `${y}px`;
    });
  }

  end() {
    this.observer.disconnect();
    this.stopHand();
    this.stopCursor?.();
  }
}

// Place at a step, or between two while a hand moves; in the middle where there is one only.
function between(steps, step) {
  if (!steps.length) return 0.5;
  const k = Math.min(Math.max(Math.floor(step), 0), steps.length - 1);
  const next = steps[Math.min(k + 1, steps.length - 1)];
  return steps[k] + (step - k) * (next - steps[k]);
}

export default function ({ data, parentElement, setTriggerValue }) {
  return shownBy(Rows, parentElement, setTriggerValue, data);
}
