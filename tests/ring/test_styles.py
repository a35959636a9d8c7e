"""The blueprint against the styles of the simulator, by duplicate deals at the engine's table."""

import pytest
from support.players import gain_over

from badugi_hh.simulate.styles import STYLES

STYLES_OF_ALL = ("SOLID", "SOUND", "ROCK", "CALLER", "MANIAC", "NOVICE")


def test_a_novice_wins_less_in_the_same_seat():
    gain, error = gain_over(STYLES["NOVICE"], None, 2000, 1)
    assert gain > 2 * error


@pytest.mark.long
@pytest.mark.parametrize("name", STYLES_OF_ALL)
def test_no_style_wins_more_in_the_same_seat(name):
    """Against five players of the style, and against five who play the blueprint."""
    for others in (STYLES[name], None):
        gain, error = gain_over(STYLES[name], others, 20_000, 2)
        assert gain > -2 * error
