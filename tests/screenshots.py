"""Pictures of every page at the sizes of a laptop, a projector and a phone: python tests/screenshots.py FOLDER."""

import sys
from pathlib import Path

from conftest import CHROMIUM, HOW_TO, Served, arrive

from dcf_lab.lab.shelf import puzzles

SIZES = ((1280, 800), (1920, 1080), (390, 844))
PLAY = """async () => {
    for (let n = 0; n < 60; n++) {
        const options = [...document.querySelectorAll('.choices .option')];
        const slider = document.querySelector('.slider'), before = slider.max;
        if (!options.length) return;
        options[(n * 7) % options.length].click();
        for (let wait = 0; slider.max === before && wait < 200; wait++) await new Promise((done) => setTimeout(done, 10));
    }
}"""


def take(folder):
    """Every page, at every size, with every panel open."""
    from playwright.sync_api import sync_playwright

    served = Served("--preheat", "0")
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for width, height in SIZES:
            page = browser.new_context(viewport={"width": width, "height": height}).new_page()

            def keep(name, page=page, size=f"{width}x{height}"):
                page.wait_for_timeout(700)
                page.screenshot(path=folder / f"{name}_{size}.png")
                page.screenshot(path=folder / f"{name}_{size}_whole.png", full_page=True)

            arrive(page, served.address("index"))
            keep("start")
            arrive(page, served.address("explore", "?scenario=rulebook/e06"))
            page.get_by_role("button", name="Follow the script").click()
            page.wait_for_timeout(500)
            page.keyboard.press("End")
            keep("example")
            page.click('.tile[data-card="batman"]')
            keep("card")
            arrive(page, served.address("explore", "?start=first+game&seed=7"))
            page.evaluate(PLAY)
            for button in page.locator(".panel-switches button").all():
                if button.get_attribute("aria-pressed") == "false":
                    button.click()
            keep("explore")
            arrive(page, served.address("puzzles"))
            keep("puzzles")
            page.locator(".puzzle-card h2 a").nth(4).click()
            page.wait_for_selector(".playing .puzzle")
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
            page.context.close()
        browser.close()
    served.stop()


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit(HOW_TO)
    take(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots"))
