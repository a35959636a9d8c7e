"""When the time of a header is in doubt; the clocks are counted by hand."""

import pytest

from badugi_hh.history.times import find_doubt, read_moment

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("local", "zone", "eastern"),
    [
        ("2010/11/10 11:32:07", "ET", None),
        ("2010/11/10 16:32:07", "UTC", None),
        ("2010/11/10 17:32:07", "CET", "2010/11/10 11:32:07"),
        ("2010/11/10 8:32:07", "PT", "2010/11/10 11:32:07"),
        ("2010/07/10 17:32:07", "CET", "2010/07/10 11:32:07"),  # both have summer time
        ("2010/11/03 16:32:07", "CET", "2010/11/03 11:32:07"),  # only America has it still
        ("2010/11/07 07:30:00", "CET", "2010/11/07 1:30:00"),  # an hour that New York has twice
        ("2010/11/07 06:30:00", "CET", "2010/11/07 1:30:00"),
        ("2010/11/10 22:02:07", "IST", "2010/11/10 11:32:07"),  # India, and Israel
        ("2010/11/10 18:32:07", "IST", "2010/11/10 11:32:07"),
        ("2010/11/11 01:32:07", "JST", "2010/11/10 11:32:07"),
    ],
)
def test_times_that_agree(local, zone, eastern):
    assert find_doubt(read_moment(local, zone, eastern)) is None


@pytest.mark.parametrize(
    ("local", "zone", "eastern"),
    [
        ("2010/11/10 18:32:07", "CET", "2010/11/10 11:32:07"),
        ("2010/11/10 17:32:08", "CET", "2010/11/10 11:32:07"),
        ("2010/11/10 16:32:07", "ET", "2010/11/10 11:32:07"),
        ("2010/11/10 22:03:07", "IST", "2010/11/10 11:32:07"),
        ("2010/11/11 07:32:07", "MSK", "2010/11/10 11:32:07"),
        ("2010/11/07 08:30:00", "CET", "2010/11/07 1:30:00"),
    ],
)
def test_times_that_contradict_each_other(local, zone, eastern):
    assert find_doubt(read_moment(local, zone, eastern)) == (
        f"{local} {zone} does not match {eastern} ET; the ET time is used"
    )


def test_a_zone_that_gives_no_utc():
    doubt = find_doubt(read_moment("2010/11/10 11:32:07", "TE", None))
    assert doubt == "the zone TE gives no UTC without an ET time; filters by date do not find this hand"
