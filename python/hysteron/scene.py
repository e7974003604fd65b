"""Scenes: what is simulated, as keys with values (docs/keys.md)."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping

import numpy as np

from . import _server
from .errors import InputError

if TYPE_CHECKING:
    from .simulation import Simulation


def toml(value: Any) -> str:
    """Write a value of Python or NumPy in TOML, on one line."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InputError(f"{value}: expected a finite number")
        return repr(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (str, Path)):
        return json.dumps(str(value), ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(v) for v in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + "}"
    raise InputError(f"a value of type {type(value).__name__}: expected a number, text, bool, list, dict or array")


class Scene:
    """A scene: a built-in one by its name, a TOML file, or the input.json of a run, with values that may be changed.

    Values have the paths of docs/keys.md, with units in their names, such as ``"sheet.0.edge_length_m"`` or
    ``"garment.tee.fabric.warp.k1_n_m"``; entries of lists are taken by number or name. A value that the scene cannot
    have raises InputError at once, with the key and what was expected.

    >>> scene = Scene("sheet-on-sphere")
    >>> scene["sheet.0.edge_length_m"] = 0.08
    >>> scene["sheet.0.edge_length_m"], scene.steps_per_frame
    (0.08, 10)
    """

    def __init__(self, scene: str | Path, set: Mapping[str, Any] | None = None, *, text: str | None = None):
        """Read a scene. ``set`` changes values; ``text`` is TOML in place of a file, of which ``scene`` is the name:
        files that it names are sought beside that."""
        self._scene, self._text = str(scene), text
        self._set: dict[str, str] = {}
        self._read(dict((k, toml(v)) for k, v in (set or {}).items()))

    @classmethod
    def from_text(cls, text: str, name: str | Path = "scene.toml", set: Mapping[str, Any] | None = None) -> "Scene":
        """Read a scene from TOML text."""
        return cls(name, set, text=text)

    def _fields(self, values: Mapping[str, str]) -> dict[str, Any]:
        fields: dict[str, Any] = {"scene": self._scene, "set": [f"{k}={v}" for k, v in values.items()]}
        if self._text is not None:
            fields["text"] = self._text
        return fields

    def _load(self, values: Mapping[str, str], **fields: Any) -> dict[str, Any]:
        return _server.shared().call("load", **self._fields(values), **fields)[0]

    def _read(self, values: dict[str, str]) -> None:
        self._loaded, self._set, self._built = self._load(values), values, False

    def __setitem__(self, path: str, value: Any) -> None:
        """Change a value. What was set below a path before, such as a number of a fabric, goes with it."""
        kept = {k: v for k, v in self._set.items() if k != path and not k.startswith(path + ".")}
        self._read({**kept, path: toml(value)})

    def update(self, values: Mapping[str, Any]) -> None:
        """Change several values, which only have to fit together."""
        self._read({**{k: v for k, v in self._set.items() if k not in values},
                    **{k: toml(v) for k, v in values.items()}})

    def __getitem__(self, path: str) -> Any:
        """Return a value as it is resolved: with defaults, and numbers of fabrics. Tables are dicts."""
        at: Any = self._loaded["values"]
        if ".fabric." in path and not self._built:  # the numbers of fabrics are known once the scene is built
            at, self._built = self._load(self._set, build=True)["values"], True
            self._loaded = {**self._loaded, "values": at}
        done = ""
        for key in path.split("."):
            if isinstance(at, list):
                named = [v for v in at if isinstance(v, dict)
                         and key in (v.get("name"), v.get("pattern"), v.get("kind"))]
                if key.isdigit() and int(key) < len(at):
                    at = at[int(key)]
                elif named:
                    at = named[0]
                else:
                    raise KeyError(f"{path}: {done} has {len(at)} entries, none is {key}")
            elif isinstance(at, dict) and key in at:
                at = at[key]
            else:
                known = ", ".join(sorted(at)) if isinstance(at, dict) else "nothing"
                raise KeyError(f"{path}: no {key} in {done or 'the scene'}: there is {known}")
            done = f"{done}.{key}" if done else key
        return at

    def __contains__(self, path: str) -> bool:
        try:
            self[path]
        except KeyError:
            return False
        return True

    def keys(self) -> Iterator[str]:
        """Iterate over the paths of all values."""
        def walk(at, path):
            if isinstance(at, dict):
                for k, v in at.items():
                    yield from walk(v, f"{path}.{k}" if path else k)
            elif isinstance(at, list) and at and isinstance(at[0], dict):
                for i, v in enumerate(at):
                    yield from walk(v, f"{path}.{i}")
            else:
                yield path
        return walk(self._loaded["values"], "")

    def copy(self) -> "Scene":
        """Return a scene of its own with the same values."""
        made = object.__new__(Scene)
        made._scene, made._text, made._set, made._loaded = self._scene, self._text, dict(self._set), self._loaded
        made._built = self._built
        return made

    @property
    def overrides(self) -> dict[str, str]:
        """What was changed: TOML by path."""
        return dict(self._set)

    @property
    def name(self) -> str:
        return self._loaded["name"]

    @property
    def title(self) -> str:
        return self._loaded["title"]

    @property
    def frames(self) -> int:
        """How many, the first one included, which is the start."""
        return self._loaded["frames"]

    @property
    def fps(self) -> float:
        """Frames per second."""
        return self._loaded["fps"]

    @property
    def step_s(self) -> float:
        """Size of a step [s]."""
        return self._loaded["step_s"]

    @property
    def steps_per_frame(self) -> int:
        return self._loaded["steps_per_frame"]

    def __repr__(self) -> str:
        changed = "".join(f", {k}={v}" for k, v in self._set.items())
        return f"Scene({self._scene!r}{changed})"

    def start(self, backend: str = "auto", *, seed: int | None = None, threads: int | None = None,
              device: int | None = None, shared_memory: bool | None = None, dress_cache: bool = True,
              progress: Callable[[str, float], None] | None = None) -> "Simulation":
        """Start a simulation, in a process of its own, which ends with it. Garments are dressed first.

        backend: "cpu" (float64, the same bits on each run for any number of threads), "gpu" (an OpenGL device; the
            wheel's program is built without), or "auto": a hardware GPU if there is one and the program can use it.
        seed: of the noise of all sheets (``sheet.N.noise_m``), in place of the scene's.
        threads: how many cores it computes on; all by default. Take 1 for many simulations beside each other.
        progress: called with what is done and how far, 0 to 1, while garments are dressed.
        """
        from .simulation import Simulation

        scene = self
        if seed is not None:
            sheets = self._loaded["values"].get("sheet") or []
            if not any(s.get("noise_m") for s in sheets):
                raise InputError("seed: no sheet of the scene has noise: expected sheet.N.noise_m > 0")
            scene = self.copy()
            scene.update({f"sheet.{i}.seed": int(seed) for i in range(len(sheets))})
        server = _server.Server(threads, shared_memory, dress_cache)
        try:
            server.call("load", **scene._fields(scene._set))
            fields = {} if device is None else {"device": int(device)}
            about, _ = server.call("start", backend=backend, progress=progress, **fields)
        except BaseException:
            server.close()
            raise
        return Simulation(server, scene, about)
