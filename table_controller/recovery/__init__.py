"""How what went wrong is put right: which procedure by which house rule, its steps as data, and the one runner of them.

`consequences` is all that others need: what follows from an event, judged and reacted to. Knows no sensors, journal or pages.
"""

from table_controller.recovery.consequences import consequences
from table_controller.recovery.outline import outline
from table_controller.recovery.plans import PLANS
from table_controller.recovery.rulings import ruling
from table_controller.recovery.runner import react

__all__ = ["PLANS", "consequences", "outline", "react", "ruling"]
