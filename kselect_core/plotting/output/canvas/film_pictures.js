const EDGE = 8; // of the lane, half the thumb of the range input
const LANE = 86; // height of the lane, more where the names of its lines need it
const LANE_AT_MOST = 134;
const NARROW = 640; // pixels from which on names stand beside the lane
const LEADER = 16; // from the end of a line to its name
const TALLEST = 330; // of the three pictures
const LOWEST = 180; // height of a picture in a low window
const BESIDE = 490; // height of what stands above and below the pictures on a page of the app
const DASHES = { solid: [], dot: [2, 3], dash: [7, 4], longdash: [11, 4], dashdot: [8, 3, 2, 3] };

const dashOf = (name) => DASHES[name] ?? (name.match(/\d+/g) || [9, 3, 2, 3]).map(Number);
const SHAPES = {
  circle: (pen, x, y, r) => pen.arc(x, y, r, 0, 2 * Math.PI),
  square: (pen, x, y, r) => pen.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r),
};

// The pictures of a film at a place between two frames. Film knows the place and the film.
class FilmPictures {
  draw() {
    if (!this.film || !this.width) return;
    const width = this.column;
    const room = Math.max(globalThis.innerHeight - (this.beside ?? BESIDE), LOWEST); // all of it is seen at once
    const look = [this.width, width, room, devicePixelRatio, JSON.stringify(this.theme)];
    if (stands(this, this.film, this.at, this.lines, this.word, ...look)) return;
    const low = Math.min(Math.floor(this.at), this.last());
    this.pair = [low, Math.min(low + 1, this.last()), this.at - low];
    const height = Math.min(width, room, TALLEST);
    if (this.film.side) this.drawDecision(width, height);
    this.drawGram(width, height);
    this.drawSpectrum(width, height);
    this.drawLane();
    this.tell();
  }

  sheet(side) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const image = new ImageData(side, side);
    return { canvas, image, words: new Uint32Array(image.data.buffer) };
  }

  // One entry of the legend of points.
  entry({ name, colour, symbol, solid }) {
    const item = document.createElement("li");
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true"); // the name beside it says it
    const pen = prepared(canvas, 12, 12);
    pen.beginPath();
    (SHAPES[symbol] ?? SHAPES.circle)(pen, 6, 6, 4);
    pen.fillStyle = pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    if (solid) pen.fill();
    pen.stroke();
    item.append(canvas, document.createTextNode(name));
    return item;
  }

  // One picture between two frames; ``keep`` gets its values about 0.
  paint(name, size, keep) {
    const [low, high, share] = this.pair;
    const codes = this.film[name];
    const { canvas, image, words } = this.sheets[name];
    const colours = this.colours[name];
    const [a, b] = [low * size, high * size];
    for (let i = 0; i < size; i++) {
      const [from, to] = [codes[a + i], codes[b + i]];
      const code = from === MISSING || to === MISSING ? MISSING : from + share * (to - from);
      if (keep) keep[i] = unbent(code);
      words[i] = colours[(code + 0.5) | 0];
    }
    canvas.getContext("2d").putImageData(image, 0, 0);
    return canvas;
  }

  drawDecision(width, height) {
    const side = this.film.side;
    const pen = prepared(this.decision, width, height);
    const sheet = this.paint("f", side * side, this.values);
    pen.imageSmoothingEnabled = true;
    // the outer points of the grid lie on the border: half a cell is cut off on every side
    pen.drawImage(sheet, 0.5, 0.5, side - 1, side - 1, 0, 0, width, height);
    if (this.film.signed) this.contour(pen, width, height);
    pen.drawImage(this.points(width, height), 0, 0, width, height);
    this.border(pen, 0, 0, width, height);
  }

  // A level, usually 0, by linear interpolation along the edges of every cell of the grid.
  contour(pen, width, height, level = 0) {
    const side = this.film.side;
    const v = level ? this.values.map((value) => value - level) : this.values;
    const [sx, sy] = [width / (side - 1), height / (side - 1)];
    pen.beginPath();
    for (let row = 0; row < side - 1; row++) {
      for (let column = 0; column < side - 1; column++) {
        const i = row * side + column;
        const [a, b, c, d] = [v[i], v[i + 1], v[i + side + 1], v[i + side]];
        const above = (a > 0) + (b > 0) + (c > 0) + (d > 0);
        if (above === 0 || above === 4) continue;
        const cut = [];
        if (a > 0 !== b > 0) cut.push(column + a / (a - b), row);
        if (b > 0 !== c > 0) cut.push(column + 1, row + b / (b - c));
        if (d > 0 !== c > 0) cut.push(column + d / (d - c), row + 1);
        if (a > 0 !== d > 0) cut.push(column, row + a / (a - d));
        for (let k = 0; k + 3 < cut.length; k += 4) {
          pen.moveTo(cut[k] * sx, cut[k + 1] * sy);
          pen.lineTo(cut[k + 2] * sx, cut[k + 3] * sy);
        }
      }
    }
    pen.strokeStyle = level ? "#808892" : this.theme.text;
    pen.lineWidth = level ? 1.5 : 2;
    pen.setLineDash(level ? [6, 4] : []);
    pen.stroke();
    pen.setLineDash([]);
  }

  // Data points, drawn once per size and theme.
  points(width, height) {
    const mark = `${width} ${height} ${this.theme.background} ${globalThis.devicePixelRatio}`;
    if (this.dots?.mark === mark) return this.dots.canvas;
    const canvas = document.createElement("canvas");
    const pen = prepared(canvas, width, height);
    const { x, y, group, groups, value, stops } = this.film;
    const table = value && colourTable(stops);
    const valued = (i) => `rgb(${[...table.subarray(4 * value[i], 4 * value[i] + 3)].join(" ")})`;
    const radius = x.length > 800 ? 2.2 : 3.2;
    for (let i = 0; i < x.length; i++) {
      const { symbol, solid } = groups[group[i]];
      const colour = value ? valued(i) : groups[group[i]].colour;
      pen.beginPath();
      (SHAPES[symbol] ?? SHAPES.circle)(pen, x[i] * width, y[i] * height, radius);
      pen.lineWidth = solid ? 0.8 : 1.5;
      pen.strokeStyle = value ? (solid ? "#ffffff" : "#000000") : solid ? "#ffffff" : colour;
      pen.fillStyle = colour;
      if (solid || value) pen.fill();
      pen.stroke();
    }
    this.dots = { mark, canvas };
    return canvas;
  }

  drawGram(width, height) {
    const pen = prepared(this.gram, width, height);
    const side = Math.min(width, height) - 16;
    const [left, top] = [16, 16];
    const cells = this.film.cells;
    const sheet = this.paint("gram", cells * cells);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(sheet, left, top, side, side);
    this.border(pen, left, top, side, side);
    pen.fillStyle = pen.strokeStyle = this.theme.text;
    pen.font = `${this.theme.size}px ${this.theme.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    let before = 0;
    for (const [name, count] of this.film.runs) {
      const [from, to] = [(before / this.film.n) * side, ((before + count) / this.film.n) * side];
      const text = fitted(pen, name, to - from - 4);
      pen.fillText(text, left + (from + to) / 2, top - 8);
      pen.save();
      pen.translate(left - 8, top + (from + to) / 2);
      pen.rotate(-Math.PI / 2);
      pen.fillText(text, 0, 0);
      pen.restore();
      if (before) {
        pen.lineWidth = 1;
        pen.beginPath();
        pen.moveTo(left + from, top);
        pen.lineTo(left + from, top + side);
        pen.moveTo(left, top + from);
        pen.lineTo(left + side, top + from);
        pen.stroke();
      }
      before += count;
    }
    const x = left + side + 8;
    if (width - x > 30) {
      const rows = Array.from({ length: 64 }, (_, i) => Math.round(LEVELS * (1 - i / 63)));
      this.scaleSheet ??= new Map();
      if (!this.scaleSheet.has(this.digest)) {
        this.scaleSheet.set(this.digest, painted(rows, 1, 64, colourTable(this.film.gramStops)));
      }
      pen.imageSmoothingEnabled = true;
      pen.drawImage(this.scaleSheet.get(this.digest), x, top, 8, side);
      pen.textAlign = "left";
      pen.fillText("1", x + 12, top + 6);
      pen.fillText(written(this.film.gramLow), x + 12, top + side - 6);
    }
  }

  border(pen, x, y, w, h) {
    pen.globalAlpha = 0.5;
    pen.lineWidth = 1;
    pen.strokeStyle = this.theme.text;
    pen.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
    pen.globalAlpha = 1;
  }

  between(values) {
    const [low, high, share] = this.pair;
    return values[low] + share * (values[high] - values[low]);
  }

  drawSpectrum(width, height) {
    const pen = prepared(this.spectrum, width, height);
    const { eigenvalues, span, ends, mu, precision } = this.film;
    const [left, bottom, top] = [40, 20, 6];
    const [w, h] = [width - left - 4, height - bottom - top];
    const high = ends ? ends[1] : Math.max(span[1], ...mu) + 0.5;
    const low = ends ? ends[0] : Math.max(Math.min(span[0], ...mu, ...precision), high - 24) - 0.5;
    const y = (level) => top + h * (1 - (level - low) / (high - low));
    this.decades(pen, [low, high], left, w, y);
    pen.textAlign = "left";
    pen.fillText("1", left, height - 8);
    pen.textAlign = "right";
    pen.fillText(`eigenvalue ${eigenvalues}`, left + w, height - 8);
    this.border(pen, left, top, w, h);
    pen.save();
    pen.beginPath();
    pen.rect(left, top, w, h);
    pen.clip();
    this.eigenvalues(pen, (k) => left + (w * (k + 0.5)) / eigenvalues, y);
    this.level(pen, "machine precision", this.between(precision), "#808892", left, w, y);
    this.level(pen, "ridge μ", this.between(mu), "#d9780f", left, w, y);
    pen.restore();
  }

  // Powers of ten beside an axis of eigenvalues, each with a faint line.
  decades(pen, [low, high], left, w, y) {
    pen.font = `${this.theme.size}px ${this.theme.font}`;
    pen.fillStyle = pen.strokeStyle = this.theme.text;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    const decades = Math.max(1, Math.ceil((high - low) / 6));
    for (let e = Math.ceil(low / decades) * decades; e <= high; e += decades) {
      pen.fillText(powered(e), left - 5, y(e));
      pen.globalAlpha = 0.2;
      pen.fillRect(left, y(e) - 0.5, w, 1);
      pen.globalAlpha = 1;
    }
  }

  eigenvalues(pen, x, y) {
    const { sigma, eigenvalues } = this.film;
    const [low, high, share] = this.pair;
    pen.fillStyle = pen.strokeStyle = "#1f77c9";
    pen.lineWidth = 1.5;
    pen.beginPath();
    const places = [];
    for (let k = 0; k < eigenvalues; k++) {
      const [from, to] = [sigma[low * eigenvalues + k], sigma[high * eigenvalues + k]];
      places.push([x(k), y(from + share * (to - from))]);
      pen.lineTo(...places[k]);
    }
    pen.stroke();
    for (const [u, v] of places) pen.fillRect(u - 2, v - 2, 4, 4);
    this.places = places;
  }

  // Where a name stands at a level: right or left, above or below, where the eigenvalues are far.
  aside(pen, text, left, w, level) {
    const [room, height] = [pen.measureText(text).width + 8, this.theme.size + 4];
    const spots = [-8, 9].flatMap((down) => [[left + w - room, level + down], [left, level + down]]);
    const away = ([u, v]) => {
      const near = this.places.filter(([x]) => x > u - 8 && x < u + room + 8);
      return Math.min(3 * height, ...near.map(([, y]) => Math.abs(y - v)));
    };
    const [u, v] = spots.reduce((best, spot) => (away(spot) > away(best) + 1 ? spot : best));
    return [text, u + 4, v];
  }

  level(pen, name, value, colour, left, w, y) {
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    pen.setLineDash([7, 4]);
    pen.beginPath();
    pen.moveTo(left, y(value));
    pen.lineTo(left + w, y(value));
    pen.stroke();
    pen.setLineDash([]);
    pen.textAlign = "left";
    const text = this.aside(pen, `${name} ${written(10 ** value)}`, left, w, y(value));
    pen.strokeStyle = this.theme.background; // so that the curve does not cross the letters
    pen.lineWidth = 4;
    pen.strokeText(...text);
    pen.fillStyle = this.theme.text;
    pen.fillText(...text);
  }

  // Height of the lane, and the room at its right for the names of its lines: none where they do not
  // fit, and a legend has them.
  fitLane() {
    const step = Math.ceil(this.theme.size) + 1;
    const high = step * this.lines.length + 4;
    const beside = this.lines.length > 0 && this.width >= NARROW && high <= LANE_AT_MOST;
    const pen = this.laneCanvas.getContext("2d");
    pen.font = `${this.theme.size}px ${this.theme.font}`;
    const longest = Math.max(0, ...this.lines.map((line) => pen.measureText(line.name).width));
    this.names = { step, high: beside ? Math.max(LANE, high) : LANE, room: beside ? LEADER + Math.ceil(longest) + 2 : 0 };
    this.lane = null;
  }

  drawLane() {
    const { high, room } = this.names;
    const width = this.width - room;
    const pen = prepared(this.laneCanvas, this.width, high);
    const x = (frame) => EDGE + ((width - 2 * EDGE) * frame) / Math.max(1, this.last());
    const y = (value) => 8 + (high - 16) * (1 - value);
    if (!this.lane) {
      this.lane = document.createElement("canvas"); // what does not move
      const still = prepared(this.lane, this.width, high);
      this.border(still, 0, 0, width, high);
      for (const line of this.lines) this.curve(still, line, x, y);
      this.ends(still);
      if (room) this.named(still, width, x, y);
    }
    pen.drawImage(this.lane, 0, 0, this.width, high);
    pen.strokeStyle = this.theme.text;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x(this.at), 2);
    pen.lineTo(x(this.at), high - 2);
    pen.stroke();
    for (const line of this.lines) this.dot(pen, line, x, y);
  }

  // Which end of the lane is good: a word in each corner, readable over the curves.
  ends(pen) {
    pen.font = `${this.theme.size}px ${this.theme.font}`;
    pen.textAlign = "left";
    pen.lineJoin = "round";
    pen.lineWidth = 4;
    pen.strokeStyle = this.theme.background;
    pen.fillStyle = this.theme.text;
    pen.textBaseline = "middle";
    for (const [word, up] of [["worst", 12], ["best", this.names.high - 11]]) {
      pen.strokeText(word, 5, up);
      pen.fillText(word, 5, up);
    }
  }

  // Names of the lines beside their ends, one below the other where these are near.
  named(pen, left, x, y) {
    const { step, high } = this.names;
    const ends = this.lines.flatMap((line) => {
      const last = line.y.findLastIndex((value) => value !== null);
      return last < 0 ? [] : [{ line, from: [x(last), y(line.y[last])], at: y(line.y[last]) }];
    });
    ends.sort((a, b) => a.at - b.at);
    ends.forEach((end, k) => { end.at = Math.max(end.at, k ? ends[k - 1].at + step : step / 2 + 1); });
    ends.toReversed().forEach((end, k, up) => { end.at = Math.min(end.at, k ? up[k - 1].at - step : high - step / 2 - 1); });
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    for (const { line, from, at } of ends) {
      pen.strokeStyle = line.colour;
      pen.lineWidth = line.wide ? 4 : 2;
      pen.globalAlpha = line.wide ? 0.55 : 1;
      pen.beginPath();
      pen.moveTo(...from);
      pen.lineTo(left + LEADER - 4, at);
      pen.stroke();
      pen.globalAlpha = 1;
      pen.fillStyle = this.theme.text;
      pen.fillText(line.name, left + LEADER, at);
    }
  }

  curve(pen, line, x, y) {
    pen.strokeStyle = pen.fillStyle = line.colour;
    pen.lineWidth = line.wide ? 4 : 2;
    pen.globalAlpha = line.wide ? 0.55 : 1;
    pen.setLineDash(dashOf(line.dash));
    pen.beginPath();
    let gap = true;
    line.y.forEach((value, k) => {
      if (value !== null) pen[gap ? "moveTo" : "lineTo"](x(k), y(value));
      gap = value === null;
    });
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
    if (line.y[line.best] === null || line.y[line.best] === undefined) return;
    pen.beginPath(); // where it is best: a pin below the curve
    const [u, v] = [x(line.best), y(line.y[line.best])];
    pen.moveTo(u, v);
    pen.lineTo(u - 4, v + 7);
    pen.lineTo(u + 4, v + 7);
    pen.fill();
  }

  dot(pen, line, x, y) {
    const [low, high, share] = this.pair;
    const [from, to] = [line.y[low], line.y[high]];
    if (from === null || to === null || from === undefined || to === undefined) return;
    pen.beginPath();
    pen.arc(x(this.at), y(from + share * (to - from)), 4.5, 0, 2 * Math.PI);
    pen.fillStyle = line.colour;
    pen.strokeStyle = this.theme.background;
    pen.lineWidth = 1.5;
    pen.fill();
    pen.stroke();
  }
}
