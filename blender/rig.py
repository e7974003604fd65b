"""A character and a garment as artists have them, for tests: a body that an armature bends, skinned by vertex groups, and a skirt with UV around it.

    blender -b --factory-startup --python-exit-code 1 --python blender/rig.py -- make OUT.blend
    blender -b OUT.blend --python-exit-code 1 --python blender/rig.py -- compare RUN

"compare" looks whether the body of a run of that scene is where the armature has it, in the first, middle and last frame.
"""
import math
import os
import struct
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hysteron  # noqa: E402

AROUND = 32
# Radius of the body at heights [m]: a foot, hips, a waist, a chest.
BODY = [(0.0, 0.10), (0.1, 0.13), (0.25, 0.15), (0.4, 0.165), (0.5, 0.16), (0.6, 0.13), (0.7, 0.11), (0.8, 0.12), (0.9, 0.13), (1.0, 0.12), (1.1, 0.08)]
FRAMES = 12
LEAN = math.radians(12)


def rings(profile, lid):
    """Vertices and faces of rings of AROUND vertices at heights, closed with lids or open."""
    verts, faces = [], []
    for z, r in profile:
        verts += [(r * math.cos(2 * math.pi * k / AROUND), r * math.sin(2 * math.pi * k / AROUND), z) for k in range(AROUND)]
    for i in range(len(profile) - 1):
        for k in range(AROUND):
            a, b = i * AROUND + k, i * AROUND + (k + 1) % AROUND
            faces.append((a, b, b + AROUND, a + AROUND))
    if lid:
        low, high = len(verts), len(verts) + 1
        verts += [(0, 0, profile[0][0]), (0, 0, profile[-1][0])]
        last = (len(profile) - 1) * AROUND
        for k in range(AROUND):
            n = (k + 1) % AROUND
            faces += [(low, n, k), (high, last + k, last + n)]
    return verts, faces


def mesh(name, verts, faces):
    data = bpy.data.meshes.new(name)
    data.from_pydata(verts, [], faces)
    data.update()
    o = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(o)
    return o


def make(path):
    for o in list(bpy.data.objects):
        bpy.data.objects.remove(o)
    scene = bpy.context.scene
    scene.render.fps, scene.frame_start, scene.frame_end = 24, 1, FRAMES

    body = mesh("Body", *rings(BODY, True))
    rig = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
    scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    low = rig.data.edit_bones.new("hips")
    low.head, low.tail = (0, 0, 0), (0, 0, 0.7)
    high = rig.data.edit_bones.new("chest")
    high.head, high.tail, high.parent = (0, 0, 0.7), (0, 0, 1.1), low
    bpy.ops.object.mode_set(mode="POSE")
    chest = rig.pose.bones["chest"]
    chest.rotation_mode = "XYZ"
    for frame, angle in ((1, 0), (FRAMES, LEAN)):
        chest.rotation_euler = (angle, 0, 0)
        chest.keyframe_insert("rotation_euler", frame=frame)
    bpy.ops.object.mode_set(mode="OBJECT")
    hips, top = body.vertex_groups.new(name="hips"), body.vertex_groups.new(name="chest")
    for v in body.data.vertices:
        w = min(1, max(0, (v.co.z - 0.6) / 0.2))
        hips.add([v.index], 1 - w, "REPLACE")
        top.add([v.index], w, "REPLACE")
    body.parent = rig
    body.modifiers.new("Armature", "ARMATURE").object = rig

    # A cone that hangs on the hips; its UV are its development, in metres.
    z0, r0, z1, r1, rows = 0.6, 0.15, 0.3, 0.25, 12
    skirt = mesh("Skirt", *rings([(z1 + (z0 - z1) * i / rows, r1 + (r0 - r1) * i / rows) for i in range(rows + 1)], False))
    slant = math.hypot(r1 - r0, z0 - z1) / (r1 - r0)  # distance from the tip, as a multiple of the radius
    layer = skirt.data.uv_layers.new(name="UVMap")
    for face in skirt.data.polygons:
        for corner in face.loop_indices:
            v = skirt.data.loops[corner].vertex_index
            k, r = v % AROUND, math.hypot(*skirt.data.vertices[v].co[:2])
            if k == 0 and any(skirt.data.loops[c].vertex_index % AROUND == AROUND - 1 for c in face.loop_indices):
                k = AROUND  # the seam behind
            phi = 2 * math.pi * k / AROUND / slant
            layer.data[corner].uv = (slant * r * math.cos(phi), slant * r * math.sin(phi))
    bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(path))


def compare(run):
    body, scene = bpy.data.objects["Body"], bpy.context.scene
    path = os.path.join(run, "body", "Body.pc2")
    n, start, _ = hysteron.read_header(path)
    worst = 0
    for frame in (scene.frame_start, (scene.frame_start + scene.frame_end) // 2, scene.frame_end):
        scene.frame_set(frame)
        want = hysteron.world_points(body, bpy.context.evaluated_depsgraph_get())
        assert len(want) == n, f"{n} vertices, {len(want)} in Blender"
        with open(path, "rb") as f:
            f.seek(32 + 12 * n * (frame - start))
            v = struct.unpack(f"<{3 * n}f", f.read(12 * n))
        # Y-up in the cache, Z-up in Blender.
        worst = max(worst, max(max(abs(a[0] - v[3 * k]), abs(a[1] + v[3 * k + 2]), abs(a[2] - v[3 * k + 1])) for k, a in enumerate(want)))
    lean = max(abs(p[1]) for p in want) - max(r for _, r in BODY)
    print(f"the body is where the armature has it, to {worst:.2g} m")
    assert worst < 1e-5 and lean > 0, (worst, lean)


what, where = sys.argv[sys.argv.index("--") + 1:]
{"make": make, "compare": compare}[what](where)
