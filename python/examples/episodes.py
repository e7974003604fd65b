"""Episodes of a robot that lays a cloth over a ball: a gripper holds two corners, an action moves it, a reward follows.

The random search below stands for a learner. Each episode begins from the same state, bit for bit.
"""

import numpy as np

import hysteron as h

TABLE = """
fps = 20
[ground]
[[sheet]]
name = "cloth"
size_m = [0.5, 0.5]
edge_length_m = 0.04
fabric = "cotton"
centre_m = [0, 0.6, 0.5]
rotation_deg = [90, 0, 0]
pins = ["corner-01", "corner-11"]
[[body]]
name = "ball"
kind = "sphere"
radius_m = 0.12
centre_m = [0, 0.12, 0]
"""


class Laying:
    """Observations are positions of the cloth; an action is a velocity of the gripper, (y, z) in m/s, for .1 s."""

    length = 12

    def __init__(self):
        self.sim = h.Scene.from_text(TABLE).start(backend="cpu", threads=1)
        self.grip = self.sim.pins
        self.sim.frame(10)  # until it hangs still
        self.begin = self.sim.save()

    def reset(self):
        self.sim.restore(self.begin)
        self.t = 0
        return self.sim.positions

    def step(self, action):
        action = np.clip(action, -1.2, 1.2)
        seconds = 2 / self.sim.scene.fps
        to = self.sim.positions[self.grip] + seconds * np.array([0, *action])
        self.sim.move_pins(self.grip, np.maximum(to, [-np.inf, 0.02, -np.inf]), seconds)
        self.sim.frame(2)
        self.t += 1
        done = self.t == self.length
        if done:
            self.sim.unpin(self.grip)
            self.sim.frame(10)
        x = self.sim.positions
        # How near the middle of the cloth is to the top of the ball.
        reward = -np.linalg.norm(x.mean(0) - [0, 0.24, 0]) if done else 0.0
        return x, reward, done, self.sim.report


def episode(env, plan):
    env.reset()
    for action in plan:
        x, reward, done, report = env.step(action)
    return reward


if __name__ == "__main__":
    env, rng = Laying(), np.random.default_rng(1)
    plan = np.tile([0.0, -0.4], (Laying.length, 1))
    best = first = episode(env, plan)
    assert episode(env, plan) == first  # the same bits
    print(f"a straight pull: {first:.3f}")
    for i in range(8):
        trial = plan + rng.normal(0, 0.3, plan.shape)
        reward = episode(env, trial)
        if reward > best:
            plan, best = trial, reward
        print(f"trial {i + 1}: {reward:.3f}, best {best:.3f}")
    found = env.sim.check()
    assert found["self_intersections"] == 0 and best >= first
