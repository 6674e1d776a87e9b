"""``puur train`` where nothing is trained: without torch, with unknown games, with pictures that cannot be drawn."""

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from puur.cli import train as command
from puur.cli.main import app
from puur.lab.train.curves import BadPlot, curve_of, main, plot, series


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["train", *arguments])


def test_without_torch_one_line_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str) -> ModuleSpec | None:
        return None

    monkeypatch.setattr(command, "find_spec", found)
    result = run("differenzler", "--minutes", "8", "--resume")
    assert result.exit_code == 2
    assert result.output == "puur: training needs the extra: pip install 'puur[train]'\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [(["bridge"], "unknown variant 'bridge'"), (["jass", "--plot", "curve.pdf"], "an .svg or a .png file")],
)
def test_bad_input_is_one_line(arguments: list[str], problem: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.output.startswith("puur: ") and problem in result.output
    assert result.output.count("\n") == 1


CURVE = Path("docs/training-differenzler.json")


def test_the_learning_curve_of_the_shipped_network_is_drawn(tmp_path: Path) -> None:
    found = series(curve_of(CURVE))
    assert "x4" in found and len(found["x4"][0]) == len(found["x4"][1]) > 5
    assert found["x4"][1][-1] < 5 < found["x4"][1][0]
    for name in ("curve.svg", "curve.png"):
        main([str(CURVE), "--plot", str(tmp_path / name)])
        assert (tmp_path / name).stat().st_size > 2000


def test_what_cannot_be_drawn_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadPlot, match="no run"):
        curve_of(tmp_path)
    with pytest.raises(BadPlot, match="nothing has been measured"):
        plot({"new": [{"seconds": 1.0, "deals": 5}]}, tmp_path / "curve.svg")
    with pytest.raises(BadPlot, match="svg"):
        plot({"new": []}, tmp_path / "curve.pdf")
