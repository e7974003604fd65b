"""A simulation under way."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._server import Server
from .errors import InputError
from .scene import Scene

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Report:
    """What the steps of the last call of step or frame did, together."""

    steps: int = 0
    outcome: str = "converged"
    """The worst: "converged", or "unconverged" where the iterations ran out."""
    unconverged_steps: int = 0
    newton_iterations: int = 0
    cg_iterations: int = 0
    substeps: int = 0
    halvings: int = 0
    projected_vertices: int = 0
    """Put back outside of a body after a step."""
    clamped_vertices: int = 0
    """That went only part of their way, as paths of cloth would have crossed."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """Iteration limits that were reached, as ``ran_out`` of run.json."""
    wall_s: float = 0.0


@dataclass(frozen=True)
class Part:
    """A piece of cloth: a garment or a sheet. ``positions[part.vertices]`` are its vertices."""

    name: str
    fabric: str
    vertices: slice
    triangles: slice


class Fields(Mapping[str, Array]):
    """Arrays of one kind by name, with their units. They are fetched when they are asked for."""

    def __init__(self, sim: "Simulation", prefix: str):
        self._sim, self._prefix = sim, prefix
        self._names = [n[len(prefix):] for n in sim._fields if n.startswith(prefix)]

    def __getitem__(self, name: str) -> Array:
        if name not in self._names:
            raise KeyError(f"{name}: expected one of {', '.join(self._names)}")
        return self._sim._array(self._prefix + name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def unit(self, name: str) -> str:
        """Return the unit of an array: "1" for a number without one."""
        return self._sim.unit(self._prefix + name)

    def elements(self, name: str) -> str:
        """Return what the entries are of: "triangle", "hinge", "curve" or "segment"."""
        self[name]
        return self._sim._fields[self._prefix + name]["of"]

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{n}: {self._sim._fields[self._prefix + n]['of']} [{self.unit(n)}]" for n in self) + "}"


class Body:
    """A body that cloth meets."""

    def __init__(self, sim: "Simulation", index: int, name: str):
        self._sim, self._index, self.name = sim, index, name

    @property
    def positions(self) -> Array:
        """Positions of its vertices now [m], (n, 3)."""
        return self._sim._array(f"body.{self._index}.positions")

    @property
    def triangles(self) -> NDArray[np.int32]:
        """Vertices of its triangles, counter-clockwise from outside, (m, 3)."""
        return self._sim._static(f"body.{self._index}.triangles")

    def move(self, offset: ArrayLike = (0, 0, 0), rotation: ArrayLike = (0, 0, 0),
             seconds: float | None = None) -> None:
        """Have it go to a place beside its own motion, at constant velocity and angular velocity, then rest there.

        offset: from where its own motion has it [m], (3,).
        rotation: axis times angle [rad], (3,), about the centre of its vertices at time 0. It goes the short way.
        seconds: how long it takes, at least a step; a frame by default.
        """
        self._sim._call("move_body", body=self._index, offset_m=_vector("offset", offset),
                        rotation_rad=_vector("rotation", rotation), seconds=self._sim._seconds(seconds))

    def __repr__(self) -> str:
        return f"Body({self.name!r})"


def _vector(name: str, value: ArrayLike) -> list[float]:
    v = np.asarray(value, np.float64)
    if v.shape != (3,):
        raise InputError(f"{name}: shape {v.shape}: expected (3,)")
    return v.tolist()


class Simulation:
    """A simulation under way, in a process of its own. ``Scene.start`` makes one.

    Arrays are NumPy's, in float64 and SI units. They are snapshots that lie in memory which the program has written:
    nothing is copied, a step changes none of them, and they cannot be written. To change the cloth assign an array:
    ``sim.positions = x``. The memory of an array is used again once nothing refers to it.

    Only stepped, a simulation on the CPU has the bits of ``hysteron run``, and of any other one of the same scene.
    """

    def __init__(self, server: Server, scene: Scene, about: Mapping[str, Any]):
        self._server, self.scene, self._about = server, scene, about
        self._fields: dict[str, Mapping[str, Any]] = {f["name"]: f for f in about["fields"]}
        self._now = {k: about[k] for k in ("time_s", "frame", "within")}
        self._cache: dict[str, np.ndarray] = {}
        self._constant: dict[str, np.ndarray] = {}
        self.report = Report()
        self.parts = {p["name"]: Part(p["name"], p["fabric"], slice(*p["vertices"]), slice(*p["triangles"]))
                      for p in about["parts"]}

    # How it goes on.

    def _call(self, op: str, *, keeps: bool = False, **fields: Any) -> Any:
        try:
            result, _ = self._server.call(op, **fields)
        finally:
            if not keeps:
                self._cache.clear()
        return result

    def step(self, n: int = 1) -> "Simulation":
        """Take n steps of ``step_s``. Ctrl-C ends the step under way; the next call takes the rest of it."""
        return self._take(steps=_count("step", n))

    def frame(self, n: int = 1) -> "Simulation":
        """Go on to the n-th next whole frame."""
        return self._take(frames=_count("frame", n))

    def _take(self, **fields: int) -> "Simulation":
        try:
            taken = self._call("step", **fields)
        except BaseException:
            self._where()
            raise
        self._now = {k: taken.pop(k) for k in ("time_s", "frame", "within")}
        self.report = Report(**taken)
        return self

    def _where(self) -> None:
        """Find where it is, after an error."""
        if self._server.close.alive:
            self._now = self._server.call("now")[0]

    def frames(self, n: int | None = None) -> Iterator["Simulation"]:
        """Iterate over frames: the present one, and n further ones, or up to the scene's last one."""
        yield self
        last = self.scene.frames - 1 if n is None else self.frame_number + n
        while self.frame_number < last:
            yield self.frame()

    @property
    def time(self) -> float:
        """Time since the start [s]."""
        return self._now["time_s"]

    @property
    def frame_number(self) -> int:
        """Whole frames since the start."""
        return self._now["frame"]

    @property
    def step_s(self) -> float:
        """Size of a step [s]."""
        return self._about["step_s"]

    @property
    def backend(self) -> str:
        """"cpu" or "gpu"."""
        return self._about["backend"]

    @property
    def device(self) -> str:
        """What it computes on."""
        return self._about["device"]

    def reset(self) -> "Simulation":
        """Go back to the start: positions, history, pins, forces, wind and bodies. What follows has the same bits."""
        self._now = self._call("reset")
        return self

    def save(self, path: str | os.PathLike[str] | None = None) -> bytes | None:
        """Return the complete state, or write it to a file, which is replaced whole.

        The simulation begins anew from it, so that what follows has the same bits as after a restore.
        """
        _, data = self._server.call("save")
        self._cache.clear()
        if path is None:
            return data
        folder = os.path.dirname(os.path.abspath(path))
        fd, temporary = tempfile.mkstemp(dir=folder, prefix="." + os.path.basename(path))
        try:
            with os.fdopen(fd, "wb") as f:
                f.write(data)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
        return None

    def restore(self, state: bytes | str | os.PathLike[str]) -> "Simulation":
        """Go on from a state of the same scene that save has returned or written, also in another process."""
        data = bytes(state) if isinstance(state, (bytes, bytearray, memoryview)) else Path(state).read_bytes()
        self._now = self._call("restore", bulk=data)
        return self

    def close(self) -> None:
        """End the process. Arrays stay."""
        self._server.close()

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return (f"Simulation({self.scene.name!r}, {self.backend}, {len(self)} vertices, frame {self.frame_number}, "
                f"{self.time:.4g} s)")

    def __len__(self) -> int:
        """Number of vertices."""
        return self._about["vertices"]

    # What it has.

    def _array(self, name: str) -> np.ndarray:
        if name not in self._cache:
            f = self._fields[name]
            self._cache.update(self._server.call("get", get=[(name, f["dtype"], f["shape"])])[1])
        return self._cache[name]

    def _static(self, name: str) -> np.ndarray:
        if name not in self._constant:
            self._constant[name] = self._array(name)
        return self._constant[name]

    def unit(self, name: str) -> str:
        """Return the unit of an array by its full name, such as "positions" or "friction.warp"."""
        return self._fields[name]["unit"]

    @property
    def positions(self) -> Array:
        """Positions of vertices [m], (n, 3). Assign to move them; see set_state."""
        return self._array("positions")

    @positions.setter
    def positions(self, value: ArrayLike) -> None:
        self.set_state(positions=value)

    @property
    def velocities(self) -> Array:
        """Velocities of vertices [m/s], (n, 3). Assign to change them."""
        return self._array("velocities")

    @velocities.setter
    def velocities(self, value: ArrayLike) -> None:
        self.set_state(velocities=value)

    def set_state(self, positions: ArrayLike | None = None, velocities: ArrayLike | None = None) -> None:
        """Go on from other positions [m] or velocities [m/s], (n, 3).

        Internal friction stays: that of the next step goes by the path from the strains before. ``reset_friction``
        wipes it. Elastic slip of contacts is dropped where vertices have moved. Positions in which cloth intersects itself
        or bodies give a HysteronWarning.
        """
        send = [(name, self._vectors(name, value)) for name, value in
                (("positions", positions), ("velocities", velocities)) if value is not None]
        if send:
            self._call("set", send=send)

    def _vectors(self, name: str, value: ArrayLike, n: int | None = None) -> Array:
        v = np.asarray(value, np.float64)
        n = len(self) if n is None else n
        if v.shape != (n, 3):
            raise InputError(f"{name}: shape {v.shape}: expected ({n}, 3)")
        return v

    @property
    def strains(self) -> Fields:
        """Strains by name: "warp", "weft" and "shear" of triangles (Green, 1), "bending" of hinges (1/m),
        "curvature_warp", "curvature_weft" and "twist" of curves (1/m), "elongation" of springs (1)."""
        return Fields(self, "strain.")

    @property
    def friction(self) -> Fields:
        """Stresses of internal friction of the same strains: N/m in the plane of cloth, N of bending and springs."""
        return Fields(self, "friction.")

    @property
    def internal(self) -> Fields:
        """What the laws keep from step to step, by strain, law and variable, such as "warp.dahl.sigma"."""
        return Fields(self, "internal.")

    @property
    def bodies(self) -> list[Body]:
        """Bodies that cloth meets, in the order of the scene."""
        return [Body(self, i, b["name"]) for i, b in enumerate(self._about["bodies"])]

    @property
    def triangles(self) -> NDArray[np.int32]:
        """Vertices of triangles, counter-clockwise seen from the right side, (m, 3)."""
        return self._static("triangles")

    @property
    def hinges(self) -> NDArray[np.int32]:
        """Vertices of inner edges: both ends, and those opposite in the two triangles, (k, 4)."""
        return self._static("hinges")

    @property
    def masses(self) -> Array:
        """Lumped masses of vertices [kg], (n,)."""
        return self._static("masses")

    @property
    def areas(self) -> Array:
        """Areas of triangles at rest [m²], (m,)."""
        return self._static("areas")

    @property
    def uv(self) -> Array:
        """Material coordinates of the corners of triangles: along the warp, along the weft [m], (m, 3, 2)."""
        return self._static("uv")

    def check(self) -> dict[str, Any]:
        """Look for intersections at the present positions, with code that is not the solver's.

        Returns ``self_intersections`` (pairs of triangles), ``body_penetrations``, ``min_gap_m`` (to bodies; None
        without any) and ``max_stretch``.
        """
        return self._call("check", keeps=True)

    # What acts on it.

    def _seconds(self, seconds: float | None) -> float:
        return 1 / self.scene.fps if seconds is None else float(seconds)

    @staticmethod
    def _vertices(vertices: ArrayLike) -> NDArray[np.int32]:
        v = np.atleast_1d(np.asarray(vertices))
        if v.dtype == bool:
            v = np.flatnonzero(v)
        if v.ndim != 1 or v.size and not np.issubdtype(v.dtype, np.integer):
            raise InputError(f"vertices: {v.dtype} of shape {v.shape}: expected numbers of vertices, or a mask")
        return v.astype(np.int32)

    @property
    def pins(self) -> NDArray[np.int32]:
        """Vertices that pins hold now, in increasing order."""
        return np.array(self._call("pins", keeps=True)["vertices"], np.int32)

    def pin(self, vertices: ArrayLike) -> None:
        """Hold vertices where they are."""
        self._call("pin", send=[("vertices", self._vertices(vertices))])

    def unpin(self, vertices: ArrayLike) -> None:
        """Set vertices free."""
        self._call("unpin", send=[("vertices", self._vertices(vertices))])

    def move_pins(self, vertices: ArrayLike, targets: ArrayLike, seconds: float | None = None) -> None:
        """Have pins go to targets [m], (k, 3), in straight lines at constant velocity, and hold still there.

        seconds: how long it takes; a frame by default, 0: the next step. Vertices that nothing holds are pinned.
        """
        v = self._vertices(vertices)
        self._call("move_pins", seconds=self._seconds(seconds),
                   send=[("vertices", v), ("targets", self._vectors("targets", targets, len(v)))])

    @property
    def forces(self) -> Array:
        """Forces on vertices beside all others [N], (n, 3). Assign to change them; they act until then.

        They act to the tolerance of a step, and to a share h²·a/10 m of themselves: 2e-4 at 100 m/s² in 1/240 s.
        """
        return self._array("forces")

    @forces.setter
    def forces(self, value: ArrayLike) -> None:
        self._call("forces", send=[("forces", self._vectors("forces", value))])

    def grab(self, vertices: ArrayLike, targets: ArrayLike, stiffness: ArrayLike = 10.0) -> None:
        """Pull vertices to targets [m], (k, 3), by soft springs of a stiffness [N/m], in place of all grabs before.

        Nothing is prescribed: contact holds against a grab, as it does not against a pin.
        """
        v = self._vertices(vertices)
        k = np.broadcast_to(np.asarray(stiffness, np.float64), v.shape)
        self._call("grab", keeps=True, send=[("vertices", v), ("targets", self._vectors("targets", targets, len(v))),
                                             ("stiffness", k)])

    def release(self) -> None:
        """Let go of all that is grabbed."""
        self.grab([], np.zeros((0, 3)))

    @property
    def gravity(self) -> Array:
        """Gravity [m/s²], (3,). Assign to change it."""
        return np.array(self._call("steer", keeps=True)["gravity_m_s2"])

    @gravity.setter
    def gravity(self, value: ArrayLike) -> None:
        self._call("steer", keeps=True, gravity_m_s2=_vector("gravity", value))

    @property
    def wind(self) -> Array:
        """Velocity of the air [m/s], (3,). Assign to change it."""
        return np.array(self._call("steer", keeps=True)["wind_m_s"])

    @wind.setter
    def wind(self, value: ArrayLike) -> None:
        self._call("steer", keeps=True, wind_m_s=_vector("wind", value))

    def reset_friction(self) -> None:
        """Wipe the history of internal friction: no stress at the strains of the present positions."""
        self._call("forget")


def _count(what: str, n: int) -> int:
    if int(n) != n or n < 1:
        raise InputError(f"{what}({n}): expected a whole number, at least 1")
    return int(n)
