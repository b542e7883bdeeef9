"""Small protocols of each kind, on data that are bundled."""

SWEEP = """
schema = 1
name = "moons"
title = "Two moons"
kind = "sweep"
datasets = ["two_moons", "xor"]
measure = "test_error"
level = 0.9
[labels]
kfold = "CV"
sm = "SM"
[sweep]
learner = "krr"
lambdas = [0.01, 1.0]
repeats = 2
candidates = [{ kernel = "gaussian", convention = "2tau", powers = [2, -3, 1] }]
criteria = ["sm", "kfold"]
[[silent]]
field = "sweep.preprocessing"
here = "standardise"
why = "It is not said."
others = ["none"]
[variants.as-they-are]
about = "Features as they are"
set = { "sweep.preprocessing" = "none", "measure" = "test_accuracy" }
[variants.joint]
about = "Kernel and ridge together"
set = { "sweep.choose" = "joint" }
"""

DESIGN = """
name = "designs"
title = "Few labels"
kind = "design"
datasets = ["additive_simulated", "two_moons"]
measure = "test_squared_error"
[labels]
SEKM = "SEKM"
[design]
scenarios = [[20, 15], [12, 9]]
test = 10
repeats = 3
steps = 3
"""

SAMPLES = """
name = "samples"
title = "Small samples"
kind = "small_samples"
datasets = ["two_moons"]
measure = "test_error"
[labels]
svm_kfold = "KCV"
[small_samples]
sizes = [12, 20]
repeats = 3
C = [0.1, 10.0]
gammas = [0.1, 1.0, 10.0]
"""
