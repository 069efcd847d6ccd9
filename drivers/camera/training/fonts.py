"""The fonts index corners are set in: which packages, and which of their files."""

from pathlib import Path

from drivers.camera.training.designs import Package

FONTS = tuple(
    Package("deb", f"fonts-{name}", version)
    for name, version in (
        ("dejavu-core", "2.37-6"),
        ("dejavu-extra", "2.37-6"),
        ("liberation", "1:1.07.4-11"),
        ("freefont-ttf", "20120503-10"),
        ("urw-base35", "20200910-7"),
        ("linuxlibertine", "5.3.0-6"),
        ("cantarell", "0.303.1-1"),
        ("roboto-unhinted", "2:0~20170802-3"),
        ("roboto-slab", "1.100263+20170512-2"),
        ("open-sans", "1.11-2"),
        ("lato", "2.0-2.1"),
        ("ebgaramond", "0.016+git20210310.42d4f9f2-1"),
        ("crosextra-caladea", "20200211-1"),
        ("crosextra-carlito", "20220224-1"),
        ("texgyre", "20180621-6"),
        ("cabin", "1.5-3"),
        ("oldstandard", "2.2really-4"),
        ("quattrocento", "1.1-2.1"),
        ("play", "1.002+20150307.1-0.1"),
        ("b612", "1.008-3"),
        ("bebas-neue", "3.0-2"),
        ("dosis", "1.7-3"),
        ("karla", "20201218-1"),
        ("vollkorn", "4.105-2"),
        ("adf-baskervald", "0.20190904-2"),
        ("adf-gillius", "0.20190904-2"),
        ("adf-romande", "0.20190904-2"),
        ("adf-universalis", "0.20190904-2"),
        ("adf-tribun", "0.20190904-2"),
        ("paratype", "20181108-3"),
        ("goudybookletter", "2010.07.03-6"),
        ("symbola", "2.60-1.1"),
        ("gfs-didot", "1.1-7"),
        ("go", "0~20170330-1"),
        ("jura", "5.103-3"),
    )
)

_NOT_AN_INDEX = (
    *("italic", "oblique", "-ital", "slanted", "-it.", "-it-", "_ri", "_rbi", "_rzi", "-bi.", "-i.", "-ri.", "webitalic"),
    *(
        "light",
        "thin",
        "hairline",
        "extralight",
        "keys",
        "initials",
        "outline",
        "shadow",
        "dingbat",
        "d050",
        "z003",
        "standardsymbols",
    ),
    *("mono", "chorus", "chancery", "math", "smallcaps", "-sc", "sc-", "caps"),
)
"""Parts of names of files that no card would have its index set in."""


def index_fonts(folders: list[Path]) -> list[Path]:
    """Font files under `folders` that a card's rank might be printed in, in a fixed order."""
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in (".ttf", ".otf"))
    return [file for file in files if not any(part in file.name.lower() for part in _NOT_AN_INDEX)]
