"""Simulates the cloth of a Hysteron run with Blender's, and measures both alike.

    hysteron run SCENE --no-render -o RUN
    blender -b -t 1 --factory-startup --python bench/blender/cloth.py -- SCENE RUN OUT
    hysteron verify contact OUT

SCENE is hanging-sheet, cloth-stack, twist-cylinder, or drape-on-sphere, of the file beside this one. Meshes are the first frames of RUN, with as many frames. Colliders,
pins and motion are those of the scene; the cloth is Blender's preset Cotton (its Cotton.py), quality 5. Writes every frame
as OUT/NNNN.obj, times and the state of the solver as OUT/frames.csv, and prints a summary as JSON, with how far the
edges of both are stretched in the last frame.
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

QUALITY = 5
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


def read_last_pc2(path):
    """The last frame of a PointCache2 file, and how many it holds."""
    data = open(path, "rb").read()
    points = int.from_bytes(data[16:20], "little")
    frames = (len(data) - 32) // (12 * points)
    x = array.array("f", data[32 + 12 * points * (frames - 1):32 + 12 * points * frames])
    return [tuple(x[3 * i:3 * i + 3]) for i in range(points)], frames


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


def main(kind, run, out):
    fps, meets_itself = SCENES[kind]
    os.makedirs(out, exist_ok=True)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = fps
    scene.gravity = (0, -9.81, 0)  # the files have y up, and so has this scene

    rest, faces, last, frames = [], [], [], 0
    for path in sorted(glob.glob(run + "/cache/*.obj")):
        read_obj(path, rest, faces)
        x, frames = read_last_pc2(path[:-4] + ".pc2")
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
    s.quality = QUALITY
    s.mass = 0.143 * sum(p.area for p in mesh.polygons) / len(rest)  # of a vertex; the preset's 0.3 kg is not cotton's
    s.vertex_group_mass = held
    c.use_collision, c.distance_min, c.collision_quality = meets_itself, 0.004, QUALITY
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
    print(json.dumps({
        "blender": bpy.app.version_string, "scene": kind, "frames": frames, "vertices": len(rest), "triangles": len(faces),
        "wall_s": wall, "cpu_s": cpu, "wall_s_per_frame": wall / (frames - 1), "wall_s_per_simulated_s": wall * fps / (frames - 1),
        "frames_unsolved": unsolved, "stretch_percent": stretch(rest, x, edges), "stretch_percent_hysteron": stretch(rest, last, edges),
    }, indent=1))


args = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
if len(args) != 3 or args[0] not in SCENES:
    sys.exit(__doc__)
main(*args)
