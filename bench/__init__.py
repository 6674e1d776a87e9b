"""The figures that the README and the documentation state. `make bench` runs them all, a process each."""
