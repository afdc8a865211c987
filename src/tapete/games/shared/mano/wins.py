"""What the bets of a poker against the bank win with, for somebody who has never seen one."""

from tapete.errors import Said

FIRST = Said("your hand beats the bank's, or the bank has not enough to play")
SECOND = Said("the bank has enough to play, and your hand beats its own")
BEATS = Said("your hand beats the bank's")
OWN = Said("your own cards make a hand that has a prize")
