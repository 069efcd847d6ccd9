"""Every kind of error the people of a rehearsal can make."""

from table_controller.rehearsal.errors import ErrorKind
from table_controller.rehearsal.errors_betting import THE_BETTING
from table_controller.rehearsal.errors_cards import THE_CARDS
from table_controller.rehearsal.errors_deal import DEALING
from table_controller.rehearsal.errors_hands import THE_HANDS
from table_controller.rehearsal.errors_people import THE_PEOPLE
from table_controller.rehearsal.errors_showdown import THE_SHOWDOWN

KINDS: tuple[ErrorKind, ...] = (*DEALING, *THE_CARDS, *THE_HANDS, *THE_BETTING, *THE_PEOPLE, *THE_SHOWDOWN)
