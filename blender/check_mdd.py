"""Compares what hysteron export --to mdd has written with the run's caches, in Blender: each OBJ with a Mesh Cache modifier of its MDD, vertices in
the first, middle and last frame.

    blender -b --factory-startup --python-exit-code 1 --python blender/check_mdd.py -- RUN FOLDER
"""
import glob
import os
import struct
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hysteron  # noqa: E402

run, folder = sys.argv[sys.argv.index("--") + 1:][:2]
worst, count = 0, 0
for mdd in sorted(glob.glob(os.path.join(folder, "*.mdd"))):
    name = os.path.splitext(os.path.basename(mdd))[0]
    with open(mdd, "rb") as f:
        frames, points = struct.unpack(">ii", f.read(8))
    bpy.ops.import_scene.obj(filepath=os.path.join(folder, name + ".obj"), axis_forward="Y", axis_up="Z", split_mode="OFF")
    o = bpy.context.selected_objects[0]
    m = o.modifiers.new("cache", "MESH_CACHE")
    m.cache_format, m.filepath, m.frame_start, m.forward_axis, m.up_axis = "MDD", mdd, 0, "POS_Y", "POS_Z"
    cache = next(p for p in (os.path.join(run, d, name + ".pc2") for d in ("cache", "body")) if os.path.exists(p))
    n, _, _ = hysteron.read_header(cache)
    assert n == points == len(o.data.vertices), (name, n, points, len(o.data.vertices))
    for frame in (0, frames // 2, frames - 1):
        bpy.context.scene.frame_set(frame)
        mesh = o.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
        with open(cache, "rb") as f:
            f.seek(32 + 12 * n * frame)
            want = struct.unpack(f"<{3 * n}f", f.read(12 * n))
        worst = max(worst, max(abs(v.co[k] - want[3 * i + k]) for i, v in enumerate(mesh.vertices) for k in range(3)))
    count += 1
print(f"{count} meshes with MDD: vertices agree to {worst:.2g} m")
assert count > 0 and worst < 1e-6
