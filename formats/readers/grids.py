"""Opens what hysteron export --to vtk has written with VTK's own reader (Debian: python3-vtk9), and prints the ranges of its fields.

    python3 grids.py FOLDER
"""
import glob
import os
import sys

import vtk

files = sorted(glob.glob(os.path.join(sys.argv[1], "*.vtu")))
assert files, "no .vtu"
for name in files:
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(name)
    reader.Update()
    grid = reader.GetOutput()
    assert grid.GetNumberOfPoints() > 2 and grid.GetNumberOfCells() > 0, name
    assert all(grid.GetCellType(i) == vtk.VTK_TRIANGLE for i in range(grid.GetNumberOfCells())), name
    data = grid.GetCellData()
    fields = {data.GetArrayName(i): data.GetArray(i).GetRange() for i in range(data.GetNumberOfArrays())}
    assert all(lo == lo and hi == hi and data.GetArray(k).GetNumberOfTuples() == grid.GetNumberOfCells() for k, (lo, hi) in fields.items()), name
print(f"{len(files)} grids; {files[-1]}: {grid.GetNumberOfPoints()} points, {grid.GetNumberOfCells()} triangles")
