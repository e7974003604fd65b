"""Builds the wheel: the program hysteron without cgo, and the Python code beside it. A build backend of PEP 517.

It needs Go and Python's standard library. GOOS and GOARCH choose the platform. The program is static on Linux, so the
wheel runs on any distribution. The same sources give the same bytes.

    python3 python/build_backend.py out/python
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Go's platforms, as wheels call them. A static program needs no C library; manylinux2014 and musllinux_1_1 are the
# oldest tags that today's pip takes (PEP 600, PEP 656). macOS 12 is the oldest that Go 1.26 runs on.
PLATFORMS = {
    ("linux", "amd64"): "manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    ("linux", "arm64"): "manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    ("windows", "amd64"): "win_amd64",
    ("darwin", "amd64"): "macosx_12_0_x86_64",
    ("darwin", "arm64"): "macosx_12_0_arm64",
}


def _project():
    """Return name, version, summary, lowest Python and requirements from pyproject.toml."""
    text = (HERE / "pyproject.toml").read_text()

    def value(key):
        return re.search(rf'^{key} = "(.*)"$', text, re.M).group(1)

    needs = re.findall(r'"([^"]*)"', re.search(r"^dependencies = \[(.*)\]$", text, re.M).group(1))
    return value("name"), value("version"), value("description"), value("requires-python"), needs


def _metadata():
    name, version, summary, python, needs = _project()
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", f"Summary: {summary}",
             "License: Apache-2.0", f"Requires-Python: {python}"]
    return "\n".join(lines + [f"Requires-Dist: {n}" for n in needs]) + "\n"


def _go(*args):
    return subprocess.run(["go", *args], cwd=HERE.parent, check=True, stdout=subprocess.PIPE,
                          env=dict(os.environ, CGO_ENABLED="0")).stdout.decode().strip()


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Write the wheel into a folder, and return its name."""
    name, version, *_ = _project()
    system, machine = _go("env", "GOOS"), _go("env", "GOARCH")
    if (system, machine) not in PLATFORMS:
        known = ", ".join("/".join(p) for p in PLATFORMS)
        raise SystemExit(f"no wheel for {system}/{machine}: expected one of {known}")
    tag = "py3-none-" + PLATFORMS[system, machine]
    info = f"{name}-{version}.dist-info"
    files = {}
    for path in sorted((HERE / name).glob("*")):
        if path.suffix in (".py", ".typed"):
            files[f"{name}/{path.name}"] = (path.read_bytes(), 0o644)
    with tempfile.TemporaryDirectory() as made:
        program = Path(made, "hysteron.exe" if system == "windows" else "hysteron")
        _go("build", "-trimpath", "-ldflags", "-s -w", "-o", str(program), "./cmd/hysteron")
        files[f"{name}/bin/{program.name}"] = (program.read_bytes(), 0o755)
    files[f"{info}/LICENSE"] = ((HERE.parent / "LICENSE").read_bytes(), 0o644)
    files[f"{info}/METADATA"] = (_metadata().encode(), 0o644)
    tags = "".join(f"Tag: py3-none-{p}\n" for p in PLATFORMS[system, machine].split("."))
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: hysteron\nRoot-Is-Purelib: false\n{tags}".encode(), 0o644)
    record = []
    wheel = f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as z:
        def write(path, data, mode):
            item = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
            item.external_attr = (0o100000 | mode) << 16
            item.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(item, data)
        for path, (data, mode) in files.items():
            write(path, data, mode)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(data)}\n")
        record.append(f"{info}/RECORD,,\n")
        write(f"{info}/RECORD", "".join(record).encode(), 0o644)
    return wheel


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: build_backend.py FOLDER")
    os.makedirs(sys.argv[1], exist_ok=True)
    print(os.path.join(sys.argv[1], build_wheel(sys.argv[1])))
