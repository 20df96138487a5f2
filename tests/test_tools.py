"""The tools are content, and the examples in docstrings and in the README run."""

import ast
import doctest
import importlib
import re
import subprocess
import sys

import pytest
from folders import ROOT
from mutate import changes

MODULES = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for file in sorted((ROOT / "dcf_lab").rglob("*.py"))
    if ">>>" in file.read_text(encoding="utf-8")
]


def tool(*arguments):
    return subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300)


def test_ruff_has_nothing_to_say():
    run = tool("ruff", "check", "--no-cache", "--output-format", "concise", ".")
    assert run.returncode == 0, run.stdout


def test_mypy_has_nothing_to_say():
    run = tool("mypy")
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings_run(module):
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted and not result.failed


def readme_examples(language):
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.exists() else ""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_python_examples_in_the_readme_run(tmp_path):
    """One after the other, as a reader would type them; after >>> comes what is printed."""
    examples = readme_examples("python")
    assert examples
    names = {}
    for number, example in enumerate(examples, 1):
        if ">>>" in example:
            test = doctest.DocTestParser().get_doctest(example, names, f"README example {number}", "README.md", 0)
            assert not doctest.DocTestRunner().run(test, clear_globs=False).failed
            names.update(test.globs)
        else:
            exec(compile(example, f"README example {number}", "exec"), names)


def test_the_scenarios_and_cards_in_the_readme_are_right(tmp_path):
    for number, example in enumerate(readme_examples("toml"), 1):
        (tmp_path / f"example_{number}.toml").write_text(example, encoding="utf-8")
    if list(tmp_path.iterdir()):
        run = tool("dcf_lab.commands.cli", "check", str(tmp_path))
        assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("name", ["engine/windows.py", "games/dc_forever/rules/costs.py", "scenario/goal.py"])
def test_every_small_change_to_a_source_is_a_program_and_another_one(name):
    """tests/mutate.py changes one place at a time, and what nobody could see is left alone."""
    file = ROOT / "dcf_lab" / name
    source = file.read_bytes()
    before = ast.dump(ast.parse(source))
    found = list(changes(file))
    assert len(found) > 30
    for change in found:
        after = ast.parse(source[: change.start] + change.after.encode() + source[change.end :])
        assert ast.dump(after) != before and "'''" not in change.before and '"""' not in change.before, str(change)
