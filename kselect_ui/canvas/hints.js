// Says on hover what a button does, as browsers do: Streamlit's own panel follows its button, and is dear.
function hinted(words) {
  const met = ({ target }) => {
    for (const [key, text] of Object.entries(words)) {  // from its frame: one that is disabled hears nothing
      const button = target.closest?.(`.st-key-${key}`)?.querySelector("button");
      if (button) button.title = text;
    }
  };
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, met);
  return () => {
    for (const kind of ["pointerover", "focusin"]) document.removeEventListener(kind, met);
  };
}
