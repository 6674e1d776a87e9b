"""Recovery codes: ten, each good for one new password."""

from tests.server.identity.browser import PASSWORD, Browser, World


async def test_a_code_sets_a_new_password_once(world: World, tab: Browser) -> None:
    codes = (await tab.register("Vreni"))["recovery_codes"]
    lost = world.browser()
    body = {"name": "vreni", "code": codes[3], "password": "another horse"}
    assert (await lost.ask("POST", "/accounts/recovery", body))["recovery_codes_left"] == 9
    assert (await lost.who())["name"] == "Vreni"
    assert await tab.refusal("GET", "/me") == "not-signed-in"
    assert await world.browser().refusal("POST", "/accounts/recovery", body) == "wrong-code"
    await world.browser().login("Vreni", "another horse")
    old = {"name": "Vreni", "password": PASSWORD}
    assert await world.browser().refusal("POST", "/sessions", old) == "wrong-login"


async def test_a_code_may_be_typed_as_people_type(world: World, tab: Browser) -> None:
    code = (await tab.register("Vreni"))["recovery_codes"][0]
    typed = code.upper().replace("-", " ").replace("O", "0").replace("L", "1").replace("B", "8")
    body = {"name": "Vreni", "code": f" {typed} ", "password": "another horse"}
    await world.browser().ask("POST", "/accounts/recovery", body)


async def test_a_code_opens_no_other_account(world: World, tab: Browser) -> None:
    codes = (await tab.register("Vreni"))["recovery_codes"]
    await world.browser().register("Sepp")
    body = {"name": "Sepp", "code": codes[0], "password": "another horse"}
    assert await world.browser().refusal("POST", "/accounts/recovery", body) == "wrong-code"
    assert (await tab.who())["recovery_codes_left"] == 10


async def test_new_codes_void_the_old_ones(world: World, tab: Browser) -> None:
    old = (await tab.register("Vreni"))["recovery_codes"]
    new = (await tab.ask("POST", "/accounts/recovery-codes"))["recovery_codes"]
    assert len(set(old) | set(new)) == 20
    body = {"name": "Vreni", "code": old[0], "password": "another horse"}
    assert await world.browser().refusal("POST", "/accounts/recovery", body) == "wrong-code"
    await world.browser().ask("POST", "/accounts/recovery", body | {"code": new[0]})


async def test_a_new_password_that_will_not_do_uses_up_no_code(world: World, tab: Browser) -> None:
    codes = (await tab.register("Vreni"))["recovery_codes"]
    body = {"name": "Vreni", "code": codes[0], "password": "short"}
    assert await world.browser().refusal("POST", "/accounts/recovery", body) == "password-too-short"
    assert (await tab.who())["recovery_codes_left"] == 10
