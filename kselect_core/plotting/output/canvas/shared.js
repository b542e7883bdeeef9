// What the canvas components share. The files are joined into one module per component.
// User text is only ever written with fillText, textContent or setAttribute.

const MISSING = 255;
const LEVELS = 254;
const KINDS = { u1: Uint8Array, u2: Uint16Array, i4: Int32Array, f4: Float32Array };

// A length, a JSON header, then arrays at the places that the header names.
function unpacked(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const arrays = {};
  for (const [name, { kind, start, count }] of Object.entries(header.arrays)) {
    const from = 4 + length + start;
    const size = count * KINDS[kind].BYTES_PER_ELEMENT;
    arrays[name] = new KINDS[kind](bytes.slice(from, from + size).buffer);
  }
  return { ...header, ...arrays };
}

// 256 colours [r, g, b, a] from stops [[place, [r, g, b, a]], …]; 255 is transparent.
// ``bent`` codes stand for the square of their distance from the middle.
function colourTable(stops, bent = false) {
  const table = new Uint8ClampedArray(4 * 256);
  for (let code = 0; code <= LEVELS; code++) {
    const place = bent ? 0.5 + 0.5 * unbent(code) : code / LEVELS;
    let k = 1;
    while (k < stops.length - 1 && stops[k][0] < place) k++;
    const [[p, from], [q, to]] = [stops[k - 1], stops[k]];
    const share = Math.min(1, Math.max(0, (place - p) / (q - p)));
    for (let c = 0; c < 4; c++) table[4 * code + c] = from[c] + share * (to[c] - from[c]);
  }
  return table;
}

// Value from −1 to 1 of a code whose distance from the middle is a square root.
function unbent(code) {
  const share = (code - LEVELS / 2) / (LEVELS / 2);
  return share * Math.abs(share);
}

function painted(codes, columns, rows, table) {
  const small = document.createElement("canvas");
  small.width = columns;
  small.height = rows;
  const image = new ImageData(columns, rows);
  for (let i = 0; i < codes.length; i++) {
    const at = 4 * codes[i];
    for (let c = 0; c < 4; c++) image.data[4 * i + c] = table[at + c];
  }
  small.getContext("2d").putImageData(image, 0, 0);
  return small;
}

// Drawing area of a canvas in CSS pixels, as fine as the screen.
function prepared(canvas, width, height) {
  const scale = globalThis.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  return pen;
}

// Whether a picture of just this stands there already, whoever asks once more and in which order.
function stands(picture, ...made) {
  const same = picture.made?.every((value, i) => value === made[i]) ?? false;
  picture.made = made;
  return same;
}

function themeOf(element) {
  const style = getComputedStyle(element);
  const read = (name, usual) => style.getPropertyValue(name).trim() || usual;
  return {
    text: style.color,
    background: read("--st-background-color", "#ffffff"),
    primary: read("--st-primary-color", "#00629b"),
    font: read("--st-font", "sans-serif"),
    size: 0.8125 * (parseFloat(style.fontSize) || 16),
  };
}

function written(value, digits = 3) {
  if (!Number.isFinite(value)) return "no value";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const [digit, exponent] = value.toExponential(digits - 1).split("e").map(Number);
  const text = size >= 1e5 || size < 1e-3
    ? `${digit === 1 ? "" : `${digit}·`}${powered(exponent)}`
    : String(Number(value.toPrecision(digits)));
  return text.replace("-", "−");
}

function powered(exponent) {
  return `10${String(exponent).replace(/./g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]))}`;
}

function fitted(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  let kept = text.length;
  while (kept > 1 && pen.measureText(`${text.slice(0, kept)}…`).width > width) kept--;
  return pen.measureText("…").width <= width ? `${text.slice(0, kept)}…` : "";
}

// What Python says to a component without sending its picture again.
function listen(name, hear) {
  const shelf = (globalThis.kselectSaid ??= new Map());
  const heard = (event) => hear(event.detail);
  globalThis.addEventListener(`kselect:${name}`, heard);
  if (shelf.has(name)) hear(shelf.get(name));
  return () => globalThis.removeEventListener(`kselect:${name}`, heard);
}

function saved(canvases, background, name) {
  const scale = globalThis.devicePixelRatio || 1;
  const gap = Math.round(8 * scale);
  const sheet = document.createElement("canvas");
  sheet.width = Math.max(...canvases.map((row) => row.reduce((sum, c) => sum + c.width + gap, -gap)));
  sheet.height = canvases.reduce((sum, row) => sum + Math.max(...row.map((c) => c.height)) + gap, -gap);
  const pen = sheet.getContext("2d");
  pen.fillStyle = background;
  pen.fillRect(0, 0, sheet.width, sheet.height);
  let y = 0;
  for (const row of canvases) {
    let x = 0;
    for (const canvas of row) {
      pen.drawImage(canvas, x, y);
      x += canvas.width + gap;
    }
    y += Math.max(...row.map((c) => c.height)) + gap;
  }
  sheet.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${name}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
}

// What a component shows is one object in its element, made anew where the page drew the figure anew.
function shownBy(Kind, root, send, data) {
  if (!root.shown?.figure.isConnected) {
    root.shown?.end();
    root.shown = new Kind(root);
  }
  root.shown.send = send;
  root.shown.show(data);
  return () => {
    root.shown?.end();
    root.shown = undefined;
  };
}
