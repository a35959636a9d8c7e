"""Whatever a file holds, reading and checking it raises nothing, and takes time in proportion to its length."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.faults import simulated
from support.growing import GROWING
from support.work import calls

from badugi_hh.engine.rules import POKERSTARS
from badugi_hh.history.lines import grammar
from badugi_hh.history.source import InputError, Source, read_blocks
from badugi_hh.store.hand_checks import Views, check_block, summarize


def first_inputs():
    """Return what a search begins with, by name: simulated hands of each game, two in one file, and one in UTF-16."""
    texts = ["\n".join(hand_text.lines) + "\n" for hand_text in simulated(9, 8)]
    shortest = sorted(texts, key=len)
    two = f"\ufeff{shortest[0]}\n\n\n{shortest[1]}".replace("\n", "\r\n")
    hands = {f"hand-{number}.txt": text.encode() for number, text in enumerate(texts, 1)}
    return hands | {"two-hands.txt": two.encode(), "utf-16.txt": shortest[0].encode("utf-16")}


def one_input(data):
    """Validate the bytes as one file; return how many problems it has, one for a file that cannot be read."""
    try:
        blocks, problems = read_blocks(Source.of("fuzz.txt", data))
    except InputError:
        return 1
    count = len(problems)
    views = Views(POKERSTARS)
    for block in blocks:
        checked = check_block(block, POKERSTARS)
        for problem in checked.problems:
            assert str(problem).startswith("fuzz.txt"), problem
        count += len(checked.problems) + bool(views.compare(summarize(checked), block))
    return count


INPUTS = first_inputs()
TEXTS = [data.decode() for name, data in INPUTS.items() if name.startswith("hand-")]
LINES = sorted({line for text in TEXTS for line in text.splitlines()})
ODD = (
    *("\x00", "\ufeff", "\ud800", "\udbff\udc00", "\u2028", "\r", "\t" * 50, "*** SUMMARY ***", "²", "१"),
    *("9" * 5000, "$" + "9" * 400 + ".99", "[" * 3000, "(" * 3000 + ")" * 3000, "[" + "Ac " * 500 + "]"),
)


@pytest.mark.parametrize("name", INPUTS)
def test_the_first_inputs_have_no_problem(name):
    assert one_input(INPUTS[name]) == 0


@given(st.binary(max_size=300))
@example(b"")
@example(b"\x00")
@example(b"\xff\xfeP\x00")
@example(b"\xef\xbb\xbf")
@example(b"\x1f\x8b")  # begins as a .gz archive
def test_bytes(data):
    one_input(data)


@given(st.sampled_from(TEXTS), st.binary(min_size=1, max_size=12), st.integers(0, 5000), st.integers(0, 60))
def test_bytes_within_a_hand(text, some, place, gone):
    data = text.encode()
    place %= len(data)
    one_input(data[:place] + some + data[place + gone :])


@st.composite
def spliced(draw):
    """A hand with lines of other hands in it, lines left out, and odd characters within lines."""
    lines = draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(1, len(lines) - 1))
        match draw(st.sampled_from(["insert", "replace", "drop", "odd", "digit"])):
            case "insert":
                lines.insert(place, draw(st.sampled_from(LINES)))
            case "replace":
                lines[place] = draw(st.sampled_from(LINES))
            case "drop" if len(lines) > 2:
                del lines[place]
            case "odd":
                cut = draw(st.integers(0, len(lines[place])))
                lines[place] = lines[place][:cut] + draw(st.sampled_from(ODD)) + lines[place][cut:]
            case "digit":
                lines[place] = "".join(
                    draw(st.sampled_from("0123456789")) if each.isdigit() else each for each in lines[place]
                )
    return draw(st.sampled_from(["\n", "\r\n", "\r"])).join(lines)


@given(spliced(), st.sampled_from(["utf-8", "utf-16", "utf-16-le", "cp1252", "latin-1"]))
@settings(max_examples=150)
def test_spliced_hands_in_any_encoding(text, encoding):
    errors = "surrogatepass" if encoding.startswith("utf") else "replace"
    one_input(text.encode(encoding, errors))


@pytest.mark.long
@given(spliced())
@settings(max_examples=20_000)
def test_many_spliced_hands(text):
    one_input(text.encode("utf-8", "surrogatepass"))


@given(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3), st.data())
def test_mixed_encodings_in_one_file(texts, data):
    encodings = [data.draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"])) for _ in texts]
    one_input(b"\n\n".join(text.encode(way, "replace") for text, way in zip(texts, encodings, strict=True)))


def test_a_card_twice_in_a_summary_raises_nothing():
    text = next(text for text in TEXTS if " mucked [" in text)
    head, bracket, tail = text.rpartition(" mucked [")
    one_input(f"{head}{bracket}{tail[:3]}{tail[:3]}{tail[6:]}".encode())


@pytest.mark.parametrize("name", GROWING)
def test_work_grows_with_the_length_and_no_faster(name):
    """Eight times the text, of lines that are not known yet: squared it would be 64 times the work."""
    small, large = (GROWING[name](TEXTS[0], times).encode() for times in (20, 160))

    def read_first(data):
        grammar().recall.cache_clear()
        one_input(data)

    read_first(small)
    assert calls(lambda: read_first(large)) < 12 * calls(lambda: read_first(small))
