"""Pictures of every page: three sizes, a zoom of 200 %, dark, paper: python tests/screenshots.py FOLDER [WORD OF A WAY]."""

import sys
from pathlib import Path

from conftest import CHROMIUM, HOW_TO, Served, arrive

from dcf_lab.lab.shelf import puzzles

WAYS = {
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "projector": {"viewport": {"width": 1920, "height": 1080}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "zoomed": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    "dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "dark_phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"},
    "paper": {"viewport": {"width": 703, "height": 1000}},  # A4 between its margins
}
PLAY = """async () => {
    for (let n = 0; n < 60; n++) {
        const options = [...document.querySelectorAll('.choices .option')];
        const slider = document.querySelector('.slider'), before = slider.max;
        if (!options.length) return;
        options[(n * 7) % options.length].click();
        for (let wait = 0; slider.max === before && wait < 200; wait++) await new Promise((done) => setTimeout(done, 10));
    }
}"""


def take(folder, wanted=""):
    """Every page in every way, or only in those whose name has a word."""
    from playwright.sync_api import sync_playwright

    served = Served("--preheat", "0")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM)
            for way, options in WAYS.items():
                if wanted in way:
                    context = browser.new_context(**options)
                    _go_round(context.new_page(), served, folder, way)
                    context.close()
            browser.close()
    finally:
        served.stop()


def _go_round(page, served, folder, way):
    """The pages one after the other, as somebody would come to them."""

    def keep(name):
        page.emulate_media(media="print" if way == "paper" else "screen")
        page.wait_for_timeout(700)
        page.screenshot(path=folder / f"{name}_{way}.png", full_page=way == "paper")
        if way in ("laptop", "phone"):
            page.screenshot(path=folder / f"{name}_{way}_whole.png", full_page=True)
        page.emulate_media(media="screen")

    arrive(page, served.address("index"))
    keep("start")
    arrive(page, served.address("explore", "?scenario=rulebook/e06"))
    if (script := page.get_by_role("button", name="Follow the script")).count():
        script.click()
    page.wait_for_function("Number(document.querySelector('.slider')?.max) > 9")
    page.wait_for_timeout(500)
    page.keyboard.press("End")
    keep("example")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    keep("example_middle")
    page.locator('.tile[data-card="batman"]').first.click()
    keep("card")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    keep("help")
    arrive(page, served.address("explore", "?start=first+game&seed=7"))
    keep("first")
    page.evaluate(PLAY)
    for tab in page.locator(".side [role=tab]").all():
        tab.click()
        keep(f"explore_{tab.get_attribute('data-tab')}")
    arrive(page, served.address("puzzles"))
    keep("puzzles")
    page.locator(".puzzle-card h2 a").nth(4).click()
    page.wait_for_selector(".playing .board")
    page.click(".side [data-tab=now]")
    keep("puzzle")
    for deed in ("hint", "hint", "solution"):
        page.click(f'[data-deed="{deed}"]')
        page.wait_for_timeout(700)
        keep(f"puzzle_{deed}")
    arrive(page, served.address("build"))
    keep("build")
    arrive(page, served.address("build", f"?scenario={puzzles()[4]['name']}"))
    page.click('[data-act="prove"]')
    page.wait_for_selector(".proof-lines")
    page.locator(".build-puzzle").evaluate("one => one.scrollIntoView()")
    keep("build_proved")


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit(HOW_TO)
    take(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots"), *sys.argv[2:3])
