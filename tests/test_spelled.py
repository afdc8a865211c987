"""Amounts in words, as art. 54 of the regulation of 1979 has a day's total; each written by hand."""

import pytest

from tapete.spelled import MOST, spelled

SPELLED = {
    0: ("cero euros", "cero euros", "zero euro", "zero euros"),
    1_00: ("un euro", "un euro", "euro bat", "one euro"),
    1: (
        "cero euros con un céntimo",
        "cero euros con un céntimo",
        "zero euro eta zentimo bat",
        "zero euros and one cent",
    ),
    21_00: ("veintiún euros", "vinte e un euros", "hogeita bat euro", "twenty-one euros"),
    36_00: ("treinta y seis euros", "trinta e seis euros", "hogeita hamasei euro", "thirty-six euros"),
    77_00: (*("setenta y siete euros", "setenta e sete euros", "hirurogeita hamazazpi euro", "seventy-seven euros"),),
    100_00: ("cien euros", "cen euros", "ehun euro", "one hundred euros"),
    101_00: ("ciento un euros", "cento un euros", "ehun eta bat euro", "one hundred and one euros"),
    540_50: (
        "quinientos cuarenta euros con cincuenta céntimos",
        "cincocentos corenta euros con cincuenta céntimos",
        "bostehun eta berrogei euro eta berrogeita hamar zentimo",
        "five hundred and forty euros and fifty cents",
    ),
    1_100_00: ("mil cien euros", "mil cen euros", "mila eta ehun euro", "one thousand one hundred euros"),
    1_562_00: (
        "mil quinientos sesenta y dos euros",
        "mil cincocentos sesenta e dous euros",
        "mila bostehun eta hirurogeita bi euro",
        "one thousand five hundred and sixty-two euros",
    ),
    21_005_00: (
        *("veintiún mil cinco euros", "vinte e un mil cinco euros", "hogeita bat mila eta bost euro"),
        "twenty-one thousand five euros",
    ),
    -1_000_000_00: (
        "menos un millón de euros",
        "menos un millón de euros",
        "ken milioi bat euro",
        "minus one million euros",
    ),
    2_000_300_00: (
        "dos millones trescientos euros",
        "dous millóns trescentos euros",
        "bi milioi eta hirurehun euro",
        "two million three hundred euros",
    ),
}


@pytest.mark.parametrize("cents", SPELLED)
def test_an_amount_in_words(cents: int) -> None:
    assert tuple(spelled(cents, language) for language in ("es", "gl", "eu", "en")) == SPELLED[cents]


def test_what_no_casino_wins_is_not_spelled() -> None:
    assert spelled(MOST * 100, "es") == ""
    assert spelled(MOST * 100 - 1, "es").startswith(
        "novecientos noventa y nueve millones novecientos noventa y nueve mil"
    )
