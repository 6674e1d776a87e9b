"""For all tests: the ones in a browser get their mark, and run last.

Playwright keeps an event loop running in its process until the session ends, and no asynchronous test can run
after it has started. pytest-xdist hands the tests out in order, so the same holds in each of its workers.
"""

from collections.abc import Generator

import pytest


def in_browser(item: pytest.Item) -> bool:
    """Whether a test asks for Playwright, directly or through a page."""
    return "playwright" in getattr(item, "fixturenames", ())


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Mark the browser tests before `-m` selects, and put them last after everybody else has sorted."""
    for item in filter(in_browser, items):
        item.add_marker(pytest.mark.browser)
    yield
    items.sort(key=in_browser)
