const FOOT = 42; // pixels below the rows: values and title of the axis
const [LOW, HIGH, ALL] = [23, 46, 330]; // pixels of a row at least and at most, of all rows
const ROOM = 0.16; // part of a row that stays free above and below its curve
const CORNERS = { square: 4, diamond: 4, "triangle-up": 3, "triangle-down": 3, pentagon: 5, hexagon: 6 };

// Each criterion in a row of its own, the test error in grey behind it, and a mark where it chooses.
class Rows {
  constructor(root) {
    [this.figure, this.canvas] = ["figure", "canvas"].map((name) => root.querySelector(name));
    root.querySelector("button").addEventListener("click", () =>
      saved([[this.canvas]], themeOf(this.figure).background, this.shown.file));
    this.canvas.addEventListener("click", (event) => {
      const place = Math.round(((event.offsetX - this.left) / this.span) * (this.shown.count - 1));
      this.send("picked", Math.min(Math.max(place, 0), this.shown.count - 1));
    });
    this.observer = new ResizeObserver(() => this.laidOut());
    this.observer.observe(this.figure);
    this.stopHand = listen("hand", ({ at, between, moving }) => {
      const place = moving.includes("t") || between.t !== undefined ? between.t ?? at.t : null;
      if (place === this.place) return;
      this.place = place;
      this.draw();
    });
  }

  show(shown) {
    this.shown = shown;
    const words = shown.rows.map(({ name, chosen }) => `${name} ${chosen}`).join(", ");
    this.canvas.setAttribute("aria-label", `Criterion curves; choices: ${words}`);
    this.laidOut();
  }

  laidOut() {
    this.theme = themeOf(this.figure);
    this.draw();
  }

  draw() {
    const width = this.figure.clientWidth;
    if (!this.shown || !this.theme || width < 20) return;
    const { rows, error, count } = this.shown;
    this.row = Math.min(Math.max(ALL / rows.length, LOW), HIGH);
    const height = this.row * rows.length + FOOT;
    const pen = (this.pen = prepared(this.canvas, width, height));
    pen.font = `${this.theme.size}px ${this.theme.font}`;
    this.left = 12 + Math.max(...rows.map(({ name }) => pen.measureText(name).width));
    this.span = width - this.left - 12;
    const x = (k) => this.left + (this.span * k) / Math.max(count - 1, 1);
    this.axis(x, height);
    rows.forEach((row, i) => this.one(row, error, i, x));
    this.cursor(x(this.place ?? this.shown.at), height);
    this.figure.dataset.drawn = String(Number(this.figure.dataset.drawn || 0) + 1);
  }

  axis(x, height) {
    const { pen, theme } = this;
    const { ticks, title, rows } = this.shown;
    const bottom = height - FOOT;
    pen.fillStyle = pen.strokeStyle = theme.text;
    pen.lineWidth = 1;
    pen.textBaseline = "top";
    pen.textAlign = "center";
    for (const [k, text] of ticks) {
      pen.fillText(text, x(k), bottom + 5);
      pen.globalAlpha = 0.15;
      pen.fillRect(x(k) - 0.5, 0, 1, bottom);
      pen.globalAlpha = 1;
    }
    pen.fillText(title, x((this.shown.count - 1) / 2), bottom + 22);
    pen.globalAlpha = 0.25;
    for (let i = 1; i <= rows.length; i++) pen.fillRect(this.left - 4, i * this.row - 0.5, this.span + 8, 1);
    pen.globalAlpha = 1;
  }

  one({ name, colour, symbol, y, pin, edge }, error, i, x) {
    const { pen } = this;
    const up = (value) => this.row * (i + 1 - ROOM - (1 - 2 * ROOM) * value);
    pen.fillStyle = this.theme.text;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    pen.fillText(name, this.left - 8, this.row * (i + 0.5));
    pen.globalAlpha = 0.45;
    this.curve(error, x, up, "#808892", 4);
    pen.globalAlpha = 1;
    this.curve(y, x, up, colour, 1.8);
    pen.fillStyle = colour;
    y.forEach((value, k) => value !== null && pen.fillRect(x(k) - 1.5, up(value) - 1.5, 3, 3));
    if (pin === null || typeof y[pin] !== "number") return;
    pen.beginPath();
    this.mark(x(pin), up(y[pin]), symbol);
    pen.lineWidth = edge ? 2.5 : 1;
    pen.strokeStyle = edge ? colour : this.theme.background;
    pen.fillStyle = edge ? this.theme.background : colour; // open on the edge of the grid
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

  cursor(x, height) {
    const { pen } = this;
    pen.setLineDash([5, 4]);
    pen.strokeStyle = this.theme.text;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x, 0);
    pen.lineTo(x, height - FOOT);
    pen.stroke();
    pen.setLineDash([]);
  }

  end() {
    this.observer.disconnect();
    this.stopHand();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  let rows = parentElement.rows;
  if (!rows || !rows.figure.isConnected) {
    rows?.end();
    rows = parentElement.rows = new Rows(parentElement);
  }
  rows.send = setTriggerValue;
  rows.show(data);
  return () => {
    parentElement.rows?.end();
    parentElement.rows = undefined;
  };
}
