"""The process behind a simulation: messages over pipes, and arrays in memory that both have mapped (docs/serve.md)."""

from __future__ import annotations

import json
import logging
import mmap
import os
import queue
import shutil
import struct
import subprocess
import tempfile
import threading
import warnings
import weakref
from pathlib import Path
from typing import Any, Callable, Sequence

import numpy as np

from .errors import Error, HysteronWarning, InputError, ServerError, StepError

PROTOCOL = 1
_HEADER = struct.Struct("<IQ")
log = logging.getLogger("hysteron")


def program() -> str:
    """Path of the program hysteron: that of the environment variable HYSTERON_PROGRAM, in the package, or in PATH."""
    own = Path(__file__).parent / "bin" / ("hysteron.exe" if os.name == "nt" else "hysteron")
    for path in (os.environ.get("HYSTERON_PROGRAM"), str(own), shutil.which("hysteron")):
        if path and os.path.isfile(path):
            return path
    raise ServerError(f"no program hysteron: expected it at {own}, in PATH or in HYSTERON_PROGRAM")


class _Block:
    """A piece of shared memory under an array. It returns to the free ones when no array has it any more."""

    def __init__(self, memory: "_Memory", at: int, size: int, dtype: str, shape: Sequence[int], readonly: bool):
        self._map = memory.map  # stays mapped while an array lies there
        self._free, self._at = memory.free.setdefault(size, []), at
        self.__array_interface__ = {"data": (memory.base + at, readonly), "typestr": dtype, "shape": tuple(shape),
                                    "version": 3}

    def __del__(self):
        self._free.append(self._at)


class _Memory:
    """Memory that is shared with the program: a file without a name, so that nothing is left when both are gone."""

    def __init__(self):
        if hasattr(os, "memfd_create"):
            self.fd = os.memfd_create("hysteron")
            self._file = None
        else:
            self._file = tempfile.TemporaryFile()
            self.fd = self._file.fileno()
        self.size, self.used, self.free = 0, 0, {}
        self._grow(1 << 20)

    def _grow(self, size: int) -> None:
        os.ftruncate(self.fd, size)
        self.map = mmap.mmap(self.fd, size)
        self.base = np.frombuffer(self.map, np.uint8).__array_interface__["data"][0]
        self.size = size

    def array(self, dtype: str, shape: Sequence[int], readonly: bool = True) -> tuple[np.ndarray, int]:
        """Return an array that no other one overlaps, and where it is."""
        count = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
        size = max(4096, 1 << (count - 1).bit_length()) if count else 4096
        try:
            at = self.free[size].pop()
        except (KeyError, IndexError):
            at = self.used
            if at + size > self.size:
                self._grow(max(2 * self.size, at + size))
            self.used = at + size
        return np.asarray(_Block(self, at, size, dtype, shape, readonly)), at

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        else:
            os.close(self.fd)


def _read(stream, to: "queue.SimpleQueue") -> None:
    """Hand on the messages of a stream, and None at its end. It is a thread's, so that no interruption cuts one."""
    try:
        while True:
            head = stream.read(_HEADER.size)
            if len(head) < _HEADER.size:
                break
            n, bulk = _HEADER.unpack(head)
            text, data = stream.read(n), stream.read(bulk)
            if len(text) < n or len(data) < bulk:
                break
            to.put((json.loads(text), data))
    except (OSError, ValueError):
        pass
    to.put(None)


def _end(process: subprocess.Popen, memory: "_Memory | None", errors, owner: int) -> None:
    """End the program: it does when its input closes."""
    if os.getpid() != owner:  # a fork, which has copies of the pipes
        return
    try:
        process.stdin.close()
    except OSError:
        pass
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
    errors.close()
    if memory is not None:
        memory.close()


class Server:
    """A program hysteron that serves one client. It ends with this object, and with this process however that ends."""

    def __init__(self, threads: int | None = None, shared: bool | None = None, cache: bool = True):
        if shared is None:
            shared = os.name == "posix"
        self._memory = _Memory() if shared else None
        args = [program(), "serve"]
        if self._memory is not None:
            args += ["--memory", str(self._memory.fd)]
        if not cache:
            args.append("--no-dress-cache")
        env = dict(os.environ)
        if threads is not None:
            if int(threads) < 1:
                raise InputError(f"threads = {threads}: expected at least 1")
            env["GOMAXPROCS"] = str(int(threads))
        errors = tempfile.TemporaryFile()
        options: dict[str, Any] = {}
        if os.name == "posix":
            # An interruption of a terminal is this process's to handle.
            options = {"start_new_session": True, "pass_fds": [self._memory.fd] if self._memory is not None else []}
        try:
            self._process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                             env=env, **options)
        except OSError as e:
            raise ServerError(f"cannot start {args[0]}: {e}") from e
        self._errors, self._lock, self._pid, self._id = errors, threading.RLock(), os.getpid(), 0
        self._messages: queue.SimpleQueue = queue.SimpleQueue()
        threading.Thread(target=_read, args=(self._process.stdout, self._messages), daemon=True).start()
        self.close = weakref.finalize(self, _end, self._process, self._memory, errors, self._pid)
        self.info, _ = self.call("hello", protocol=PROTOCOL)

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    def call(self, op: str, send: Sequence[tuple[str, np.ndarray]] = (),
             get: Sequence[tuple[str, str, Sequence[int]]] = (), bulk: bytes = b"",
             progress: Callable[[str, float], None] | None = None, **fields: Any) -> tuple[Any, Any]:
        """Send a request, with arrays or bulk data, and wait for its answer.

        ``get`` lists arrays to be received: name, dtype, shape. Returns the result, and these arrays by name or,
        without any, the bulk data. While it waits, an interruption (Ctrl-C) ends the request in the program too.
        """
        if os.getpid() != self._pid:
            raise Error("the simulation belongs to the process that started it: expected to start one in this process")
        with self._lock:
            if not self.close.alive:
                raise Error("the simulation is closed")
            arrays, keep = [], []
            for name, value in send:
                dtype = value.dtype.newbyteorder("<").str
                if self._memory is not None:
                    block, at = self._memory.array(dtype, value.shape, readonly=False)
                    block[...] = value
                    keep.append(block)
                else:
                    at = len(bulk)
                    bulk += value.astype(dtype).tobytes()
                arrays.append({"name": name, "at": at, "dtype": dtype, "shape": list(value.shape)})
            received = {}
            for name, dtype, shape in get:
                at = 0
                if self._memory is not None:
                    received[name], at = self._memory.array(dtype, shape)
                arrays.append({"name": name, "at": at})
            self._id += 1
            request = {"id": self._id, "op": op, **fields}
            if arrays:
                request["arrays"] = arrays
            self._send(request, bulk)
            answer, data = self._answer(progress)
            if self._memory is None:
                for a in answer.get("arrays", ()):
                    array = np.frombuffer(data, a["dtype"], int(np.prod(a["shape"], dtype=np.int64)), a["at"])
                    received[a["name"]] = array.reshape(a["shape"])
            return answer.get("result"), received if get else data

    def _send(self, request: dict, bulk: bytes = b"") -> None:
        try:
            text = json.dumps(request, allow_nan=False).encode()
        except ValueError as e:
            raise InputError(f"{request['op']}: expected finite numbers") from e
        try:
            self._process.stdin.write(_HEADER.pack(len(text), len(bulk)) + text)
            self._process.stdin.write(bulk)
            self._process.stdin.flush()
        except OSError as e:
            raise self._ended() from e

    def _answer(self, progress) -> tuple[dict, bytes]:
        """Wait for the answer to the last request."""
        cancelled: BaseException | None = None
        while True:
            try:
                message = self._messages.get()
                if message is None:
                    raise self._ended()
                answer, data = message
                if answer.get("id") != self._id:
                    continue
                kind = answer.get("event")
                if kind is None:
                    break
                self._event(kind, answer, progress)
            except Error:
                raise
            except BaseException as e:  # KeyboardInterrupt, a timeout of a signal handler, an error of progress
                if cancelled is not None:
                    self.close()
                    raise
                cancelled = e
                self._send({"op": "cancel", "of": self._id})
        if cancelled is not None:
            raise cancelled
        error = answer.get("error")
        if error is None:
            return answer, data
        kinds = {"input": InputError, "step": StepError, "interrupted": KeyboardInterrupt}
        raise kinds.get(error["kind"], Error)(error["text"])

    @staticmethod
    def _event(kind: str, answer: dict, progress) -> None:
        if kind == "warning":
            warnings.warn(answer["text"], HysteronWarning, stacklevel=6)
        elif kind == "note":
            log.info("%s", answer["text"])
        elif progress is not None:
            progress(answer.get("text", ""), answer.get("done", 0.0))

    def _ended(self) -> ServerError:
        """Say why the program is gone."""
        code = None
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            pass
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().split("\n")
        self.close()
        return ServerError(f"the program has ended (exit status {code}): {' '.join(said[-3:])}")


_shared: Server | None = None


def shared() -> Server:
    """The server that reads scenes: one of this process, started when it is first needed."""
    global _shared
    if _shared is None or not _shared.close.alive or _shared._pid != os.getpid():
        _shared = Server(shared=False)
    return _shared
