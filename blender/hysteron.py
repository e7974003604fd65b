# SPDX-License-Identifier: Apache-2.0 OR GPL-3.0-or-later
"""Hysteron in Blender: bring a run in, take a character and garments out.

As an add-on: Edit > Preferences > Add-ons > Install, choose this file, or, in Blender 4.2 and later, Install from Disk
and the file that make blender-addon packs with blender_manifest.toml; then File > Import > Hysteron run and
File > Export > Hysteron scene. Without a window:

    blender -b --factory-startup --python blender/hysteron.py -- import RUN [OUT.blend]
    blender -b MY.blend --python blender/hysteron.py -- export FOLDER --body NAME --garment NAME [--fabric cotton]

A run comes in as one collection: a mesh per garment and body, moved by the run's own PC2 caches, which must stay
where they are. Hysteron is Y-up; an empty turns everything to Blender's Z-up.
"""
import argparse
import glob
import json
import math
import os
import struct
import sys

import bpy
from bpy.props import FloatProperty, StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

bl_info = {
    "name": "Hysteron cloth",
    "author": "Hysteron",
    "version": (1, 0, 0),
    "blender": (3, 0, 0),
    "location": "File > Import, File > Export",
    "description": "Import runs of Hysteron, export characters and garments as its scenes",
    "category": "Import-Export",
}

# Linear colours for garments, in turn, and for bodies.
COLOURS = [(0.26, 0.33, 0.45), (0.12, 0.13, 0.16), (0.45, 0.25, 0.18), (0.35, 0.38, 0.22), (0.5, 0.45, 0.35)]
SKIN = (0.55, 0.5, 0.46)


class Wrong(Exception):
    """What the user can mend."""


def read_obj(path):
    """Vertices, triangles and UV per corner, in the order of the file, which is that of the cache."""
    verts, uvs, faces, corners = [], [], [], []
    with open(path) as lines:
        for line in lines:
            w = line.split()
            if not w:
                continue
            if w[0] == "v":
                verts.append(tuple(map(float, w[1:4])))
            elif w[0] == "vt":
                uvs.append(tuple(map(float, w[1:3])))
            elif w[0] == "f":
                at = [k.split("/") for k in w[1:]]
                faces.append([int(k[0]) - 1 for k in at])
                corners += [int(k[1]) - 1 if len(k) > 1 and k[1] else -1 for k in at]
    return verts, faces, [uvs[k] if 0 <= k < len(uvs) else (0, 0) for k in corners] if uvs else None


def read_header(path):
    """Points, first frame and number of frames of a PC2 file."""
    with open(path, "rb") as f:
        head = f.read(32)
    if len(head) < 32 or head[:12] != b"POINTCACHE2\0":
        raise Wrong(f"{path}: expected a PC2 cache")
    _, points, start, _, frames = struct.unpack("<iiffi", head[12:])
    return points, int(start), frames


def material(name, colour):
    m = bpy.data.materials.new(name)
    m.diffuse_color = (*colour, 1)
    m.use_nodes = True
    shader = m.node_tree.nodes.get("Principled BSDF")
    if shader:
        shader.inputs["Base Color"].default_value = (*colour, 1)
        shader.inputs["Roughness"].default_value = 0.8
    return m


def add_mesh(obj_path, colour, collection, parent):
    """A mesh with the cache beside its OBJ file as a modifier. Returns its first frame and their number."""
    pc2 = os.path.splitext(obj_path)[0] + ".pc2"
    verts, faces, uv = read_obj(obj_path)
    points, start, frames = read_header(pc2)
    if points != len(verts):
        raise Wrong(f"{pc2}: {points} points, {obj_path} has {len(verts)}")
    name = os.path.splitext(os.path.basename(obj_path))[0]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(verts, [], faces)
    if uv:
        layer = mesh.uv_layers.new(name="pattern")
        for loop, at in zip(layer.data, uv):
            loop.uv = at
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.materials.append(material(name, colour))
    o = bpy.data.objects.new(name, mesh)
    o.parent = parent
    collection.objects.link(o)
    cache = o.modifiers.new("Hysteron", "MESH_CACHE")
    cache.cache_format = "PC2"
    cache.filepath = os.path.abspath(pc2)
    cache.frame_start = start
    cache.interpolation = "LINEAR"
    return start, frames


def import_run(folder):
    """Adds the run in a folder to the present scene and sets its frame range."""
    try:
        with open(os.path.join(folder, "input.json")) as f:
            given = json.load(f)
    except (OSError, ValueError) as e:
        raise Wrong(f"{folder}: expected the folder of a run: {e}")
    objs = sorted(glob.glob(os.path.join(glob.escape(folder), "cache", "*.obj")))
    bodies = sorted(glob.glob(os.path.join(glob.escape(folder), "body", "*.obj")))
    if not objs:
        raise Wrong(f"{folder}: expected caches in {os.path.join(folder, 'cache')}")
    name = os.path.basename(os.path.normpath(folder))
    collection = bpy.data.collections.new(name)
    scene = bpy.context.scene
    scene.collection.children.link(collection)
    turn = bpy.data.objects.new(name, None)
    turn.rotation_euler = (math.pi / 2, 0, 0)
    collection.objects.link(turn)
    spans = [add_mesh(p, COLOURS[k % len(COLOURS)], collection, turn) for k, p in enumerate(objs)]
    spans += [add_mesh(p, SKIN, collection, turn) for p in bodies]
    scene.frame_start = min(s for s, _ in spans)
    scene.frame_end = max(s + n - 1 for s, n in spans)
    fps = float(given.get("fps", 24))
    scene.render.fps = max(1, round(fps))
    scene.render.fps_base = scene.render.fps / fps
    scene.unit_settings.system = "METRIC"
    scene.unit_settings.scale_length = 1
    scene.frame_set(scene.frame_start)
    return collection


def world_points(o, depsgraph):
    """Evaluated vertices of an object in world coordinates."""
    e = o.evaluated_get(depsgraph)
    mesh = e.to_mesh()
    try:
        return [tuple(e.matrix_world @ v.co) for v in mesh.vertices]
    finally:
        e.to_mesh_clear()


PIN_STIFFNESS = 200.0  # of all of a pin group [N/m]: 0.2 kg sink by 1 cm


def pin_weights(o, depsgraph):
    """Weights of the evaluated vertices of an object in its pin group: that of its modifier Cloth, or the one called
    pin; None: it has none."""
    name = next((m.settings.vertex_group_mass for m in o.modifiers if m.type == "CLOTH" and m.settings.vertex_group_mass),
                None)
    group = o.vertex_groups.get(name) if name else next((g for g in o.vertex_groups if g.name.lower() == "pin"), None)
    if group is None:
        return None
    e = o.evaluated_get(depsgraph)
    mesh = e.to_mesh()
    try:
        return [max((g.weight for g in v.groups if g.group == group.index), default=0.0) for v in mesh.vertices]
    finally:
        e.to_mesh_clear()


def write_obj(path, points, o, depsgraph, grey=None):
    """An OBJ file of an object as it is evaluated, with UV, at the given points; grey are colours of these."""
    e = o.evaluated_get(depsgraph)
    mesh = e.to_mesh()
    try:
        mesh.calc_loop_triangles()
        layer = mesh.uv_layers.active
        with open(path, "w") as f:
            for k, p in enumerate(points):
                f.write("v %.9g %.9g %.9g" % p + (" %.6g %.6g %.6g" % ((grey[k],) * 3) if grey else "") + "\n")
            if layer:
                for at in layer.data:
                    f.write("vt %.9g %.9g\n" % tuple(at.uv))
            for t in mesh.loop_triangles:
                f.write("f " + " ".join(f"{v + 1}/{k + 1}" if layer else str(v + 1) for v, k in zip(t.vertices, t.loops)) + "\n")
        return layer is not None
    finally:
        e.to_mesh_clear()


def file_name(name):
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in name)


def toml_name(name):
    name = file_name(name)
    return name if name[:1].isalpha() else "x" + name


def mesh_object(name):
    o = bpy.data.objects.get(name)
    if o is None or o.type != "MESH":
        have = ", ".join(sorted(o.name for o in bpy.data.objects if o.type == "MESH"))
        raise Wrong(f"no mesh {name!r}: expected one of {have}")
    return o


def open_track(path, n, start, frames):
    """A PC2 file of n points to which frames are added."""
    track = open(path, "wb")
    track.write(b"POINTCACHE2\0" + struct.pack("<iiffi", 1, n, start, 1, frames))
    return track


def export_scene(folder, bodies, garments, fabric, stiffness=PIN_STIFFNESS):
    """Writes meshes as they stand in the first frame, bodies with a track of all frames, and a scene of them. Garments
    with a pin group have a track, too, of how they move without their modifier Cloth."""
    cloths = [m for o in garments for m in o.modifiers if m.type == "CLOTH" and m.show_viewport]
    for m in cloths:
        m.show_viewport = False
    try:
        return write_scene(folder, bodies, garments, fabric, stiffness)
    finally:
        for m in cloths:
            m.show_viewport = True


def write_scene(folder, bodies, garments, fabric, stiffness):
    if not garments:
        raise Wrong("no garments: expected at least one mesh with UV")
    scene = bpy.context.scene
    os.makedirs(folder, exist_ok=True)
    frames = range(scene.frame_start, scene.frame_end + 1)
    scale = scene.unit_settings.scale_length
    graph = bpy.context.evaluated_depsgraph_get()
    scene.frame_set(scene.frame_start)
    title = os.path.splitext(os.path.basename(bpy.data.filepath))[0]
    text = [f'title = "{file_name(title) or "from Blender"}"', 'up_axis = "z"',
            f"fps = {scene.render.fps / scene.render.fps_base:g}", f"start_frame = {scene.frame_start}", f"frames = {len(frames)}", ""]
    tracks = []
    for o in garments:
        points, weights = world_points(o, graph), pin_weights(o, graph)
        if not write_obj(os.path.join(folder, file_name(o.name) + ".obj"), points, o, graph, weights):
            raise Wrong(f"{o.name}: expected UV, which say how the cloth lies when it is flat")
        text += ["[[mesh]]", f'name = "{toml_name(o.name)}"', f'file = "{file_name(o.name)}.obj"', f"scale = {scale:g}", f'fabric = "{fabric}"', ""]
        if weights and max(weights) > 0:
            tracks.append((o, open_track(os.path.join(folder, file_name(o.name) + ".pc2"), len(points), scene.frame_start,
                                         len(frames)), len(points)))
            text += ["[[mesh.pin]]", f"stiffness_n_m = {stiffness:g}", f'strength_map = {{ file = "{file_name(o.name)}.obj" }}',
                     f'track = "{file_name(o.name)}.pc2"', ""]
    for o in bodies:
        points = world_points(o, graph)
        write_obj(os.path.join(folder, file_name(o.name) + ".obj"), points, o, graph)
        track = os.path.join(folder, file_name(o.name) + ".pc2")
        tracks.append((o, open_track(track, len(points), scene.frame_start, len(frames)), len(points)))
        text += ["[[body]]", 'kind = "character"', f'name = "{toml_name(o.name)}"', f'file = "{file_name(o.name)}.obj"',
                 f'track = "{file_name(o.name)}.pc2"', f"scale = {scale:g}", ""]
    for frame in frames:
        scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        for o, track, n in tracks:
            points = world_points(o, graph)
            if len(points) != n:
                raise Wrong(f"{o.name}: {len(points)} vertices in frame {frame}, {n} in the first: expected as many in all")
            for p in points:
                track.write(struct.pack("<3f", *p))
    for _, track, _ in tracks:
        track.close()
    path = os.path.join(folder, "scene.toml")
    with open(path, "w") as f:
        f.write("\n".join(text))
    return path


class ImportHysteron(bpy.types.Operator, ImportHelper):
    """Import the garments and bodies of a Hysteron run with their caches"""
    bl_idname = "import_scene.hysteron"
    bl_label = "Import Hysteron run"
    bl_options = {"REGISTER", "UNDO"}
    filename_ext = ".json"
    filter_glob: StringProperty(default="input.json", options={"HIDDEN"})

    def execute(self, context):
        try:
            import_run(os.path.dirname(self.filepath))
        except Wrong as e:
            self.report({"ERROR"}, str(e))
            return {"CANCELLED"}
        return {"FINISHED"}


class ExportHysteron(bpy.types.Operator, ExportHelper):
    """Export selected meshes: those with an armature as bodies, the others as garments"""
    bl_idname = "export_scene.hysteron"
    bl_label = "Export Hysteron scene"
    filename_ext = ".toml"
    fabric: StringProperty(name="Fabric", default="cotton", description="Built-in fabric of Hysteron, or a path")
    pin_stiffness: FloatProperty(name="Pin stiffness", default=PIN_STIFFNESS, min=0.01, max=1e9,
                                 description="Of all of a garment's pin group [N/m]")

    def execute(self, context):
        meshes = [o for o in context.selected_objects if o.type == "MESH"]
        bodies = [o for o in meshes if o.find_armature()]
        try:
            export_scene(os.path.dirname(self.filepath), bodies, [o for o in meshes if o not in bodies], self.fabric,
                         self.pin_stiffness)
        except Wrong as e:
            self.report({"ERROR"}, str(e))
            return {"CANCELLED"}
        return {"FINISHED"}


def import_entry(self, context):
    self.layout.operator(ImportHysteron.bl_idname, text="Hysteron run (input.json)")


def export_entry(self, context):
    self.layout.operator(ExportHysteron.bl_idname, text="Hysteron scene (.toml)")


def register():
    for c in (ImportHysteron, ExportHysteron):
        bpy.utils.register_class(c)
    bpy.types.TOPBAR_MT_file_import.append(import_entry)
    bpy.types.TOPBAR_MT_file_export.append(export_entry)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(import_entry)
    bpy.types.TOPBAR_MT_file_export.remove(export_entry)
    for c in (ImportHysteron, ExportHysteron):
        bpy.utils.unregister_class(c)


def main(args):
    parser = argparse.ArgumentParser(prog="hysteron.py", description="Hysteron in Blender")
    what = parser.add_subparsers(dest="what", required=True)
    p = what.add_parser("import", help="bring a run in")
    p.add_argument("run")
    p.add_argument("out", nargs="?", help=".blend file to save")
    p = what.add_parser("export", help="write a scene")
    p.add_argument("folder")
    p.add_argument("--body", action="append", default=[], help="mesh that is a body")
    p.add_argument("--garment", action="append", default=[], help="mesh that is cloth")
    p.add_argument("--fabric", default="cotton")
    p.add_argument("--pin-stiffness", type=float, default=PIN_STIFFNESS, help="of all of a garment's pin group [N/m]")
    a = parser.parse_args(args)
    if a.what == "export":
        print("wrote", export_scene(a.folder, [mesh_object(n) for n in a.body], [mesh_object(n) for n in a.garment], a.fabric,
                                    a.pin_stiffness))
        return
    for o in list(bpy.data.objects):
        if o.name == "Cube" and o.type == "MESH" and len(o.data.vertices) == 8:
            bpy.data.objects.remove(o)  # of the factory's scene
    c = import_run(a.run)
    print("imported", ", ".join(o.name for o in c.objects))
    if a.out:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(a.out))


if __name__ == "__main__":
    if "--" in sys.argv:
        try:
            main(sys.argv[sys.argv.index("--") + 1:])
        except Wrong as e:
            print("hysteron.py:", e, file=sys.stderr)
            sys.exit(2)
    else:
        register()
