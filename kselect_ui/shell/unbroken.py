"""Script that keeps together what no line may break: ``2.7 ± 1.5 %``, ``τ = 2⁻¹``, ``FSM-U``.

It changes what the browser shows and nothing that leaves the page: code, files, links.
"""

UNBROKEN = r"""<script>
if (!window.kselectUnbroken) {
  const RULES = [  // a space, or the hyphen of a short name, that stays in its line
    [/ (?=[%±×])|(?<=[±×]) |(?<=\d) (?=(?:s|ms|min|h|[KMG]iB)\b)/g, "\u00a0"],
    [/(?<=(?:^|[\s(,])[^\s(]{1,3}) = (?=\S)/g, "\u00a0=\u00a0"],
    [/(?<=\b(?:seed|split|theorem)) (?=\d)/gi, "\u00a0"],
    [/(?<=[\d\u00a0]) (?=[λτγC]\b|[λτγ](?!\p{L}))/gu, "\u00a0"],
    [/(?<=(?:^|[^\p{L}\d-])[\p{L}\d]{1,3})-(?=\p{L})|(?<=\p{L})-(?=[\p{L}\d](?![\p{L}\d-]))/gu,
      "\u2011"],
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
