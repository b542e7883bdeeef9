"""Criteria: one file per idea, one table for all."""

from kselect_core.criteria.base import EVIDENCE, Criterion, Option
from kselect_core.criteria.ckta import CKTA
from kselect_core.criteria.fsm import FSM, FSM_U
from kselect_core.criteria.gcv import GCV
from kselect_core.criteria.kfold import KFOLD
from kselect_core.criteria.ks import KS
from kselect_core.criteria.kta import KTA
from kselect_core.criteria.loo import LOO
from kselect_core.criteria.mmd import MMD
from kselect_core.criteria.problem import Problem
from kselect_core.criteria.remp import REMP
from kselect_core.criteria.sm import SM, SM_HINGE
from kselect_core.criteria.sps import SPS
from kselect_core.registry import registry

CRITERIA = registry(
    "criterion", KTA, CKTA, MMD, FSM, FSM_U, KFOLD, LOO, GCV, REMP, SPS, KS, SM, SM_HINGE
)

__all__ = ["CRITERIA", "EVIDENCE", "Criterion", "Option", "Problem"]
