const PLACES = 4096; // of the board along each side; kselect_core/data/made/drawn.py has the same
const NEAR = 14; // pixels within which a point is meant
const STROKE = 13; // pixels between two points of a stroke
const SPREAD = 9; // pixels by which they are scattered about it
const TOOL_KEYS = { 1: "0", 2: "1", m: "move", e: "erase" };

// Points under the hand: what each tool does to them, and what was done before.
class Drawing {
  constructor(most) {
    this.most = most;
    this.tool = "0";
    [this.spots, this.past, this.future] = [[], [], []];
  }

  // What the server has, which is an own step to undo where it is no news of ours.
  take(spots) {
    const news = this.known && JSON.stringify(spots) !== JSON.stringify(this.spots);
    if (news) this.remember(this.spots);
    this.known = true;
    this.spots = spots;
  }

  // Pixels to places of the board, and the nearest point that is meant.
  place({ x, y }, size) {
    const across = Math.round((x / size.width) * PLACES);
    const up = Math.round((1 - y / size.height) * PLACES);
    return [across, up].map((value) => Math.min(Math.max(value, 0), PLACES - 1));
  }

  nearest(at, size) {
    const apart = this.spots.map(([x, y]) =>
      Math.hypot((x / PLACES) * size.width - at.x, (1 - y / PLACES) * size.height - at.y));
    const k = apart.indexOf(Math.min(...apart));
    return apart[k] <= NEAR ? k : -1;
  }

  begin(at, size) {
    this.before = this.spots;
    this.spots = this.spots.map((spot) => [...spot]);
    this.last = at;
    this.held = this.tool === "move" ? this.nearest(at, size) : -1;
    if (this.tool === "erase") this.erase(at, size);
    if (this.tool === "0" || this.tool === "1") this.add(at, size);
  }

  go(at, size) {
    if (!this.before) return;
    if (this.tool === "move" && this.held >= 0) this.spots[this.held].splice(0, 2, ...this.place(at, size));
    if (this.tool === "erase") this.erase(at, size);
    if (this.tool !== "0" && this.tool !== "1") return;
    if (Math.hypot(at.x - this.last.x, at.y - this.last.y) < STROKE) return;
    this.last = at;
    const [u, v] = [Math.random(), Math.random()].map((share) => SPREAD * (2 * share - 1));
    this.add({ x: at.x + u, y: at.y + v }, size);
  }

  // Ends a gesture; returns whether it has changed anything.
  end() {
    if (!this.before) return false;
    const changed = JSON.stringify(this.before) !== JSON.stringify(this.spots);
    if (changed) this.remember(this.before);
    this.before = null;
    return changed;
  }

  remember(before) {
    this.past.push(before);
    this.future = [];
  }

  add(at, size) {
    if (this.spots.length < this.most) this.spots.push([...this.place(at, size), Number(this.tool)]);
  }

  erase(at, size) {
    const k = this.nearest(at, size);
    if (k >= 0) this.spots.splice(k, 1);
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  step(from, to) {
    if (!from.length) return false;
    to.push(this.spots);
    this.spots = from.pop();
    return true;
  }

  clear() {
    if (!this.spots.length) return false;
    this.remember(this.spots);
    this.spots = [];
    return true;
  }
}
