"""Tests of the package, as it is installed: python3 -m unittest discover python/tests."""

import doctest
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

import numpy as np

import hysteron as h
import hysteron._server as server

HUNG = """fps = 30
step_s = 0.00834
frames = 13
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
vertices = [7, 7]
fabric = "cotton"
centre_m = [0, 1, 0]
rotation_deg = [90, 0, 0]
pins = ["corner-01", "corner-11"]
[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.1
centre_m = [0, 0.75, -0.3]
"""

FREE = """fps = 30
step_s = 0.00834
gravity_m_s2 = [0, 0, 0]
[air]
density_kg_m3 = 0
[solver]
tolerance_m_s2 = 1e-3
[[sheet]]
name = "sheet"
size_m = [0.4, 0.4]
vertices = [5, 5]
fabric = "cotton"
centre_m = [0, 1, 0]
"""


def start(text=HUNG, **options):
    return h.Scene.from_text(text).start(backend="cpu", **options)


class Case(unittest.TestCase):
    def same(self, a, b):
        """Same bits."""
        self.assertEqual(a.shape, b.shape)
        self.assertEqual(a.tobytes(), b.tobytes())

    def gone(self, pid, seconds=20):
        """The process ends soon."""
        end = time.time() + seconds
        while time.time() < end:
            try:
                if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                    return
            except FileNotFoundError:
                return
            time.sleep(0.02)
        self.fail(f"process {pid} goes on")


class Scenes(Case):
    def test_values(self):
        s = h.Scene("sheet-on-sphere", {"sheet.0.edge_length_m": np.float64(0.08)})
        self.assertEqual(s["sheet.0.edge_length_m"], 0.08)
        self.assertEqual(s["sheet.sheet.fabric.base"], "silk")
        silk = s["sheet.0.fabric.bend_warp.k1_nm"]
        s["sheet.0.fabric"] = "cotton"
        self.assertEqual(s["sheet.0.fabric.warp.k1_n_m"], 135.6)
        self.assertNotEqual(silk, s["sheet.0.fabric.bend_warp.k1_nm"])
        s["sheet.0.fabric.warp.k1_n_m"] = 200
        self.assertEqual(s["sheet.0.fabric.warp.k1_n_m"], 200)
        s["friction.internal"] = False
        s["gravity_m_s2"] = np.array([0, -1.5, 0])
        self.assertEqual((s["friction.internal"], s["gravity_m_s2"]), (False, [0, -1.5, 0]))
        s["sheet.0.fabric"] = "felt"
        self.assertNotEqual(s["sheet.0.fabric.warp.k1_n_m"], 200)
        self.assertEqual(list(s.overrides), ["sheet.0.edge_length_m", "friction.internal", "gravity_m_s2",
                                             "sheet.0.fabric"])
        t = s.copy()
        t["fps"] = 60
        self.assertEqual((s.fps, t.fps, t.steps_per_frame), (24, 60, 4))
        self.assertIn("sheet.0.edge_length_m", list(s.keys()))
        self.assertIn("fps", s)
        self.assertNotIn("fpss", s)

    def test_errors(self):
        s = h.Scene("sheet-on-sphere")
        for path, value, text in (("sheet.0.edge", 1, "edge_length_m"), ("sheet.0.edge_length_m", -1, "≥ 0.0001"),
                                  ("fps", float("nan"), "finite"), ("sheet.7.seed", 1, "sheet"),
                                  ("fps", {1}, "type set"),
                                  ("title", "a\nb", None), ("sheet.0.fabric", "silkk", "silk")):
            before = s.overrides
            try:
                s[path] = value
                if path == "sheet.0.fabric":
                    s["sheet.0.fabric.drag"]
            except h.InputError as e:
                self.assertIsNotNone(text, e)
                self.assertIn(text, str(e))
            else:
                self.assertIsNone(text, path)
            if path != "sheet.0.fabric" and text:
                self.assertEqual(s.overrides, before)
        with self.assertRaisesRegex(h.InputError, "no built-in scene"):
            h.Scene("nope")
        with self.assertRaisesRegex(h.InputError, "s.toml:2"):
            h.Scene.from_text("fps = 24\nframes = true", "s.toml")
        with self.assertRaisesRegex(KeyError, "edge_length_m"):
            h.Scene("sheet-on-sphere")["sheet.0.edge"]
        with self.assertRaisesRegex(h.InputError, "noise_m"):
            h.Scene("sheet-on-sphere").start(seed=3)

    def test_seed(self):
        s = h.Scene.from_text(FREE, set={"sheet.0.noise_m": 1e-3})
        with s.start("cpu", seed=1) as a, s.start("cpu", seed=2) as b, s.start("cpu", seed=2) as c:
            self.assertGreater(np.abs(a.positions - b.positions).max(), 1e-5)
            self.same(b.positions, c.positions)


class Arrays(Case):
    def test_arrays(self):
        with start() as sim:
            n, m = len(sim), len(sim.triangles)
            self.assertEqual(sim.positions.shape, (n, 3))
            self.assertEqual(sim.velocities.dtype, np.float64)
            self.assertEqual((sim.triangles.dtype, sim.triangles.shape), (np.int32, (m, 3)))
            self.assertLess(sim.triangles.max(), n)
            self.assertAlmostEqual(sim.areas.sum(), 0.16)
            self.assertAlmostEqual(sim.masses.sum(), 0.16 * 0.143)
            self.assertEqual(sim.uv.shape, (m, 3, 2))
            self.assertEqual(sim.hinges.shape[1], 4)
            self.assertEqual(set(sim.parts), {"sheet"})
            self.assertEqual(sim.positions[sim.parts["sheet"].vertices].shape, (n, 3))
            ball = sim.bodies[0]
            self.assertEqual(ball.name, "ball")
            r = np.linalg.norm(ball.positions - [0, 0.75, -0.3], axis=1)
            self.assertTrue(np.allclose(r, 0.1, atol=1e-3))
            self.assertLess(ball.triangles.max(), len(ball.positions))
            sim.frame(6)
            self.assertEqual((sim.frame_number, sim.time), (6, sim.time))
            self.assertAlmostEqual(sim.time, 0.2)
            self.assertEqual(sim.report.steps, 24)
            self.assertGreater(sim.report.cg_iterations, 24)
            # The Green strain of each triangle, from positions and material coordinates.
            x, uv = sim.positions[sim.triangles], sim.uv
            d = np.stack([uv[:, 1] - uv[:, 0], uv[:, 2] - uv[:, 0]], 2)
            f = np.stack([x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]], 2) @ np.linalg.inv(d)
            green = (np.swapaxes(f, 1, 2) @ f - np.eye(2)) / 2
            self.assertTrue(np.allclose(sim.strains["warp"], green[:, 0, 0], atol=1e-12))
            self.assertTrue(np.allclose(sim.strains["weft"], green[:, 1, 1], atol=1e-12))
            self.assertGreater(np.abs(sim.strains["warp"]).max(), 1e-6)
            self.assertEqual(sim.friction.unit("warp"), "N/m")
            self.assertEqual(sim.friction.elements("warp"), "triangle")
            self.same(sim.friction["warp"], sim.internal["warp.dahl.sigma"])
            self.assertGreater(np.abs(sim.friction["warp"]).max(), 0)
            with self.assertRaisesRegex(KeyError, "warp"):
                sim.strains["wrap"]

    def test_snapshots(self):
        """An array stays what it was, is not written, and its memory is used again once it is gone."""
        with start() as sim:
            kept, copies = [], []
            for _ in range(40):
                sim.step()
                kept.append(sim.positions)
                copies.append(sim.positions.copy())
            for a, b in zip(kept, copies):
                self.same(a, b)
            self.assertIs(sim.positions, sim.positions)
            with self.assertRaisesRegex(ValueError, "read-only"):
                sim.positions[0] = 0
            with self.assertRaises(ValueError):
                sim.positions.flags.writeable = True
            view = kept[-1][3:5]
            want = view.copy()
            del kept, a
            used = sim._server._memory.used
            for _ in range(400):
                sim.step()
                sim.velocities, sim.positions
            self.assertEqual(sim._server._memory.used, used)
            self.same(view, want)
            self.same(pickle.loads(pickle.dumps(sim.positions)), sim.positions)
            last = sim.positions
        self.assertTrue(np.isfinite(last).all())  # after the end of the process

    def test_growth(self):
        """Memory grows under arrays that are kept."""
        with start() as sim:
            size, kept = sim._server._memory.size, []
            while sim._server._memory.size == size:
                sim._cache.clear()
                kept.append(sim.bodies[0].positions)
            for a in kept[1:]:
                self.same(kept[0], a)


class Stepping(Case):
    def test_run_bits(self):
        """Steps have the bits of a run into a folder, whatever the pipe, the threads and the number of steps."""
        with tempfile.TemporaryDirectory() as out:
            scene = h.Scene.from_text(HUNG, set={"sheet.0.fabric": "silk"})
            seen = []
            result = h.run(scene, Path(out, "run"), backend="cpu", on_frame=seen.append)
            self.assertEqual([r["frame"] for r in seen], list(range(1, 14)))
            self.assertEqual(result["steps"], 48)
            frames = result.positions("sheet")
            self.assertEqual(list(Path.cwd().glob(".*.toml")), [])
            with scene.start("cpu") as a, scene.start("cpu", shared_memory=False, threads=1) as b:
                for i, sim in enumerate(a.frames()):
                    self.same(sim.positions.astype(np.float32), frames[i])
                self.assertEqual(i, 12)
                for n in (1, 5, 30, 12):
                    b.step(n)
                self.assertEqual((b.frame_number, b.time), (a.frame_number, a.time))
                for name in ("positions", "velocities", "friction.warp", "strain.shear", "triangles"):
                    self.same(a._array(name), b._array(name))
                self.assertFalse(b.positions.flags.writeable)
                b.reset()
                self.assertEqual((b.time, b.frame_number), (0, 0))
                b.frame(12)
                self.same(a.positions, b.positions)
            del frames

    def test_save(self):
        with tempfile.TemporaryDirectory() as out, start() as sim:
            file = Path(out, "state")
            pins = sim.pins
            sim.move_pins(pins, sim.positions[pins] + [0, 0.05, 0.1], seconds=0.2)
            f = np.zeros((len(sim), 3))
            f[0] = [0.01, 0, 0]
            sim.forces = f
            sim.bodies[0].move([0, 0, 0.1], [0, 0.5, 0], seconds=0.3)
            sim.step(3)
            state = sim.save()
            sim.save(file)
            self.assertEqual(os.listdir(out), ["state"])
            sim.step(30)
            x, b = sim.positions, sim.bodies[0].positions
            sim.restore(state)
            self.same(sim.forces, f)
            sim.step(30)
            self.same(sim.positions, x)
            with start() as other:
                other.restore(file).step(30)
                self.same(other.positions, x)
                self.same(other.bodies[0].positions, b)
                self.assertEqual(other.time, sim.time)
            with h.Scene("sheet-on-sphere", {"sheet.0.edge_length_m": 0.1}).start("cpu") as other:
                with self.assertRaisesRegex(h.InputError, "another scene"):
                    other.restore(state)
            with self.assertRaisesRegex(h.InputError, "damaged"):
                sim.restore(state[:-1] + bytes([state[-1] ^ 1]))
            sim.step()

    def test_wrong(self):
        """Wrong input is refused with one line, and changes nothing."""
        with start() as sim, start() as other:
            x = sim.positions.copy()
            x[17, 1] = np.nan
            for write in (lambda: setattr(sim, "positions", x), lambda: sim.set_state(velocities=x),
                          lambda: setattr(sim, "forces", x)):
                with self.assertRaisesRegex(h.InputError, "vertex 17 are .*NaN.*expected finite numbers"):
                    write()
            for write, text in ((lambda: setattr(sim, "positions", x[:5]), r"expected \(\d+, 3\)"),
                                (lambda: sim.step(0), "at least 1"), (lambda: sim.step(1.5), "whole"),
                                (lambda: sim.pin([len(sim)]), "expected 0"),
                                (lambda: sim.pin([0.5]), "numbers of vertices"),
                                (lambda: sim.move_pins([3], [[np.inf, 0, 0]]), "vertex 3"),
                                (lambda: sim.move_pins([3], [[0, 0, 0]], seconds=np.nan), "finite"),
                                (lambda: sim.bodies[0].move([np.nan, 0, 0]), "finite"),
                                (lambda: sim.bodies[0].move([0, 0]), "expected"),
                                (lambda: setattr(sim, "wind", [1e9, 0, 0]), "air")):
                with self.assertRaisesRegex(h.InputError, text) as e:
                    write()
                self.assertNotIn("\n", str(e.exception))
            self.same(sim.step(3).positions, other.step(3).positions)
        with self.assertRaisesRegex(h.Error, "closed"):
            sim.step()

    def test_interruption(self):
        """Ctrl-C ends a step within a moment; the simulation goes on."""
        with start() as sim:
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            with self.assertRaises(KeyboardInterrupt):
                sim.step(10**8)
            sim.frame()
            self.assertAlmostEqual(sim.time, sim.frame_number / 30)
            self.assertGreater(sim.frame_number, 0)

    def test_ends(self):
        """Nothing is left when the program is killed, or this process is."""
        with start() as sim:
            os.kill(sim._server.pid, signal.SIGKILL)
            with self.assertRaisesRegex(h.ServerError, "exit status -9"):
                sim.step()
            with self.assertRaisesRegex(h.Error, "closed"):
                sim.positions
        sim = start()
        pid = sim._server.pid
        del sim
        self.gone(pid)
        code = "import test_hysteron as t\nsim = t.start()\nprint(sim._server.pid, flush=True)\nsim.step(10**8)\n"
        with tempfile.TemporaryDirectory() as temporary:
            path = os.pathsep.join(sys.path + [str(Path(__file__).parent)])
            env = dict(os.environ, TMPDIR=temporary, PYTHONPATH=path)
            with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=env) as p:
                pid = int(p.stdout.readline())
                time.sleep(0.2)
                p.kill()
            self.gone(pid)
            self.assertEqual(os.listdir(temporary), [])

    def test_fork(self):
        with start() as sim:
            child = os.fork()
            if child == 0:
                try:
                    sim.step()
                except h.Error as e:
                    os._exit(7 if "process" in str(e) else 1)
                os._exit(0)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)
            sim.step()


class Acting(Case):
    def test_pins(self):
        with start() as sim:
            pins = sim.pins
            self.assertEqual(len(pins), 2)
            x = sim.positions[pins]
            sim.move_pins(pins, x + [0, 0, 0.05])
            sim.step(2)
            self.assertTrue(np.allclose(sim.positions[pins], x + [0, 0, 0.025], atol=1e-12))
            self.assertTrue(np.allclose(sim.velocities[pins], [0, 0, 1.5], atol=1e-9))
            sim.frame()
            self.assertTrue(np.allclose(sim.positions[pins], x + [0, 0, 0.05], atol=1e-15))
            sim.unpin(pins)
            self.assertEqual(sim.pins.size, 0)
            held = sim.positions[:, 1] > 1.19
            sim.pin(held)
            self.assertEqual(list(sim.pins), list(np.flatnonzero(held)))
            sim.reset()
            self.assertEqual(list(sim.pins), list(pins))

    def test_forces(self):
        """Forces m·a accelerate a free sheet as backward Euler says; gravity does the same."""
        a, n, step = np.array([3, -2, 1]), 24, 1 / 120
        want = a * step**2 * n * (n + 1) / 2
        with start(FREE) as sim:
            x = sim.positions
            sim.forces = sim.masses[:, None] * a
            self.same(sim.forces, sim.masses[:, None] * a)
            sim.step(n)
            self.assertLess(np.abs(sim.positions - x - want).max(), 1e-4 * np.abs(want).min())
            sim.reset()
            self.assertFalse(sim.forces.any())
            sim.gravity = a
            self.assertEqual(list(sim.gravity), list(a))
            sim.step(n)
            self.assertLess(np.abs(sim.positions - x - want).max(), 1e-9)

    def test_grab(self):
        """At rest a spring of stiffness k is stretched by F/k."""
        with start(FREE) as sim:
            x = sim.positions
            sim.grab(np.arange(len(sim)), x, 5)
            sim.forces = np.tile([0.01, 0, 0], (len(sim), 1))
            sim.step(600)
            self.assertTrue(np.allclose(sim.positions, x + [0.002, 0, 0], atol=1e-5))
            sim.forces = np.zeros((len(sim), 3))
            sim.release()
            v = sim.velocities.mean(0)
            sim.step(10)
            self.assertTrue(np.allclose(sim.velocities.mean(0), v, atol=1e-6))

    def test_body_and_wind(self):
        with start() as sim, start() as still, start() as blown:
            sim.bodies[0].move([0, 0, 0.4], seconds=0.2)
            blown.wind = [0, 0, 6]
            for s in (sim, still, blown):
                s.step(32)
            self.assertGreater(sim.positions[:, 2].mean(), still.positions[:, 2].mean() + 0.02)
            self.assertGreater(blown.positions[:, 2].mean(), still.positions[:, 2].mean() + 0.02)
            found = sim.check()
            self.assertEqual(found["self_intersections"] + found["body_penetrations"], 0)

    def test_writes(self):
        with start(FREE) as sim:
            x = sim.positions
            sim.positions = x + [1, 0, 0]
            sim.velocities = np.tile([0, 0.6, 0], (len(sim), 1))
            sim.step(4)
            self.assertTrue(np.allclose(sim.positions, x + [1, 0.6 * 4 / 120, 0], atol=1e-9))
            y = sim.positions.copy()
            y[[0, -1]] = y[[-1, 0]]
            with self.assertWarnsRegex(h.HysteronWarning, "intersect"):
                sim.positions = y
        with start() as sim:
            sim.step(20)
            self.assertTrue(sim.friction["warp"].any())
            sim.reset_friction()
            self.assertFalse(sim.friction["warp"].any())


class Commands(Case):
    def test_run(self):
        with tempfile.TemporaryDirectory() as out:
            folder = Path(out, "run")

            def stop(record):
                if record["frame"] == 12:
                    raise RuntimeError("enough")

            scene = h.Scene("sheet-on-sphere", {"sheet.0.edge_length_m": 0.1})
            with self.assertRaisesRegex(RuntimeError, "enough"):
                h.run(scene, folder, frames=40, backend="cpu", on_frame=stop)
            result = h.run(scene, folder, frames=14, backend="cpu", resume=True)
            self.assertEqual(result["frames"], 14)
            self.assertEqual(result.positions().shape[0], 14)
            with self.assertRaisesRegex(h.InputError, "--frames"):
                h.run(scene, folder, frames=0)
            with self.assertRaisesRegex(h.InputError, "no built-in scene"):
                h.run("nope", folder)

    def test_sweep(self):
        with tempfile.TemporaryDirectory() as out:
            seen = []
            scene = h.Scene("sheet-on-sphere", {"step_s": 0.0139})
            tasks = h.sweep(scene, {"sheet.0.edge_length_m": [0.1, 0.2]}, Path(out, "s"), frames=8,
                            on_task=lambda i, n: seen.append((i, n)))
            self.assertEqual(seen, [(1, 2), (2, 2)])
            self.assertEqual([t["values"]["sheet.0.edge_length_m"] for t in tasks], [0.1, 0.2])
            self.assertGreater(tasks[0]["run"]["vertices"], tasks[1]["run"]["vertices"])
            self.assertTrue(Path(out, "s", "gathered.csv").exists())
            with self.assertRaisesRegex(h.InputError, "edge"):
                h.sweep("sheet-on-sphere", {"sheet.0.edge": [1]}, Path(out, "t"))

    def test_measure_and_fit(self):
        """What a virtual instrument measures of a fabric, fit finds again."""
        with tempfile.TemporaryDirectory() as out:
            h.measure("stretch", "cotton", out, as_=["warp"])
            table = next(Path(out).glob("*.csv"))
            found = h.fit("stretch", table, Path(out, "found.toml"), as_=["warp"])
            self.assertTrue(found)
            again = h.Scene("sheet-on-sphere", {"sheet.0.fabric": str(Path(out, "found.toml"))})
            self.assertAlmostEqual(again["sheet.0.fabric.warp.k1_n_m"] / 135.6, 1, delta=0.02)
            with self.assertRaisesRegex(h.InputError, "nothing.csv"):
                h.fit("stretch", Path(out, "nothing.csv"))

    def test_lists(self):
        self.assertIn("flag", [s["name"] for s in h.scenes()["scenes"]])
        self.assertEqual(h.fabric("cotton")["name"], "cotton")


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(h))
    tests.addTests(doctest.DocTestSuite("hysteron.scene"))
    return tests


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main()
