"""The redirections of https://w3id.org/yili/, followed as Apache's mod_rewrite follows those of a folder."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "w3id" / "htaccess.in"
HOST = "https://kg.test/yili"
PEOPLE = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@dataclass
class Rule:
    """A RewriteRule with the conditions before it: pattern of Accept, whether it must not match."""

    pattern: str
    target: str
    flags: tuple[str, ...]
    conditions: list[tuple[str, bool]] = field(default_factory=list)


def rules() -> list[Rule]:
    """The rules of the file; a line of another kind than the known ones is an error."""
    found: list[Rule] = []
    conditions: list[tuple[str, bool]] = []
    for line in RULES.read_text(encoding="utf-8").replace("@HOST@", HOST).splitlines():
        words = line.split()
        if not words or words[0].startswith("#") or line == "RewriteEngine on":
            continue
        if words[0] == "RewriteCond":
            assert words[1] == "%{HTTP_ACCEPT}"
            assert words[3:] == ["[NC]"]
            conditions.append((words[2].removeprefix("!"), words[2].startswith("!")))
            continue
        assert words[0] == "RewriteRule", line
        found.append(Rule(words[1], words[2], tuple(words[3].strip("[]").split(",")), conditions))
        conditions = []
    assert not conditions
    return found


def location(path: str, accept: str) -> str:
    """Where a name (decoded, behind https://w3id.org/yili/) leads with an Accept header; empty where no rule takes it."""
    told: dict[str, str] = {}
    for rule in rules():
        found = re.search(rule.pattern, path)
        if not found or any(bool(re.search(c, accept, re.IGNORECASE)) == no for c, no in rule.conditions):
            continue
        for flag in rule.flags:
            if flag.startswith("E="):
                name, _, value = flag[2:].partition(":")
                told[name] = value
        if rule.target == "-":
            continue
        assert {"R=303", "L"} <= set(rule.flags)
        made = re.sub(r"\$(\d)", lambda m: found[int(m[1])] or "", rule.target)  # noqa: B023
        made = re.sub(r"%\{ENV:(\w+)\}", lambda m: told[m[1]], made)
        return quote(made, safe=":/.%~-_")  # without NE, what is no ASCII is escaped
    return ""


NAMES = [
    ("concept/觶", PEOPLE, "/concept/%E8%A7%B6.html"),
    ("concept/觶", "text/turtle", "/concept/%E8%A7%B6.ttl"),
    ("concept/觶", "text/turtle, application/rdf+xml;q=0.5", "/concept/%E8%A7%B6.ttl"),
    ("concept/觶", "application/ld+json", "/concept/%E8%A7%B6.jsonld"),
    ("concept/觶", "application/n-triples", "/concept/%E8%A7%B6.nt"),
    ("concept/觶", "application/rdf+xml", "/concept/%E8%A7%B6.rdf"),
    ("concept/觶", "*/*", "/concept/%E8%A7%B6.html"),
    ("seg/04.013.zhushu.jing.1", "Text/Turtle", "/seg/04.013.zhushu.jing.1.ttl"),
    ("graph/claim/04.018.zhushu.shu.1.1", "text/turtle", "/graph/claim/04.018.zhushu.shu.1.1.ttl"),
    ("dataset", "text/turtle", "/dataset.ttl"),
    ("dataset", PEOPLE, "/dataset.html"),
    ("ontology", PEOPLE, "/ontology"),
    ("ontology/0.4.0", "text/turtle", "/ontology/0.4.0"),
    ("yili.ttl", PEOPLE, "/yili.ttl"),
    ("yili.trig", "*/*", "/yili.trig"),
    (".well-known/void", "*/*", "/dataset.ttl"),
    ("", PEOPLE, "/"),
]
NOWHERE = ["nonsense", "../etc/passwd", "conceptual/x", "http://other.example/"]


@pytest.mark.parametrize(("path", "accept", "leads"), NAMES)
def test_a_name_leads_to_the_form_that_is_asked_for(path: str, accept: str, leads: str) -> None:
    assert location(path, accept) == HOST + leads


@pytest.mark.parametrize("path", NOWHERE)
def test_other_names_lead_nowhere(path: str) -> None:
    assert location(path, PEOPLE) == ""


def test_every_namespace_of_the_graph_is_led_on() -> None:
    from yili_kg.graph.vocabulary import BASE, PREFIXES

    for space in PREFIXES.values():
        if space.startswith(BASE) and not space.endswith("#"):
            assert (
                location(space.removeprefix(BASE) + "x", "text/turtle")
                == HOST + "/" + space.removeprefix(BASE) + "x.ttl"
            )


def test_the_address_is_filled_in_and_only_an_address(tmp_path: Path) -> None:
    """`make w3id HOST=…` writes the rules with the address; without one, or with another thing, it writes nothing."""
    make = shutil.which("make")
    if make is None:
        pytest.skip("no make here")
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "docs" / "w3id").mkdir(parents=True)
    shutil.copy(RULES, tmp_path / "docs" / "w3id")
    made = tmp_path / "docs" / "w3id" / ".htaccess"
    for wrong in ("", "http://kg.test", "https://kg.test/yili/", "https://kg.test/|x", "kg.test"):
        done = subprocess.run([make, "w3id", f"HOST={wrong}"], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode != 0
        assert "say where the graph is served" in done.stdout
        assert not made.exists()
    subprocess.run([make, "w3id", f"HOST={HOST}"], cwd=tmp_path, check=True, capture_output=True)
    told = made.read_text(encoding="utf-8")
    assert f"E=HOST:{HOST}]" in told
    assert "@HOST@" not in told
    assert "example.org" not in told


@pytest.fixture(scope="module")
def apache() -> Iterator[int]:
    """Apache with the rules as the .htaccess of /yili, on a port of this machine's loopback address alone."""
    program = shutil.which("apache2") or shutil.which("httpd", path="/usr/sbin:/usr/bin")
    program = program or shutil.which("apache2", path="/usr/sbin")
    modules = next((m for m in map(Path, ("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules")) if m.is_dir()), None)
    if program is None or modules is None:
        pytest.skip("no Apache here (Debian: apt-get install apache2)")
    place = Path(tempfile.mkdtemp(prefix="yili-apache-"))  # not among pytest's, which are closed to its user
    place.chmod(0o755)
    (place / "root" / "yili").mkdir(parents=True)
    rules_ = RULES.read_text(encoding="utf-8").replace("@HOST@", HOST)
    (place / "root" / "yili" / ".htaccess").write_text(rules_, encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    wanted = ("mpm_event", "mpm_prefork", "authz_core", "rewrite", "unixd")
    there = [name for name in wanted if (modules / f"mod_{name}.so").is_file()]
    there = [name for name in there if name != "mpm_prefork" or "mpm_event" not in there]
    lines = [
        f'ServerRoot "{place}"',
        "ServerName localhost",
        f"Listen 127.0.0.1:{port}",
        f'PidFile "{place}/pid"',
        f'ErrorLog "{place}/errors"',
        *(f'LoadModule {name}_module "{modules}/mod_{name}.so"' for name in there),
        f'DocumentRoot "{place}/root"',
        f'<Directory "{place}/root">',
        "AllowOverride FileInfo",
        "Options FollowSymLinks",
        "Require all granted",
        "</Directory>",
    ]
    if os.geteuid() == 0:
        lines += ["User nobody", "Group nogroup"]
    (place / "conf").write_text("\n".join(lines) + "\n", encoding="utf-8")
    server = subprocess.Popen([program, "-f", str(place / "conf"), "-DFOREGROUND"], stderr=subprocess.PIPE)
    try:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if server.poll() is not None:
                    pytest.skip(
                        f"Apache does not start here: {server.stderr.read().decode()[:300] if server.stderr else ''}"
                    )
                time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=120)
        shutil.rmtree(place, ignore_errors=True)


def asked(port: int, path: str, accept: str) -> tuple[int, str]:
    """The status and the Location with which Apache answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    try:
        connection.request("GET", "/yili/" + quote(path, safe="/.~-_:"), headers={"Accept": accept})
        answer = connection.getresponse()
        return answer.status, answer.getheader("Location", "")
    finally:
        connection.close()


def test_apache_leads_each_name_as_the_rules_read(apache: int) -> None:
    for path, accept, leads in NAMES:
        status, location_ = asked(apache, path, accept)
        assert (status, unquote(location_)) == (303, unquote(HOST + leads)), (path, accept)
    for path in ("nonsense", "conceptual/x"):
        assert asked(apache, path, PEOPLE)[0] == 404, path
