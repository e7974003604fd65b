"""Finds the bending stiffness of a fabric from how far a strip of it droops: bisection, with a simulation a trial.

A strip overhangs 5 cm, clamped by its first rows of vertices, and swings until it is at rest. The target is what a
strip of a known stiffness does, so that the answer is known. It takes about ten seconds.
"""

import math

import numpy as np

import hysteron as h

STRIP = """
fps = 30
[[sheet]]
name = "strip"
size_m = [0.06, 0.02]
edge_length_m = 0.005
fabric = "cotton"
centre_m = [0.03, 1, 0]
pins = ["edge-u0"]
"""


def droop(stiffness: float) -> float:
    """How far the end of the strip hangs below its clamp [m], for a stiffness k1 = B/3 along the warp [N·m]."""
    scene = h.Scene.from_text(STRIP)
    scene.update({"sheet.strip.fabric.bend_warp.k1_nm": stiffness, "friction.internal": False})
    with scene.start(backend="cpu", threads=1) as sim:
        x = sim.positions
        sim.pin(x[:, 0] < 0.0101)
        end = x[:, 0] > x[:, 0].max() - 1e-6
        before = np.inf
        while True:
            y = sim.frame(6).positions[end, 1].mean()
            if abs(y - before) < 1e-5 or sim.time > 10:
                return 1 - y
            before = y
            sim.velocities = 0.5 * sim.velocities  # so that it comes to rest sooner


def fit(target: float, low: float, high: float, tolerance: float = 0.01) -> float:
    """Bisect the logarithm of the stiffness until it is known to a tolerance: stiffer strips droop less."""
    while math.log(high / low) > tolerance:
        middle = math.sqrt(low * high)
        d = droop(middle)
        print(f"k1 = {middle:.3e} N·m: {1e3 * d:6.2f} mm")
        low, high = (middle, high) if d > target else (low, middle)
    return math.sqrt(low * high)


if __name__ == "__main__":
    known = 4.2e-6
    target = droop(known)
    print(f"target: {1e3 * target:.2f} mm")
    found = fit(target, 1e-6, 2e-5)
    print(f"found k1 = {found:.3e} N·m, known {known:.3e} N·m")
    assert abs(found / known - 1) < 0.03
