const BAR = 12; // width of the colour bar
const TITLE = 18; // margin that holds the names of the groups

class Matrix {
  constructor(root) {
    this.figure = root.querySelector("figure");
    this.canvas = root.querySelector("canvas");
    this.output = root.querySelector("output");
    this.cell = null; // under the keyboard, in cells of the picture
    this.hover = null;
    this.chosen = {};
    this.digest = "";
    this.canvas.addEventListener("pointermove", (e) => this.point(e));
    this.canvas.addEventListener("pointerleave", () => this.hovered(null));
    this.canvas.addEventListener("click", (e) => this.clicked(e));
    this.canvas.addEventListener("keydown", (e) => this.key(e));
    root.querySelector("button").addEventListener("click", () =>
      saved([[this.canvas]], themeOf(this.figure).background, this.picture.file));
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.figure);
  }

  show(bytes) {
    const picture = unpacked(bytes);
    if (picture.digest !== this.digest) {
      this.digest = picture.digest;
      this.picture = picture;
      this.table = colourTable(picture.stops);
      this.small = painted(picture.codes, picture.shape[1], picture.shape[0], this.table);
      if (this.cell) this.cell = this.cell.map((v, i) => Math.min(v, picture.shape[i] - 1));
      this.canvas.setAttribute("aria-label", picture.label);
      this.output.textContent = this.rest();
      this.stop?.();
      this.stop = listen(picture.key, (said) => {
        this.chosen = said;
        this.draw();
      });
    }
    this.draw();
  }

  rest() {
    return this.picture.hint;
  }

  frame() {
    const { shape, height } = this.picture;
    const pen = this.canvas.getContext("2d");
    const theme = themeOf(this.figure);
    pen.font = `${theme.size}px ${theme.font}`;
    const width = Math.max(120, this.figure.clientWidth);
    const left = this.picture.rowGroups.length ? TITLE : 0;
    const top = this.picture.columnGroups.length ? TITLE : 4;
    const labels = this.marks().map(([, text]) => pen.measureText(text).width);
    const right = BAR + 20 + Math.ceil(Math.max(0, ...labels));
    let [w, h] = [width - left - right, height - top - 8];
    if (shape[0] === shape[1]) w = h = Math.max(40, Math.min(w, h));
    w = Math.max(40, w);
    return { left, top, w, h, width: left + w + right, height: top + h + 8, theme };
  }

  marks() {
    const { low, high, log } = this.picture;
    if (log && high - low >= 2) {
      const step = Math.max(1, Math.ceil((high - low) / 6));
      const found = [];
      for (let e = Math.ceil(low); e <= high; e += step) found.push([e, powered(e)]);
      return found;
    }
    return [0, 0.25, 0.5, 0.75, 1].map((share) => {
      const level = low + share * (high - low);
      const near = !log && Math.abs(level) < 1e-9 * (high - low); // rounding errors are no news
      return [level, written(log ? 10 ** level : near ? 0 : level, 2)];
    });
  }

  draw() {
    if (!this.picture || !this.figure.clientWidth) return;
    const f = this.frame();
    const [cell, said] = [this.ringed(), JSON.stringify([this.chosen.row, this.chosen.column])];
    if (stands(this, this.picture, said, String(cell), devicePixelRatio, JSON.stringify(f))) return;
    this.place = f;
    const pen = prepared(this.canvas, f.width, f.height);
    const [rows, columns] = this.picture.shape;
    pen.imageSmoothingEnabled = rows > 2 * f.h || columns > 2 * f.w;
    pen.drawImage(this.small, f.left, f.top, f.w, f.h);
    pen.strokeStyle = pen.fillStyle = f.theme.text;
    pen.font = `${f.theme.size}px ${f.theme.font}`;
    pen.lineWidth = 1;
    pen.globalAlpha = 0.5;
    pen.strokeRect(f.left - 0.5, f.top - 0.5, f.w + 1, f.h + 1);
    pen.globalAlpha = 1;
    this.groups(pen, f);
    this.bar(pen, f);
    this.chosenLines(pen, f);
    this.ring(pen, f, cell);
    this.canvas.dataset.drawn = Number(this.canvas.dataset.drawn || 0) + 1;
  }

  groups(pen, f) {
    const run = (groups, length, border, name) => {
      const total = groups.reduce((sum, [, size]) => sum + size, 0);
      let at = 0;
      groups.forEach(([text, size], k) => {
        const [from, to] = [(at / total) * length, ((at + size) / total) * length];
        if (k) border(from);
        name(fitted(pen, text, to - from - 4), (from + to) / 2);
        at += size;
      });
    };
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const line = (x, y, u, v) => {
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(u, v);
      pen.stroke();
    };
    run(this.picture.columnGroups, f.w, (x) => line(f.left + x, f.top, f.left + x, f.top + f.h),
      (text, x) => pen.fillText(text, f.left + x, f.top - TITLE / 2));
    run(this.picture.rowGroups, f.h, (y) => line(f.left, f.top + y, f.left + f.w, f.top + y),
      (text, y) => {
        pen.save();
        pen.translate(f.left - TITLE / 2, f.top + y);
        pen.rotate(-Math.PI / 2);
        pen.fillText(text, 0, 0);
        pen.restore();
      });
  }

  bar(pen, f) {
    const { low, high } = this.picture;
    const x = f.left + f.w + 10;
    const rows = Array.from({ length: 128 }, (_, i) => Math.round(LEVELS * (1 - i / 127)));
    pen.imageSmoothingEnabled = true;
    pen.drawImage(painted(rows, 1, 128, this.table), x, f.top, BAR, f.h);
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    for (const [level, text] of this.marks()) {
      const y = f.top + f.h * (1 - (level - low) / (high - low));
      pen.fillText(text, x + BAR + 5, Math.min(Math.max(y, f.top + 6), f.top + f.h - 5));
    }
  }

  // The marked row and column: two lines around each, light and dark, seen on every colour.
  chosenLines(pen, f) {
    const [rows, columns] = this.picture.shape;
    const row = this.cellOf("rows", this.chosen.row, 0);
    const column = this.cellOf("columns", this.chosen.column, 1);
    const boxes = [];
    if (row !== null) boxes.push([f.left, f.top + (row / rows) * f.h, f.w, f.h / rows]);
    if (column !== null) boxes.push([f.left + (column / columns) * f.w, f.top, f.w / columns, f.h]);
    for (const [x, y, w, h] of boxes) {
      const grow = (least, size) => Math.max(0, (least - size) / 2);
      const [gx, gy] = [grow(3, w), grow(3, h)];
      this.outline(pen, f, [x - gx, y - gy, w + 2 * gx, h + 2 * gy], 1.5);
    }
  }

  cellOf(axis, index, side) {
    if (index === null || index === undefined) return null;
    const at = this.picture[axis].indexOf(index);
    return at < 0 ? null : Math.floor(at / this.picture.block[side]);
  }

  ringed() {
    return this.hover ?? (this.canvas.matches(":focus") ? this.cell : null);
  }

  ring(pen, f, cell) {
    if (!cell) return;
    const [rows, columns] = this.picture.shape;
    const [w, h] = [Math.max(7, f.w / columns), Math.max(7, f.h / rows)];
    const x = f.left + ((cell[1] + 0.5) / columns) * f.w - w / 2;
    const y = f.top + ((cell[0] + 0.5) / rows) * f.h - h / 2;
    this.outline(pen, f, [x, y, w, h], 2);
  }

  outline(pen, f, [x, y, w, h], width) {
    pen.strokeStyle = f.theme.background;
    pen.lineWidth = width + 2;
    pen.strokeRect(x, y, w, h);
    pen.strokeStyle = f.theme.text;
    pen.lineWidth = width;
    pen.strokeRect(x, y, w, h);
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const f = this.place;
    const [rows, columns] = this.picture.shape;
    const x = (event.clientX - box.left - f.left) / f.w;
    const y = (event.clientY - box.top - f.top) / f.h;
    if (x < 0 || y < 0 || x >= 1 || y >= 1) return null;
    return [Math.floor(y * rows), Math.floor(x * columns)];
  }

  point(event) {
    this.hovered(this.at(event));
  }

  hovered(cell) {
    if (String(cell) === String(this.hover)) return;
    this.hover = cell;
    this.output.textContent = cell ? this.told(cell) : this.rest();
    this.draw();
  }

  // Original indices of a cell: of the first of its block.
  indices([row, column]) {
    const { rows, columns, block } = this.picture;
    return [rows[row * block[0]], columns[column * block[1]]];
  }

  told(cell) {
    const { block, words, low, high, log, codes, shape } = this.picture;
    const code = codes[cell[0] * shape[1] + cell[1]];
    const level = low + (code / LEVELS) * (high - low);
    const value = code === MISSING ? "no value" : `≈ ${written(log ? 10 ** level : level)}`;
    const index = this.indices(cell);
    const name = (side) => {
      const more = Math.min(block[side], this.picture[side ? "columns" : "rows"].length - cell[side] * block[side]) - 1;
      const group = this.groupOf(cell, side);
      return `${words[side]} ${index[side] + 1}${more ? ` and ${more} more` : ""}${group ? ` (${group})` : ""}`;
    };
    return `${name(0)}, ${name(1)}: ${value}`;
  }

  groupOf(cell, side) {
    let left = cell[side] * this.picture.block[side];
    for (const [text, size] of this.picture[side ? "columnGroups" : "rowGroups"]) {
      if (left < size) return text;
      left -= size;
    }
    return "";
  }

  clicked(event) {
    const cell = this.at(event);
    if (!cell) return;
    this.cell = cell;
    this.canvas.focus({ focusVisible: false });
    this.pick(cell);
  }

  pick(cell) {
    this.output.textContent = this.told(cell);
    this.draw();
    if (this.picture.pickable) this.send("pick", this.indices(cell));
  }

  key(event) {
    const [rows, columns] = this.picture.shape;
    const start = this.cell ?? [0, 0];
    const step = event.shiftKey ? 10 : 1;
    const moves = {
      ArrowUp: [start[0] - step, start[1]],
      ArrowDown: [start[0] + step, start[1]],
      ArrowLeft: [start[0], start[1] - step],
      ArrowRight: [start[0], start[1] + step],
      Home: [start[0], 0],
      End: [start[0], columns - 1],
      PageUp: [0, start[1]],
      PageDown: [rows - 1, start[1]],
    };
    const chosen = event.key === "Enter" || event.key === " ";
    if (!(event.key in moves) && !chosen) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // the page steps its cursor with the same keys
    if (chosen) {
      if (this.cell) this.pick(this.cell);
      return;
    }
    const clamp = (v, n) => Math.min(Math.max(v, 0), n - 1);
    const [row, column] = this.cell ? moves[event.key] : start;
    this.cell = [clamp(row, rows), clamp(column, columns)];
    this.hover = null;
    this.output.textContent = this.told(this.cell);
    this.draw();
  }

  end() {
    this.observer.disconnect();
    this.stop?.();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  if (!(data instanceof Uint8Array)) return undefined;
  return shownBy(Matrix, parentElement, setTriggerValue, data);
}
