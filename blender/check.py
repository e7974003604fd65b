"""Compares an imported run with its caches: vertices of the evaluated meshes in the first, middle and last frame.

    blender -b --factory-startup --python-exit-code 1 --python blender/check.py -- RUN
"""
import os
import struct
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hysteron  # noqa: E402


def points(path, frame):
    n, start, _ = hysteron.read_header(path)
    with open(path, "rb") as f:
        f.seek(32 + 12 * n * (frame - start))
        v = struct.unpack(f"<{3 * n}f", f.read(12 * n))
    return [v[k:k + 3] for k in range(0, 3 * n, 3)]


run = sys.argv[sys.argv.index("--") + 1]
collection = hysteron.import_run(run)
scene = bpy.context.scene
worst = 0
for frame in (scene.frame_start, (scene.frame_start + scene.frame_end) // 2, scene.frame_end):
    scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    for o in collection.objects:
        if o.type == "MESH":
            want = points(o.modifiers[0].filepath, frame)
            # Y-up in the cache, Z-up in the world.
            got = hysteron.world_points(o, graph)
            assert len(got) == len(want)
            worst = max(worst, max(max(abs(a[0] - b[0]), abs(a[1] + b[2]), abs(a[2] - b[1])) for a, b in zip(got, want)))
print(f"{len(collection.objects) - 1} meshes, frames {scene.frame_start} to {scene.frame_end}: vertices agree to {worst:.2g} m")
assert worst < 1e-6
