"""Ask a running `cobra serve` for help, from any language that speaks HTTP and JSON."""

import json
import subprocess
import sys
from typing import Any
from urllib.request import Request, urlopen

COMMAND = [sys.executable, "-m", "cobra", "serve", "--no-browser", "--threads", "1"]


def ask(address: str, name: str, **members: object) -> Any:
    """Return the answer to a question of docs/serve.md."""
    page, _, token = address.partition("?token=")
    headers = {"X-Cobra-Token": token, "Content-Type": "application/json"}
    request = Request(f"{page}api/{name}", json.dumps(members).encode(), headers)
    with urlopen(request) as response:
        return json.load(response)


def main() -> None:
    game = {"name": "mastermind"}
    history = [["0011", "1 black"], ["0234", "1B1W"]]
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        known = ask(address, "position", game=game, history=history, most=3)
        print(f"{known['codes']} codes are left: {' '.join(known['list'])} …")
        for one in ask(address, "advice", game=game, history=history, strategies=["parts"])["advice"]:
            print(f"ask {one['experiment']}: {len(one['split'])} answers are possible")
        history[1][1] = "3B1W"
        wrong = ask(address, "position", game=game, history=history)["contradiction"]
        for repair in wrong["repairs"][:2]:
            print(f"or was answer {repair['row'] + 1} {repair['answer']}? Then {repair['codes']} are left")
        server.terminate()


if __name__ == "__main__":
    main()
