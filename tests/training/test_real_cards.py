"""Solved strategies played with real cards, and the engine that confirms them hand by hand."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from real_cards import Strategy
from real_play import CALLS, RAISES, STRATEGY, STYLES, TIGHT, play_real_cards, strategy_of_table
from support.players import mixed, of_table, play_cards, plays_line, plays_style

from badugi_hh.installation import data_folder
from badugi_hh.simulate.chance import Chance
from badugi_hh.simulate.styles import SOLID
from badugi_hh.solve.classes import CLASSES
from badugi_hh.solve.game import BIG_BET, HEADS_UP, SB_BB, Game
from badugi_hh.solve.look_up import look_up
from badugi_hh.solve.public_tree import build_tree
from badugi_hh.solve.shipped_tables import find_table
from badugi_hh.solve.solved_table import read_table

SPOTS = sorted(path.stem for path in data_folder("tables").glob("*.table"))
DEAD_BLIND = Game("dead-blind", ("opener", "big blind"), posted=(0, 2), dead=1, limp=False)
GOLDEN = Path(__file__).parents[1] / "golden" / "one-draw.table"


def words_of(tree, path):
    """The actions of a recorded hand as words."""
    state, words = tree.start, []
    for action in path:
        if action < 0:
            break
        name, state = tree.game.moves(state)[action]
        words.append(name)
    assert state.actor is None
    return words


def check_with_engine(tree, played):
    """Each recorded hand has the result that the engine computes from the same cards and actions."""
    total = 0.0
    for cards, paths in zip(played.cards.tolist(), played.paths.tolist(), strict=True):
        assert len(set(cards)) == len(cards)
        for exchanged, path in enumerate(paths):
            both = (plays_line(words_of(tree, path)),) * 2
            total += play_cards(tree.game, cards, exchanged, both)
    assert total / (2 * len(played.cards)) / BIG_BET == pytest.approx(played.value, abs=1e-6)


@pytest.mark.parametrize("game", [HEADS_UP, DEAD_BLIND, SB_BB], ids=lambda game: game.name)
def test_the_engine_confirms_hands_of_random_players(game):
    """With two bets a round and draws of one card the tree is small, and random players come to every part of it."""
    tree = build_tree(replace(game, cap=2, draws=(1, 1, 1)))
    every = np.arange(CLASSES, dtype=np.int16)
    random = Strategy(
        np.zeros(len(tree.nodes), np.int64),
        np.zeros(4 * CLASSES, np.float32),
        np.stack([every, every]),
        np.array([CLASSES] * 2),
    )
    check_with_engine(tree, play_real_cards(tree, random, 150, recorded=150))


# --- the game with one draw: a seeded form of what the long test does with the whole game


@pytest.fixture(scope="module")
def one_draw():
    table = read_table(GOLDEN)
    tree = build_tree(table.game)
    return table, tree, strategy_of_table(tree, table)


def test_the_model_is_right_about_the_value_with_real_cards(one_draw):
    table, tree, strategy = one_draw
    played = play_real_cards(tree, strategy, 150_000, seed=2)
    assert played.error < 0.0015
    assert played.value == pytest.approx(table.header["value"], abs=0.002 + 2 * played.error)
    separate = play_real_cards(tree, strategy, 150_000, separate=True)
    assert separate.value == pytest.approx(table.header["value"], abs=0.001 + 2 * separate.error)


@pytest.mark.parametrize("style", [RAISES, CALLS, TIGHT])
def test_fixed_styles_lose_from_both_seats(one_draw, style):
    """They win less than the strategy does in that seat, by more than two standard errors."""
    table, tree, strategy = one_draw
    as_big_blind = play_real_cards(tree, strategy, 20_000, styles=(STRATEGY, style))
    as_button = play_real_cards(tree, strategy, 20_000, styles=(style, STRATEGY))
    assert as_big_blind.value - 2 * as_big_blind.error > table.header["value"]
    assert as_button.value + 2 * as_button.error < table.header["value"]


# --- the whole games, from the tables that come with the program


@pytest.mark.long
@pytest.mark.parametrize("spot", SPOTS)
def test_the_stored_strategies_are_worth_what_the_model_says(spot):
    """To a standard error of 0.002 the value is within 0.006 big bets of the model's: heads-up with one deck.

    In the other games card removal is worth 0.007 to the opener; with a deck for each player nothing is removed, and
    the model is right. Where a table ends, players call with good hands and fold the others.
    """
    table = find_table(spot)
    tree = build_tree(table.game)
    strategy = strategy_of_table(tree, table)
    played = play_real_cards(tree, strategy, 500_000)
    separate = play_real_cards(tree, strategy, 500_000, separate=True)
    assert max(played.error, separate.error) < 0.002
    assert separate.value == pytest.approx(table.header["value"], abs=0.006)
    removed = 0.006 if spot == "heads-up" else 0.015
    assert played.value == pytest.approx(table.header["value"], abs=removed)
    off = abs(played.value - table.header["value"])
    assert off < look_up(table, "").error, "prices of the first decision do not cover it"
    for style in (RAISES, CALLS, TIGHT):
        as_big_blind = play_real_cards(tree, strategy, 100_000, styles=(STRATEGY, style))
        as_opener = play_real_cards(tree, strategy, 100_000, styles=(style, STRATEGY))
        assert as_big_blind.value - 2 * as_big_blind.error > played.value, STYLES[style]
        assert as_opener.value + 2 * as_opener.error < played.value, STYLES[style]
    check_with_engine(tree, play_real_cards(tree, strategy, 500, recorded=500))


@pytest.mark.long
def test_the_simulators_player_loses_to_the_table_from_both_seats():
    """The engine plays; each deal is played with the hands exchanged."""
    table = find_table("heads-up")
    random, chance = Random(4), Chance(4)  # noqa: S311 - repeatable, not secret
    table_player = mixed(of_table(table), random)
    for sign in (1, -1):
        results = []
        for _ in range(3_000):
            cards = random.sample(range(52), 22)
            for exchanged in (0, 1):
                players = (table_player, plays_style(SOLID, chance))
                results.append(play_cards(table.game, cards, exchanged, players[::sign]) / BIG_BET)
        won = sign * np.array(results).reshape(-1, 2).mean(axis=1)
        error = won.std() / len(won) ** 0.5
        value = sign * table.header["value"]
        assert won.mean() - 2 * error > value
