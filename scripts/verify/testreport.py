"""The results of a test run, test by test, for `scripts/verify/faults`, `scripts/verify/flaky` and
`scripts/verify/times`.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import typing
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The same as in scripts/test-build.
BUILD = ["--package-path", ROOT, "-c", "release", "--scratch-path", ROOT / ".build/tests"]
os.environ["TWHEADER_TESTS"] = "1"
os.environ["SWT_SWIFT_ERROR_BACKTRACING_ENABLED"] = "0"


class Result(typing.NamedTuple):
    state: str  # passed, FAILED or NOT RUN
    seconds: float  # wall time, including waiting


def run(arguments, **options):
    """Runs `swift test` with these arguments and returns the result of each test `Suite/function`.
    Its output goes to standard error.
    """
    subprocess.run(["swift", "build", *BUILD, "--build-tests"], check=True, stdout=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.xml"
        subprocess.run(
            ["swift", "test", *BUILD, "--skip-build", "--xunit-output", report, *arguments],
            stdin=subprocess.DEVNULL, **({"stdout": sys.stderr} | options))
        return results(folder)


def results(folder):
    results = {}
    for file in pathlib.Path(folder).glob("*.xml"):
        for case in xml.etree.ElementTree.parse(file).iter("testcase"):
            suite = case.get("classname").split(".")[-1]
            name = re.split(r"[(]", case.get("name"))[0]
            failed = case.find("failure") is not None or case.find("error") is not None
            left_out = case.find("skipped") is not None
            state = "FAILED" if failed else "NOT RUN" if left_out else "passed"
            results[f"{suite}/{name}"] = Result(state, float(case.get("time") or 0))
    return results
