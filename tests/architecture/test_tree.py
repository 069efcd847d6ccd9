"""What the repository holds: nothing of one machine, locks that fit the project, the licence as it is."""

import hashlib
import re
import tomllib
from pathlib import Path

MACHINE = re.compile(
    r"""(?<![\w.])/(?:work|farm|root|home/\w+)/   # folders of one machine
    |/simple/|index-\burl                           # package hosts
    |\b(?:pypi|pythonhosted|npmjs)[.](?:org|com|io)""",
    re.VERBOSE,
)
APACHE_2 = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
"""SHA-256 of the text the Apache Software Foundation publishes."""

LOCKED = re.compile(r"^([a-z0-9-]+)==(\S+) \\$", re.MULTILINE)


def test_no_file_names_a_folder_or_a_package_host_of_one_machine(root: Path, tracked: list[str]) -> None:
    found = []
    for name in tracked:
        data = (root / name).read_bytes()
        if name != "tests/architecture/test_tree.py" and b"\0" not in data[:4096]:
            text = data.decode("utf-8")
            found += [f"{name}: {line.strip()[:120]}" for line in text.splitlines() if MACHINE.search(line)]
    assert found == []


def test_the_lock_files_name_versions_and_hashes_only(root: Path) -> None:
    for name in ("requirements.lock", "requirements-test.lock"):
        text = (root / name).read_text(encoding="utf-8")
        assert not re.search(r"https?:|file:| @ |^-", text, re.MULTILINE), name
        blocks = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
        assert len(blocks) > 15
        assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []


def test_the_lock_files_fit_the_project_and_each_other(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    run = dict(LOCKED.findall((root / "requirements.lock").read_text(encoding="utf-8")))
    test = dict(LOCKED.findall((root / "requirements-test.lock").read_text(encoding="utf-8")))
    asked = {re.split(r"[<>=!~\[; ]", text)[0].lower() for text in project["dependencies"]}
    asked_by_tests = {re.split(r"[<>=!~\[; ]", text)[0].lower() for text in project["optional-dependencies"]["test"]}
    assert asked <= run.keys()
    assert asked_by_tests <= test.keys()
    assert run.items() <= test.items()


def test_the_licence_is_the_unmodified_apache_text(root: Path) -> None:
    assert hashlib.sha256((root / "LICENSE").read_bytes()).hexdigest() == APACHE_2


def test_every_package_of_the_tree_is_installed(root: Path, tracked: list[str]) -> None:
    """A folder of Python files without `__init__.py` would be left out of the installed project."""
    folders = {Path(name).parent for name in tracked if name.endswith(".py")}
    product = {folder for folder in folders if folder.parts and folder.parts[0] not in ("tests", ".ci")}
    assert sorted(str(folder) for folder in product if not (root / folder / "__init__.py").exists()) == []
