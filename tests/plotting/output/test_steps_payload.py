"""What the browser gets of the steps of two sliders: colours and axes stay where they are."""

from types import SimpleNamespace

import numpy as np

from kselect_core.plotting.output.film_payload import DEPTH, drawn_rows, legend, logs_of, spots
from kselect_core.plotting.output.packed import unpacked
from kselect_core.plotting.output.steps_payload import (
    MARGIN,
    Steps,
    ends_of,
    fits_payload,
    spectra_payload,
)
from kselect_core.plotting.points.matrix_picture import LEVELS
from tests.tolerances import EXACT

STEPS = Steps("picture", "Picture", 300, "a sweep", "file", ("0,1", "1,1"))
CLASSES = ("no", "yes")


def scene(labels):
    x = np.linspace(-1.0, 1.0, 3)
    points = np.array([[-1.0, 1.0], [0.0, 0.0], [1.0, -1.0]])
    is_test = np.array([False, False, True])
    return SimpleNamespace(
        x=x, y=x, f=np.zeros((3, 3)), points=points, labels=np.array(labels), is_test=is_test,
        plane="pca", axes=("first", "second"),
    )  # fmt: skip


def fits(labels, size):
    f = np.stack([np.full((3, 3), size), np.full((3, 3), -size / 10)])
    f[0, 0] = 0.0  # the lowest row of the plane
    return SimpleNamespace(scene=scene(labels), f=f.astype(np.float32))


def test_the_colours_of_two_classes_end_at_their_labels():
    for size in (0.01, 1.0, 50.0):
        header, arrays = unpacked(
            fits_payload(fits([-1.0, 1.0, 1.0], size), STEPS, class_names=CLASSES)
        )
        assert header["range"] == [-1.0, 1.0]
        assert header["places"] == ["0,1", "1,1"]
        assert (header["name"], header["of"]) == ("Picture", "a sweep")
        f = arrays["f"].reshape(2, 3, 3)
        assert (f[0, -1] == LEVELS // 2).all()  # rows run from the top
        assert (f[0, 0] > LEVELS // 2).all()
        assert (f[1] < LEVELS // 2).all()


def test_a_machine_has_rings_of_its_training_points_and_colours_that_end_at_its_margins():
    roles = np.array([[1, 0], [2, 1]])
    payload = fits_payload(fits([-1.0, 1.0, 1.0], 1.0), STEPS, class_names=CLASSES, roles=roles)
    header, arrays = unpacked(payload)
    assert header["range"] == [-2.0, 2.0]
    assert [place for place, _ in header["stops"]] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert header["stops"][0][1] == header["stops"][1][1]
    assert [(ring["role"], ring["symbol"]) for ring in header["rings"]] == [
        (1, "circle"),
        (2, "square"),
    ]
    assert arrays["roles"].reshape(2, 3).tolist() == [
        [1, 0, 0],
        [2, 1, 0],
    ]  # the last is a test point
    middle = LEVELS // 2
    assert arrays["f"].reshape(2, 3, 3)[0, 0, 0] == middle + round(middle / np.sqrt(2.0))


def test_the_colours_of_a_regression_end_at_its_lowest_and_highest_value():
    payload = fits_payload(fits([3.0, 5.0, 13.0], 8.0), STEPS, class_names=())
    header, arrays = unpacked(payload)
    assert header["range"] == [3.0, 13.0]
    assert arrays["value"].tolist() == [0, round(LEVELS / 5), LEVELS]
    assert arrays["f"][0] == LEVELS // 2
    assert header["axes"] == ["PCA plane: first", "PCA plane: second"]


def test_points_stand_where_they_are_in_the_plane_with_the_look_of_their_group():
    at = scene([-1.0, 1.0, 1.0])
    _, arrays = unpacked(fits_payload(fits(at.labels, 1.0), STEPS, class_names=CLASSES))
    np.testing.assert_allclose(arrays["x"], [0.0, 0.5, 1.0], **EXACT)
    np.testing.assert_allclose(arrays["y"], [0.0, 0.5, 1.0], **EXACT)
    np.testing.assert_array_equal(arrays["group"], spots(at, CLASSES)["group"])
    names = [group["name"] for group in legend(at, CLASSES)]
    assert names == ["no, training", "yes, training", "yes, test"]
    assert drawn_rows(at).tolist() == [0, 1, 2]


def spectra(sigma, ridges=(1e-3, 10.0)):
    sigma = np.array(sigma)
    mu = np.full(len(sigma), 0.1)
    return SimpleNamespace(
        sigma=sigma, mu=mu, effective_dimension=(sigma / (sigma + 0.1)).sum(axis=1),
        ridges=ridges, n=2,
    )  # fmt: skip


def test_the_axis_holds_every_step_and_every_ridge():
    low, high = ends_of(spectra([[1.0, 0.5], [2.0, 0.01]], (1e-30, 100.0)))
    assert high == 2.0 + MARGIN
    assert low == high - DEPTH  # what lies deeper is rounding
    low, high = ends_of(spectra([[1.0, 0.5], [2.0, 0.01]]))
    assert high == 1.0 + MARGIN
    assert -17.0 < low < -15.0  # machine precision


def test_noise_below_machine_precision_takes_no_room_on_the_axis():
    low, _ = ends_of(spectra([[1.0, 1e-22], [2.0, 0.01]]))
    assert low > -17.0


def test_spectra_of_a_family_say_which_eigenvalues_they_are():
    given = {"ends": (-3.0, 1.0), "numbers": (1, 2), "names": ("narrow",)}
    header, _ = unpacked(spectra_payload(spectra([[1.0, 0.5]]), STEPS, **given))
    assert (header["numbers"], header["names"], header["marks"]) == ([1, 2], ["narrow"], [1, 2])


def test_spectra_are_sent_as_powers_of_ten():
    header, arrays = unpacked(spectra_payload(spectra([[1.0, 0.0]]), STEPS, ends=(-3.0, 1.0)))
    assert header["ends"] == [-3.0, 1.0]
    logs, _ = logs_of(np.array([[1.0, 0.0]]))
    np.testing.assert_allclose(arrays["sigma"], logs.ravel().astype(np.float32), **EXACT)
    np.testing.assert_allclose(arrays["mu"], [-1.0], **EXACT)
