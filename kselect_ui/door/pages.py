"""Pages the door answers with: plain HTML without a script, readable without the app."""

from string import Template

WORD, FULL, CLOSED, ELSEWHERE = "word", "full", "closed", "elsewhere"

_PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<style>
body { font: 1.0625rem/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid;
  place-items: center; background: Canvas; color: CanvasText; }
main { width: min(26rem, calc(100vw - 3rem)); padding: 1.5rem 0 20vh; }
.name { font-weight: 700; font-size: 1.125rem; margin: 0 0 2rem; }
.name span { font-weight: 400; opacity: .75; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
p { margin: 0 0 1.25rem; }
label { display: block; font-weight: 600; margin-bottom: .375rem; }
input, button { font: inherit; box-sizing: border-box; width: 100%; min-height: 3rem;
  border-radius: .5rem; }
input { border: 1px solid GrayText; padding: 0 .875rem; background: Field; color: FieldText;
  font-size: 1.25rem; letter-spacing: .06em; }
button { border: 0; margin-top: 1rem; background: #00629B; color: #fff; font-weight: 600;
  cursor: pointer; }
button:hover { background: #004F7D; }
input:focus-visible, button:focus-visible { outline: 3px solid #56B4E9; outline-offset: 2px; }
.wrong { color: #B3261E; font-weight: 600; margin: .5rem 0 0; }
.small { font-size: .9375rem; opacity: .8; margin-top: 1.5rem; }
@media (prefers-color-scheme: dark) { .wrong { color: #FFB4AB; } }
</style>
</head>
<body>
<main>
<p class="name">kselect <span>· choosing a kernel</span></p>
$body
</main>
</body>
</html>
""")

_FORM = Template("""<h1>The access word, please</h1>
<p>This app is shared with a class. The word is shown with the address, for example on the board; or
ask whoever gave you the address.</p>
<form method="post">
<label for="word">Access word</label>
<input id="word" name="word" type="text" required autofocus maxlength="100" autocomplete="off"
 autocapitalize="none" autocorrect="off" spellcheck="false"$described>
$problem<button type="submit">Enter</button>
</form>
<p class="small">Capitals, blanks and hyphens do not matter. You are asked once; this browser
then stays signed in for twelve hours. The teacher enters the teacher's word here.</p>
""")

PROBLEMS = {
    "wrong": "That is not the word. Compare it letter by letter.",
    "often": "Too many wrong words. Wait a minute, then try again.",
    "long": "That is too long for the word.",
    "class": "That is the word of the class. This page asks for the teacher's word.",
}

_OTHERS = {
    FULL: (
        "The server is full",
        "<h1>The server is full</h1>\n<p>This server serves a limited number of windows at once, "
        "and all of them are in use. Close other windows of kselect, or load this page again in "
        "some minutes.</p>",
    ),
    CLOSED: (
        "Not open",
        "<h1>This server is not open</h1>\n<p>It was started for a class, but without an access "
        "word, so nobody can enter. To open it, start it with: kselect app --share</p>",
    ),
    ELSEWHERE: (
        "Not for this address",
        "<h1>Refused</h1>\n<p>kselect answers only on the address it printed when it was started, "
        "and only to pages of its own. Open that address itself. To use it from other computers it "
        "is started with: kselect app --share</p>",
    ),
}


def word_page(problem: str = "") -> bytes:
    """Page that asks for the word; ``problem`` is a key of PROBLEMS."""
    alert = (
        f'<p class="wrong" id="problem" role="alert">{PROBLEMS[problem]}</p>\n' if problem else ""
    )
    described = ' aria-describedby="problem" aria-invalid="true"' if problem else ""
    body = _FORM.substitute(problem=alert, described=described)
    return _PAGE.substitute(title="kselect: access word", body=body).encode()


def refusal_page(which: str) -> bytes:
    """Page that says why nothing is shown: FULL, CLOSED or ELSEWHERE."""
    title, body = _OTHERS[which]
    return _PAGE.substitute(title=f"kselect: {title}", body=body).encode()
