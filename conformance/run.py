#!/usr/bin/env python3
"""Runs a verifier over the suite: run.py [--stage STAGE] [--only PREFIX] [--without ALGORITHM] [--suite FILE] [--] COMMAND…

The command gets the cases on standard input, one JSON object a line, and answers each with a line; README.md says
what is in them. Prints every disagreement. With --stage it compares what a verifier has that is written so far, and leaves
out the cases that are about the rest. With --without it expects of a verifier that lacks an algorithm that it says so. Exit code: 0 none, 1 some, 2 a wrong call or a verifier that does not
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

# In which order to write a verifier: each stage has what it decides, and what those before it do.
STAGES = {
    "documents": ("document.read",),
    "draw": (
        "record.schema",
        "record.consistent",
        "statement.signed",
        "statement.chain",
        "record.matches",
        "seed.committed",
        "entries.sealed",
        "winner.derived",
        "ticket.included",
        "proof-invalid",
    ),
    "beacon": ("beacon.genuine", "beacon.rule"),
    "trust": ("trust-invalid",),
    "log": ("log.included", "log.witnessed", "tile-invalid"),
    # And all that is left: level, verdict, and what ends by evidence alone.
    "evidence": (),
}
LAST = "evidence"

# What no standard library has, so that a verifier may lack it.
ALGORITHMS = ("ml-dsa-44",)


def compared(stage):
    """The claims and errors that are compared at a stage; None for all, with level and verdict."""
    if stage == LAST:
        return None
    names = list(STAGES)
    return {one for name in names[: names.index(stage) + 1] for one in STAGES[name]}


def is_of_stage(case, wanted):
    """Whether a verifier of a stage can answer a case: it is not about a document that only later ones read."""
    error = case["expect"].get("error")
    return wanted is None or error is None or error in wanted or is_json(error)


def expect_without(case, lacking):
    """A case with what is expected of a verifier that lacks these algorithms."""
    for algorithm in lacking:
        if algorithm in case.get("without", {}):
            return {**case, "expect": case["without"][algorithm]}
    return case


# Members of a line that are not the verifier's.
OWN = ("expect", "without", "by_evidence", "case", "files")


def expand(case, folder):
    """A case with the documents in it that its line names: what the command gets."""
    sent = {name: value for name, value in case.items() if name not in OWN}
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


def is_json(code):
    return str(code).startswith("json-") or code == "utf8-invalid"


def claim_code(status, code):
    """Why exactly a text is not strict JSON is not asked: its readers stop at different places."""
    return f"{status} json" if is_json(code) else f"{status} {code}"


def find_differences(case, answer, wanted_names=None):
    """What an answer has that was not expected, in words; of the claims with these names alone, if any are named."""
    expected = case["expect"]
    if "error" in expected or "error" in answer:
        codes = [claim_code("error", one.get("error")) for one in (expected, answer)]
        pairs = [("error", *codes)]
    else:
        wanted = {name: claim_code(*ending.split(" ")) for name, ending in expected["claims"].items()}
        found = {one["id"]: claim_code(one["status"], one["code"]) for one in answer.get("claims", [])}
        pairs = [(name, wanted.get(name), found.get(name)) for name in {**wanted, **found}]
        if wanted_names is None:
            pairs += [(name, expected.get(name), answer.get(name)) for name in ("level", "verdict")]
        else:
            asked = wanted_names - set(case.get("by_evidence", ()))
            pairs = [pair for pair in pairs if pair[0] in asked]
    return [f"{name}: expected {wanted}, found {found}" for name, wanted, found in pairs if wanted != found]


def read_answer(case, line):
    """The answer in a line; one that is none ends the run."""
    try:
        answer = json.loads(line)
        if not all({"id", "status", "code"} <= set(one) for one in answer.get("claims", [])):
            raise ValueError("a claim without id, status and code")
    except (ValueError, TypeError, AttributeError) as fault:
        print(f"{case['name']}: not an answer ({fault}): {line[:200]!r}", file=sys.stderr)
        sys.exit(2)
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", type=Path, default=FOLDER / "suite.ndjson")
    parser.add_argument("--stage", choices=STAGES, default=LAST, help="as far as the verifier is written")
    parser.add_argument("--only", default="", help="cases whose names begin so")
    parser.add_argument(
        "--without", choices=ALGORITHMS, action="append", default=[], help="an algorithm that the verifier lacks"
    )
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    command = arguments.command[1:] if arguments.command[:1] == ["--"] else arguments.command
    if not command:
        parser.error("give the command of a verifier")
    # Not splitlines: it also ends lines where JSON may have characters, such as U+0085.
    lines = arguments.suite.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    wanted = compared(arguments.stage)
    named = [case for case in map(json.loads, lines) if case["name"].startswith(arguments.only)]
    cases = [expect_without(case, arguments.without) for case in named if is_of_stage(case, wanted)]
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
        left_out = case.get("by_evidence", ())
        names = case["expect"].get("claims", {})
        claims += sum(wanted is None or (name in wanted and name not in left_out) for name in names)
        differences = find_differences(case, read_answer(case, line), wanted)
        bad += 1 if differences else 0
        for difference in differences:
            print(f"{case['name']}: {difference}")
    process.stdout.close()
    code = process.wait()
    left = f"; {len(named) - len(cases)} cases are of later stages" if len(named) > len(cases) else ""
    print(f"{answered} of {len(cases)} cases, {claims} claims, {bad} cases disagree{left}")
    if answered < len(cases) or code != 0:
        print(f"the verifier ended with exit code {code}", file=sys.stderr)
        return 2
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
