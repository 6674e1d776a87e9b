"""Project: (Event, seat) -> Seen. The only place where information is hidden.

``seat`` None is a spectator. Four kinds of event hold secrets; every other event is public as it stands. There is
no way back from what is seen to a State, and nothing but this function may send an event to a seat.
"""

from __future__ import annotations

from puur.engine import messages as m


def project(event: m.Event, seat: m.Seat | None) -> m.Seen:
    """What this seat, or a spectator, sees of an event."""
    if isinstance(event, m.CardsDealt):
        return m.HandDealt(size=len(event.hands[0]), cards=() if seat is None else event.hands[seat])
    if isinstance(event, m.HandsCompleted):
        return m.HandCompleted(cards=() if seat is None else event.hands[seat])
    if isinstance(event, m.EstimateMade):
        return m.EstimateConfirmed(event.seat, event.points if seat == event.seat else None)
    if isinstance(event, m.MeldsDeclared):
        return m.MeldsAnnounced(event.seat, event.claims, event.melds if seat == event.seat else ())
    return event
