"""Simulates the cloth of a Hysteron run with Blender's, and measures both alike.

    hysteron run SCENE --no-render --set air.density_kg_m3=0 -o RUN
    OMP_NUM_THREADS=1 blender -b -t 1 --factory-startup --python-exit-code 1 --python bench/blender/cloth.py -- SCENE RUN OUT [QUALITY [LIMIT]]
    hysteron verify contact OUT

SCENE is hanging-sheet, cloth-stack, twist-cylinder, or drape-on-sphere, of the file beside this one. Meshes are the first frames of RUN, with as many frames. Colliders,
pins and motion are those of the scene; the cloth is Blender's preset Cotton (its Cotton.py) with its mass, .3 kg a
vertex: with that of cotton, some 1e-5 kg, Blender's solver is stuck and the cloth hovers. QUALITY is steps a frame, 5.
Writes every frame as OUT/NNNN.obj, times and the state of the solver as OUT/frames.csv, and prints a summary as JSON,
with how far the edges of both are stretched in the last frame. LIMIT is the OUT of a run of higher quality, from which
the error of the last frame is told. The script fails where Blender's cloth does not fall as that of RUN does.
"""
import array
import csv
import glob
import json
import math
import os
import resource
import sys
import time

import bpy

PRESET_MASS = 0.3  # of a vertex [kg]
FRAME_S = 0.0316  # that Blender's cloth simulates in a frame, whatever the frame rate: measured in free fall
SCENES = {  # frames per second, whether cloth meets itself
    "hanging-sheet": (30, False),
    "cloth-stack": (24, True),
    "twist-cylinder": (24, True),
    "drape-on-sphere": (30, True),
}


def read_obj(path, verts, faces):
    base = len(verts)
    for line in open(path):
        w = line.split()
        if w and w[0] == "v":
            verts.append(tuple(map(float, w[1:4])))
        if w and w[0] == "f":
            faces.append([base + int(k.split("/")[0]) - 1 for k in w[1:]])


def read_pc2(path, frame):
    """A frame of a PointCache2 file, -1 being the last, and how many it holds."""
    data = open(path, "rb").read()
    points = int.from_bytes(data[16:20], "little")
    frames = (len(data) - 32) // (12 * points)
    k = frame % frames
    x = array.array("f", data[32 + 12 * points * k:32 + 12 * points * (k + 1)])
    return [tuple(x[3 * i:3 * i + 3]) for i in range(points)], frames


def fall(rest, x):
    """How far the vertex that has fallen farthest has come [m]."""
    return max(a[1] - b[1] for a, b in zip(rest, x))


def rms(x, y):
    return math.sqrt(sum(math.dist(a, b) ** 2 for a, b in zip(x, y)) / len(x))


def stretch(rest, x, edges):
    """Largest, 99 % quantile and mean of the stretch of edges, in percent."""
    s = sorted(100 * (math.dist(x[a], x[b]) / math.dist(rest[a], rest[b]) - 1) for a, b in edges)
    return {"largest": s[-1], "p99": s[int(0.99 * (len(s) - 1))], "mean": sum(s) / len(s)}


def collider(friction):
    o = bpy.context.object
    o.modifiers.new("collision", "COLLISION")
    o.collision.thickness_outer = 0.004
    o.collision.cloth_friction = friction


def ease(a, b, t):
    s = min(max((t - a) / (b - a), 0), 1)
    return s**3 * (10 - 15 * s + 6 * s * s)


def surroundings(kind, ob, verts, frames, fps):
    """Colliders, pins and motion; returns the group of held vertices, or ''."""
    if kind == "cloth-stack":
        bpy.ops.mesh.primitive_uv_sphere_add(segments=64, ring_count=32, radius=0.16, location=(0, 0.16, 0))
        collider(5)
        bpy.ops.mesh.primitive_plane_add(size=6, rotation=(-math.pi / 2, 0, 0))
        collider(5)
        return ""
    if kind == "drape-on-sphere":
        bpy.ops.mesh.primitive_uv_sphere_add(segments=64, ring_count=32, radius=0.25)
        collider(5)
        return ""
    held = ob.vertex_groups.new(name="held")
    if kind == "hanging-sheet":
        # corner-01 and corner-11: the corners at the largest v, which the scene lays along z
        far = min(v[2] for v in verts)
        row = [i for i, v in enumerate(verts) if abs(v[2] - far) < 1e-6]
        row.sort(key=lambda i: verts[i][0])
        held.add([row[0], row[-1]], 1, "REPLACE")
        return "held"
    bpy.ops.mesh.primitive_cylinder_add(vertices=96, radius=0.05, depth=0.44, rotation=(0, math.pi / 2, 0))
    collider(1)
    ends = [[i for i, v in enumerate(verts) if abs(v[0] - e) < 1e-4] for e in (min(v[0] for v in verts), max(v[0] for v in verts))]
    held.add(ends[0] + ends[1], 1, "REPLACE")
    turning = ob.vertex_groups.new(name="turning")
    turning.add(ends[1], 1, "REPLACE")
    empty = bpy.data.objects.new("turn", None)
    bpy.context.scene.collection.objects.link(empty)
    for f in range(1, frames + 1):
        t = (f - 1) / fps
        empty.rotation_euler = (math.radians(120) * (ease(0.1, 0.6, t) - ease(1.1, 1.6, t)), 0, 0)
        empty.keyframe_insert("rotation_euler", frame=f)
    hook = ob.modifiers.new("hook", "HOOK")
    hook.object, hook.vertex_group = empty, "turning"
    return "held"


def cotton(modifier):
    path = os.path.join(bpy.utils.preset_paths("cloth")[0], "Cotton.py")
    s = modifier.settings
    prefix = "bpy.context.cloth.settings."
    for line in open(path):  # lines "PREFIX NAME = NUMBER"
        if line.startswith(prefix):
            name, value = line[len(prefix):].split(" = ")
            setattr(s, name, type(getattr(s, name))(float(value)))


def main(kind, run, out, quality=5, limit=""):
    quality = int(quality)
    if os.environ.get("OMP_NUM_THREADS") != "1":
        sys.exit("OMP_NUM_THREADS=1: expected it beside -t 1, which does not bound OpenMP")
    fps, meets_itself = SCENES[kind]
    os.makedirs(out, exist_ok=True)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = fps
    scene.gravity = (0, -9.81, 0)  # the files have y up, and so has this scene

    rest, faces, last, frames = [], [], [], 0
    for path in sorted(glob.glob(run + "/cache/*.obj")):
        read_obj(path, rest, faces)
        x, frames = read_pc2(path[:-4] + ".pc2", -1)
        last += x
    scene.frame_start, scene.frame_end = 1, frames
    mesh = bpy.data.meshes.new("cloth")
    mesh.from_pydata(rest, [], faces)
    mesh.update()
    ob = bpy.data.objects.new("cloth", mesh)
    scene.collection.objects.link(ob)
    edges = [tuple(e.vertices) for e in mesh.edges]

    held = surroundings(kind, ob, rest, frames, fps)
    bpy.context.view_layer.objects.active = ob
    m = ob.modifiers.new("cloth", "CLOTH")
    cotton(m)
    s, c = m.settings, m.collision_settings
    s.quality, s.time_scale = quality, 1 / fps / FRAME_S
    s.air_damping = 0  # RUN has air.density_kg_m3 = 0: drag on vertices of .3 kg is not that on cloth
    assert abs(s.mass - PRESET_MASS) < 1e-6, s.mass
    s.vertex_group_mass = held
    c.use_collision, c.distance_min, c.collision_quality = meets_itself, 0.004, 5
    c.use_self_collision, c.self_distance_min, c.self_friction = meets_itself, 0.003, 5
    m.point_cache.frame_start, m.point_cache.frame_end = 1, frames

    table = csv.writer(open(out + "/frames.csv", "w"))
    table.writerow(["frame", "wall_s", "cpu_s", "iterations", "status"])
    wall = cpu = unsolved = 0
    for f in range(1, frames + 1):
        before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        scene.frame_set(f)
        e = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
        took, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        r = e.modifiers["cloth"].solver_result
        table.writerow([f, took, used, r.avg_iterations if r else "", " ".join(sorted(r.status)) if r else ""])
        wall, cpu = wall + took, cpu + used
        unsolved += r is not None and r.status != {"SUCCESS"}
        x = [tuple(v.co) for v in e.data.vertices]
        with open("%s/%04d.obj" % (out, f), "w") as o:
            o.writelines("v %.9g %.9g %.9g\n" % v for v in x)
            o.writelines("f " + " ".join(str(k + 1) for k in p) + "\n" for p in faces)
    fell, ours = fall(rest, x), fall(rest, last)
    if fell < ours / 2:
        sys.exit(f"Blender's cloth fell {fell:.3g} m, Hysteron's {ours:.3g} m: expected half as far at least; nothing is compared")
    finer = []
    if limit:
        read_obj("%s/%04d.obj" % (limit, frames), finer, [])
    print(json.dumps({
        "quality": quality, "mass_kg": s.mass, "fall_m": fell, "fall_m_hysteron": ours,
        "error_mm": 1e3 * rms(x, finer) if finer else None,
        "blender": bpy.app.version_string, "scene": kind, "frames": frames, "vertices": len(rest), "triangles": len(faces),
        "wall_s": wall, "cpu_s": cpu, "wall_s_per_frame": wall / (frames - 1), "wall_s_per_simulated_s": wall * fps / (frames - 1),
        "frames_unsolved": unsolved, "stretch_percent": stretch(rest, x, edges), "stretch_percent_hysteron": stretch(rest, last, edges),
    }, indent=1))


args = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
if not 3 <= len(args) <= 5 or args[0] not in SCENES:
    sys.exit(__doc__)
main(*args)
