"""For the tests of the package: examples drawn by Hypothesis are the same in every run, and may take their time.

A test that wants more of them sets its own number.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from puur.bots.warm import one_core

one_core()

settings.register_profile(
    "puur", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("puur")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of the tests' own."""
    from tests.postgres import postgres_server

    with postgres_server() as address:
        yield address
