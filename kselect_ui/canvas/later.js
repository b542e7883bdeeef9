// Says once that what was sent is drawn: when the browser is at leisure, or a hand does something.
const PAUSE = 30; // milliseconds in which pictures begin to be drawn
const HAND = ["pointerdown", "keydown", "popstate"];

export default function ({ data }) {
  const place = new URL(`kselect-drawn?${data}`, location.href);
  let [waiting, idle] = [0, 0];
  const stop = () => {
    for (const kind of HAND) removeEventListener(kind, say, true);
    clearTimeout(waiting);
    (globalThis.cancelIdleCallback ?? clearTimeout)(idle);
  };
  const say = () => {
    stop();
    fetch(place, { cache: "no-store" }).catch(() => {}); // the server goes on by itself
  };
  const leisure = globalThis.requestIdleCallback ?? setTimeout; // Safari had none for long
  waiting = setTimeout(() => { idle = leisure(say, { timeout: 1000 }); }, PAUSE);
  for (const kind of HAND) addEventListener(kind, say, true);
  return stop;
}
