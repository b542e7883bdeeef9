"""Criteria: one file per idea, one table for all."""

from kselect_core.criteria.base import EVIDENCE, Criterion, Option
from kselect_core.criteria.bif import BIF
from kselect_core.criteria.br import BR
from kselect_core.criteria.ckta import CKTA
from kselect_core.criteria.ep import EP
from kselect_core.criteria.er import ER
from kselect_core.criteria.fsm import FSM, FSM_U
from kselect_core.criteria.gacv import GACV
from kselect_core.criteria.gcv import GCV
from kselect_core.criteria.inputs import KernelFact
from kselect_core.criteria.kfold import KFOLD
from kselect_core.criteria.ks import KS
from kselect_core.criteria.kta import KTA
from kselect_core.criteria.loo import LOO
from kselect_core.criteria.marg import MARG
from kselect_core.criteria.mmd import MMD
from kselect_core.criteria.pep import PEP
from kselect_core.criteria.problem import Problem
from kselect_core.criteria.radius_margin import RADIUS_MARGIN
from kselect_core.criteria.remp import REMP
from kselect_core.criteria.sm import SM, SM_HINGE
from kselect_core.criteria.span import SPAN, SPAN_HINGE
from kselect_core.criteria.sps import SPS
from kselect_core.criteria.stab import STAB
from kselect_core.criteria.svm_kfold import SVM_KFOLD
from kselect_core.criteria.svm_loo import SVM_LOO
from kselect_core.criteria.svm_problem import SvmProblem, problem_for
from kselect_core.criteria.xi_alpha import XI_ALPHA
from kselect_core.registry import registry

ALIGNMENT = (KTA, CKTA, MMD, FSM, FSM_U)
LEAST_SQUARES = (KFOLD, LOO, GCV, REMP, SPS, KS)
COMPARED = (BR, ER, PEP, EP, BIF)
SPECTRAL_MEASURE = (SM, SM_HINGE)
MACHINE = (SVM_KFOLD, SVM_LOO, STAB, MARG, XI_ALPHA, SPAN, SPAN_HINGE, GACV, RADIUS_MARGIN)
CRITERIA = registry("criterion", *ALIGNMENT, *LEAST_SQUARES, *SPECTRAL_MEASURE, *COMPARED, *MACHINE)

__all__ = [
    "CRITERIA",
    "EVIDENCE",
    "Criterion",
    "KernelFact",
    "Option",
    "Problem",
    "SvmProblem",
    "problem_for",
]
