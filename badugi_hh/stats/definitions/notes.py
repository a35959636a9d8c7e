"""What holds for all statistics, said once: for `badugi-hh stats --list` and the page that lists them."""

NOTES = (
    (
        "Blinds, antes and posted chips are forced: they are no decisions, neither calls nor raises. Nor is what "
        "the room does for a player who sits out or whose time is up."
    ),
    "A big bet is that of fixed limit; in no limit, pot limit and half-pot limit it stands for the big blind.",
    (
        "Positions count back from the button: BTN, CO, HJ, MP, and EP for all seats before those, which only tables of "
        "seven and more have. Heads-up the button is SB."
    ),
    (
        "A tournament counts whole, with what it cost, its place and its prizes, in every part of a split and under every "
        "filter that has one of its hands. The tournament figures of all parts therefore do not add up."
    ),
)
