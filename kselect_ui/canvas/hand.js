// Follows the sliders of the cursor while a hand moves them: what the browser knows is drawn at
// once, what only the server knows is grey until it answers.
const SVG = "http://www.w3.org/2000/svg";
const SLIDERS = { t: ".st-key-t", lam: ".st-key-lam" };
const WORDS = ".st-key-bar_line [data-testid=stMarkdown] p";
const DASHES = { dash: "6 4", dot: "2 3" };

const axisOf = (plot, name) => plot._fullLayout?.[name.split(" ")[0].replace(/^([xy])/, "$1axis")];

// Pixels of a coordinate within its plot; "y domain" counts from 0 to 1 along the axis.
function pixel(axis, ref, value) {
  if (!ref.endsWith("domain")) return axis._offset + axis.d2p(value);
  return axis._offset + axis._length * (axis._id.startsWith("y") ? 1 - value : value);
}

class Hand {
  constructor() {
    this.said = { steps: {}, at: {}, charts: {}, words: [] };
    this.wrote = new Set(); // texts that are ahead of the server
    this.pointers = { pointerdown: (event) => this.press(event), pointermove: (event) => this.drag(event) };
    this.pointers.input = this.pointers.keydown = (event) => this.touch(event);
    this.pointers.pointerup = this.pointers.pointercancel = () => this.release();
    this.more = () => this.draw();
    addEventListener("kselect:charts", this.more);
    for (const [name, heard] of Object.entries(this.pointers)) document.addEventListener(name, heard, true);
    this.observer = new MutationObserver((records) => this.seen(records));
    this.observer.observe(document.body, {
      subtree: true, childList: true, attributes: true, attributeFilter: ["aria-valuetext"],
    });
  }

  hear(said) {
    this.said = said;
    this.touched &&= Object.keys(SLIDERS).some((name) => this.value(name) !== said.at[name]);
    this.draw();
  }

  // Between two steps the picture follows the pointer, not the thumb.
  press(event) {
    for (const [name, selector] of Object.entries(SLIDERS)) {
      const track = event.target.closest?.(`${selector} [data-rac][style*="position: relative"]`);
      if (track) this.touched = true;
      if (track) this.held = { name, track, steps: Number(track.querySelector("input").max) };
    }
  }

  touch(event) {
    const sliders = Object.values(SLIDERS).map((selector) => `${selector} input[type=range]`);
    if (event.target.matches?.(sliders.join())) this.touched = true;
  }

  drag(event) {
    if (!this.held) return;
    const { left, width } = this.held.track.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - left) / width, 0), 1);
    this.between = { [this.held.name]: share * this.held.steps };
    this.draw();
  }

  release() {
    if (!this.held) return;
    this.held = null;
    this.between = {};
    this.draw();
  }

  // A slider has moved, or Plotly has put a figure into the page.
  seen(records) {
    const moved = records.some(({ type }) => type === "attributes");
    const news = moved || records.some(({ addedNodes }) => [...addedNodes].some(
      (node) => node.nodeType === 1 && (node.matches(".main-svg, input") || node.querySelector(".main-svg, input"))));
    if (news) this.draw();
  }

  value(name) {
    const slider = document.querySelector(`${SLIDERS[name]} input[type=range]`);
    return slider ? Number(slider.value) : this.said.at[name] ?? 0;
  }

  // Where a hand has put each slider. What the server moves, perhaps along another grid, waits
  // for what the server says of it.
  place(name) {
    return this.touched ? this.value(name) : this.said.at[name] ?? this.value(name);
  }

  draw() {
    const at = { t: this.place("t"), lam: this.place("lam") };
    const moving = Object.keys(at).filter((name) => at[name] !== (this.said.at[name] ?? at[name]));
    for (const [key, chart] of Object.entries(this.charts())) this.chart(key, chart, at, moving);
    this.words(at, moving);
    const { of } = this.said;
    const news = JSON.stringify([at, this.between, moving, of]);
    if (news === this.news) return;
    this.news = news;
    const detail = { at, between: this.between ?? {}, moving, of };
    (globalThis.kselectSaid ??= new Map()).set("hand", detail);
    globalThis.dispatchEvent(new CustomEvent("kselect:hand", { detail }));
  }

  // Of a page that is opened in two parts all figures are said when the second is there.
  charts() {
    const all = globalThis.kselectSaid?.get("charts");
    return all && all.of === this.said.part ? all.charts : this.said.charts;
  }

  // Labels of the sliders and errors at the cursor; everything else that is written is grey.
  words(at, moving) {
    const { labels, errors, called } = globalThis.kselectSaid?.get("words") ?? {};
    if (!labels) return;
    for (const name of Object.keys(SLIDERS)) this.whole(SLIDERS[name], labels[name][at[name]], called[name]);
    for (const name of moving) this.write(`${SLIDERS[name]} [data-testid=stWidgetLabel] p`, labels[name][at[name]]);
    const sentence = errors[at.t]?.[at.lam];
    if (moving.length && sentence) this.write(WORDS, `${sentence} `);
    if (!moving.length) this.restore(labels, errors, at);
    const unknown = moving.some((name) => this.said.words.includes(name));
    document.documentElement.toggleAttribute("data-moving", unknown);
    document.documentElement.toggleAttribute("data-hand", moving.length > 0);
  }

  write(selector, text) {
    const node = text && document.querySelector(selector)?.firstChild;
    if (node?.nodeType !== Node.TEXT_NODE || node.data === text) return;
    node.data = text;
    this.wrote.add(selector);
  }

  // A long label is cut in the bar, whole when pointed at, and heard as it is read: with the word for its symbol.
  whole(slider, read, called) {
    const label = document.querySelector(`${slider} [data-testid=stWidgetLabel] p`);
    if (!label || !read) return;
    const text = called ? `${read} (${called})` : read;
    if (label.title !== text) label.title = text;
    const heard = document.querySelectorAll(`${slider} [role=group], ${slider} input[type=range]`);
    for (const one of heard) if (one.ariaLabel !== text) one.ariaLabel = text;
  }

  // The hand is back where the server is, which does not write again what it has written.
  restore(labels, errors, at) {
    for (const [name, selector] of Object.entries(SLIDERS)) {
      const label = `${selector} [data-testid=stWidgetLabel] p`;
      if (this.wrote.has(label)) this.write(label, labels[name][at[name]]);
    }
    const sentence = errors[at.t]?.[at.lam];
    if (sentence && this.wrote.has(WORDS)) this.write(WORDS, `${sentence} `);
    this.wrote.clear();
  }

  grey(selector, unknown) {
    const element = document.querySelector(selector);
    if (element && unknown !== "unknown" in element.dataset) element.toggleAttribute("data-unknown", unknown);
  }

  chart(key, { shapes, along, needs }, at, moving) {
    this.grey(`.st-key-${CSS.escape(key)}`, moving.some((name) => needs.includes(name)));
    if (!shapes.length) return;
    const plot = document.querySelector(`.st-key-${CSS.escape(key)} .js-plotly-plot`);
    const holder = plot?.querySelector(".svg-container");
    if (!holder || !plot._fullLayout?._size) return;
    if (!plot.kselect) {
      plot.kselect = true; // zoomed, or as wide as another window
      plot.on("plotly_afterplot", () => this.draw());
      plot.on("plotly_relayouting", () => this.draw());
    }
    const x = this.said.steps[along]?.[at[along]];
    const moved = x === undefined ? shapes : shapes.map((shape) => ({ ...shape, x0: x, x1: x }));
    this.overlay(holder, moved.map((shape) => this.path(plot, shape)), !along && moving.length > 0);
  }

  path(plot, { type, xref, yref, x0, x1, y0, y1, line }) {
    const [x, y] = [axisOf(plot, xref), axisOf(plot, yref)];
    if (!x || !y) return { d: "", line };
    const [a, b] = [pixel(x, xref, x0), pixel(x, xref, x1)];
    const [c, d] = [pixel(y, yref, y0), pixel(y, yref, y1)];
    return { d: type === "rect" ? `M${a} ${c}H${b}V${d}H${a}Z` : `M${a} ${c}L${b} ${d}`, line };
  }

  overlay(holder, paths, unknown) {
    let layer = holder.querySelector(".kselect-cursor");
    if (!layer) {
      layer = document.createElementNS(SVG, "svg");
      layer.setAttribute("class", "kselect-cursor");
      layer.setAttribute("aria-hidden", "true");
      holder.append(layer);
    }
    const drawn = JSON.stringify([paths, unknown]);
    if (layer.dataset.drawn === drawn) return;
    layer.dataset.drawn = drawn;
    layer.toggleAttribute("data-unknown", unknown);
    layer.replaceChildren(...paths.map(({ d, line }) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", d);
      path.setAttribute("fill", "none");
      path.style.stroke = line.color;
      path.style.strokeWidth = line.width;
      path.setAttribute("stroke-dasharray", DASHES[line.dash] ?? "");
      return path;
    }));
  }

  end() {
    this.observer.disconnect();
    removeEventListener("kselect:charts", this.more);
    for (const [name, heard] of Object.entries(this.pointers)) document.removeEventListener(name, heard, true);
    for (const name of ["data-moving", "data-hand"]) document.documentElement.removeAttribute(name);
    for (const element of document.querySelectorAll("[data-unknown]")) element.removeAttribute("data-unknown");
  }
}

export default function ({ data, parentElement }) {
  const hand = (parentElement.hand ??= new Hand());
  hand.hear(data);
  return () => {
    parentElement.hand?.end();
    parentElement.hand = undefined;
  };
}
