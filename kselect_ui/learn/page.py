"""A lesson on the page: its steps, the text and the figures of one, and the way on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.lessons import Figure, Lesson, Scene, Stage, Step
from kselect_core.lessons.answers import FIGURES, SKIPPED, take_home
from kselect_core.lessons.choice_rows import chosen_rows, formats
from kselect_core.lessons.facts import filled
from kselect_core.selection.config.config import SweepConfig
from kselect_ui.figures.shown import held, show_matrix
from kselect_ui.learn import chosen, questions, share
from kselect_ui.learn.room import desk
from kselect_ui.learn.room.seat import ALONE, Seat
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.tasks import tasks
from kselect_ui.sweep import offer
from kselect_ui.widgets import charts, short_table

SWEEP = "The sweep of this lesson"
KEYS = """<span></span><script>
// a presenter's clicker sends Page Up and Page Down
if (!window.kselectLesson) {
  window.kselectLesson = true;
  const steps = {ArrowRight: "next", PageDown: "next", ArrowLeft: "back", PageUp: "back"};
  const own = "textarea, select, input[type=range], [contenteditable], [role=slider], " +
    "[role=combobox], [role=listbox], [role=menu], [role=grid], [role=application], " +
    "canvas[data-testid]";
  const typed = "input:not([type=radio], [type=checkbox]), " +
    ".st-key-question :is([type=radio], [role=radio])";
  document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = event.composedPath()[0], paged = event.key.startsWith("Page");
    if (at.closest?.(paged ? own : `${own}, ${typed}`)) return;
    if (event.key === "f" && document.querySelector(".st-key-learn_next"))
      return void document.documentElement.requestFullscreen?.();
    const button = document.querySelector(`.st-key-learn_${steps[event.key]} button`);
    if (!button || button.disabled) return;
    event.preventDefault();
    event.stopPropagation();  // numbers of steps, too, go on by arrows
    button.click();
  }, true);
  // what had the focus is gone after an answer or a step: it goes to what came, and is read there
  const head = ".st-key-learn_head h2";
  const then = (where, came, left = 60) => {
    const to = document.querySelector(where);
    if (!to || !came(to)) return void (left && setTimeout(then, 100, where, came, left - 1));
    if (document.activeElement.closest("a, button, input, textarea")) return;
    to.tabIndex = -1;
    to.focus({preventScroll: true});
  };
  document.addEventListener("click", event => {
    const answers = event.target.closest?.('a[href="#class_answered"]');
    if (answers) {  // without a name in the address, which others may be sent
      event.preventDefault();
      document.querySelector(".st-key-class_answered")?.scrollIntoView({block: "start"});
    }
    const asked = event.target.closest?.(".st-key-question button");
    const step = event.target.closest?.(".st-key-learn_next, .st-key-learn_back");
    const was = document.querySelector(head)?.textContent;
    if (asked) then(".st-key-question", () => !asked.isConnected);
    if (step) then(head, to => to.textContent !== was);
  }, true);
}
</script>"""


def draw(of: Lesson, here: Seat = ALONE, *, more: Callable[[], None] | None = None) -> None:
    """Draw a lesson at its step, to who sits ``here``; ``more`` draws the way to other lessons."""
    number = here.state.step if here.follows else _chosen_step(of, here, more)
    step, given = of.steps[number - 1], here.given(of)
    st.html(KEYS, unsafe_allow_javascript=True)
    _head(of, number, here)
    with st.container():  # how far its sweep is: the title and the ways on stay where they are
        stage = _stage(of.sweeps[step.sweep]) if step.sweep else None
    if stage is not None:
        _body(of, number, stage, here, given)
        _ahead(of)
    elif not step.sweep:
        st.markdown(step.text)
    if stage is not None or not step.sweep:
        _end(of, number, here.known(given))


def _chosen_step(of: Lesson, here: Seat, more: Callable[[], None] | None) -> int:
    if here.leads and here.lesson is not None:
        return desk.bar(here, lambda: chosen.step(of, then=here.go), _is_swept)
    places = st.columns([44, 56] if more else 1, vertical_alignment="center", gap="small")
    with places[0]:
        if more:
            more()
    with places[-1]:
        return chosen.step(of, then=here.go)


def _body(of: Lesson, number: int, stage: Stage, here: Seat, given: Mapping[int, str]) -> None:
    """Draw the text and the question of a step beside its figures."""
    step, answer = of.steps[number - 1], here.shown(number, given)
    scene = _scene(step, stage, answer)
    figures = [figure for figure in step.figures if not figure.after or answer or not step.question]
    text, *places = _columns(step, len(figures))
    with text:
        _text(step.text, scene)
        questions.draw(of, number, scene, here, given.get(number, ""))
        if answer or step.question is None:
            _text(step.answer, scene)
        if answer and step.question is not None:
            _rows(scene, answer)
    _figures(figures, scene, places, told=bool(answer) or len(places) == 1)
    answered = bool(answer) or step.question is None
    share.draw(of, scene, told=answered, kept=here.kept_back(of))


def _columns(step: Step, count: int) -> list[DeltaGenerator]:
    """Return the place of the text, and those of figures: beside each other to be compared."""
    if not count:
        return [st.container()]
    if count > 1 and step.question is not None and step.question.kind == "figure":
        return st.columns([28, *[72 / count] * count], gap="small")
    return st.columns([40, 60], gap="medium")


def _stage(config: SweepConfig) -> Stage | None:
    """Return the sweep of a step; it runs by itself, and meanwhile the page says how far it is."""
    result = offer.begun(_task(config), title=SWEEP, work=partial(Stage.of, config))
    return result if isinstance(result, Stage) else None


def _ahead(of: Lesson) -> None:
    """Have the sweeps of later steps made while this step is read."""
    for config in of.sweeps.values():
        offer.ahead(_task(config), title=SWEEP, work=partial(Stage.of, config))


def _task(config: SweepConfig) -> str:
    return f"lesson {config.digest()}"


def _is_swept(of: Lesson, number: int) -> bool:
    """Whether the sweep of a step is there, without which its question is not drawn."""
    name = of.steps[number - 1].sweep
    return bool(name) and tasks().result(_task(of.sweeps[name])) is not None


def _scene(step: Step, stage: Stage, answer: str) -> Scene:
    asked = step.question
    pinned = asked is not None and asked.kind == "pin" and answer not in ("", SKIPPED)
    hidden = step.hides and not answer
    return Scene(step, stage, open=not hidden, pin=float(answer) if pinned else None)


def _head(of: Lesson, number: int, here: Seat) -> None:
    """Draw the title of a step, and the ways back and on for who may take them."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="learn_head"):
        st.header(plain(of.steps[number - 1].title), anchor=False, width="stretch")
        if here.follows:
            return
        desk.offer(here, of, number)
        with st.container(horizontal=True, width="content", gap="small"):  # together on a phone
            _ways(of, number, here)


def _ways(of: Lesson, number: int, here: Seat) -> None:
    """Draw the ways back and on, without hints: these would lie over the numbers of the steps."""
    st.button(
        "Back",
        key="learn_back",
        on_click=here.go,
        args=(number - 1,),
        disabled=number == 1,
    )
    st.button(
        "Next",
        key="learn_next",
        type="primary",
        on_click=here.go,
        args=(number + 1,),
        disabled=number == len(of.steps),
    )


def _text(text: str, scene: Scene) -> None:
    with error_in_place():
        st.markdown(filled(text, scene, plain))


def _rows(scene: Scene, answer: str) -> None:
    """Draw what each criterion chose and what that costs, beside the learner's pin."""
    table = chosen_rows(scene, pinned=scene.pin is not None and answer != SKIPPED)
    if table.empty:
        return
    short_table.draw(
        table,
        alt="What each criterion chooses, and what that costs",
        formats=formats(scene.at.task),
    )


def _figures(
    figures: Sequence[Figure], scene: Scene, places: Sequence[DeltaGenerator], *, told: bool
) -> None:
    """Draw figures; captions of those to be compared tell nothing before the answer."""
    for k, figure in enumerate(figures):
        with places[min(k, len(places) - 1)], error_in_place():
            if len(figures) > 1:
                st.markdown(f"**{FIGURES[k]}**")
            view, at, options = scene.drawn(figure)
            if view.drawn_by_browser:
                show_matrix(view, at, **options)
            else:
                chart = held(view, at, key=f"learn_{view.key}_{k}", **options)
                caption = scene.caption(figure, chart.caption) if told else ""
                charts.show(replace(chart, caption=caption))


def _end(of: Lesson, number: int, given: dict[int, str]) -> None:
    """Draw, after the last step, how it went and the answers to take along."""
    if number < len(of.steps):
        return
    stages = {name: _stage(config) for name, config in of.sweeps.items()}
    if any(stage is None for stage in stages.values()):
        return
    scenes = {
        k: _scene(step, stages[step.sweep], given.get(k, ""))  # type: ignore[arg-type]  # all there
        for k, step in enumerate(of.steps, start=1)
        if step.question is not None
    }
    text, right, judged = take_home(of, scenes, given)
    if judged and (number in given or number not in scenes):
        st.markdown(f"**The end.** Right answers: {right} of {judged}.")
    st.download_button(
        "Download my answers",
        text,
        file_name=f"{of.key}_answers.md",
        mime="text/markdown",
        on_click="ignore",
        disabled=not given,
        help="A text file with the questions, your answers and the right ones",
    )
