// Arrow keys move the sliders of the cursor wherever the focus is; the slider itself sends the value,
// so that no press is lost while the server is busy.
const SLIDERS = { "": ".st-key-t", Shift: ".st-key-lam" };
const OWN = "input, textarea, select, [contenteditable], [role=slider], [role=tab], [role=radio], " +
  "[role=grid], [role=listbox], [role=menu], [role=dialog], [role=application], canvas[data-testid]";
const CLICKER = { PageDown: 1, PageUp: -1 };
const WORDS = {
  t_earlier: "One grid point down (key: Left)", t_later: "One grid point up (key: Right)",
  lam_earlier: "One grid point down (key: Shift+Left)", lam_later: "One grid point up (key: Shift+Right)",
  answer_show: "Put the cursor there",
  pt_usual: "Follow the point with the largest norm, wherever the cursor goes",
  film_file: "One file of at most 3 MB with pictures, curves and slider, to mail. It needs no network.",
};
const ARROWS = { ArrowRight: 1, ArrowLeft: -1 };

// As a hand does it: the slider hands its value on when the key is let go.
function moved(slider, by) {
  const key = { key: by > 0 ? "ArrowRight" : "ArrowLeft", bubbles: true, cancelable: true };
  const value = Math.min(Math.max(Number(slider.value) + by, Number(slider.min)), Number(slider.max));
  slider.dispatchEvent(new KeyboardEvent("keydown", key));
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  write.call(slider, String(value)); // React compares with what was written last
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  slider.dispatchEvent(new KeyboardEvent("keyup", key));
}

export default function ({ data }) {
  const pressed = (event) => {
    const by = ARROWS[event.key] ?? (data.clicker ? CLICKER[event.key] : undefined);
    if (by === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.composedPath()[0].closest?.(OWN)) return;
    const slider = document.querySelector(`${SLIDERS[event.shiftKey ? "Shift" : ""]} input[type=range]`);
    if (!slider) return;
    event.preventDefault();
    moved(slider, by);
  };
  const unhinted = hinted(WORDS);
  document.addEventListener("keydown", pressed);
  return () => {
    document.removeEventListener("keydown", pressed);
    unhinted();
  };
}
