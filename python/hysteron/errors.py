"""What may go wrong, as exceptions."""


class Error(Exception):
    """The program cannot do what was asked for: its one clear line."""


class InputError(Error, ValueError):
    """A scene, a value or an array is wrong. The text names file, line and key, or the vertex, and what was expected."""


class StepError(Error):
    """A step failed even in its smallest sub-steps. The state is that of the last good sub-step."""


class NotGoodError(Error):
    """A run came to its end and its verdict is not good. ``result`` is what it measured."""

    def __init__(self, text, result=None):
        super().__init__(text)
        self.result = result


class ServerError(Error):
    """The program has ended, or cannot be started. The text has the last lines that it wrote."""


class HysteronWarning(UserWarning):
    """What should be looked at: of a scene, or of positions that were written."""
