"""How what went wrong is put right: which procedure by which house rule, its steps as data, and the one runner of them.

`record` is all that a table needs: what was decided, with everything that follows from it. Knows no sensors, journal or pages.
"""

from table_controller.recovery.outline import outline
from table_controller.recovery.plans import PLANS
from table_controller.recovery.recording import record
from table_controller.recovery.rulings import ruling

__all__ = ["PLANS", "outline", "record", "ruling"]
