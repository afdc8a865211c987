// Chips are counted pile by pile: a number for each value writes the line that is sent, and is read from it.
"use strict";
{
  const PIECE = /(\d{1,6})\s*x\s*(\d+(?:[.,]\d{1,2})?)/g;
  const euros = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));
  const money = new Intl.NumberFormat([document.documentElement.lang, "es"], { style: "currency", currency: "EUR" });

  for (const grid of document.querySelectorAll("[data-counts]")) {
    const line = document.getElementById(grid.dataset.counts);
    const piles = [...grid.querySelectorAll("input")];
    const values = piles.map((pile) => Number(pile.dataset.cents));
    const written = () => [...line.value.matchAll(PIECE)].map(([text, number, value]) =>
      ({ text, number: Number(number), cents: Math.round(Number(value.replace(",", ".")) * 100) }));
    const others = () => written().filter(({ cents }) => !values.includes(cents)); // of values that have no pile here
    const add = () => {
      const cents = written().reduce((sum, pile) => sum + pile.number * pile.cents, 0);
      grid.querySelector("output").value = money.format(cents / 100);
    };
    const read = () => {
      const counted = new Map();
      for (const { number, cents } of written()) counted.set(cents, (counted.get(cents) ?? 0) + number);
      piles.forEach((pile, at) => { pile.value = counted.get(values[at]) ?? ""; });
      add();
    };
    grid.addEventListener("input", () => {
      const full = piles.filter((pile) => Number(pile.value) > 0).map((pile) => `${Number(pile.value)}x${euros(pile.dataset.cents)}`);
      line.value = [...full, ...others().map(({ text }) => text)].join(" ");
      add();
    });
    line.addEventListener("input", read);
    read();
    grid.hidden = false;
  }
}
