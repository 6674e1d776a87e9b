"""Token buckets."""

from puur.server.identity.buckets import Buckets, Rate, network_of, whole_seconds


class Clock:
    time = 100.0

    def __call__(self) -> float:
        return self.time


def test_so_many_at_once_and_then_one_in_so_many_seconds() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=3, every=10), clock)
    assert [buckets.take("a") for _ in range(3)] == [0.0, 0.0, 0.0]
    assert buckets.take("a") == 10.0
    clock.time += 4
    assert buckets.take("a") == 6.0
    clock.time += 6
    assert buckets.take("a") == 0.0
    assert buckets.take("a") == 10.0
    assert buckets.take("b") == 0.0


def test_a_bucket_fills_up_to_its_burst_and_no_more() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=2, every=10), clock)
    buckets.take("a")
    clock.time += 1000
    assert [buckets.take("a") for _ in range(3)] == [0.0, 0.0, 10.0]


def test_what_is_given_back_may_be_taken_again() -> None:
    buckets = Buckets(Rate(burst=1, every=10), Clock())
    assert buckets.take("a") == 0.0
    buckets.give_back("a")
    buckets.give_back("never seen")
    assert buckets.take("a") == 0.0


def test_full_buckets_are_forgotten_and_there_are_never_too_many() -> None:
    clock = Clock()
    buckets = Buckets(Rate(burst=2, every=10), clock, capacity=5)
    for key in "abcdefgh":
        buckets.take(key)
    assert len(buckets) == 5
    clock.time += 100
    buckets.take("z")
    assert len(buckets) == 1


def test_an_ipv6_customer_is_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of(None) == "unknown"
    assert network_of("a socket") == "a socket"


def test_a_wait_is_told_in_whole_seconds() -> None:
    assert [whole_seconds(wait) for wait in (0.001, 1.0, 1.2)] == [1, 1, 2]
