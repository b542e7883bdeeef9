"""Scripts and styles that draw in a browser, joined without a build step.

The app registers them as components; a film in a file of its own carries them along.
"""

from importlib.resources import files

_PICTURES = "".join(
    f'<div><div class="titled"><p class="head">{name}</p>{beside}</div>'
    '<canvas role="img" aria-label="Not drawn yet"></canvas></div>'
    for name, beside in (
        ("Decision picture", '<ul class="legend classes"></ul>'),
        ("Gram matrix", ""),
        ("Spectrum", ""),
    )
)
FILM = (
    f'<figure role="group" aria-label="Film"><div class="three">{_PICTURES}</div>'
    '<canvas class="lane" role="img" aria-label="Not drawn yet"></canvas>'
    '<input type="range" min="0" max="1" step="any">'
    '<div class="foot"><button type="button" class="play">Play</button><output></output>'
    '<ul class="legend"></ul><button type="button" class="png">PNG</button></div></figure>'
)
"""What the script of the film looks for."""
FILM_STYLES = ("shared.css", "legend.css", "film.css")
FILM_SCRIPTS = ("shared.js", "film_pictures.js", "film.js")


def script(*names: str, home: str = __name__) -> str:
    """Return scripts or styles of a package, joined into one."""
    folder = files(home)
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)
