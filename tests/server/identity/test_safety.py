"""Safety: who exists is not told, guessing is slow, other sites cannot act for a player, errors are codes."""

import time
from typing import get_args

import pytest
from argon2 import extract_parameters

from puur.server.identity.passwords import Passwords
from puur.server.identity.refusals import STATUS, Reason
from puur.server.identity.settings import Argon2, IdentitySettings
from tests.server.identity.browser import PASSWORD, Browser, World

# ---- enumeration ---------------------------------------------------------------------------------


async def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    tried = world.browser()
    answers = [
        await tried.send("POST", "/sessions", {"name": name, "password": password})
        for name, password in [
            ("Vreni", "wrong horse"),
            ("Nobody Here", "wrong horse"),
            ("!!", "wrong horse"),
            ("", ""),
            ("Vr\x00ni", PASSWORD),
        ]
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.text for answer in answers} == {'{"reason":"wrong-login"}'}
    assert len({tuple(sorted(answer.headers)) for answer in answers}) == 1


async def test_a_wrong_name_and_a_wrong_code_get_the_same_answer(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    tried = world.browser()
    answers = [
        await tried.send("POST", "/accounts/recovery", {"name": name, "code": "aaaa-bbbb", "password": PASSWORD})
        for name in ("Vreni", "Nobody Here")
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {(401, '{"reason":"wrong-code"}')}


async def test_an_unknown_name_costs_a_password_check_too() -> None:
    passwords = Passwords(Argon2(memory_kib=4096, passes=2))
    kept = await passwords.hash(PASSWORD)
    assert isinstance(kept, str)
    assert extract_parameters(passwords._nobody) == extract_parameters(kept)

    async def seconds(hashed: str | None) -> float:
        start = time.perf_counter()
        assert await passwords.matches(hashed, "wrong horse") is False
        return time.perf_counter() - start

    # Taken in turns, the fastest of many: other work on the machine slows both down. No check would be no time.
    pairs = [(await seconds(kept), await seconds(None)) for _ in range(20)]
    known, unknown = (min(times) for times in zip(*pairs, strict=True))
    assert 0.25 < unknown / known < 4
    assert await passwords.matches(None, "nobody has this password") is False
    passwords.close()


async def test_too_many_wrong_logins_are_answered_alike_for_names_that_do_not_exist(world: World) -> None:
    await world.browser().register("Vreni")
    burst = world.identity.settings.rates.login_account.burst
    for name in ("Vreni", "Nobody Here"):
        body = {"name": name, "password": "wrong horse"}
        for index in range(burst):
            tried = world.browser(address=f"198.51.100.{index}")
            assert await tried.refusal("POST", "/sessions", body) == "wrong-login"
        blocked = await world.browser(address="203.0.113.9").send("POST", "/sessions", body)
        assert blocked.status_code == 429
        assert blocked.json()["reason"] == "too-fast"
        assert int(blocked.headers["retry-after"]) == blocked.json()["retry_after"] > 0


# ---- rate limits ---------------------------------------------------------------------------------


async def test_one_address_cannot_try_many_accounts(world: World, tab: Browser) -> None:
    burst = world.identity.settings.rates.login.burst
    for index in range(burst):
        body = {"name": f"Somebody {index}", "password": "wrong horse"}
        assert await tab.refusal("POST", "/sessions", body) == "wrong-login"
    body = {"name": "Somebody else", "password": "wrong horse"}
    assert await tab.refusal("POST", "/sessions", body) == "too-fast"
    world.clock.pass_seconds(world.identity.settings.rates.login.every)
    assert await tab.refusal("POST", "/sessions", body) == "wrong-login"


async def test_registrations_and_recoveries_are_limited_by_address(world: World) -> None:
    rates = world.identity.settings.rates
    for index in range(rates.register.burst):
        await world.browser().register(f"Player {chr(97 + index) * 3}")
    body = {"name": "One more", "password": PASSWORD}
    assert await world.browser().refusal("POST", "/accounts", body) == "too-fast"
    for _ in range(rates.recover.burst):
        code = {"name": f"Player {'z' * 3}", "code": "x", "password": PASSWORD}
        assert await world.browser().refusal("POST", "/accounts/recovery", code) == "wrong-code"
    code = {"name": "Player", "code": "x", "password": PASSWORD}
    assert await world.browser().refusal("POST", "/accounts/recovery", code) == "too-fast"


async def test_confirming_is_not_a_way_to_guess_the_password(world: World, tab: Browser) -> None:
    await tab.register("Vreni")
    for _ in range(world.identity.settings.rates.confirm_account.burst):
        assert await tab.refusal("POST", "/sessions/confirm", {"password": "wrong horse"}) == "wrong-login"
    assert await tab.refusal("POST", "/sessions/confirm", {"password": PASSWORD}) == "too-fast"


async def test_when_too_many_passwords_wait_the_answer_is_busy() -> None:
    passwords = Passwords(Argon2(memory_kib=8, passes=1), queue=0)
    for result in (await passwords.hash(PASSWORD), await passwords.matches(None, PASSWORD)):
        assert getattr(result, "reason", None) == "busy"
    passwords.close()


class TestCost:
    """A dearer hash is made at the next login."""

    @pytest.fixture
    def settings(self) -> IdentitySettings:
        return IdentitySettings(argon2=Argon2(memory_kib=16, passes=2))

    async def test_an_old_hash_is_renewed_at_login(self, world: World, tab: Browser) -> None:
        cheap = Passwords(Argon2(memory_kib=8, passes=1))
        object.__setattr__(world.identity, "passwords", cheap)
        await tab.register("Vreni")
        dear = Passwords(world.identity.settings.argon2)
        object.__setattr__(world.identity, "passwords", dear)
        await tab.login("Vreni")
        await tab.login("Vreni")
        cheap.close()


# ---- other sites ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:8001"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Sec_Fetch_Site": "none"},
        {"Sec_Fetch_Site": "cross-site", "Origin": "http://localhost:8000"},
    ],
)
async def test_other_sites_change_nothing(tab: Browser, headers: dict[str, str]) -> None:
    me = await tab.guest()
    assert await tab.refusal("PATCH", "/me", {"name": "Hacked"}, **headers) == "cross-site"
    assert await tab.refusal("DELETE", "/me", **headers) == "cross-site"
    assert await tab.refusal("POST", "/sessions", {"name": "a", "password": "b"}, **headers) == "cross-site"
    assert (await tab.who())["name"] == me["name"]


async def test_a_cookie_without_any_word_of_its_origin_changes_nothing(tab: Browser) -> None:
    await tab.guest()
    del tab.http.headers["Origin"]
    assert await tab.refusal("PATCH", "/me", {"name": "Hacked"}) == "cross-site"
    assert (await tab.who())["kind"] == "guest"
    renamed = await tab.ask("PATCH", "/me", {"name": "Myself"}, Sec_Fetch_Site="same-origin")
    assert renamed["name"] == "Myself"


async def test_other_sites_cannot_log_somebody_in_as_somebody_else(world: World, tab: Browser) -> None:
    await world.browser().register("Mallory")
    body = {"name": "Mallory", "password": PASSWORD}
    assert await tab.refusal("POST", "/sessions", body, Origin="http://evil.example") == "cross-site"


async def test_a_form_of_another_site_is_no_body_of_ours(tab: Browser) -> None:
    await tab.guest()
    response = await tab.http.patch("/api/me", data={"name": "Hacked"})
    assert response.status_code == 400 and response.json() == {"reason": "bad-request"}


# ---- errors --------------------------------------------------------------------------------------


async def test_what_does_not_fit_is_refused_without_being_quoted(tab: Browser) -> None:
    await tab.guest()
    misfits: list[object] = [
        {"name": 7, "password": "my secret"},
        {"password": "my secret"},
        [],
        "my secret",
        {"x": 1},
    ]
    for body in misfits:
        response = await tab.send("POST", "/sessions", body)
        assert response.status_code == 400
        assert response.json() == {"reason": "bad-request"}
    response = await tab.http.post("/api/sessions", content=b'{"name": "\\ud800", "password": "x"}')
    assert response.json() == {"reason": "bad-request"}


async def test_odd_ids_in_addresses_are_refused(tab: Browser) -> None:
    await tab.register("Vreni")
    for odd in ("%00", "..%2f", "a" * 100, "%F0%9F%82%A1"):
        for path in (f"/sessions/{odd}", f"/passkeys/{odd}", f"/tokens/{odd}", f"/me/mutes/{odd}"):
            assert (await tab.send("DELETE", path)).status_code in (400, 404), path


def test_every_reason_has_a_status() -> None:
    assert set(STATUS) == set(get_args(Reason))


async def test_the_routes_are_described(world: World) -> None:
    schema = world.app.openapi_schema.to_schema()
    operations = [
        (method, path, operation)
        for path, item in schema["paths"].items()
        for method, operation in item.items()
        if path.startswith("/api")
    ]
    assert len(operations) >= 35
    for method, path, operation in operations:
        assert operation["description"], (method, path)
        assert {"400", "401", "403", "429"} <= set(operation["responses"]), (method, path)
    ids = [operation["operationId"] for _, _, operation in operations]
    assert len(set(ids)) == len(ids)
