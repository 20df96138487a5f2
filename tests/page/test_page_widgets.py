"""The lab's widgets on the screen: composed with plain ipywidgets in the Voilà app, and in a real JupyterLab."""

import re
import subprocess
import sys
import time
from urllib.request import urlopen

import nbformat
import pytest
from playwright.sync_api import TimeoutError as TooLate


def moment(page):
    return page.evaluate("Number(document.querySelector('.part-timelines .cursor').dataset.moment)")


@pytest.fixture(scope="module")
def sandbox(served, new_visitor):
    page = new_visitor(width=1400, height=1100)
    page.goto(served.address("sandbox"))
    page.wait_for_selector(".part-board .tile", timeout=60_000)
    page.wait_for_selector(".part-timelines .cursor")
    yield page
    assert page.complaints == []


def test_a_phase_is_gone_to_by_a_plain_button_and_every_part_follows(sandbox):
    sandbox.wait_for_function(
        "document.querySelector('.widget-toggle-button.mod-active')?.innerText === 'Round 1: Rogue Provoke Phase'"
    )
    sandbox.get_by_role("button", name="Round 1: Hero Oppose Phase").click()
    sandbox.wait_for_function("document.querySelector('.part-board .phase').innerText.includes('Hero Oppose Phase')")
    assert moment(sandbox) == int(sandbox.locator(".widget-readout").inner_text())


def test_the_slider_moves_the_film_in_the_browser(sandbox):
    handle = sandbox.locator(".noUi-handle")
    handle.focus()
    sandbox.keyboard.press("Home")
    sandbox.wait_for_function("document.querySelector('.part-timelines .cursor').dataset.moment === '0'")
    for _ in range(3):
        sandbox.keyboard.press("ArrowRight")
    sandbox.wait_for_function("document.querySelector('.part-timelines .cursor').dataset.moment === '3'")
    assert sandbox.locator(".part-board .tile").count() > 0


def test_a_click_in_a_part_moves_the_plain_slider(sandbox):
    sandbox.locator(".noUi-handle").focus()
    sandbox.keyboard.press("Home")
    sandbox.wait_for_function("document.querySelector('.widget-readout').innerText === '0'")
    sandbox.locator(".part-timelines .plot").first.click()  # in its middle
    sandbox.wait_for_function("Number(document.querySelector('.widget-readout').innerText) > 8")
    assert moment(sandbox) == int(sandbox.locator(".widget-readout").inner_text())


def test_another_scenario_is_opened_by_a_plain_dropdown(sandbox):
    sandbox.select_option(".widget-dropdown select", label="An incredible eight")
    sandbox.wait_for_function("document.querySelector('.part-board').innerText.includes('Cheetah')")
    sandbox.wait_for_function("document.querySelector('.part-board .phase').innerText.includes('Rogue Provoke Phase')")
    begun = moment(sandbox)
    assert begun == int(sandbox.locator(".widget-readout").inner_text()) > 0
    sandbox.locator(".widget-play button").first.click()
    sandbox.wait_for_function(f"Number(document.querySelector('.part-timelines .cursor').dataset.moment) > {begun}")
    sandbox.get_by_role("tab", name="Log").click()
    sandbox.wait_for_selector(".part-log li, .part-log [role=listitem], .part-log p")


# JupyterLab

CELLS = [
    'import ipywidgets\n\nipywidgets.Label("JupyterLab shows widgets")',
    'from dcf_lab import Answers, Board, Session, explore\n\nsession = Session("rulebook/e06")',
    "ipywidgets.HBox([Board(session), Answers(session)])",
    'session.answer("activate cheetah at the_daily_planet")\nprint("asked:", session.choice["options"][0])',
    "Board(session)",
    'print("given back:", session.line.here.option, "at", session.moment)',
    "session.moment = 1",
    'page = explore("rulebook/e05")\npage',
    """import networkx
import plotly.graph_objects
from dcf_lab import cause_graph, figure

page.follow()
table, shown = page.line.game.table, page.parts["graph"].graph
drawn = page.parts["timelines"].figure("citizens")
print("networkx:", isinstance(shown, networkx.MultiDiGraph) and set(shown.edges) == set(cause_graph(table).edges), len(shown))
print("plotly:", isinstance(drawn, plotly.graph_objects.Figure) and drawn == figure(table, "citizens"))
print("ends at", list(drawn.data[0].y)[-1])""",
]


def _answers(url):
    """It says where it will be before it is there."""
    try:
        return urlopen(f"{url}/api").status == 200
    except OSError:
        return False


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory):
    """A real JupyterLab with a notebook of ours."""
    folder = tmp_path_factory.mktemp("jupyter")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, folder / "scene.ipynb")
    options = {
        "ServerApp.token": "", "ServerApp.password": "", "ServerApp.root_dir": str(folder), "ServerApp.port": 0,
        "ServerApp.ip": "127.0.0.1", "ServerApp.open_browser": False, "ServerApp.allow_root": True,
    }  # fmt: skip
    settings = [f"c.{name} = {value!r}" for name, value in options.items()]
    (folder / "config.py").write_text("\n".join(["c = get_config()", *settings]))
    command = [sys.executable, "-m", "jupyter", "lab", f"--config={folder / 'config.py'}"]
    with open(folder / "said.txt", "w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, cwd=folder)
    url = ""
    for _ in range(300):
        found = [word for word in (folder / "said.txt").read_text().split() if word.startswith("http://127.0.0.1:")]
        if found and _answers(found[0].split("/lab")[0].rstrip("/")):
            url = found[0].split("/lab")[0].rstrip("/")
            break
        assert process.poll() is None, (folder / "said.txt").read_text()
        time.sleep(0.2)
    assert url, (folder / "said.txt").read_text()
    yield f"{url}/lab/tree/scene.ipynb"
    process.terminate()
    process.wait(20)


def test_a_notebook_in_jupyterlab_composes_the_parts_and_reads_the_game_back(jupyter, new_visitor):
    page = new_visitor(width=1400, height=3600)  # so high that no cell is out of sight, where JupyterLab would take it away
    page.goto(jupyter)
    cells = page.locator(".jp-CodeCell")
    cells.nth(len(CELLS) - 1).wait_for(timeout=90_000)
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]", timeout=60_000)

    def run(number):
        prompt = cells.nth(number).locator(".jp-InputPrompt")
        for _ in range(6):  # a key that is pressed while JupyterLab still arranges itself goes nowhere
            cells.nth(number).locator(".cm-content").click()
            page.keyboard.press("Shift+Enter")
            try:
                prompt.filter(has_text=re.compile(r"\[(\d+|\*)\]")).wait_for(timeout=10_000)
                break
            except TooLate:
                continue
        prompt.filter(has_text=re.compile(r"\[\d+\]")).wait_for(timeout=90_000)
        return cells.nth(number)

    shown = page.get_by_text("JupyterLab shows widgets", exact=True)
    for _ in range(6):  # its own widgets; what is made before it is ready for them is never shown
        run(0)
        try:
            shown.wait_for(timeout=10_000)
            break
        except TooLate:
            continue
    run(1)
    first = run(2)
    first.locator(".part-answers .option").first.wait_for(timeout=60_000)
    assert first.locator('.part-board .tile[data-card="batman"]').count() == 1
    board, answers = (first.locator(f".part-{part}").bounding_box() for part in ("board", "answers"))
    assert abs(board["width"] - answers["width"]) < 2 and board["width"] > 400  # side by side they share the room

    run(3)  # an answer given in Python shows in the parts above
    page.get_by_text("asked: attack batman").wait_for()
    first.locator('.part-answers [data-option="attack batman"]').wait_for()
    assert "is-exhausted" in first.locator('.tile[data-card="cheetah"]').get_attribute("class")

    second = run(4)  # a second board of the same session
    second.locator('.tile.is-exhausted[data-card="cheetah"]').wait_for()

    first.locator('[data-option="attack batman"]').click()  # an answer given in the browser is there in Python
    first.locator('[data-option="play enhanced_strength"]').wait_for()
    run(5)
    page.get_by_text("given back: attack batman").wait_for()

    run(6)  # a moment assigned in Python
    first.locator('.tile[data-card="cheetah"]:not(.is-exhausted)').wait_for()
    second.locator('.tile[data-card="cheetah"]:not(.is-exhausted)').wait_for()

    whole = run(7)  # the whole page in a cell, with a game that it was given
    whole.locator(".explore .bar h1").wait_for(timeout=60_000)
    assert whole.locator(".explore .bar h1").inner_text() == "An incredible eight"
    whole.locator(".explore .part-board .tile").first.wait_for()
    whole.locator(".explore .part-timelines .plot").nth(2).wait_for()

    told = run(8)  # what the page shows is the networkx graph and the plotly figure of the kernel
    told.locator(".jp-OutputArea").get_by_text("networkx: True").wait_for()
    told.locator(".jp-OutputArea").get_by_text("plotly: True").wait_for()
    whole.locator('[data-tab="graph"]').click()
    whole.locator(".cause-frame [data-key]").first.wait_for()
    whole.locator('[data-what="citizens"] figcaption li').first.wait_for()
    ends = told.locator(".jp-OutputArea").inner_text().split("ends at ")[1].split()[0]
    assert whole.locator('[data-what="citizens"] figcaption li > b').first.inner_text() == ends
    ours = [said for said in page.complaints if "dcf" in said or "anywidget" in said or said.startswith("error")]
    assert ours == []
