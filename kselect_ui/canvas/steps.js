const MOST = 1000; // steps that are kept
const NAMED = 4; // kernels of a family whose names are written in its picture
const APART = 0.17; // part of the picture's width between two of them

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
    this.canvas.addEventListener("click", (event) => this.pick(event));
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    this.canvas.addEventListener("pointerleave", () => this.hover(null));
    this.observer = new ResizeObserver(() => this.laidOut());
    this.observer.observe(this.figure);
    this.stopHand = listen("hand", (said) => {
      if (said.of !== this.place.of) this.old = Boolean(said.of && this.of) && !this.of.endsWith(said.of);
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
    if (steps.of !== this.of) this.old = false;
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
    else if (steps.numbers) this.drawFamily(width, this.shown.height);
    else this.drawSpectrum(width, this.shown.height);
    this.figure.dataset.drawn = String(Number(this.figure.dataset.drawn || 0) + 1);
    this.tell(steps);
  }

  // Steps with the numbers of two of them and the share of the second; nothing where not known, nor
  // of another split or family than the hand is told of, until the new ones are here.
  pointed() {
    if (this.old) return undefined;
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
    const height = Math.min(width, this.shown.height);
    this.drawDecision(width, height);
    if (steps.rings) this.drawMachine(width, height);
  }

  // Margins f = ±1 and rings about the support vectors; between two steps those of the nearer one.
  drawMachine(width, height) {
    const pen = this.canvas.getContext("2d");
    const { x, y, range, rings } = this.film;
    for (const level of [-1, 1]) this.contour(pen, width, height, level / range[1]);
    const roles = this.roles();
    pen.lineWidth = 1.8;
    for (const { role, colour, symbol } of rings) {
      pen.strokeStyle = colour;
      for (let i = 0; i < x.length; i++) {
        if (roles[i] !== role) continue;
        pen.beginPath();
        SHAPES[symbol](pen, x[i] * width, y[i] * height, 6);
        pen.stroke();
      }
    }
  }

  roles() {
    const { x, roles } = this.film;
    const [low, high, share] = this.pair;
    const nearer = share < 0.5 ? low : high;
    return roles.subarray(nearer * x.length, (nearer + 1) * x.length);
  }

  // The spectra of all steps of the kernel on log scales, that of the step under the hand in front.
  drawFamily(width, height) {
    const pen = prepared(this.canvas, width, height);
    const { numbers, n, ends, marks } = this.film;
    const [left, bottom, top] = [48, 42, 6];
    const [w, h] = [width - left - 6, height - bottom - top];
    const x = (number) => left + 4 + ((w - 8) * Math.log(number)) / Math.log(Math.max(n, 2));
    const y = (level) => top + h * (1 - (level - ends[0]) / (ends[1] - ends[0]));
    this.axes = { x, y, left, top, w, h };
    const mark = JSON.stringify([this.of, width, this.theme, globalThis.devicePixelRatio]);
    if (this.behind?.mark !== mark) {
      this.behind = { mark, canvas: document.createElement("canvas") };
      this.drawBehind(prepared(this.behind.canvas, width, height), width, height, marks);
    }
    pen.drawImage(this.behind.canvas, 0, 0, width, height);
    pen.save();
    pen.beginPath();
    pen.rect(left, top, w, h);
    pen.clip();
    pen.font = `${this.theme.size}px ${this.theme.font}`;
    pen.textBaseline = "middle";
    this.eigenvalues(pen, (k) => x(numbers[k]), y);
    if (this.shown.names.length > 1) this.names(pen);
    this.level(pen, "machine precision", this.between(this.film.precision), "#808892", left, w, y);
    this.level(pen, "ridge μ", this.between(this.film.mu), "#d9780f", left, w, y);
    pen.restore();
  }

  // Eigenvalues of one step of the family.
  row(k) {
    const { sigma, numbers } = this.shown;
    return sigma.subarray(k * numbers.length, (k + 1) * numbers.length);
  }

  drawBehind(pen, width, height, marks) {
    const { x, y, left, top, w, h } = this.axes;
    const { numbers, ends } = this.film;
    this.decades(pen, ends, left, w, y);
    pen.textAlign = "center";
    for (const number of marks) pen.fillText(String(number), x(number), top + h + 12);
    pen.fillText("number of the eigenvalue (1 = largest)", left + w / 2, height - 9);
    this.border(pen, left, top, w, h);
    const { names } = this.shown;
    if (names.length < 2) return;
    pen.save();
    pen.beginPath();
    pen.rect(left, top, w, h);
    pen.clip();
    pen.globalAlpha = 0.5;
    pen.strokeStyle = "#808892";
    pen.lineWidth = 1;
    for (let k = 0; k < names.length; k++) {
      pen.beginPath();
      this.row(k).forEach((level, i) => pen.lineTo(x(numbers[i]), y(level)));
      pen.stroke();
    }
    pen.restore();
  }

  // Names of a few kernels, where their lines leave the upper part of the picture.
  names(pen) {
    const { names } = this.shown;
    const { x, y, left, w } = this.axes;
    const { numbers, ends } = this.film;
    const height = ends[0] + 0.3 * (ends[1] - ends[0]);
    let before = left;
    pen.textAlign = "right";
    const order = [...names.keys()].map((k) => [k, this.row(k).filter((level) => level > height).length - 1]);
    order.sort(([, a], [, b]) => a - b);
    let written = 0;
    for (const [k, i] of order) {
      const [u, v] = [x(numbers[Math.max(i, 0)]), y(this.row(k)[Math.max(i, 0)])];
      const room = pen.measureText(names[k]).width;
      if (u - before < APART * w || u - room < before + 8 || written === NAMED) continue;
      pen.globalAlpha = 0.8;
      pen.fillStyle = this.theme.background;
      pen.fillRect(u - room - 2, v - 9, room + 4, 18);
      pen.globalAlpha = 1;
      pen.fillStyle = this.theme.text;
      pen.fillText(names[k], u, v);
      before = u;
      written += 1;
    }
  }

  // The step whose spectrum is nearest to the mouse, if it is near.
  nearest(event) {
    const box = this.canvas.getBoundingClientRect();
    const [u, v] = [event.clientX - box.left, event.clientY - box.top];
    const { sigma, names, numbers } = this.shown;
    const { x, y } = this.axes;
    let i = 0;
    numbers.forEach((number, k) => { if (Math.abs(x(number) - u) < Math.abs(x(numbers[i]) - u)) i = k; });
    const away = names.map((_, k) => Math.abs(y(sigma[k * numbers.length + i]) - v));
    const step = away.indexOf(Math.min(...away));
    return away[step] < 12 ? { step, number: numbers[i], value: 10 ** sigma[step * numbers.length + i] } : null;
  }

  pick(event) {
    const found = this.shown?.numbers && this.axes && this.nearest(event);
    if (found) this.send("picked", found.step);
  }

  // How many support vectors there are, of the points drawn; nothing where the picture has none.
  vectors() {
    if (!this.film.rings) return "";
    const roles = this.roles();
    const counts = this.film.rings.map(({ role, name }) => `${roles.filter((one) => one === role).length} ${name}`);
    return counts.join(" · ");
  }

  tell(steps) {
    const text = steps.f ? this.vectors() : `Effective dimension ${written(this.between(steps.dimension))} of ${steps.n}`;
    this.figure.setAttribute("aria-label", this.shown.name);
    this.canvas.setAttribute("aria-label", [this.shown.name, text].filter(Boolean).join(": "));
    this.output.textContent = text;
    if (!steps.f) return;
    const ends = ([low, high], name) => [low, name, high].map((part) => {
      const label = document.createElement("span");
      label.textContent = typeof part === "string" ? part : written(part, 2);
      return label;
    });
    if (this.labelled === steps.of) return;
    this.labelled = steps.of;
    this.across.replaceChildren(...ends(steps.across, steps.axes[0]));
    this.up.replaceChildren(...ends(steps.up, steps.axes[1]));
    this.legend.replaceChildren(...[...steps.groups, ...(steps.rings ?? [])].map((group) => this.entry(group)));
  }

  // The value of the fit under the mouse.
  hover(event) {
    if (this.film?.numbers) {
      const found = event && this.nearest(event);
      this.canvas.style.cursor = found ? "pointer" : "";
      if (!found) this.tell(this.film);
      else this.output.textContent = `${this.shown.names[found.step]}: σ${found.number} = ${written(found.value)}`;
    }
    if (!this.film?.f) return;
    const box = this.canvas.getBoundingClientRect();
    const { side, across, up, signed, range, f } = this.film;
    const [u, v] = event ? [event.offsetX / box.width, event.offsetY / box.height] : [-1, -1];
    if (!(u >= 0 && v >= 0 && u <= 1 && v <= 1)) {
      this.output.textContent = this.vectors();
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

export default function ({ data, parentElement, setTriggerValue }) {
  if (!(data instanceof Uint8Array)) return undefined;
  return shownBy(Steps, parentElement, setTriggerValue, data);
}
