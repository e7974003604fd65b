"""Hysteron: cloth with internal friction.

>>> import hysteron as h
>>> scene = h.Scene("sheet-on-sphere")
>>> scene["sheet.0.edge_length_m"] = 0.08
>>> sim = scene.start(backend="cpu")
>>> sim.frame(3).positions.shape
(217, 3)
>>> sim.close()

``Scene.start`` steps a simulation, ``run`` writes one into a folder, ``sweep``, ``measure`` and ``fit`` are the
commands of the same names. Units are SI, Y is up. docs/python.md has more.
"""

from .commands import Result, command, fabric, fit, measure, read_pc2, run, scenes, sweep
from .errors import Error, HysteronWarning, InputError, NotGoodError, ServerError, StepError
from .scene import Scene
from .simulation import Body, Fields, Part, Report, Simulation

__version__ = "0.1.0"
__all__ = ["Body", "Error", "Fields", "HysteronWarning", "InputError", "NotGoodError", "Part", "Report", "Result",
           "Scene", "ServerError", "Simulation", "StepError", "command", "fabric", "fit", "measure", "read_pc2", "run",
           "scenes", "sweep"]
