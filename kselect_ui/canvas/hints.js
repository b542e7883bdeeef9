// Says on hover what a button does, as browsers do: Streamlit's own panel follows its button, and is dear.
function hinted(words) {
  const met = ({ target }) => {
    const button = target.closest?.("button");
    for (const [key, text] of button ? Object.entries(words) : [])
      if (button.closest(`.st-key-${key}`)) button.title = text;
  };
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, met);
  return () => {
    for (const kind of ["pointerover", "focusin"]) document.removeEventListener(kind, met);
  };
}
