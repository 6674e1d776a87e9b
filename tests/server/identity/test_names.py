"""Names: what they may be made of, and which ones look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puur.server.identity.names import clean_name, guest_name, looked_up, name_key
from puur.server.identity.refusals import Refused


@pytest.mark.parametrize(
    "name",
    ["Vreni", "René", "Jürg 77", "Anne-Marie", "J.R.Ewing", "Æbleskiver", "Łukasz", "Şahin", "Straße"],
)
def test_names_of_people_are_fine(name: str) -> None:
    assert clean_name(name) == name


def test_a_name_is_normalised() -> None:
    assert clean_name("  Jürg ") == "Jürg"
    assert clean_name("Ｖｒｅｎｉ") == "Vreni"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "name-too-short"),
        (" a ", "name-too-short"),
        ("a" * 25, "name-too-long"),
        ("ab  cd", "name-characters"),
        ("-abc", "name-characters"),
        ("abc.", "name-characters"),
        ("123", "name-characters"),
        ("a\u200bbc", "name-characters"),
        ("a\u202ebc", "name-characters"),
        ("аbс", "name-characters"),
        ("Βετα", "name-characters"),
        ("abc\n", "abc"),
        ("a\x00bc", "name-characters"),
        ("ɪvan", "name-characters"),
        ("ab🂡", "name-characters"),
        ("a<b>c", "name-characters"),
        ("ADM1N", "name-reserved"),
        ("P-u-u-r", "name-reserved"),
        ("Gäst", "name-reserved"),
    ],
)
def test_others_are_refused_with_a_reason(name: str, reason: str) -> None:
    found = clean_name(name)
    assert (found.reason if isinstance(found, Refused) else found) == reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Vreni", "VRENI"),
        ("René", "Rene"),
        ("Oskar", "0skar"),
        ("Lili", "1il1"),
        ("Bernd", "Bemd"),
        ("Anne Marie", "anne-marie"),
        ("Strasse", "Straße"),
        ("Vvalter", "Walter"),
        ("Susi", "5u5i"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_different_names_have_different_keys() -> None:
    names = ["Vreni", "Verena", "Sepp", "Seppi", "Jürg", "Jörg", "Anna", "Hanna", "Max", "Maks"]
    assert len(set(map(name_key, names))) == len(names)


@given(st.text(max_size=40))
def test_a_name_that_is_accepted_stays_as_it_is_and_fits_its_columns(text: str) -> None:
    name = clean_name(text)
    if isinstance(name, str):
        assert clean_name(name) == name
        assert 3 <= len(name) <= 24
        assert 1 <= len(name_key(name)) <= 48
        assert name_key(name.upper()) == name_key(name)
        assert looked_up(text) == name_key(name)


def test_the_name_of_a_new_guest_is_a_valid_one() -> None:
    for _ in range(200):
        name = guest_name()
        assert clean_name(name) == name
