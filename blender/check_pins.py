"""Exports a garment with a pin group to a folder, with a stand-in for Blender: a strip that rises frame by frame, and
whose modifier Cloth would drop it.

    python3 blender/check_pins.py FOLDER
"""
import os
import sys
import types


class Anything(types.ModuleType):
    """A module of Blender's of which only the names are needed."""

    def __getattr__(self, name):
        return type(name, (), {})


def prop(**keys):
    """A property of an operator."""


for module in ("bpy", "bpy.types", "bpy.props", "bpy_extras", "bpy_extras.io_utils"):
    sys.modules[module] = Anything(module)
sys.modules["bpy"].types = sys.modules["bpy.types"]
sys.modules["bpy.props"].FloatProperty = sys.modules["bpy.props"].StringProperty = prop
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hysteron  # noqa: E402

N = 5  # vertices along the strip
now = [1]


def thing(**keys):
    return types.SimpleNamespace(**keys)


class World:
    """A matrix that leaves points as they are."""

    def __matmul__(self, x):
        return x


cloth = thing(type="CLOTH", show_viewport=True, settings=thing(vertex_group_mass="top"))


def mesh():
    rise = 0.1 * (now[0] - 1) - (5.0 if cloth.show_viewport else 0.0)
    verts = [thing(co=(0.1 * i, 0.1 * j, rise), groups=[thing(group=1, weight=i / (N - 1))] if i else [])
             for j in range(2) for i in range(N)]
    quads = [(i, i + 1, N + i + 1, N + i) for i in range(N - 1)]
    tris = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    loops = [(3 * k, 3 * k + 1, 3 * k + 2) for k in range(len(tris))]
    uv = [thing(uv=verts[v].co[:2]) for t in tris for v in t]
    return thing(vertices=verts, loop_triangles=[thing(vertices=t, loops=at) for t, at in zip(tris, loops)],
                 uv_layers=thing(active=thing(data=uv)), calc_loop_triangles=lambda: None)


class Groups(list):
    def get(self, name):
        return next((g for g in self if g.name == name), None)


strip = thing(name="Strip", type="MESH", modifiers=[cloth], matrix_world=World(),
              vertex_groups=Groups([thing(name="pin", index=0), thing(name="top", index=1)]))
strip.evaluated_get = lambda graph: thing(to_mesh=mesh, to_mesh_clear=lambda: None, matrix_world=strip.matrix_world)
scene = thing(frame_start=1, frame_end=3, unit_settings=thing(scale_length=1.0), render=thing(fps=10, fps_base=1.0),
              frame_set=lambda frame: now.__setitem__(0, frame))
hysteron.bpy.context = thing(scene=scene, evaluated_depsgraph_get=lambda: None)
hysteron.bpy.data = thing(filepath="strip.blend")
print(hysteron.export_scene(sys.argv[1], [], [strip], "cotton", 30))
assert cloth.show_viewport
