"""No way out: a query is run where the system itself lets nobody call another machine.

The engine (pyoxigraph and the `oxigraph` server alike) answers SERVICE over HTTP and has no option against it, and no
second reading of a query's text can be trusted to find the word where the engine finds it. On Linux the thread, or the
process, that runs a query is therefore forbidden by a seccomp filter to connect to anything or to send to an address; it
holds for threads and processes that it starts, and cannot be taken back. What is there already (a socket that listens,
a file) goes on working. Where the system has no such filter, `can_cut_off` says so and the guard refuses more.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from functools import cache
from typing import TypeVar

__all__ = ["can_cut_off", "cut_off", "die_with_parent", "run_offline"]

T = TypeVar("T")

#: Machine → its number in the kernel's audit, and the numbers of connect, sendto, sendmsg, sendmmsg.
_CALLS = {
    "x86_64": (0xC000003E, (42, 44, 46, 307)),
    "aarch64": (0xC00000B7, (203, 206, 211, 269)),
    "riscv64": (0xC00000F3, (203, 206, 211, 269)),
}
#: io_uring_setup, _enter, _register (the same everywhere): a second door to the same calls.
_RINGS = (425, 426, 427)

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_CALL, _ARCH, _FIFTH = 0, 4, 16 + 8 * 4  # where the kernel puts number, machine and fifth argument (low half first)
_END_WITH_PARENT, _NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 1, 38, 22, 2


class _Step(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("k", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("steps", ctypes.POINTER(_Step)))


@cache
def _program() -> _Program | None:
    """The filter for this machine; None where there is none."""
    if sys.platform != "linux" or platform.machine() not in _CALLS or ctypes.sizeof(ctypes.c_void_p) != 8:
        return None
    machine, (connect, sendto, *sends) = _CALLS[platform.machine()]
    closed = (connect, *sends, *_RINGS)
    # 0–4: another machine's calls (and those of x32) are refused; then each closed call; then `sendto` by its address.
    steps = [
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, machine),
        (_RETURN, 0, 0, _REFUSE),
        (_LOAD, 0, 0, _CALL),
        (_AT_LEAST, len(closed) + 5, 0, 0x40000000),
        *((_EQUAL, len(closed) - n + 4, 0, call) for n, call in enumerate(closed)),
        (_EQUAL, 0, 5, sendto),
        (_LOAD, 0, 0, _FIFTH),
        (_EQUAL, 0, 2, 0),
        (_LOAD, 0, 0, _FIFTH + 4),
        (_EQUAL, 1, 0, 0),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
    kept = (_Step * len(steps))(*(_Step(*step) for step in steps))
    return _Program(len(steps), ctypes.cast(kept, ctypes.POINTER(_Step)))


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def cut_off() -> None:
    """Forbid this thread, and whatever it starts, to call another machine. Raises OSError where that cannot be done."""
    program = _program()
    if program is None:
        raise OSError(errno.ENOSYS, "this system has no filter of system calls")
    for what in (
        (_NO_NEW_PRIVILEGES, 1, 0, 0, 0),
        (_SECCOMP, _FILTER, ctypes.byref(program), 0, 0),
    ):
        if _libc().prctl(*(ctypes.c_ulong(x) if isinstance(x, int) else x for x in what)):
            raise OSError(ctypes.get_errno(), "the filter of system calls cannot be set")


def die_with_parent() -> None:
    """Ask Linux to kill this process when the one that started it ends in whatever way."""
    _libc().prctl(*(ctypes.c_ulong(x) for x in (_END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)))


@cache
def can_cut_off() -> bool:
    """Whether a thread can be cut off here, tried out: one that is can neither connect nor send to an address."""
    held: list[bool] = []

    def probe() -> None:
        try:
            cut_off()
        except OSError:
            return
        with socket.socket() as stream, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as packets:
            # Port 9 of this machine: whoever listens there gets nothing, as the kernel refuses before it looks.
            held.append(
                _refused(lambda: stream.connect(("127.0.0.1", 9)))
                and _refused(lambda: packets.sendto(b"", ("127.0.0.1", 9)))
            )

    if _program() is not None:
        thread = threading.Thread(target=probe, daemon=True)
        thread.start()
        thread.join()
    return held == [True]


def _refused(call: Callable[[], object]) -> bool:
    try:
        call()
    except PermissionError:
        return True
    except OSError:
        return False
    return False


def run_offline(call: Callable[[], T]) -> T:
    """What `call` gives or raises, run in a thread of its own that is cut off, where that can be had.

    Nothing lazy may be given back: what is read outside would be computed outside. An interrupt (Ctrl+C) is heard at once;
    the thread then ends with the program.
    """
    if not can_cut_off():
        return call()
    given: list[T] = []
    raised: list[BaseException] = []

    def work() -> None:
        try:
            cut_off()
            given.append(call())
        except BaseException as error:
            # The engine's answers must be let go of in the thread in which they were made.
            traceback.clear_frames(error.__traceback__)
            raised.append(error)

    thread = threading.Thread(target=work, name="query", daemon=True)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]
    return given[0]
