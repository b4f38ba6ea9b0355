"""A server that must never be asked, and queries that try: SERVICE where a second reading of the text may overlook it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["attempts", "listening"]

_BODY = b'{"head":{"vars":["a"]},"results":{"bindings":[{"a":{"type":"literal","value":"SECRET"}}]}}'
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/sparql-results+json\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"


@contextmanager
def listening() -> Iterator[tuple[str, list[bytes]]]:
    """The address of a SPARQL endpoint on this machine, and what it has been asked so far."""
    asked: list[bytes] = []
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(50)

        def work() -> None:
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                with client:
                    client.settimeout(2)
                    try:
                        asked.append(client.recv(4000))
                        client.sendall(_HEAD % len(_BODY) + _BODY)
                    except OSError:
                        asked.append(b"")

        threading.Thread(target=work, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/admin", asked
        listener.shutdown(socket.SHUT_RDWR)


def attempts(place: str) -> dict[str, str]:
    """Queries that would ask `place`, by what they try."""
    out = f"SERVICE <{place}> {{ ?a ?b ?c }}"
    hidden = r"OPTIONAL { <http://x/\u0041#> ?q ?z }"
    spelled = "".join(f"\\u{ord(c):04X}" for c in "SERVICE")
    longer = "".join(f"\\U{ord(c):08x}" for c in "service")
    return {
        "plain": f"SELECT * {{ {out} }}",
        "silent": f"SELECT * {{ SERVICE SILENT <{place}> {{ ?a ?b ?c }} }}",
        "escape in an IRI, quote in a string": rf"SELECT * {{ OPTIONAL {{<http://x/\u0041#> ?q '\u0027' .}} {out} }} #'",
        "the same, long escapes": (rf"SELECT * {{ OPTIONAL {{<http://x/\U00000041#> ?q '\U00000027' .}} {out} }} #'"),
        "the same, double quotes": rf'SELECT * {{ OPTIONAL {{<http://x/\u0041#> ?q "\u0022" .}} {out} }} #"',
        "the same, in a prefix": (
            rf"PREFIX p: <http://x/\u0041#> SELECT * {{ OPTIONAL {{p:a ?q '\u0027' .}} {out} }} #'"
        ),
        "the same, in a base": rf"BASE <http://x/\u0041#> SELECT * {{ OPTIONAL {{<> ?q '\u0027' .}} {out} }} #'",
        "the same, nested": (
            rf"SELECT * {{ {{ SELECT * {{ OPTIONAL {{<http://x/\u0041#> ?q '\u0027' .}} {out} }} }} }} #'"
        ),
        "the same, in FILTER EXISTS": (
            rf"SELECT * {{ FILTER EXISTS {{ OPTIONAL {{<http://x/\u0041#> ?q '\u0027' .}} {out} }} }} #'"
        ),
        "the same, in VALUES": rf"SELECT * {{ VALUES ?x {{ <http://x/\u0041#> '\u0027' }} {out} }} #'",
        "the same, in BIND": rf"SELECT * {{ BIND(<http://x/\u0041#> AS ?x) BIND('\u0027' AS ?y) {out} }} #'",
        "the same, ASK": rf"ASK {{ OPTIONAL {{<http://x/\u0041#> ?q '\u0027' .}} {out} }} #'",
        "the same, CONSTRUCT": (
            rf"CONSTRUCT {{ ?s ?p ?a }} WHERE {{ OPTIONAL {{<http://x/\u0041#> ?q '\u0027' .}} {out} }} #'"
        ),
        "the same, DESCRIBE": rf"DESCRIBE ?a {{ OPTIONAL {{<http://x/\u0041#> ?q '\u0027' .}} {out} }} #'",
        "keyword in escapes": f"SELECT * {{ {spelled} <{place}> {{ ?a ?b ?c }} }}",
        "keyword in long escapes": f"SELECT * {{ {longer} <{place}> {{ ?a ?b ?c }} }}",
        "behind a string of an escape": rf"SELECT * {{ OPTIONAL {{?x ?q '\u005C' .}} {out} }} #'",
        "behind a long string": f"SELECT * {{ {hidden} OPTIONAL {{?x ?q '''a\\u0027''' }} {out} }}",
        "behind a comment": f"SELECT * {{ # \\u000A '\n {out} }} #'",
        "behind a comment that CR ends": f"SELECT * {{ # '\r {out} }} #'",
        "behind a name with a hash": rf"PREFIX p: <http://x/> SELECT * {{ OPTIONAL {{p:a\#b ?q ?r}} {out} }}",
        "behind a name with quotes": (
            rf"PREFIX p: <http://x/> SELECT * {{ OPTIONAL {{p:a\'b ?q ?r}} {out} OPTIONAL {{p:a\'b ?q ?r}} }}"
        ),
        "behind less-than": f"SELECT * {{ BIND(1 AS ?x) FILTER(?x<2)#>\n {out} }}",
        "server in a variable": f"SELECT * {{ VALUES ?s {{ <{place}> }} SERVICE ?s {{ ?a ?b ?c }} }}",
        "server from the base": f"BASE <{place}> SELECT * {{ SERVICE <> {{ ?a ?b ?c }} }}",
        "FROM": f"SELECT * FROM <{place}> {{ ?a ?b ?c }}",
        "FROM NAMED": f"SELECT * FROM NAMED <{place}> {{ GRAPH ?g {{ ?a ?b ?c }} }}",
        "LOAD": f"LOAD <{place}>",
        "LOAD behind a query": f"SELECT * {{ ?a ?b ?c }} ; LOAD <{place}>",
    }
