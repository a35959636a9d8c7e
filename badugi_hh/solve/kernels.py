"""The functions of vectors that walks use: compiled loops where numba is installed, NumPy without it."""

from badugi_hh.solve.compiled import COMPILED

if COMPILED:
    from badugi_hh.solve.loops import (
        add_to,
        average,
        finish,
        improve,
        mix_values,
        play,
        play_average,
        spread,
        total_of,
    )
else:
    from badugi_hh.solve.vectors import (
        add_to,
        average,
        finish,
        improve,
        mix_values,
        play,
        play_average,
        spread,
        total_of,
    )

__all__ = [
    "add_to",
    "average",
    "finish",
    "improve",
    "mix_values",
    "play",
    "play_average",
    "spread",
    "total_of",
]
