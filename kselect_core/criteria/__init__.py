"""Criteria: one file per idea, one table for all.

No criterion knows another one, a sweep or a page.

Examples
--------
>>> from kselect import criteria
>>> criteria.CRITERIA["loo"].better
'lower'
>>> [name for name, one in criteria.CRITERIA.items() if one.left_out == "leave-one-out"]
['loo', 'svm_loo']
"""

from kselect_core.criteria.alignment.ckta import CKTA
from kselect_core.criteria.alignment.fsm import FSM, FSM_U
from kselect_core.criteria.alignment.hsic import HSIC
from kselect_core.criteria.alignment.kta import KTA
from kselect_core.criteria.alignment.mmd import MMD
from kselect_core.criteria.alignment.polarisation import POLARISATION
from kselect_core.criteria.base import COSTS, EVIDENCE, Criterion, unknown_trial
from kselect_core.criteria.left_out.bif import BIF
from kselect_core.criteria.left_out.gcv import GCV
from kselect_core.criteria.left_out.kfold import KFOLD
from kselect_core.criteria.left_out.kfold_se import KFOLD_SE
from kselect_core.criteria.left_out.loo import LOO
from kselect_core.criteria.left_out.remp import REMP
from kselect_core.criteria.machine.gacv import GACV
from kselect_core.criteria.machine.marg import MARG
from kselect_core.criteria.machine.radius_margin import RADIUS_MARGIN
from kselect_core.criteria.machine.span import SPAN, SPAN_HINGE
from kselect_core.criteria.machine.stab import STAB
from kselect_core.criteria.machine.svm_kfold import SVM_KFOLD, SVM_KFOLD_SE
from kselect_core.criteria.machine.svm_loo import SVM_LOO
from kselect_core.criteria.machine.xi_alpha import XI_ALPHA
from kselect_core.criteria.problems.inputs import KernelFact
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.problems.machine import SvmProblem, problem_for
from kselect_core.criteria.problems.searched import SearchedProblem
from kselect_core.criteria.problems.votes import SvmVotes
from kselect_core.criteria.spectral.br import BR
from kselect_core.criteria.spectral.ep import EP
from kselect_core.criteria.spectral.er import ER
from kselect_core.criteria.spectral.evidence import GML, LML
from kselect_core.criteria.spectral.ks import KS
from kselect_core.criteria.spectral.pep import PEP
from kselect_core.criteria.spectral.sm import SM, SM_HINGE
from kselect_core.criteria.spectral.sps import SPS
from kselect_core.parameters import Parameter
from kselect_core.registry import registry

ALIGNMENT = (KTA, CKTA, MMD, FSM, FSM_U, HSIC, POLARISATION)
LEAST_SQUARES = (KFOLD, KFOLD_SE, LOO, GCV, REMP, SPS, KS)
COMPARED = (ER, PEP, BR, EP, BIF)
LIKELIHOOD = (LML, GML)
SPECTRAL_MEASURE = (SM, SM_HINGE)
LEFT_OUT = (SVM_KFOLD, SVM_KFOLD_SE, SVM_LOO)
MACHINE = (*LEFT_OUT, STAB, MARG, XI_ALPHA, SPAN, SPAN_HINGE, GACV, RADIUS_MARGIN)
CRITERIA = registry(
    "criterion",
    *(*ALIGNMENT, *LEAST_SQUARES, *SPECTRAL_MEASURE, *COMPARED, *LIKELIHOOD, *MACHINE),
    fault=unknown_trial,
)

__all__ = [
    "COSTS",
    "CRITERIA",
    "EVIDENCE",
    "Criterion",
    "KernelFact",
    "Parameter",
    "Problem",
    "SearchedProblem",
    "SvmProblem",
    "SvmVotes",
    "problem_for",
]
