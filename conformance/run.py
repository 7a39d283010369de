#!/usr/bin/env python3
"""Runs a verifier over the suite: run.py [--only PREFIX] [--suite FILE] [--] COMMAND…

The command gets the cases on standard input, one JSON object a line, and answers each with a line; README.md says
what is in them. Prints every disagreement. Exit code: 0 none, 1 some, 2 a wrong call or a verifier that does not
answer.
"""

import argparse
import base64
import json
import subprocess
import sys
import threading
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def expand(case, folder):
    """A case with the documents in it that its line names: what the command gets."""
    sent = {name: value for name, value in case.items() if name not in ("expect", "case", "files")}
    if "case" in case:
        document = json.loads((folder / case["case"]).read_text(encoding="utf-8"))
        sent = {**{name: value for name, value in document.items() if name != "expect"}, **sent}
    for name, path in case.get("files", {}).items():
        if name == "observations":
            sent[name] = [json.loads((folder / one).read_text(encoding="utf-8")) for one in path]
        else:
            raw = base64.b64encode((folder / path).read_bytes()).decode()
            sent["raw"] = {**sent.get("raw", {}), name: raw}
    return sent


def claim_code(status, code):
    """Why exactly a text is not strict JSON is not asked: its readers stop at different places."""
    is_json = str(code).startswith("json-") or code == "utf8-invalid"
    return f"{status} json" if is_json else f"{status} {code}"


def find_differences(expected, answer):
    """What an answer has that was not expected, in words."""
    if "error" in expected or "error" in answer:
        codes = [claim_code("error", one.get("error")) for one in (expected, answer)]
        pairs = [("error", *codes)]
    else:
        wanted = {name: claim_code(*ending.split(" ")) for name, ending in expected["claims"].items()}
        found = {one["id"]: claim_code(one["status"], one["code"]) for one in answer.get("claims", [])}
        pairs = [(name, wanted.get(name), found.get(name)) for name in {**wanted, **found}]
        pairs += [(name, expected.get(name), answer.get(name)) for name in ("level", "verdict")]
    return [f"{name}: expected {wanted}, found {found}" for name, wanted, found in pairs if wanted != found]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", type=Path, default=FOLDER / "suite.ndjson")
    parser.add_argument("--only", default="", help="cases whose names begin so")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    command = arguments.command[1:] if arguments.command[:1] == ["--"] else arguments.command
    if not command:
        parser.error("give the command of a verifier")
    # Not splitlines: it also ends lines where JSON may have characters, such as U+0085.
    lines = arguments.suite.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    cases = [case for case in map(json.loads, lines) if case["name"].startswith(arguments.only)]
    folder = arguments.suite.resolve().parent
    sent = [json.dumps(expand(case, folder)).encode() + b"\n" for case in cases]
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    except OSError as fault:
        parser.error(str(fault))

    def send():
        try:
            for line in sent:
                process.stdin.write(line)
            process.stdin.close()
        except BrokenPipeError:
            pass

    threading.Thread(target=send, daemon=True).start()
    answered = bad = claims = 0
    for case, line in zip(cases, process.stdout):
        answered += 1
        claims += len(case["expect"].get("claims", {}))
        differences = find_differences(case["expect"], json.loads(line))
        bad += 1 if differences else 0
        for difference in differences:
            print(f"{case['name']}: {difference}")
    process.stdout.close()
    code = process.wait()
    print(f"{answered} of {len(cases)} cases, {claims} claims, {bad} cases disagree")
    if answered < len(cases) or code != 0:
        print(f"the verifier ended with exit code {code}", file=sys.stderr)
        return 2
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
