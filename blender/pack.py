"""Packs the add-on as an extension: its manifest, and hysteron.py as the __init__.py of a folder.

    python3 blender/pack.py OUT.zip

Blender 4.2 and later installs the file as an extension, earlier versions as an add-on. Raises an error if the
manifest and bl_info disagree, or if the manifest is not what Blender's manual asks for.
"""
import ast
import os
import re
import sys
import tomllib
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def info():
    """bl_info, without Blender."""
    for node in ast.parse(open(os.path.join(HERE, "hysteron.py")).read()).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "bl_info":
            return ast.literal_eval(node.value)


def check(manifest, bl_info):
    """Rules of the manual, "How to create extensions", for the manifest of an add-on; and what both files say."""
    for key in ("schema_version", "id", "version", "name", "tagline", "maintainer", "type", "blender_version_min", "license"):
        assert manifest.get(key), f"{key}: expected a value"
    assert re.fullmatch(r"[a-z][a-z0-9_]*", manifest["id"]), "id: expected a name of Python"
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"]), "version: expected three numbers"
    for text in (manifest["tagline"], *manifest.get("permissions", {}).values()):
        assert len(text) <= 64 and text[-1].isalnum(), f"{text!r}: expected 64 characters at most, no full stop at the end"
    assert manifest["type"] == "add-on"
    assert tuple(map(int, manifest["blender_version_min"].split("."))) >= (4, 2, 0), "extensions begin with 4.2"
    assert manifest["license"] == ["SPDX:GPL-3.0-or-later"], "license: expected that of add-ons"
    assert manifest["version"] == ".".join(map(str, bl_info["version"])), "version: expected that of bl_info"
    assert manifest["name"] == bl_info["name"], "name: expected that of bl_info"
    assert bl_info["category"] in manifest["tags"], "tags: expected the category of bl_info"


def pack(out):
    with open(os.path.join(HERE, "blender_manifest.toml"), "rb") as f:
        manifest = tomllib.load(f)
    check(manifest, info())
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, inside in (("blender_manifest.toml", "blender_manifest.toml"), ("hysteron.py", "__init__.py")):
            entry = zipfile.ZipInfo(f"{manifest['id']}/{inside}", (1980, 1, 1, 0, 0, 0))  # the same bytes each time
            with open(os.path.join(HERE, name), "rb") as f:
                z.writestr(entry, f.read())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    pack(sys.argv[1])
