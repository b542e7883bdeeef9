"""The names that scripts rely on, and what importing them must not cost."""

import importlib
import pkgutil
import subprocess
import sys

import pytest

import kselect_core

PUBLIC = {
    "kselect_core": [
        *("Dataset", "SweepConfig", "Problem", "SvmProblem", "load_dataset", "run_sweep"),
        *("choices", "Candidates", "CriterionChoice", "plot"),
    ],
    "kselect_core.criteria": ["CRITERIA", "Problem", "SvmProblem"],
    "kselect_core.kernels": ["KERNELS", "gamma_from"],
    "kselect_core.learners": ["LEARNERS"],
    "kselect_core.data": ["Dataset", "load_dataset", "splits"],
    "kselect_core.selection": ["SweepConfig", "run_sweep", "choices", "with_digest"],
    "kselect_core.selection.config.config": ["SweepConfig", "Candidates", "CriterionChoice"],
    "kselect_core.selection.places.cursor": [
        *("Cursor", "SpectrumView", "DecisionView", "Workbench", "reference_values"),
    ],
    "kselect_core.selection.sweep.estimate": ["Estimate", "estimate"],
    "kselect_core.selection.config.grids": ["PRESETS", "LARGEST_GRID", "log_grid"],
}


@pytest.mark.parametrize("module", PUBLIC)
def test_the_public_names_are_there(module):
    found = importlib.import_module(module)
    assert [name for name in PUBLIC[module] if not hasattr(found, name)] == []


@pytest.mark.parametrize(
    "package", ["kselect_core", *(f"kselect_core.{p}" for p in ("criteria", "kernels", "learners",
                                                               "data", "selection"))]
)  # fmt: skip
def test_every_exported_name_exists_once(package):
    module = importlib.import_module(package)
    assert module.__all__
    assert len(set(module.__all__)) == len(module.__all__)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


@pytest.mark.parametrize(
    ("family", "names"),
    [
        ("CRITERIA", "kta ckta mmd fsm fsm_u kfold loo gcv remp sps ks sm sm_hinge"),
        ("CRITERIA", "svm_kfold svm_loo stab marg xi_alpha span span_hinge gacv radius_margin"),
        ("KERNELS", "gaussian polynomial linear laplacian"),
        ("LEARNERS", "krr lssvm svm"),
    ],
)
def test_the_keys_of_the_families_stay(family, names):
    module = importlib.import_module(f"kselect_core.{family.lower()}")
    assert set(names.split()) <= set(getattr(module, family))


def test_importing_the_library_loads_no_framework_and_its_data_no_scikit_learn():
    heavy = ("sklearn", "numba", "streamlit", "plotly", "matplotlib", "playwright")
    code = (
        f"import sys, kselect_core; print([m for m in {heavy} if m in sys.modules]);"
        "import kselect_core.data; print('sklearn' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "False"]


def test_every_module_of_the_core_can_be_imported():
    names = [m.name for m in pkgutil.walk_packages(kselect_core.__path__, "kselect_core.")]
    assert "kselect_core.selection.sweep.run" in names
    for name in names:
        importlib.import_module(name)
