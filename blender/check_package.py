"""Installs the packed add-on as a user does, enables it, and imports a run by its operator.

    blender -b --factory-startup --python-exit-code 1 --python blender/check_package.py -- ZIP RUN
"""
import os
import sys

import bpy

package, run = sys.argv[sys.argv.index("--") + 1:]
if bpy.app.version >= (4, 2, 0):
    bpy.ops.extensions.package_install_files(filepath=package, repo="user_default", enable_on_install=True)
else:
    bpy.ops.preferences.addon_install(filepath=package, overwrite=True)
    bpy.ops.preferences.addon_enable(module="hysteron_cloth")
assert bpy.ops.import_scene.hysteron(filepath=os.path.join(os.path.abspath(run), "input.json")) == {"FINISHED"}
meshes = [o for c in bpy.data.collections for o in c.objects if o.type == "MESH" and o.modifiers]
assert meshes, "the run has no mesh"
print(f"{os.path.basename(package)}: installed in Blender {bpy.app.version_string}, {len(meshes)} meshes imported")
