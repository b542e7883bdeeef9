"""A walk through all pages in a browser, looking for words of a table that act."""

from urllib.parse import urlsplit

from tests.browser.addresses import NAMES, address, turn_to
from tests.browser.conftest import seen, settled

ACTING = """() => {
  const found = [];
  const words = new Set([
    "b", "bold", "no", "j", "q", "code", "l", "low", "t", "f", "i", "h", "c", "n", "go", "y", "p",
    "a", "u", "m", "s", "x", "x^2",
  ]);
  for (const e of document.querySelectorAll("a,img,iframe,script,object,embed,link,image,use"))
    for (const n of ["href", "src", "xlink:href", "data"])
      if (/tracker|javascript:|^x$/.test(e.getAttribute(n) || "")) found.push(e.outerHTML);
  const styled = "strong,b,em,i,u,s,del,code,h1,h2,h3,.katex annotation,span[class*=Colored],"
    + "tspan[style*=bold],tspan[style*=italic]";
  for (const e of document.querySelectorAll(styled))
    if (words.has((e.textContent || "").trim())) found.push(e.outerHTML);
  for (const e of document.querySelectorAll("svg text a, svg .katex")) found.push(e.outerHTML);
  const turned = [...document.querySelectorAll("p,span,li,text,button,label")].filter(
    e => e.textContent.includes("\\u202e")  // a cell of a table keeps it to itself
  );
  found.push(...turned.map(e => e.outerHTML));
  return found.map(text => text.slice(0, 200));
}"""


def walked(page, app, link, *, names=NAMES, hovered=False, asked=list):
    """Open every page with a hostile sweep; gives what acted on each, and what each said.

    What is ``asked`` besides gives further faults of the page that is open.
    """
    dialogs, faults, said = [], {}, {}
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(address(app, names[0], link))
    for name in names:
        if name != names[0]:
            turn_to(page, name)
            page.wait_for_url(f"**/{name}*")
        settled(page)
        found = hover(page) if hovered else []
        found += page.evaluate(ACTING)
        found += [f"dialog {words}" for words in dialogs] + list(page.complaints)
        hosts = {urlsplit(url).hostname for url in page.requested if url.startswith("http")}
        found += [f"asks {host}" for host in hosts - {"127.0.0.1"}]
        title = page.title()
        found += [f"title {title}"] if title != "kselect" else []
        faults[name] = list(dict.fromkeys(found + asked()))
        said[name] = page.locator("body").inner_text()
    return faults, said


def hover(page):
    """Move over every figure; gives what acted in the texts that appear."""
    found = []
    for figure in page.locator(".js-plotly-plot").all()[:8]:
        figure.scroll_into_view_if_needed()
        box = figure.bounding_box()
        for across in (0.25, 0.5, 0.75):
            place = (box["x"] + across * box["width"], box["y"] + 0.4 * box["height"])
            page.mouse.move(place[0] - 2, place[1])
            page.mouse.move(*place, steps=2)
            found += seen(page).evaluate(ACTING)
    return found
