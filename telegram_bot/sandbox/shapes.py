"""The one loose type of the sandbox: JSON as it crosses the wire.

Inside, everything is a dataclass; these names mark the places where JSON comes in or goes out.
"""

from typing import Any

# Bot API objects have hundreds of optional fields, so the edge is `Any` by design.
Json = dict[str, Any]
JsonList = list[Json]
