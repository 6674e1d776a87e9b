"""What the router provides to its routes by name: `identity`, `principal`, `data_owner`, `visitor`."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency

from puur.server.identity.context import Identity
from puur.server.identity.principal import Principal
from puur.server.identity.sessions import Visitor

Asking: TypeAlias = Request[Any, Any, Any]
TheIdentity: TypeAlias = NamedDependency[Identity]
ThePrincipal: TypeAlias = NamedDependency[Principal]
"""Who asks; not somebody who is banned."""
TheDataOwner: TypeAlias = NamedDependency[Principal]
"""Who asks, banned or not: for his own data, and to log out."""
TheVisitor: TypeAlias = NamedDependency[Visitor]
