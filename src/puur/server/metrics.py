"""Metrics for Prometheus, one collection a process. For puur.server. No user, table or card is ever a label.

What is counted for every frame is a plain number here, and becomes a metric only when somebody asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from puur.client.table_messages import AnyAction


class Metrics:
    """What a server counts."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(self)
        self.request_seconds = Histogram("puur_http_seconds", "Time of HTTP requests", registry=self.registry)
        self.connections = 0
        self.frames = 0
        self.tables = 0
        self.commits = 0
        self.appends = 0
        self.requests: Counter[int] = Counter()
        self.actions: Counter[tuple[type, str | None]] = Counter()

    def answered(self, action: AnyAction, reason: str | None) -> None:
        self.actions[type(action), reason] += 1

    def collect(self) -> Iterator[Metric]:
        """For the registry."""
        yield GaugeMetricFamily("puur_connections", "Open WebSocket connections", self.connections)
        yield GaugeMetricFamily("puur_tables", "Tables in memory", self.tables)
        yield CounterMetricFamily("puur_frames_received", "WebSocket frames received", self.frames)
        yield CounterMetricFamily("puur_commits", "Commits of the log", self.commits)
        yield CounterMetricFamily("puur_appends", "Commands that were appended to the log", self.appends)
        actions = CounterMetricFamily("puur_actions", "Commands answered", labels=["action", "answer"])
        for (action, reason), count in self.actions.items():
            actions.add_metric([action.__name__, reason or "accepted"], count)
        yield actions
        requests = CounterMetricFamily("puur_http_requests", "HTTP requests", labels=["status"])
        for status, count in self.requests.items():
            requests.add_metric([str(status)], count)
        yield requests

    def text(self) -> bytes:
        return generate_latest(self.registry)
