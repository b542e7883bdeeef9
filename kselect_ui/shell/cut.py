"""Script that shows what is cut off, such as the long name of a sweep, whole: on hover."""

WHOLE = """<script>
if (!window.kselectWhole) {
  window.kselectWhole = ({target}) => {
    const isCut = target.scrollWidth > target.clientWidth;
    const text = target.matches("input[role=combobox]") ? target.value : "";
    if (text) target.title = isCut ? text : "";
  };
  addEventListener("pointerover", window.kselectWhole, true);
}
</script>"""
