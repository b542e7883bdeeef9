// A button that cannot be missed: it says at once that it was pressed, and asks until it is heard,
// also where the page is drawn anew between pressing and letting go.
const AGAIN = 600; // milliseconds

export default function ({ data, parentElement, setTriggerValue }) {
  const button = parentElement.querySelector("button");
  parentElement.send = setTriggerValue;
  if (parentElement.asked !== data.of) button.textContent = data.words[0];
  const ask = () => {
    if (!button.isConnected || parentElement.asked !== data.of) return;
    parentElement.send("pressed", data.of);
    parentElement.waiting = setTimeout(ask, AGAIN);
  };
  const press = () => {
    if (parentElement.asked === data.of) return;
    parentElement.asked = data.of;
    button.textContent = data.words[1];
    ask();
  };
  button.onpointerdown = (event) => event.button === 0 && press();
  button.onclick = press; // keys, and readers of the screen
  return () => clearTimeout(parentElement.waiting);
}
