"""The page has no build step and no tool that reads it; these scenes read its files as an editor would."""

import re

import pytest

from dcf_lab.lab import widget
from dcf_lab.lab.app import Lab
from dcf_lab.lab.build import Build
from dcf_lab.lab.explore import Explore
from dcf_lab.lab.learn import Learn
from dcf_lab.lab.messages import DO, SHOW, UNKNOWN
from dcf_lab.lab.opponents import Opponents
from dcf_lab.lab.puzzles import Puzzles
from dcf_lab.lab.start import Start
from dcf_lab.lab.widget import IMPORT, PAGE
from dcf_lab.lab.workshop import Workshop
from dcf_lab.lab.writing import Writing

LONGEST = 140
SKIPPED = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.S)
TOKEN = re.compile(r"""[\w$]+|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\.\.\.|\?\.|=>|.""", re.S)
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+/\w*")
WORDS = re.compile(r"(?:\\.|[^`\\$]|\$(?!\{))*", re.S)  # of a template, up to its end or the next piece of code
METHOD = re.compile(r"^  (?:async |get )?([\w$]+)\(.*\) \{$", re.M)
DEFINED = re.compile(r"^(export )?(?:async )?(?:function\*?|class|const|let) ([\w$]+)", re.M)


def tokens(text):
    """The code of a file, without comments; of a template only what is computed in it."""
    found, inside, at = [], [], 0
    while at < len(text):
        if inside and inside[-1] == "`":
            at = WORDS.match(text, at).end()
            ends = text[at] == "`"
            inside.pop() if ends else inside.append("${")
            found.append('""' if ends else "${")
            at += 1 if ends else 2
            continue
        if skipped := SKIPPED.match(text, at):
            at = skipped.end()
            continue
        value_before = found and (re.match(r"[\w$\"')\]}]", found[-1]) and found[-1] not in ("return", "typeof", "case"))
        token = (REGEX.match(text, at) if text[at] == "/" and not value_before else None) or TOKEN.match(text, at)
        at = token.end()
        if token[0] in "`{":
            inside.append(token[0])
        elif token[0] == "}":
            inside.pop()
        if token[0] != "`":
            found.append(token[0])
    return found


def used(text):
    """The names that a file uses: not those after a dot, and not the keys of an object."""
    code = ["", *tokens(IMPORT.sub("", text)), ""]
    around = [one for one in zip(code, code[1:], code[2:], strict=False) if re.match("[A-Za-z_]", one[1])]
    return {name for before, name, after in around if before not in (".", "?.") and not (before in "{," and after == ":")}


class File:
    """What a file says of its names."""

    def __init__(self, text):
        self.imports = {path: names.replace(",", " ").split() for names, path in IMPORT.findall(text)}
        self.imported = [name for names in self.imports.values() for name in names]
        self.defined = [name for _, name in DEFINED.findall(text)]
        self.exported = {name for export, name in DEFINED.findall(text) if export}
        self.own = {*self.defined, *METHOD.findall(text)}
        self.used = used(text)


def problems(texts):
    """What an editor would underline; `texts` are the files by their paths, each after those that it imports."""
    files = {path: File(text) for path, text in texts.items()}
    homes = {}
    for path, file in files.items():
        for name in file.defined:
            if name in homes:
                yield f"{path}: {name} is defined in {homes[name]}, too"
            homes.setdefault(name, path)
    for path, file in files.items():
        if re.search(r"^import\b", IMPORT.sub("", texts[path]), re.M):
            yield f"{path}: an import is written in a way that the lab does not read"
        for name in sorted(file.used & homes.keys() - {*file.imported} - file.own):
            yield f"{path}: {name} of {homes[name]} is not imported; what is another thing needs another name"
        for name in sorted({*file.imported} - file.used):
            yield f"{path}: {name} is imported but not used"
        for source, names in file.imports.items():
            other = (PAGE / path).parent.joinpath(source).resolve().relative_to(PAGE).as_posix()
            for name in names:
                if name not in files[other].exported:
                    yield f"{path}: {name} is not exported by {other}"


def the_page():
    return {file.relative_to(PAGE).as_posix(): file.read_text(encoding="utf-8") for file in widget.modules()}


def test_every_name_is_imported_where_it_is_used_and_defined_once():
    assert list(problems(the_page())) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("explore/now.js", 'import { Rule } from "../common/rules.js";\n', "", "Rule of common/rules.js is not imported"),
        ("explore/now.js", "import { Rule }", "import { Rule, RuleDialog }", "RuleDialog is imported but not used"),
        ("common/rules.js", "export function Rule(", "function Rule(", "Rule is not exported by common/rules.js"),
        ("explore/now.js", 'from "../common/rules.js";', "from '../common/rules.js';", "an import is written in a way"),
        ("build/draft.js", "const LINKED", "const DEPTHS = 1;\nconst LINKED", "DEPTHS is defined in common/film.js, too"),
    ],
)
def test_the_net_catches_what_is_damaged(file, old, new, problem):
    page = the_page()
    assert old in page[file]
    page[file] = page[file].replace(old, new)

    assert any(problem in one for one in problems(page))


def test_code_is_told_from_words():
    code = """a("b // c"); // d `e`\nf(/[/`]g/, `h ${i(`j ${k}`) + { l: m }.n}`, o / p / q);"""

    assert used(code) == {*"afikmopq"}


def test_files_that_import_each_other_are_refused(tmp_path, monkeypatch):
    (tmp_path / "app.js").write_text('import { a } from "./other.js";\n')
    (tmp_path / "other.js").write_text('import { b } from "./app.js";\n')
    monkeypatch.setattr(widget, "PAGE", tmp_path)

    with pytest.raises(ImportError, match="import each other: app.js, other.js, app.js"):
        widget.modules()


def test_every_file_of_the_page_is_reached_from_its_first():
    looks = {file.with_suffix(".css") for file in widget.modules()}
    looks |= {PAGE / "common" / name for name in ("page.css", "phone.css", "print.css")}

    assert _of_the_lab("*.js") == {file for file in widget.modules() if file.parent.name != "room"}
    assert _of_the_lab("*.css") <= looks


def _of_the_lab(files):
    """Rooms and handouts have pages of their own, which are served by others."""
    return {file for file in PAGE.rglob(files) if file.parent.name != "room"}


def test_the_look_of_rooms_stays_within_lessons():
    """Whose classes have other meanings elsewhere in the lab."""
    assert ".dcf .lesson-page .answer {" in widget.style() and ".dcf .answer {" not in widget.style()
    assert ".dcf .answer {" in widget.style("room/phone.js")


def test_a_game_may_bring_the_look_of_its_board(tmp_path, monkeypatch):
    (tmp_path / "board.css").write_text(".dcf .is-swayed { color: purple; }")
    monkeypatch.setattr(widget, "folder_of", lambda game: tmp_path)

    assert "is-swayed" in widget.style.__wrapped__()


@pytest.mark.parametrize("file", sorted(PAGE.rglob("*.*s")), ids=lambda file: file.relative_to(PAGE).as_posix())
def test_no_line_is_too_long_to_read(file):
    rows = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)

    assert [number for number, row in rows if len(row) > LONGEST] == []


# messages

PAGES = {
    "start": Start, "learn": Learn, "explore": Explore, "opponents": Opponents, "puzzles": Puzzles, "build": Build,
    "workshop": Workshop, "writing": Writing,
}  # fmt: skip
SENT = re.compile(r"""(\w+)?\.?(?:ask\()?\{([^{}]*\bdo: "([^"]+)"[^{}]*)\}""")


def sent():
    """To which page of the lab the page sends which message."""
    for path, text in the_page().items():
        for asked, inside, do in SENT.findall(text):
            if re.search(r"\bpage,", inside):  # whichever is open
                yield from ((page, do) for page in DO if do in DO[page])
            elif named := re.search(r"""\bpage: "(\w+)\"""", inside):
                yield named[1], do
            else:
                folder = path.split("/")[0].replace("common", "any page")
                yield {"lab": "explore", "kernel": "any page"}.get(asked, folder), do


def test_whatever_the_page_asks_is_in_the_list_and_nothing_else():
    assert {*sent()} == {(page, do) for page in DO for do in DO[page]}


@pytest.mark.parametrize("page", PAGES)
def test_the_lab_answers_just_the_messages_of_the_list(page):
    deeds = {name.removeprefix("do_").replace("_", " ") for name in dir(PAGES[page]) if name.startswith("do_")}

    assert deeds == {*DO[page]}


def test_whatever_the_lab_tells_is_in_the_list_and_heard():
    code = "".join(file.read_text(encoding="utf-8") for file in PAGE.parent.glob("*.py"))
    page = "".join(the_page().values())

    assert {*re.findall(r"""\"show": "([^"]+)\"""", code)} == {*SHOW}
    assert {*re.findall(r"""\bshow [!=]== "([^"]+)\"""", page)} <= {*SHOW}
    # whoever asks for more sees that there is no more
    assert [show for show in SHOW if f'"{show}"' not in page] == ["work over"]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("do", ["", "dance", "open it", "__init__", ["open"], None])
def test_what_nobody_knows_is_refused_with_a_sentence(page, do):
    lab = Lab()
    list(lab.handle({"page": "explore" if page == "opponents" else page, "do": "open"}))

    assert list(lab.handle({"page": page, "do": do})) == [{"show": "refused", "text": UNKNOWN}]
