"""The commands of the program: runs, sweeps, measurements and fits, with what they print as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._server import program
from .errors import Error, InputError, NotGoodError
from .scene import Scene

# Exit statuses of the program (docs/commands.md).
_WRONG, _NOT_GOOD = 2, 3


def command(*args: str | os.PathLike[str], on_record: Callable[[dict[str, Any]], None] | None = None,
            cwd: str | os.PathLike[str] | None = None) -> str:
    """Run ``hysteron ARGS`` and return what it prints.

    on_record: called with each record of progress, a dict (docs/commands.md), as it comes; an exception ends the
    program. Errors raise InputError or Error with the program's line, status 3 NotGoodError.
    """
    line = [program(), "--log-format=json", *map(os.fspath, args)]
    with tempfile.TemporaryFile() as out, subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=out,
                                                           stderr=subprocess.PIPE, cwd=cwd) as process:
        error, other = "", ""
        try:
            for text in process.stderr:
                try:
                    record = json.loads(text)
                except ValueError:
                    other = text.decode(errors="replace").strip() or other
                    continue
                if record.get("msg") == "failed":
                    error = record["error"]
                elif on_record is not None:
                    on_record(record)
            status = process.wait()
        except BaseException:
            process.terminate()
            process.wait()
            raise
        out.seek(0)
        printed = out.read().decode()
    if status == 0:
        return printed
    text = error or other or f"hysteron {' '.join(line[2:])}: exit status {status}"
    if status == _NOT_GOOD:
        raise NotGoodError(text, json.loads(printed) if printed.startswith("{") else printed)
    raise (InputError if status == _WRONG else Error)(text)


def _flags(options: Mapping[str, Any]) -> list[str]:
    """Write options as flags: ``no_render=True`` is --no-render, a list is repeated with commas, None is left out."""
    line = []
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            line.append(flag)
        elif isinstance(value, (list, tuple)):
            line.append(f"{flag}={','.join(map(str, value))}")
        elif value is not None and value is not False:
            line.append(f"{flag}={value}")
    return line


def read_pc2(path: str | os.PathLike[str]) -> NDArray[np.float32]:
    """Map the positions in a PC2 cache [m]: (frames, vertices, 3)."""
    head = np.fromfile(path, "S12", 1)
    if head.size == 0 or head[0] != b"POINTCACHE2":
        raise InputError(f"{os.fspath(path)}: expected a PC2 cache")
    points, frames = np.fromfile(path, "<i4", 5, offset=12)[[1, 4]]
    return np.memmap(path, "<f4", "r", 32, (int(frames), int(points), 3))


class Result(dict):
    """What a run has measured, run.json, and the folder that it is in."""

    def __init__(self, folder: str | os.PathLike[str], values: Mapping[str, Any]):
        super().__init__(values)
        self.folder = Path(folder)

    def positions(self, garment: str | None = None) -> NDArray[np.float32]:
        """Positions of a garment in all frames [m], (frames, vertices, 3); of the only one by default."""
        caches = sorted((self.folder / "cache").glob("*.pc2"))
        if garment is not None:
            caches = [c for c in caches if c.stem == garment]
        if len(caches) != 1:
            raise InputError(f"{self.folder}: {len(caches)} caches: expected to name one garment")
        return read_pc2(caches[0])

    def __repr__(self) -> str:
        return f"Result({str(self.folder)!r}, {dict.__repr__(self)})"


def run(scene: Scene | str | os.PathLike[str], out: str | os.PathLike[str], *, frames: int | None = None,
        backend: str = "auto", render: bool = False, overwrite: bool = False, resume: bool = False,
        on_frame: Callable[[dict[str, Any]], None] | None = None, **options: Any) -> Result:
    """Simulate a scene into a folder, as ``hysteron run`` does: caches, checkpoints, figures; pictures with render.

    on_frame: called after each frame with its record: ``frame``, ``last``, ``newton_iterations``, ``wall_s``,
    ``self_intersections`` and others; an exception ends the run, which ``resume=True`` goes on with.
    Other options are flags of the command, such as ``fields=True``. A verdict that is not good raises NotGoodError.
    """
    line = ["run", "-o", os.fspath(out), f"--backend={backend}", "--json"]
    line += _flags(dict(frames=frames, no_render=not render, overwrite=overwrite, resume=resume, **options))

    def seen(record: dict[str, Any]) -> None:
        if on_frame is not None and record.get("msg") == "frame":
            on_frame(record)

    if not isinstance(scene, Scene):
        return Result(out, json.loads(command(*line, scene, on_record=seen)))
    line += [f"--set={k}={v}" for k, v in scene.overrides.items()]
    if scene._text is None:
        return Result(out, json.loads(command(*line, scene._scene, on_record=seen)))
    # Beside the files that the text names.
    folder = Path(scene._scene).parent
    with tempfile.NamedTemporaryFile("w", suffix=".toml", prefix=".", dir=folder, delete=False) as f:
        f.write(scene._text)
    try:
        return Result(out, json.loads(command(*line, f.name, on_record=seen)))
    finally:
        os.unlink(f.name)


def sweep(scene: Scene | str, axes: Mapping[str, ArrayLike], out: str | os.PathLike[str], *, frames: int | None = None,
          backend: str = "cpu", overwrite: bool = False, on_task: Callable[[int, int], None] | None = None
          ) -> list[dict[str, Any]]:
    """Run a built-in scene or file over all combinations of values, and gather what they measured.

    axes: values by path, such as ``{"sheet.0.edge_length_m": [0.04, 0.08]}``.
    on_task: called after each task with its number and how many there are. Tasks that an earlier call has finished in
    the same folder are not run again.
    Returns a dict for each task: ``task``, ``values`` by path, and ``run``, the figures of run.json.
    """
    scene = scene if isinstance(scene, Scene) else Scene(scene)
    if scene._text is not None:
        raise InputError("sweep: a scene from text: expected a built-in one or a file")
    name = scene._scene if not os.path.exists(scene._scene) else os.path.abspath(scene._scene)
    from .scene import toml
    text = [f"scene = {toml(name)}", f"set = {toml([f'{k}={v}' for k, v in scene.overrides.items()])}",
            f"backend = {toml(backend)}"]
    if frames is not None:
        text.append(f"frames = {int(frames)}")
    for path, values in axes.items():
        text += ["[[axis]]", f"path = {toml(path)}", f"values = {toml(list(values))}"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "sweep.toml")
        file.write_text("\n".join(text) + "\n")
        again = ["--overwrite"] if overwrite or Path(out, "manifest.json").exists() else []
        tasks = json.loads(command("sweep", "plan", file, "-o", out, "--json", *again))
    found = []
    for i, task in enumerate(tasks):
        number = task["task"]
        result = json.loads(command("run", out, "--task", str(number), "--json"))
        found.append({"task": number, "values": dict(zip(axes, task["values"])), "run": result})
        if on_task is not None:
            on_task(i + 1, len(tasks))
    command("sweep", "gather", out)
    return found


def measure(kind: str, fabric: str | os.PathLike[str], out: str | os.PathLike[str], **options: Any) -> Any:
    """Measure a fabric on a virtual instrument, as ``hysteron measure`` does: tables in a folder, which fit reads.

    kind: "stretch", "bending", "cantilever", "drape" and others (docs/fit.md). Options are flags of the command, such
    as ``as_=["warp"]`` and ``seed=2``. Returns what the command prints as JSON.
    """
    return json.loads(command("measure", kind, "--fabric", fabric, "-o", out, "--json", *_flags(options)))


def fit(kind: str, data: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        out: str | os.PathLike[str] | None = None, **options: Any) -> Any:
    """Find numbers of a fabric from measurements, as ``hysteron fit`` does, with intervals.

    data: one table or several. out: the fabric file to write. Options are flags of the command, such as
    ``base="cotton"``, ``as_=["warp"]``, ``overwrite=True``. Returns what the command prints as JSON.
    """
    files = [data] if isinstance(data, (str, os.PathLike)) else list(data)
    where = [] if out is None else ["-o", out]
    return json.loads(command("fit", kind, *files, *where, "--json", *_flags(options)))


def scenes() -> dict[str, list[dict[str, str]]]:
    """List what is built in: ``scenes``, ``fabrics``, ``frictions`` and ``patterns``, each with name and title."""
    return json.loads(command("scenes", "--json"))


def fabric(name: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the numbers of a fabric with their units and sources."""
    return json.loads(command("fabrics", name, "--json"))[0]
