"""The roulettes: French with its prison, American of one zero or of two with its colour chips."""

from tapete.errors import Said

FAMILY = "wheels"
AIM = Said(
    "A ball falls into one of the wheel's numbers. You bet on where: on a number, on several together, on a colour."
)
WINS = {
    "pleno": Said("one number"),
    "caballo": Said("two numbers side by side; the chip lies on the line between them"),
    "transversal": Said("a row of three numbers; the chip lies at its end"),
    "cuadro": Said("four numbers that meet at a corner; the chip lies on it"),
    "cuatro-primeros": Said("zero and the first three numbers"),
    "linea-especial": Said("both zeros and the first three numbers"),
    "seisena": Said("two rows one after the other, six numbers"),
    "columna": Said("the twelve numbers of a column"),
    "docena": Said("twelve numbers: 1 to 12, 13 to 24 or 25 to 36"),
    "dos-columnas": Said("two columns at once"),
    "dos-docenas": Said("two dozens at once"),
    "rojo": Said("any red number"),
    "negro": Said("any black number"),
    "par": Said("any even number; zero is none"),
    "impar": Said("any odd number"),
    "falta": Said("1 to 18"),
    "pasa": Said("19 to 36"),
    "vecinos": Said("a number and its neighbours on the wheel, a chip on each"),
    "sector-del-cero": Said("the numbers around zero on the wheel, with chips on lines and corners"),
    "tercio": Said("the third of the wheel across from zero, with chips on lines"),
    "huerfanos": Said("the numbers of the wheel that those two leave out"),
}
