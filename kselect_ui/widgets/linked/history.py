"""The browser's history: one entry for what a hand does, however often the link changes then."""

ONE_ENTRY_A_HAND = """<script>
// Streamlit makes an entry of the history each time the link changes: names that leave it, values
// that are written one after the other. Back would go through all of them, each a view that nobody
// has seen. What a hand did makes one entry, whatever follows changes that one.
if (!window.kselectHistory) {
  let byHand = false, made = false;
  const acts = hand => () => { byHand = hand; made = false; };
  for (const kind of ["pointerdown", "keydown", "click", "change"])
    addEventListener(kind, acts(true), true);
  addEventListener("popstate", acts(false), true);
  window.kselectHistory = history.pushState;
  history.pushState = function (state, title, address) {
    const elsewhere = new URL(address, location.href).pathname !== location.pathname;
    const adds = !made && (byHand || elsewhere);
    made ||= adds;
    return (adds ? window.kselectHistory : history.replaceState).call(this, state, title, address);
  };
}
</script>"""
"""Script that lets Back of the browser go through what the visitor did, one after the other."""
