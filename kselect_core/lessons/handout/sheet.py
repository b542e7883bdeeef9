"""The sheet of a handout: how it looks on a screen and on A4."""

from kselect_core.plotting.output.page_report import HEAD

SHEET = (
    HEAD
    + """<style>
@page {{ size: A4; margin: 16mm 17mm; }}
:root {{ color-scheme: light; }}
body {{ max-width: 176mm; margin: 1.5rem auto; padding: 0 1rem; color: #111; background: #fff;
  font: 11pt/1.4 system-ui, sans-serif; }}
h1 {{ font-size: 18pt; margin: 0.4rem 0; }} h2 {{ font-size: 13pt; margin: 1.3rem 0 0.3rem; }}
h3 {{ font-size: 11pt; margin: 0.9rem 0 0.2rem; }} p {{ margin: 0.35rem 0; }}
.who {{ display: flex; gap: 2rem; margin-top: 0; }}
.who span, .blank {{ flex: 1; border-bottom: 1px solid #555; min-width: 6rem;
  display: inline-block; }}
.who span:last-child {{ flex: 0 0 8rem; }}
.quiet, figcaption {{ color: #444; font-size: 8.5pt; }}
h1, h2, h3 {{ break-after: avoid; }} figure, .question, table {{ break-inside: avoid; }}
figure {{ margin: 0.4rem 0; }} figure > div {{ max-width: 100%; overflow: hidden; }}
img, svg:not(.main-svg) {{ display: block; max-width: 100%; max-height: 95mm; margin: 0 auto; }}
.two {{ display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 4mm;
  break-inside: avoid; }}
.question {{ border: 1px solid #777; border-radius: 2mm; padding: 1mm 4mm 3mm; margin: 0.6rem 0; }}
.boxes {{ list-style: none; padding-left: 0.2rem; margin: 0.3rem 0; }}
.boxes li {{ margin: 0.35rem 0; }} .boxes li::before {{ content: "☐"; padding-right: 0.6rem; }}
.line {{ border-bottom: 1px solid #888; height: 7mm; margin: 0; }}
table {{ border-collapse: collapse; font-size: 9.5pt; margin: 0.4rem 0; }}
th, td {{ border-bottom: 1px solid #bbb; padding: 0.5mm 4mm 0.5mm 0; text-align: left; }}
math[display="block"] {{ margin: 0.4rem 0; }} code {{ font-size: 0.9em; }}
summary {{ cursor: pointer; font-size: 13pt; font-weight: bold; margin-top: 1.5rem; }}
@media print {{
  body {{ margin: 0; padding: 0; max-width: none; }}
  details:not([open]), .screen {{ display: none; }}
  main > section {{ break-inside: avoid; }} h3 + p {{ break-after: avoid; }}
  details {{ break-before: page; }} summary {{ list-style: none; margin-top: 0; }}
}}
</style>
{script}
</head>
<body>
<main>
<p class="who">Name <span></span> Date <span></span></p>
<h1>{title}</h1>
<p class="quiet">{minutes} minutes. {needs}</p>
{steps}
{solutions}
</main>
</body>
</html>
"""
)

SOLUTIONS = """<details>
<summary>Solutions</summary>
<p class="quiet screen">Unfolded, they are printed on a page of their own; folded, not at all.</p>
{solutions}
</details>
"""
