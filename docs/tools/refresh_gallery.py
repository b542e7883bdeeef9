"""Take the pictures and the film of the documents again: ``python docs/tools/refresh_gallery.py``.

They go into ``docs/gallery``, with ``made.json``: of which version they are, which pages it had,
and the digest of each file, so that a test can tell when they are too old. Takes two minutes.
"""

import json
import tempfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import take_pictures
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import kselect
import run

GALLERY = take_pictures.ROOT / "docs" / "gallery"
MADE, FILM = GALLERY / "made.json", GALLERY / "explore.webp"
LOOKS = {"light": GALLERY / "light", "dark": GALLERY / "dark"}
MACHINES = "machines"  # the look in which the page SVM has something to show
COLOURS = 256
WINDOW, SIZE = (1280, 720), (960, 540)  # of the browser, and of the film
NARROWEST, WIDEST, CHOSEN = -9, 8, -1  # exponents of the width τ that the film goes through
STEP, PAUSE = 180, 1200  # ms that a picture is shown, and the ones where the way turns


def main() -> None:
    """Take all, and write down what was made."""
    with tempfile.TemporaryDirectory() as home, take_pictures.serving(home) as address:
        others = take_pictures.other_sweeps(Path(home))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=run.found_browser(), args=take_pictures.FLAGS
            )
            for look in (*take_pictures.LOOKS, *others):
                if look.name in LOOKS or look.name == MACHINES:
                    keep_pictures(browser, address, look)
            keep_film(browser, address)
            browser.close()
    MADE.write_text(json.dumps(made(), indent=1) + "\n", encoding="utf-8")


def keep_pictures(browser: Browser, address: str, look: take_pictures.Look) -> None:
    """Keep the windows of all pages in one look; machines are looked at on one page."""
    machines = look.name == MACHINES
    titles = ["svm"] if machines else [name for name in take_pictures.pages() if name != "svm"]
    with tempfile.TemporaryDirectory() as taken:
        names = take_pictures.take_all(browser, address, look, titles, Path(taken))
        for title, name in zip(titles, names, strict=True):
            whole = Image.open(Path(taken) / f"{name}.png").convert("RGB")
            picture = whole.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)  # keeps small marks
            picture.save(LOOKS.get(look.name, LOOKS["light"]) / f"{title}.png", optimize=True)


def keep_film(browser: Browser, address: str) -> None:
    """Keep what the page Explore shows while somebody steps through the widths by a key."""
    width, height = WINDOW
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
    page.goto(f"{address}/explore?t={2.0**NARROWEST!r}")
    take_pictures.settled(page)
    page.locator(".st-key-t input[type=range]").focus()
    frames = [seen(page)]
    times = [PAUSE]
    for key, steps in (("ArrowRight", WIDEST - NARROWEST), ("ArrowLeft", WIDEST - CHOSEN)):
        for _ in range(steps):
            page.keyboard.press(key)
            take_pictures.settled(page)
            frames.append(seen(page))
            times.append(STEP)
        times[-1] = PAUSE
    page.close()
    first, *rest = frames
    first.save(
        FILM, save_all=True, append_images=rest, duration=times, loop=0, quality=70, method=6
    )


def seen(page: Page) -> Image.Image:
    """Return the window as it is."""
    return (
        Image.open(BytesIO(page.screenshot())).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
    )


def made() -> dict[str, object]:
    """Return what is true of the files that are there now."""
    files = sorted(path for path in GALLERY.rglob("*") if path.suffix in (".png", ".webp"))
    return {
        "version": kselect.__version__,
        "pages": take_pictures.pages(),
        "files": {
            str(path.relative_to(GALLERY)): sha256(path.read_bytes()).hexdigest() for path in files
        },
    }


if __name__ == "__main__":
    main()
