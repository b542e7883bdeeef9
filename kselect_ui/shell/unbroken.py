"""Script that keeps together what no line may break: ``2.7 ± 1.5 %``, ``τ = 2⁻¹``.

It changes what the browser shows and nothing that leaves the page: code, files, links. Names keep
their hyphens: one that does not break is another letter to who copies it.
"""

UNBROKEN = r"""<script>
if (!window.kselectUnbroken) {
  const RULES = [  // spaces that stay in their line
    [/ (?=[%±×])|(?<=[±×]) |(?<=\d) (?=(?:s|ms|min|h|[KMG]iB)\b)/g, "\u00a0"],
    [/(?<=(?:^|[\s(,])[^\s(]{1,3}) = (?=\S)/g, "\u00a0=\u00a0"],
    [/(?<=\b(?:seed|split|theorem)) (?=\d)/gi, "\u00a0"],
    [/(?<=[\d\u00a0]) (?=[λτγC]\b|[λτγ](?!\p{L}))/gu, "\u00a0"],
  ];
  const LETTER_BY_LETTER = "code, pre, script, style, textarea, .katex, svg, [contenteditable]";
  const join = node => {
    if (node.parentElement?.closest(LETTER_BY_LETTER)) return;
    const text = RULES.reduce((text, [rule, joint]) => text.replace(rule, joint), node.data);
    if (text !== node.data) node.data = text;
  };
  const joinBelow = root => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) join(walker.currentNode);
  };
  const seen = ({type, target, addedNodes}) => {
    if (type === "characterData") join(target);
    for (const node of addedNodes) node.nodeType === Node.TEXT_NODE ? join(node) : joinBelow(node);
  };
  window.kselectUnbroken = new MutationObserver(records => records.forEach(seen));
  const all = {childList: true, characterData: true, subtree: true};
  window.kselectUnbroken.observe(document.body, all);
  joinBelow(document.body);
}
</script>"""
